"""What /proc tells of a process and of those it has started. Linux only."""

import os
from collections import namedtuple
from pathlib import Path

PAGE = os.sysconf("SC_PAGE_SIZE")

# Resident bytes, open descriptors, threads.
Facts = namedtuple("Facts", "rss descriptors threads")


def parent(pid):
    """The number of the process that started `pid`, or None if it is gone."""
    try:
        text = Path("/proc", str(pid), "stat").read_text()
    except OSError:
        return None
    # The name in parentheses may hold anything; state and parent follow its last parenthesis.
    return int(text[text.rindex(")") + 2:].split()[1])


def children(pid):
    """The processes that `pid` has started and that still are its own."""
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit() and parent(int(entry)) == pid:
            found.append(int(entry))
    return sorted(found)


def facts(pid):
    """What a process takes, or None if it is gone or a zombie."""
    folder = Path("/proc", str(pid))
    try:
        rss = int((folder / "statm").read_text().split()[1]) * PAGE
        descriptors = len(os.listdir(str(folder / "fd")))
        threads = len(os.listdir(str(folder / "task")))
    except (OSError, ValueError):
        return None
    return Facts(rss, descriptors, threads) if rss else None


def program(pid):
    """The file name of what a process runs, or None."""
    try:
        return Path(os.readlink("/proc/{}/exe".format(pid))).name
    except OSError:
        return None
