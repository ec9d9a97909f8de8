"""The libraries that are published: their folders, the Rust that each says it needs, toolchains."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import List, Optional

from . import find, versions

# In the order in which they depend on each other.
FOLDERS = ("contract", "nexusq-v1", "nexusq-v2")


@dataclass
class Library:
    """A published package of the workspace."""

    folder: str
    name: str
    version: str
    rust: str  # its `rust-version`, the workspace's if it inherits that


def value(key: str, text: str) -> Optional[str]:
    """The first line `key = "value"` of a Cargo.toml, without its quotes; None if there is none."""
    match = re.search(r'^{}\s*=\s*"([^"]+)"'.format(re.escape(key)), text, re.MULTILINE)
    return match.group(1) if match else None


def libraries(root: Path) -> List[Library]:
    """The published packages, as their Cargo.toml describes them."""
    found = []
    for folder in FOLDERS:
        text = (root / folder / "Cargo.toml").read_text("utf-8")
        name, version = value("name", text), value("version", text)
        if name is None or version is None:
            raise ValueError("{}/Cargo.toml has no line `name = \"..\"` or `version = \"..\"`; "
                             "a published package states both".format(folder))
        rust = value("rust-version", text) or versions.show(versions.rustc_minimum(root))
        found.append(Library(folder, name, version, rust))
    return found


def toolchain(wanted: str) -> Optional[str]:
    """The name by which rustup knows a toolchain of that minor version, or None if it has none."""
    said = find.output_of(["rustup", "toolchain", "list"])
    for line in (said or "").splitlines():
        name = line.split(" ")[0]
        channel = re.match(r"\d+\.\d+(?:\.\d+)?", name)
        if channel and versions.parse(channel.group())[:2] == versions.parse(wanted)[:2]:
            return name
    return None


def install_command(wanted: str) -> List[str]:
    """What fetches a toolchain of that version."""
    return ["rustup", "toolchain", "install", wanted, "--profile", "minimal", "--no-self-update"]
