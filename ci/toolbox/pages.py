"""The commands that the documents tell their readers to type: which they are and where they stand.

Commands are the lines of fenced blocks: in blocks of kind `console` what follows `$ `, in blocks of kind `sh` or
`bash` every line, in blocks without a kind the lines that begin with a program of PROGRAMS. A comment (` # ...`, or
two spaces and a text) is no part of the command; a line that ends with a backslash goes on in the next. Calls of
`arena` in running text, between backticks, count too: they are not run, but must be understood.
"""

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

from . import page_rules
from typing import Iterator, List

PROGRAMS = ("arena", "cargo", "make", "nice", "apt", "dnf", "rustup", "git", "python3", "man")
FENCE = re.compile(r"^\s*(```+|~~~+)\s*([A-Za-z0-9_-]*)")
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
INLINE = re.compile(r"`(arena(?: [^`]*)?)`")
# Words that a shell takes for the end of a command.
ENDS = ("|", "||", "&&", ";", "&", ">", ">>", "<", "2>", "2>&1")


@dataclass(frozen=True)
class Command:
    """A command and the place where a reader finds it."""

    page: str  # relative to the root
    line: int
    text: str
    inline: bool = False  # in running text: only its arguments matter

    def where(self) -> str:
        """The place, as compilers write it."""
        return "{}:{}".format(self.page, self.line)

    def arena_calls(self) -> List[List[str]]:
        """The arguments of each call of `arena` in it."""
        calls, inside, first = [], False, True
        for word in words(self.text):
            if word in ENDS:
                inside, first = False, True
            elif inside:
                calls[-1].append(word)
            elif first and word == "arena":
                calls.append([])
                inside = True
            else:
                # A variable that is set leaves the place of the program to what follows.
                first = first and re.match(r"[A-Z_]+=", word) is not None
        return calls


def words(text: str) -> List[str]:
    """The words as a shell would see them, with its operators as words of their own."""
    lexer = shlex.shlex(text, posix=True, punctuation_chars="|&;<>")
    lexer.whitespace_split = True
    lexer.commenters = ""
    try:
        return list(lexer)
    except ValueError:
        return text.split()


def pages(root: Path) -> List[Path]:
    """Every page whose commands are looked at."""
    found = sorted(root.glob("docs/**/*.md")) + sorted(root.glob("*/README.md"))
    return [root / "README.md"] + found


def commands(root: Path) -> List[Command]:
    """The commands of all pages, in order."""
    return [command for page in pages(root) if page.relative_to(root).as_posix() not in page_rules.ELSEWHERE
            for command in of_page(page.relative_to(root).as_posix(), page.read_text("utf-8"))]


def broken_links(root: Path) -> List[str]:
    """The links of all pages to files that don't exist, each with its page."""
    broken = []
    for page in pages(root):
        for target in LINK.findall(page.read_text("utf-8")):
            if not (page.parent / target).exists():
                broken.append("{}: {}".format(page.relative_to(root).as_posix(), target))
    return broken


def of_page(name: str, text: str) -> Iterator[Command]:
    """The commands of one page."""
    kind, fence, waiting = None, "", None  # waiting: the line of a command that goes on, and its text so far
    for number, line in enumerate(text.splitlines(), 1):
        mark = FENCE.match(line)
        if kind is None and mark:
            kind, fence = mark.group(2).lower(), mark.group(1)
            continue
        if kind is not None and line.strip().startswith(fence):
            kind, waiting = None, None
            continue
        if kind is None:
            for call in INLINE.finditer(line):
                yield Command(name, number, call.group(1), inline=True)
            continue
        if waiting:
            begun, part = waiting[0], waiting[1] + " " + line.strip()
        else:
            begun, part = number, _command(kind, line)
        if not part:
            continue
        if part.endswith("\\"):
            waiting = (begun, part[:-1].rstrip())
            continue
        waiting = None
        yield Command(name, begun, part)


def _command(kind: str, line: str) -> str:
    """The command in a line of a block, without its comment; empty if there is none."""
    text = line.strip()
    if kind == "console":
        if not text.startswith("$ "):
            return ""
        text = text[2:].strip()
    elif kind in ("sh", "bash", "shell"):
        if text.startswith("#"):
            return ""
    elif kind or not (text.split(" ")[0] in PROGRAMS or re.match(r"(ci|\./ci)/\w", text)):
        return ""
    return without_comment(text)


def without_comment(text: str) -> str:
    """The command without what is said about it: after ` # `, or after two spaces, unless in quotes."""
    quote, place = "", 0
    while place < len(text):
        letter = text[place]
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "'\"":
            quote = letter
        elif text.startswith("  ", place) or text.startswith(" # ", place):
            return text[:place].rstrip()
        place += 1
    return text
