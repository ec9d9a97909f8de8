"""ci/licences: which expressions the allow list satisfies, and what is said of the others."""

import unittest

from support import CI, load_script

licences = load_script("licences")

ALLOWED = {"MIT", "Apache-2.0", "ISC", "Apache-2.0 WITH LLVM-exception"}


class Expressions(unittest.TestCase):
    def test_satisfied_or_not(self):
        for text, expected in (
                ("MIT", True), ("GPL-3.0-only", False), ("mit", False),
                ("MIT OR GPL-3.0-only", True), ("GPL-3.0-only OR MIT", True),
                ("MIT AND GPL-3.0-only", False), ("GPL-3.0-only AND MIT", False), ("MIT AND ISC", True),
                ("MIT/GPL-3.0-only", True), ("MPL-2.0/GPL-3.0-only", False),
                # AND binds closer than OR.
                ("MIT OR ISC AND GPL-3.0-only", True), ("GPL-3.0-only AND ISC OR MIT", True),
                ("(MIT OR ISC) AND GPL-3.0-only", False), ("(MIT OR MPL-2.0) AND (ISC OR MPL-2.0)", True),
                ("GPL-3.0-only AND (MIT OR ISC)", False),
                # An exception is part of the licence.
                ("Apache-2.0 WITH LLVM-exception", True), ("MIT WITH LLVM-exception", False),
                ("GPL-2.0-only WITH Classpath-exception-2.0 OR MIT", True)):
            self.assertEqual(licences.Expression(text, ALLOWED).satisfied(), expected, text)

    def test_what_is_no_expression_is_refused(self):
        for text in ("", "MIT OR", "OR MIT", "MIT ISC", "(MIT", "(MIT ISC", "MIT)", "()", "MIT AND", "MIT WITH", "AND"):
            with self.assertRaises(licences.Unreadable, msg=text):
                licences.Expression(text, ALLOWED).satisfied()


class Packages(unittest.TestCase):
    def test_each_refused_package_is_named_with_its_reason(self):
        packages = [{"name": "b", "version": "2.0.0", "license": "GPL-3.0-only"},
                    {"name": "ours", "version": "1.0.0", "license": "Apache-2.0 OR MIT"},
                    {"name": "a", "version": "0.1.0", "license": None},
                    {"name": "c", "version": "1.2.3", "license": "MIT OR"}]
        self.assertEqual(licences.refused(packages, ALLOWED), [
            "a 0.1.0 names no licence expression",
            "b 2.0.0 has the licence `GPL-3.0-only`, which deny.toml does not allow",
            "c 1.2.3 can't be judged: `MIT OR` is not an SPDX licence expression"])
        self.assertIn("deny.toml", licences.WAY_OUT)


class AllowList(unittest.TestCase):
    def test_the_list_of_the_table_licenses_is_read(self):
        text = ('[bans]\nallow = ["X"]\n[licenses]\n# allow = ["Y"]\nallow = [\n  "MIT", # "Z"\n'
                '  "ISC",\n]\n[sources]\nallow = ["W"]\n')
        self.assertEqual(licences.allowed_licences(text), {"MIT", "ISC"})

    def test_a_file_without_it_is_refused(self):
        for text in ("", "[licenses]\nunused = 1\n", '[bans]\nallow = ["X"]\n'):
            with self.assertRaises(licences.Unreadable):
                licences.allowed_licences(text)

    def test_the_project_s_own_list(self):
        allowed = licences.allowed_licences((CI.parent / "deny.toml").read_text("utf-8"))
        self.assertIn("Apache-2.0 WITH LLVM-exception", allowed)
        self.assertNotIn("GPL-3.0-only", allowed)


if __name__ == "__main__":
    unittest.main()
