"""Version numbers: read them out of a tool's words, compare them, and know the least ones wanted."""

import re
from pathlib import Path
from typing import Optional, Tuple

Version = Tuple[int, ...]

# liboqs 0.13.0 asks for 3.18 in its CMakeLists.txt. The C API that bindgen loads is complete in
# LLVM 14. The others stand in files that the build itself reads.
CMAKE_MINIMUM: Version = (3, 18)
LIBCLANG_MINIMUM: Version = (14,)
GO_MINIMUM: Version = (1, 24, 0)
RUSTC_MINIMUM: Version = (1, 89)


def parse(text: str) -> Optional[Version]:
    """The first dotted number in `text`, or None: `go version go1.26.8 linux` is (1, 26, 8)."""
    match = re.search(r"\d+(?:\.\d+)+", text) or re.search(r"\d+", text)
    return tuple(int(part) for part in match.group().split(".")) if match else None


def show(version: Version) -> str:
    """The version as people write it."""
    return ".".join(str(part) for part in version)


def at_least(version: Version, minimum: Version) -> bool:
    """Whether `version` is `minimum` or later. Missing parts count as zero."""
    width = max(len(version), len(minimum))
    pad = lambda parts: parts + (0,) * (width - len(parts))
    return pad(version) >= pad(minimum)


def _from_file(path: Path, pattern: str, otherwise: Version) -> Version:
    """The version that `pattern` finds in the file, or `otherwise` where there is none."""
    try:
        match = re.search(pattern, path.read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        return otherwise
    return (parse(match.group(1)) if match else None) or otherwise


def go_minimum(root: Path) -> Version:
    """The `go` directive of the Go adapter."""
    return _from_file(root / "adapters" / "circl" / "go.mod", r"^go (\S+)", GO_MINIMUM)


def rustc_minimum(root: Path) -> Version:
    """The `rust-version` of the workspace."""
    return _from_file(root / "Cargo.toml", r'^rust-version = "([^"]+)"', RUSTC_MINIMUM)
