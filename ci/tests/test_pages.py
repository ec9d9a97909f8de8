"""ci/pages: which lines of a page are commands, and what is done with them."""

import unittest
from unittest import mock

from support import CI, load_script

from toolbox import page_rules, pages

script = load_script("pages")

PAGE = """
Text with `arena verify runs/a` and `make test` and ``code``.
```console
$ arena list --json   # for machines
an answer
$ cargo test -p nexusq-v2 \\
    --test memory
```
```sh
# a comment
printf 'a  # b\\n' | arena runner openssl
```
```
arena count                 V1 and V2
two words
ci/fuzz --seconds 5 same_verify      one target
```
```rust
let arena = 1;
```
"""


def found(text):
    return [(command.line, command.text, command.inline) for command in pages.of_page("p.md", text)]


class Commands(unittest.TestCase):
    def test_lines_of_blocks_and_calls_in_running_text(self):
        self.assertEqual(found(PAGE), [
            (2, "arena verify runs/a", True),
            (4, "arena list --json", False),
            (6, "cargo test -p nexusq-v2 --test memory", False),
            (11, "printf 'a  # b\\n' | arena runner openssl", False),
            (14, "arena count", False),
            (16, "ci/fuzz --seconds 5 same_verify", False)])

    def test_calls_of_arena_end_where_a_shell_ends_them(self):
        for text, expected in (
                ("arena list", [["list"]]), ("make arena", []), ("cargo run -p arena", []),
                ("ARENA_ROOT=. arena list", [["list"]]),
                ("arena gate x --enforce && arena list > a.txt", [["gate", "x", "--enforce"], ["list"]]),
                ("printf 'a b' | arena runner x --full", [["runner", "x", "--full"]]),
                ("arena run --impl 'a b'", [["run", "--impl", "a b"]])):
            command = pages.Command("p.md", 1, text)
            self.assertEqual(command.arena_calls(), expected, text)

    def test_every_page_of_the_project_is_looked_at(self):
        names = {path.relative_to(CI.parent).as_posix() for path in pages.pages(CI.parent)}
        self.assertTrue({"README.md", "docs/methodology.md", "docs/records/v2.md", "ci/README.md"} <= names)


class Links(unittest.TestCase):
    def test_each_leads_to_a_file(self):
        self.assertEqual(pages.broken_links(CI.parent), [])

    def test_the_index_names_every_page(self):
        docs = CI.parent / "docs"
        named = set(pages.LINK.findall((docs / "README.md").read_text("utf-8")))
        there = {page.relative_to(docs).as_posix() for page in docs.glob("**/*.md")} - {"README.md"}
        # Reports in folders of evidence are not written by hand.
        there = {name for name in there if not name.startswith("records/evidence/")}
        self.assertEqual(there - named, set())


class Rules(unittest.TestCase):
    def treated(self, text):
        rule, line = script.treatment(pages.Command("p.md", 1, text))
        return line if line is not None else rule.why

    def test_measurements_become_small_and_keep_what_they_are_about(self):
        self.assertEqual(
            self.treated("arena run --protocol evidence --impl a,b --precision 1%"),
            "arena run --protocol evidence --impl a,b --alg ml-kem-768 --op encaps --cpu none "
            "--rounds 3 --iterations 32 --warmups 1")
        self.assertEqual(
            self.treated("arena check --full --suite acvp"),
            "arena check --suite acvp --impl nexusq-v2 --alg ml-kem-768")

    def test_what_is_not_run_says_why(self):
        self.assertIn("network", self.treated("apt install valgrind"))
        self.assertEqual(self.treated("make test"), "make -n test")
        self.assertEqual(self.treated("nice -n 9 ci/fuzz --seconds 5"), "ci/fuzz --help")
        self.assertEqual(self.treated("arena list"), "arena list")

    def test_options_packages_and_targets_must_exist(self):
        self.assertIsNone(page_rules.unknown_option("ci/fuzz --seconds 5", "usage: --seconds N"))
        self.assertIn("--hours", page_rules.unknown_option("ci/fuzz --hours 5", "usage: --seconds N"))
        said = ('{"packages": [{"name": "a", "manifest_path": "/x/folder/Cargo.toml", '
                '"targets": [{"name": "memory"}]}]}')
        for text, expected in (("cargo test -p a --test memory", None), ("cargo test -p b", "no package b"),
                               ("cargo test -p a --test speed", "no target speed"),
                               ("cargo install --path folder", None), ("cargo install --path other", "other")):
            wrong = page_rules.unknown_package(text, said)
            self.assertEqual(wrong, None) if expected is None else self.assertIn(expected, wrong)


class Outcomes(unittest.TestCase):
    """What is said of commands that go wrong, with an arena that is made up."""

    def run_page(self, text, code, said, errors=()):
        stage = mock.Mock()
        stage.shell.return_value = (code, said)
        stage.parse.return_value = list(errors)
        commands = list(pages.of_page("p.md", text))
        with mock.patch("builtins.print"):
            return script.wrong_arguments(stage, commands) + script.run(stage, commands)

    def test_a_command_that_fails_and_one_that_no_rule_knows(self):
        self.assertEqual(self.run_page("```sh\nfrobnicate\n```\n", 127, "not found")[0][1], "exit code 127: not found")
        self.assertEqual(self.run_page("```sh\nfrobnicate\n```\n", 0, ""), [])
        self.assertEqual(len(self.run_page("```sh\nsleep 100\n```\n", None, "not done")), 1)

    def test_arguments_that_are_not_understood(self):
        wrong = [("UnknownArgument", "error: unexpected argument '--fast'\nmore")]
        page = "```sh\narena list --fast\n```\n"
        self.assertEqual(self.run_page(page, 0, "", wrong)[0][1], "error: unexpected argument '--fast'")
        incomplete = [("MissingRequiredArgument", "error: no folder")]
        self.assertEqual(self.run_page("`arena verify`", 0, "", incomplete), [])
        self.assertEqual(len(self.run_page("```sh\narena verify\n```\n", 0, "", incomplete)), 1)


if __name__ == "__main__":
    unittest.main()
