"""What set-up leaves for others in the tools folder: status.json, env, and the stamp."""

import hashlib
import json
import os
import shutil
from dataclasses import asdict
from pathlib import Path
from typing import Dict, Iterable, List

from . import find
from .find import Tool

# A change of one of these may change what set-up finds.
WATCHED = ("PATH", "LIBCLANG_PATH", "BINDGEN_EXTRA_CLANG_ARGS", "CC", "CXX", "CARGO_HOME",
           "GOPATH", "GOMODCACHE")


def tools_folder(root: Path) -> Path:
    """The folder of fetched tools: NEXUSQ_TOOLS_DIR, else .tools of the project."""
    named = os.environ.get("NEXUSQ_TOOLS_DIR")
    return Path(named).absolute() if named else root / ".tools"


def read_status(tools: Path) -> Dict[str, Tool]:
    """The tools of the last run; none if there was none or its file is damaged."""
    try:
        stored = json.loads((tools / "status.json").read_text("utf-8"))
        return {name: Tool(**entry) for name, entry in stored.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def write_status(tools: Path, status: Dict[str, Tool]) -> None:
    """Writes status.json."""
    entries = {name: asdict(tool) for name, tool in sorted(status.items())}
    _replace(tools / "status.json", json.dumps(entries, indent=2) + "\n")


def environment_lines(status: Dict[str, Tool]) -> List[str]:
    """The KEY=VALUE lines that children of the arena need in order to use the tools."""
    lines = []
    missing = Tool()
    cmake, go, libclang = (status.get(name, missing) for name in ("cmake", "go", "libclang"))
    fetched = [tool.path for tool in (cmake, go) if tool.source == "wheel"]
    if fetched:
        lines.append("PATH_PREPEND=" + ":".join(os.path.dirname(path) for path in fetched))
    if go.source:
        lines.append("GOTOOLCHAIN=local")  # Go must not fetch another Go
    if go.source == "wheel":
        # A GOROOT of the user belongs to another Go.
        lines.append("GOROOT=" + str(Path(go.path).parent.parent))
    if libclang.source:
        lines.append("LIBCLANG_PATH=" + libclang.path)
        headers = None if find.has_own_headers(libclang.path) else find.gcc_headers()
        if headers:
            ours = "-isystem " + headers
            given = os.environ.get("BINDGEN_EXTRA_CLANG_ARGS", "").replace(ours, "").strip()
            lines.append("BINDGEN_EXTRA_CLANG_ARGS=" + " ".join(filter(None, [given, ours])))
    return lines


def write_environment(tools: Path, status: Dict[str, Tool]) -> None:
    """Writes env."""
    head = "# Written by ci/setup. Each value runs to the end of its line, unquoted.\n"
    _replace(tools / "env", head + "".join(line + "\n" for line in environment_lines(status)))


def stamp_key(files: Iterable[Path], tools: Path) -> str:
    """A digest of everything that decides what a run of set-up does."""
    digest = hashlib.sha256(str(tools).encode())
    for path in files:
        content = path.read_bytes() if path.exists() else b"(absent)"
        digest.update(str(path).encode() + b"\0" + hashlib.sha256(content).digest())
    for name in WATCHED:
        digest.update("{}={}\0".format(name, os.environ.get(name)).encode())
    return digest.hexdigest()


def is_stamped(tools: Path, key: str) -> bool:
    """Whether a run with the same key left nothing to do, and all that it found is still there."""
    try:
        if (tools / "stamp").read_text("utf-8") != key or not (tools / "env").exists():
            return False
    except OSError:
        return False
    status = read_status(tools)
    return bool(status) and all(tool.source and os.path.exists(tool.path) for tool in status.values())


def write_stamp(tools: Path, key: str) -> None:
    """Says that a run with this key left nothing to do."""
    _replace(tools / "stamp", key)


def remove_stamp(tools: Path) -> None:
    """Forgets the last full run."""
    if (tools / "stamp").exists():
        (tools / "stamp").unlink()


def _replace(path: Path, text: str) -> None:
    """Writes the file so that a reader sees the old text or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(path.name + ".partial")
    partial.write_text(text, "utf-8")
    shutil.move(str(partial), str(path))
