"""Starts the runner."""

from implementation import DESCRIPTOR, SCHEMES
from protocol import Runner

Runner(DESCRIPTOR, SCHEMES).serve()
