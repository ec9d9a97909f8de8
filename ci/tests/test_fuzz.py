"""ci/fuzz: which targets there are, what is said where a tool is missing, and the figures of a log."""

import contextlib
import io

from support import CI, FakeMachine, load_script

fuzz = load_script("fuzz")

# The end of a log of libFuzzer.
LOG = """#2	INITED cov: 112 ft: 113 corp: 1/1b exec/s: 0 rss: 38Mb
#4096	pulse  cov: 140 ft: 190 corp: 9/80b lim: 43 exec/s: 2048 rss: 40Mb
Done 8021 runs in 3 second(s)
stat::number_of_executed_units: 8021
stat::average_exec_per_sec:     2673
"""


class Targets(FakeMachine):
    def test_there_is_a_target_for_each_program(self):
        programs = sorted(path.stem for path in (CI.parent / "fuzz" / "fuzz_targets").glob("*.rs"))
        self.assertEqual(sorted(fuzz.targets()), programs)

    def test_missing_tools_are_named_with_the_way_to_get_them(self):
        self.assertEqual([line.split(".")[0] for line in fuzz.missing()], ["no cargo-fuzz", "no nightly Rust"])
        self.fake("cargo-fuzz")
        self.fake("cargo", code=1)
        self.assertEqual([line.split(".")[0] for line in fuzz.missing()], ["no nightly Rust"])
        self.fake("cargo")
        self.assertEqual(fuzz.missing(), [])

    def test_an_unknown_target_is_refused_with_the_known_ones(self):
        with contextlib.redirect_stderr(io.StringIO()) as said:
            self.assertEqual(fuzz.main(["nonsense"]), 2)
        self.assertIn("no target `nonsense`; there are v2_raw, ", said.getvalue())

    def test_the_figures_of_a_log(self):
        self.assertEqual(fuzz.figures(LOG), ("8021", "140"))
        self.assertEqual(fuzz.figures("error: could not compile"), ("?", "?"))
