"""ci/freeze in a folder of its own: what it notices, what it says, and what it refuses."""

import contextlib
import datetime
import hashlib
import io
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from support import load_script

freeze = load_script("freeze")

RELEASES = "nexusq-contract 1.0.0, nexusq-v1 1.0.0, nexusq-v2 2.0.0"


class Freeze(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.root = Path(holder.name).resolve()
        self.write("Cargo.toml", '[workspace.package]\nrust-version = "1.89"\n')
        for folder, name, version in (("contract", "nexusq-contract", "1.0.0"),
                                      ("nexusq-v1", "nexusq-v1", "1.0.0"), ("nexusq-v2", "nexusq-v2", "2.0.0")):
            self.write(folder + "/Cargo.toml", '[package]\nname = "{}"\nversion = "{}"\n'.format(name, version))
            self.write(folder + "/src/lib.rs", "// " + name + "\n")
        self.write("ci/README.md", "")
        self.write("docs/records/freezes.md", "# Freezes\n")

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        return path

    def run_freeze(self, *arguments):
        """(exit code, what it printed on either stream)."""
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            code = freeze.main(list(arguments), self.root)
        return code, said.getvalue()

    def record(self):
        code, said = self.run_freeze("record", "--because", "the first release")
        self.assertEqual(code, 0, said)

    def git(self, *arguments):
        subprocess.run(["git", "-C", str(self.root), "-c", "safe.directory=*"] + list(arguments),
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def test_unchanged_files_pass(self):
        self.record()
        code, said = self.run_freeze("check")
        self.assertEqual((code, said), (0, "ci/freeze: 6 files are as frozen: {}\n".format(RELEASES)))

    def test_the_manifest_is_sorted_and_sha256sum_reads_it(self):
        self.record()
        lines = (self.root / freeze.MANIFEST).read_text("utf-8").splitlines()
        self.assertEqual(lines[1], "# Frozen: " + RELEASES)
        names = [line[66:] for line in lines[2:]]
        self.assertEqual(names, sorted(names))
        digest = hashlib.sha256(b"// nexusq-v1\n").hexdigest()
        self.assertIn(digest + "  nexusq-v1/src/lib.rs", lines)
        if shutil.which("sha256sum"):
            done = subprocess.run(["sha256sum", "--check", "--strict", "--quiet", freeze.MANIFEST],
                                  cwd=str(self.root), check=False, stderr=subprocess.DEVNULL)
            self.assertEqual(done.returncode, 0)

    def test_changed_added_and_removed_files_are_named(self):
        self.record()
        self.write("nexusq-v1/src/lib.rs", "// nexusq-v1 \n")
        self.write("nexusq-v2/src/new.rs", "")
        (self.root / "contract/src/lib.rs").unlink()
        code, said = self.run_freeze("check")
        self.assertEqual(code, 1)
        self.assertEqual(said.splitlines()[:3], [
            "ci/freeze: removed contract/src/lib.rs", "ci/freeze: changed nexusq-v1/src/lib.rs",
            "ci/freeze: added   nexusq-v2/src/new.rs"])

    def test_the_message_says_what_frozen_means_and_where_to_go(self):
        self.record()
        self.write("nexusq-v1/src/lib.rs", "")
        said = self.run_freeze("check")[1]
        for words in (RELEASES, "Frozen means", "nexusq-v3", "a patch release", "docs/records/",
                      "git checkout COMMIT -- nexusq-v1/src/lib.rs", 'ci/freeze record --because "'):
            self.assertIn(words, said)

    def test_modes_other_folders_and_builds_do_not_count(self):
        self.record()
        os.chmod(str(self.root / "nexusq-v1/src/lib.rs"), 0o755)
        self.write("arena-core/src/lib.rs", "")
        self.write("nexusq-v1/target/debug/junk", "")
        self.assertEqual(self.run_freeze("check")[0], 0)

    @unittest.skipUnless(shutil.which("git"), "no git")
    def test_in_git_only_tracked_files_count(self):
        self.git("init")
        self.git("add", ".")
        self.record()
        self.write("nexusq-v1/notes.txt", "")
        self.assertEqual(self.run_freeze("check")[0], 0)
        self.git("add", ".")
        self.assertIn("added   nexusq-v1/notes.txt", self.run_freeze("check")[1])
        (self.root / "nexusq-v1/notes.txt").unlink()
        self.assertEqual(self.run_freeze("check")[0], 0)
        (self.root / "nexusq-v1/src/lib.rs").unlink()
        self.assertIn("removed nexusq-v1/src/lib.rs", self.run_freeze("check")[1])

    def test_a_freeze_needs_a_reason(self):
        for arguments in (["record"], ["record", "--because", " \n"]):
            code, said = self.run_freeze(*arguments)
            self.assertEqual(code, 2)
            self.assertIn('ci/freeze record --because "', said)
        self.assertFalse((self.root / freeze.MANIFEST).exists())
        self.assertEqual((self.root / freeze.JOURNAL).read_text("utf-8"), "# Freezes\n")

    def test_a_second_freeze_is_appended_with_what_changed(self):
        self.record()
        self.write("nexusq-v2/Cargo.toml", '[package]\nname = "nexusq-v2"\nversion = "2.0.1"\n')
        self.write("nexusq-v2/src/new.rs", "")
        with contextlib.redirect_stdout(io.StringIO()):
            freeze.record(self.root, "a wrong\nlength", datetime.date(2027, 1, 2))
        entry = (self.root / freeze.JOURNAL).read_text("utf-8").split("\n## ")[2]
        self.assertEqual(entry.splitlines(), [
            "2027-01-02", "- Releases: nexusq-contract 1.0.0, nexusq-v1 1.0.0, nexusq-v2 2.0.1",
            "- Because: a wrong length",
            "- Files: 7; since the freeze before 1 changed, 1 added, 0 removed"])
        self.assertEqual(self.run_freeze("check")[0], 0)

    def test_a_missing_or_damaged_manifest_is_named(self):
        code, said = self.run_freeze("check")
        self.assertEqual(code, 2)
        self.assertIn("ci/frozen.sha256: No such file", said)
        self.record()
        manifest = self.root / freeze.MANIFEST
        whole = manifest.read_text("utf-8")
        for line in ("12  a", "0" * 64 + " a", "0" * 64 + "  ", "g" * 64 + "  a", ""):
            manifest.write_text(whole + line + "\n", "utf-8")
            code, said = self.run_freeze("check")
            self.assertEqual(code, 2, line)
            self.assertIn("ci/frozen.sha256:9: not a line of sha256sum", said)


if __name__ == "__main__":
    unittest.main()
