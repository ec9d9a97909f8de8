"""Python packages that checks use and that no machine is expected to have: pinned in ci/packages.txt."""

from pathlib import Path
from typing import List

from . import wheels

PINS = Path(__file__).resolve().parent.parent / "packages.txt"
WAY_OUT = "Way out: a network that reaches PyPI, and Python 3.11 or later"


def provide(names: List[str], tools: Path) -> List[str]:
    """The folders that hold the packages, fetched where they aren't there. Raises wheels.FetchFailed."""
    pins = wheels.read_pins(PINS)
    try:
        return [str(wheels.fetch(name, pins[name], tools)) for name in names]
    except (OSError, KeyError) as error:
        raise wheels.FetchFailed("{!r}".format(error))
