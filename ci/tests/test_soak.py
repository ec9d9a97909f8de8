"""ci/soak: what it takes for growth, and that it sees it in a process that grows and in no other."""

import contextlib
import io
import json
import os
import stat
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

from support import load_script
from toolbox import processes, trend

soak = load_script("soak")

# An arena that keeps two runners busy and, if told so, takes more and more of one thing.
FAKE = """#!{python}
import os, subprocess, sys, time
runner = os.path.join(os.path.dirname(os.path.abspath(__file__)), "runner-fake")
runners = [subprocess.Popen([runner], stdin=subprocess.PIPE) for _ in range(2)]
kept, grows = [], os.environ.get("FAKE_GROWS")
while sys.argv[1] == "run" or len(kept) < 5:
    kept.append(b"x" * (512 << 10) if grows == "memory" else None)
    if grows == "descriptors":
        kept.append(open(os.devnull))
    time.sleep(0.02)
for one in runners:
    one.stdin.close()
    one.wait()
sys.exit(int(os.environ.get("FAKE_CODE", "0")) if sys.argv[1] == "check" else 0)
"""


class Trends(unittest.TestCase):
    def test_growth_is_that_of_the_second_half(self):
        # By hand: ten a second for the first hundred seconds, then one.
        points = [(second, 10 * second if second < 100 else 900 + second) for second in range(200)]
        found = trend.of(points, 5, 0)
        self.assertAlmostEqual(found.growth, 99, delta=1)
        self.assertEqual(found.allowed, 5)

    def test_a_few_outliers_are_no_growth(self):
        points = [(second, 1000 if second % 17 == 0 else 5) for second in range(300)]
        self.assertEqual(trend.of(points, 1, 0).growth, 0)

    def test_what_is_allowed_is_the_larger_of_the_two(self):
        points = [(second, 1000) for second in range(20)]
        self.assertEqual(trend.of(points, 1, 0.02).allowed, 20)
        self.assertEqual(trend.of(points, 50, 0.02).allowed, 50)

    def test_too_few_points_are_no_trend(self):
        self.assertIsNone(trend.of([], 1, 0))
        self.assertIsNone(trend.of([(0, 1), (1, 1)], 1, 0))


@unittest.skipUnless(os.path.isdir("/proc/self/fd"), "reads /proc")
class Processes(unittest.TestCase):
    def test_a_child_is_seen_with_what_it_takes(self):
        with subprocess.Popen(["sleep", "60"], stdin=subprocess.PIPE) as child:
            self.assertIn(child.pid, processes.children(os.getpid()))
            found = processes.facts(child.pid)
            self.assertGreater(found.rss, 0)
            self.assertGreaterEqual(found.descriptors, 3)
            self.assertEqual(found.threads, 1)
            child.kill()
        self.assertNotIn(child.pid, processes.children(os.getpid()))
        self.assertIsNone(processes.facts(child.pid))


@unittest.skipUnless(os.path.isdir("/proc/self/fd"), "reads /proc")
class Soaks(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)
        arena = self.folder / "arena"
        arena.write_text(FAKE.format(python=sys.executable))
        arena.chmod(arena.stat().st_mode | stat.S_IXUSR)
        # A copy, so that the program has the name of a runner.
        runner = self.folder / "runner-fake"
        # Like a runner, it ends at the end of its input.
        cat = next(Path(folder, "cat") for folder in os.environ["PATH"].split(":")
                   if Path(folder, "cat").exists())
        runner.write_bytes(cat.read_bytes())
        runner.chmod(0o755)
        self.arena = str(arena)

    def soak(self, *more, **environment):
        """(exit code, what it printed, the JSON) of three seconds."""
        out = self.folder / "soak.json"
        arguments = ["--minutes", "0.1", "--period", "0.1", "--json", str(out), "--arena", self.arena]
        with unittest.mock.patch.dict(os.environ, environment), \
                contextlib.redirect_stdout(io.StringIO()) as said:
            code = soak.main(list(more) + arguments)
        return code, said.getvalue(), json.loads(out.read_text()) if out.exists() else None

    def test_steady_work_does_not_grow(self):
        code, said, found = self.soak()
        self.assertEqual(code, 0, said)
        self.assertIn("nothing grows", said)
        watched = {row["what"] for row in found["rows"]}
        self.assertIn("arena run", watched)
        self.assertIn("arena run: runner-fake", watched)
        self.assertGreater(found["passes"], 1)
        self.assertEqual([row for row in found["rows"] if row["grows"]], [])

    def test_memory_that_is_kept_is_seen(self):
        code, said, found = self.soak("--only", "run", FAKE_GROWS="memory")
        self.assertEqual(code, 1, said)
        grown = {(row["what"], row["quantity"]) for row in found["rows"] if row["grows"]}
        self.assertEqual(grown, {("arena run", "rss"), ("arena run, run 1", "rss")})

    def test_descriptors_that_are_kept_are_seen(self):
        code, said, found = self.soak("--only", "run", FAKE_GROWS="descriptors")
        self.assertEqual(code, 1, said)
        grown = {(row["what"], row["quantity"]) for row in found["rows"] if row["grows"]}
        self.assertEqual(grown, {("arena run", "descriptors"), ("arena run, run 1", "descriptors")})

    def test_a_command_that_fails_is_a_problem(self):
        code, said, _ = self.soak("--only", "check", FAKE_CODE="2")
        self.assertEqual(code, 1)
        self.assertIn("arena check ended with 2", said)

    def test_an_arena_that_is_not_there_is_named(self):
        with contextlib.redirect_stdout(io.StringIO()) as said:
            self.assertEqual(soak.main(["--arena", "/nonexistent/arena"]), 2)
        self.assertIn("make soak", said.getvalue())


if __name__ == "__main__":
    unittest.main()
