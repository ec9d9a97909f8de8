"""Shared by the tests: fake tools in a folder of their own, and ci/setup loaded as a module."""

import importlib.machinery
import importlib.util
import os
import stat
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

CI = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(CI))


def load_script(name):
    """The script of that name in ci/ as a module."""
    loader = importlib.machinery.SourceFileLoader("ci_" + name, str(CI / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


class FakeMachine(unittest.TestCase):
    """A test that sees the tools it made itself and no others."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.bin = Path(holder.name, "bin")
        self.bin.mkdir()
        self.tools = Path(holder.name, "tools")
        environment = {"PATH": str(self.bin), "NEXUSQ_TOOLS_DIR": str(self.tools),
                       "HOME": holder.name}
        patch = mock.patch.dict(os.environ, environment, clear=True)
        patch.start()
        self.addCleanup(patch.stop)

    def fake(self, name, says="", code=0):
        """A program that prints `says` and exits with `code`, whatever it is asked."""
        path = self.bin / name
        path.write_text("#!/bin/sh\necho '{}'\nexit {}\n".format(says, code), "utf-8")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return path

    def fake_basics(self, but=()):
        """The basic tools, except those named."""
        said = {"cargo": "cargo 1.95.0", "rustc": "rustc 1.95.0 (abc 2026-04-14)", "cc": "cc 12.2.0",
                "c++": "c++ 12.2.0", "make": "GNU Make 4.3", "python3": "Python 3.9.2",
                "perl": "This is perl 5, version 36, subversion 0 (v5.36.0)"}
        for name, says in said.items():
            if name not in but:
                self.fake(name, says)

    def no_python(self):
        """Makes set-up believe that its own Python can load no module: no pip, no venv, no ctypes."""
        patch = mock.patch.object(sys, "executable", str(self.fake("broken-python", "no", 1)))
        patch.start()
        self.addCleanup(patch.stop)
