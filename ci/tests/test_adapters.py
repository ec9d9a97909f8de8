"""Which adapters ci/test takes for buildable."""

import tempfile
import unittest
from pathlib import Path

from support import CI  # noqa: F401, puts ci/ on the path
from toolbox import adapters
from toolbox.find import Tool


class Adapters(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.root = Path(holder.name)

    def add(self, name, text):
        folder = self.root / "adapters" / name
        folder.mkdir(parents=True)
        (folder / "adapter.toml").write_text(text, "utf-8")

    def test_needs_and_package(self):
        self.add("b", '[build]\ncommand = ["go", "build"]\nneeds = ["go"]\n')
        self.add("a", '[build]\ncargo = "adapter-a"  # words\nneeds = ["cmake", "libclang"] # "x"\n')
        self.add("c", '[build]\ncargo = "adapter-c"\nneeds = []\n')
        found = adapters.read(self.root)
        self.assertEqual([(one.name, one.package, one.needs) for one in found], [
            ("a", "adapter-a", ["cmake", "libclang"]), ("b", None, ["go"]), ("c", "adapter-c", [])])

    def test_reason_names_each_missing_tool(self):
        status = {"cmake": Tool("/usr/bin/cmake", "3.25.1", "system"), "go": Tool(why="not on PATH")}
        self.assertIsNone(adapters.why_not(adapters.Adapter("a", None, ["cmake"]), status))
        self.assertEqual(adapters.why_not(adapters.Adapter("a", None, ["cmake", "go", "ant"]), status),
                         "needs go (not on PATH), ant (unknown to ci/setup)")
