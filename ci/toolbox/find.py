"""Looks for tools that are on the machine, and asks each for its version by running it."""

import glob
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from typing import Iterator, List, Optional

from . import versions
from .versions import Version

# Loads the library given as argument and prints its version, in a process of its own: a library
# of another architecture, or a broken one, must not take the set-up down.
LIBCLANG_PROBE = """
import ctypes, sys
class CXString(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("flags", ctypes.c_uint)]
library = ctypes.CDLL(sys.argv[1])
library.clang_getClangVersion.restype = CXString
library.clang_getCString.argtypes = [CXString]
library.clang_getCString.restype = ctypes.c_char_p
print(library.clang_getCString(library.clang_getClangVersion()).decode())
"""


@dataclass
class Tool:
    """A tool and where it came from; `source` is None if there is none that will do."""

    path: Optional[str] = None
    version: Optional[str] = None
    source: Optional[str] = None
    why: str = ""


def output_of(command: List[str]) -> Optional[str]:
    """What the command prints, or None if it can't be run, fails or takes over 60 seconds."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              stdin=subprocess.DEVNULL, timeout=60, check=False)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else None


def program(name: str, arguments: List[str], minimum: Version = (), path: Optional[str] = None) -> Tool:
    """The program on PATH (or at `path`), if it runs and is at least `minimum`."""
    found = path or shutil.which(name)
    if not found:
        return Tool(why="{} is not on PATH".format(name))
    said = output_of([found] + arguments)
    if said is None:
        return Tool(why="`{} {}` fails".format(found, " ".join(arguments)))
    version = versions.parse(said)
    if version is None:
        return Tool(why="`{} {}` names no version".format(found, " ".join(arguments)))
    if not versions.at_least(version, minimum):
        return Tool(why="{} is {}, wanted is {} or later".format(
            found, versions.show(version), versions.show(minimum)))
    return Tool(found, versions.show(version), "system", "found {}".format(found))


def _libclang_folders() -> Iterator[str]:
    """The usual places, the ones that the user names first."""
    named = os.environ.get("LIBCLANG_PATH")
    if named:
        yield os.path.dirname(named) if os.path.isfile(named) else named
    said = output_of(["llvm-config", "--libdir"])
    if said:
        yield said.strip()
    by_release = lambda folder: versions.parse(folder.split("llvm-")[1]) or ()
    yield from sorted(glob.glob("/usr/lib/llvm-*/lib"), key=by_release, reverse=True)
    for ldconfig in ("ldconfig", "/sbin/ldconfig"):
        listed = output_of([ldconfig, "-p"])
        if listed:
            lines = (line for line in listed.splitlines() if "libclang" in line and "=>" in line)
            yield from (os.path.dirname(line.split("=>")[1].strip()) for line in lines)
            break
    yield from ["/usr/lib64", "/usr/lib", "/usr/local/lib"]


def _libclang_files() -> Iterator[str]:
    """Every libclang in the usual places, each once; libclang-cpp is another library."""
    named = os.environ.get("LIBCLANG_PATH")
    if named and os.path.isfile(named):
        yield named
    seen = set()
    for folder in _libclang_folders():
        for pattern in ("libclang.so", "libclang.so.*", "libclang-*.so", "libclang-*.so.*"):
            for path in sorted(glob.glob(os.path.join(folder, pattern))):
                real = os.path.realpath(path)
                if real not in seen and "libclang-cpp" not in os.path.basename(real):
                    seen.add(real)
                    yield path


def libclang_at(path: str, minimum: Version) -> Tool:
    """The libclang in that file, if it loads and is at least `minimum`."""
    said = output_of([sys.executable, "-c", LIBCLANG_PROBE, path])
    version = versions.parse(said) if said else None
    if version is None:
        return Tool(why="{} can't be loaded".format(path))
    if not versions.at_least(version, minimum):
        return Tool(why="{} is LLVM {}, wanted is {} or later".format(
            path, versions.show(version), versions.show(minimum)))
    return Tool(path, versions.show(version), "system", "found {}".format(path))


def libclang(minimum: Version) -> Tool:
    """The first libclang in the usual places that will do."""
    refused = []
    for path in _libclang_files():
        tool = libclang_at(path, minimum)
        if tool.source:
            return tool
        refused.append(tool.why)
    return Tool(why="; ".join(refused) or "no libclang.so in the usual places")


def has_own_headers(libclang_path: str) -> bool:
    """Whether the compiler's own headers (stddef.h, ...) lie where this libclang looks for them."""
    folder = os.path.dirname(os.path.realpath(libclang_path))
    places = [os.path.join(folder, "clang"), os.path.join(folder, "..", "lib", "clang")]
    return any(glob.glob(os.path.join(place, "*", "include", "stddef.h")) for place in places)


def gcc_headers() -> Optional[str]:
    """The folder with the headers of the C compiler of the machine."""
    said = output_of([os.environ.get("CC", "cc"), "-print-file-name=include"])
    return said.strip() if said and os.path.isabs(said.strip()) else None
