"""Reads from adapters/*/adapter.toml what is needed to decide which adapters can be tested here.

The arena reads these files properly. Here a few lines are enough: Python's own TOML reader is not
in every release that set-up must run on.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, List, Optional

from .find import Tool


@dataclass
class Adapter:
    """One folder of adapters/."""

    name: str
    package: Optional[str]  # the cargo package; None if it is built by a command
    needs: List[str]


def read(root: Path) -> List[Adapter]:
    """Every folder that has an adapter.toml, by name."""
    return [_parse(path.parent.name, path.read_text("utf-8"))
            for path in sorted((root / "adapters").glob("*/adapter.toml"))]


def _parse(name: str, text: str) -> Adapter:
    package = re.search(r'^cargo\s*=\s*"([^"]+)"', text, re.MULTILINE)
    needs = re.search(r"^needs\s*=\s*\[([^\]]*)\]", text, re.MULTILINE)
    return Adapter(name, package.group(1) if package else None,
                   re.findall(r'"([^"]+)"', needs.group(1)) if needs else [])


def why_not(adapter: Adapter, status: Dict[str, Tool]) -> Optional[str]:
    """Why the adapter can't be built here, or None if it can."""
    missing = [name for name in adapter.needs if not status.get(name, Tool()).source]
    if not missing:
        return None
    return "needs " + ", ".join(
        "{} ({})".format(name, status.get(name, Tool(why="unknown to ci/setup")).why)
        for name in missing)
