"""What ci/test makes of steps that can't be run, and which toolchain it takes for the oldest Rust."""

import contextlib
import io
import os
import unittest
from unittest import mock

from support import CI, FakeMachine, load_script
from toolbox import rust

test = load_script("test")


class Report(unittest.TestCase):
    def outcome(self, report, required):
        """(exit code, the summary) after one step is skipped or not run."""
        with mock.patch.dict(os.environ, {"NEXUSQ_REQUIRE_ALL": required}), \
                contextlib.redirect_stdout(io.StringIO()) as said:
            report()
            code = self.report.finish()
        return code, said.getvalue().splitlines()[-1]

    def setUp(self):
        self.report = test.Report(None)

    def test_not_run_is_never_a_failure(self):
        found = self.outcome(lambda: self.report.not_run("advisories", "no network"), "1")
        self.assertEqual(found, (0, "0 passed, 0 failed, 0 skipped, 1 not run"))

    def test_skipped_is_a_failure_where_all_is_required(self):
        found = self.outcome(lambda: self.report.skip("adapter a", "needs go"), "1")
        self.assertEqual(found, (1, "0 passed, 1 failed, 0 skipped, 0 not run"))

    def test_nothing_done_is_no_success(self):
        self.report = test.Report(["nothing has this name"])
        found = self.outcome(lambda: self.report.not_run("advisories", "no network"), "0")
        self.assertEqual(found, (1, "0 passed, 0 failed, 0 skipped, 0 not run"))


class Page(FakeMachine):
    def test_without_a_browser_it_is_not_run_and_the_way_out_is_named(self):
        report = test.Report(None)
        with contextlib.redirect_stdout(io.StringIO()):
            test.page_in_a_browser(report, ["nowhere"])
        (name, outcome, _, remark), = report.rows
        self.assertEqual((name, outcome), ("page in a browser", "not run"))
        self.assertIn("apt-get install chromium chromium-driver", remark)


class Toolchains(FakeMachine):
    def test_the_minor_version_decides(self):
        self.fake("rustup", "stable-x86_64 (active, default)\nnightly-2025-01-01-x86_64\n"
                            "1.8.0-x86_64\n1.85.1-x86_64\n1.89-x86_64")
        for wanted, name in (("1.85", "1.85.1-x86_64"), ("1.89", "1.89-x86_64"), ("1.85.0", "1.85.1-x86_64"),
                             ("1.8", "1.8.0-x86_64"), ("1.90", None)):
            self.assertEqual(rust.toolchain(wanted), name, wanted)

    def test_no_rustup_no_toolchain(self):
        self.assertIsNone(rust.toolchain("1.85"))

    def test_a_library_inherits_or_states_its_rust(self):
        stated = {library.name: library.rust for library in rust.libraries(CI.parent)}
        self.assertEqual(sorted(stated), ["nexusq-contract", "nexusq-v1", "nexusq-v2"])
        text = (CI.parent / "contract" / "Cargo.toml").read_text("utf-8")
        self.assertIn('rust-version = "{}"'.format(stated["nexusq-contract"]), text)
        text = (CI.parent / "Cargo.toml").read_text("utf-8")
        self.assertIn('rust-version = "{}"'.format(stated["nexusq-v2"]), text)


if __name__ == "__main__":
    unittest.main()
