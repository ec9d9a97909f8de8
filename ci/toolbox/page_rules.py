"""How the commands of the documents are run, where they are not run as they stand.

To add a page nothing is needed as long as its commands end within seconds and with exit code 0 in a checkout whose
adapters are built. A command that takes longer, changes the machine or needs what a test can't have gets a rule in
RULES: a pattern, what is done instead, and why. The first rule that matches counts.
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, List, Optional

LIMIT = 300  # seconds after which a command is taken to hang; what takes more than a few has a rule

# What may be wrong with a call in running text, where `arena verify` names the command and calls nothing.
INCOMPLETE = ("MissingRequiredArgument", "MissingSubcommand", "DisplayHelpOnMissingArgumentOrSubcommand")
# Words in running text that stand for something else.
PLACEHOLDERS = ("COMMAND", "...")

# A small measurement: two of our own implementations, one operation, few samples.
SMALL = {"--impl": "nexusq-v1,nexusq-v2", "--alg": "ml-kem-768", "--op": "encaps", "--rounds": "1",
         "--iterations": "2", "--warmups": "1", "--cpu": "none"}
IN_TURNS = {"--rounds": "3", "--iterations": "32"}


# Pages whose commands build on each other or need what a checkout lacks, and what looks at them instead.
ELSEWHERE = {
    "docs/adapters.md": "arena-cli/tests/adapter_kit.rs types every line",
    "docs/analysis.md": "ci/analysis runs every block",
    "docs/many-machines.md": "arena-cli/tests/reports.rs merges and compares folders of its own",
    "docs/own-builds.md": "needs libraries of one's own; arena-cli/tests/own_builds.rs builds one",
}


@dataclass(frozen=True)
class Rule:
    """What is done with commands that match."""

    pattern: str
    why: str
    change: Optional[Callable[[List[str]], List[str]]] = None  # of the arguments of `arena`; then it is run
    instead: Optional[str] = None  # a command that is run in its place; `\\1` is what the pattern caught
    codes: tuple = (0,)  # exit codes that are right
    wrong: Optional[Callable[[str, str], Optional[str]]] = None  # of the command and what was written: what is wrong

    def matches(self, text: str):
        """The match with a command, or None."""
        return re.search(self.pattern, text)


def with_options(call: List[str], wanted: dict, only_missing: bool = False) -> List[str]:
    """The call with these options in place of what it has of them; with `only_missing`, what it has stays."""
    kept, place = [], 0
    missing = dict(wanted)
    while place < len(call):
        name = call[place].split("=")[0]
        if name in wanted and not only_missing:
            place += 1 if "=" in call[place] else 2
            continue
        missing.pop(name, None)
        kept.append(call[place])
        place += 1
    return kept + [word for pair in missing.items() for word in pair]


def without(call: List[str], *names: str) -> List[str]:
    """The call without these options, each of which has a value."""
    kept, skip = [], False
    for word in call:
        if skip:
            skip = False
        elif word in names:
            skip = True
        else:
            kept.append(word)
    return kept


def small_run(call: List[str]) -> List[str]:
    """A run with few samples of few rows, by the protocol that was asked for and the implementations that were named."""
    call = without(call, "--precision", "--budget", "--rounds", "--iterations", "--warmups")
    named = ("--impl", "--alg", "--op", "--cpu")
    call = with_options(call, {name: SMALL[name] for name in named}, only_missing=True)
    turns = "evidence" in call
    counts = dict(SMALL, **IN_TURNS) if turns else SMALL
    return with_options(call, {name: counts[name] for name in ("--rounds", "--iterations", "--warmups")})


def small_comparison(call: List[str]) -> List[str]:
    """A comparison of the same two sides with few rounds of one operation."""
    call = without(call, "--precision", "--budget", "--rounds")
    return with_options(call, {"--alg": "ml-kem-768", "--op": "encaps", "--rounds": "1", "--cpu": "none"})


def small_check(call: List[str]) -> List[str]:
    """The suites that were asked for, else a quick one, of one implementation and one parameter set."""
    call = with_options([word for word in call if word != "--full"], {"--impl": "nexusq-v2"})
    return with_options(call, {"--suite": "interop", "--alg": "ml-kem-768"}, only_missing=True)


def small_explanation(call: List[str]) -> List[str]:
    """One experiment, once."""
    call = without(call, "--only", "--repeats", "--rounds")
    call = call if "--no-builds" in call else call + ["--no-builds"]
    return call + ["--only", "historical", "--repeats", "1", "--cpu", "none"]


def unknown_option(text: str, said: str) -> Optional[str]:
    """An option of the command that its help does not have."""
    for option in re.findall(r"(?<!\S)--[a-z-]+", text):
        if option not in said:
            return "its help knows no {}".format(option)
    return None


def unknown_package(text: str, said: str) -> Optional[str]:
    """A package or test that the workspace does not have."""
    packages = {package["name"]: package for package in json.loads(said)["packages"]}
    for name in re.findall(r"(?:-p|--package)[ =]([\w-]+)", text):
        if name not in packages:
            return "there is no package {}".format(name)
        targets = [target["name"] for target in packages[name]["targets"]]
        for test in re.findall(r"--(?:test|bin|example)[ =]([\w-]+)", text):
            if test not in targets:
                return "{} has no target {}".format(name, test)
    for path in re.findall(r"--path[ =]([\w-]+)", text):
        if not any(Path(package["manifest_path"]).parent.name == path for package in packages.values()):
            return "there is no package in {}".format(path)
    return None


RULES = [
    # Of the arena.
    Rule(r"^arena (run|compare) .*--resume|^arena explain .*--resume",
         "needs a run that was interrupted; arena-cli/tests/interrupt.rs interrupts each and goes on with this"),
    Rule(r"^arena run\b", "with few samples", change=small_run),
    Rule(r"^arena compare \S*runs/\S+ \S*runs/", "compares two stored folders as it stands",
         change=lambda call: call),
    Rule(r"^arena compare \S*(/|\bA\b)", "needs a build of one's own; arena-cli/tests/compare.rs compares two"),
    Rule(r"^arena compare\b", "with one round of one operation", change=small_comparison),
    Rule(r"^arena check --list", "as it stands", change=lambda call: call),
    Rule(r"^arena check\b", "one implementation, one set, one suite", change=small_check),
    Rule(r"^arena explain\b", "one experiment, once", change=small_explanation),
    Rule(r"^arena (ct|count)\b",
         "needs valgrind and minutes; ci/test runs `arena ct`, arena-cli/tests/counting.rs `arena count`"),
    Rule(r"^arena build\b", "builds for minutes; ci/test builds every adapter before this is run"),
    Rule(r"^arena doctor\b", "1 where a basic tool is missing, and says which", change=lambda call: call, codes=(0, 1)),
    Rule(r"^arena gate .*--enforce", "1 where a criterion is not met", change=lambda call: call, codes=(0, 1)),
    Rule(r"^arena normalize\b", "1 where rows are missing or of another machine", change=lambda call: call,
         codes=(0, 1)),
    Rule(r"^arena runner \S+$", "as it stands; at the end of its input it ends", change=lambda call: call),
    # Of the project. `make -n` says what it would do, and fails if there is no such target.
    Rule(r"^make ([a-z]+)(?: \w+=\w+)*$", "takes minutes; CI runs `make tools` and `make test`", instead=r"make -n \1"),
    Rule(r"^(?:nice -n \d+ )?((?:python3 )?ci/(?:fuzz|soak|setup|test|release|pages))\b",
         "takes minutes or fetches; its help must have the options", instead=r"\1 --help", wrong=unknown_option),
    Rule(r"^ci/freeze record\b", "changes the manifest of the frozen libraries", instead="ci/freeze record --help"),
    Rule(r"^cargo (?:test|build|bench|run|fuzz|package|install)\b.*?(?:-p|--package|--path) ([\w-]+)",
         "builds for minutes; package and target must exist",
         instead=r"cargo metadata --no-deps --format-version 1 --offline", wrong=unknown_package),
    Rule(r"^cargo (fuzz|publish|add|install|login|deny)\b", "needs the network, or a tool that is not part of a toolchain"),
    Rule(r"^(apt|apt-get|dnf|sudo|rustup|git clone|git tag|git push|pip)\b", "changes the machine or needs the network"),
    Rule(r"^cargo run --release -- --kem\b|^cargo test$", "builds for minutes in a folder of its own, and may run for hours"),
    Rule(r"^arena report .*--checks\b", "needs checks of the same machine; arena-core/tests/page.rs adds some"),
    Rule(r"^arena merge\b|^arena (?:report|compare) all-runs\b", "needs several runs; arena-cli/tests/reports.rs merges some"),
    Rule(r"^cd\b", "each command is run in the project's folder"),
    Rule(r"^man\b", "needs installed pages; arena-cli/tests/manners.rs looks at them"),
]


AS_IT_STANDS = Rule("", "")


def rule_for(text: str) -> Rule:
    """The rule for a command: AS_IT_STANDS if there is no other."""
    return next((rule for rule in RULES if rule.matches(text)), AS_IT_STANDS)
