"""ci/release: bytes that follow from the content alone, what is linked, the bill of materials; versions and changes."""

import io
import json
import os
import re
import tarfile
import tempfile
import unittest
from pathlib import Path

from support import CI

from toolbox import archive, linked, rust, sbom

ROOT = CI.parent


def folder_with(parent, order, time):
    """A folder with the same content, written in another order at another time."""
    folder = Path(parent) / "name-1.0"
    for name in order:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("content of " + name, "utf-8")
        path.chmod(0o755 if name == "bin/arena" else 0o640)
        os.utime(str(path), (time, time))
    return folder


class Archives(unittest.TestCase):
    NAMES = ["bin/arena", "docs/b.md", "docs/a.md", "README.md"]

    def test_the_same_content_gives_the_same_bytes(self):
        packed = []
        for order, time in ((self.NAMES, 1000), (self.NAMES[::-1], 2000)):
            with tempfile.TemporaryDirectory() as parent:
                folder = folder_with(parent, order, time)
                archive.write_sums(folder)
                packed.append(archive.compressed(archive.tar(folder, 1234567890)))
        self.assertEqual(packed[0], packed[1])
        with tarfile.open(fileobj=io.BytesIO(packed[0])) as read:
            entries = read.getmembers()
        self.assertEqual([entry.name for entry in entries], [
            "name-1.0", "name-1.0/README.md", "name-1.0/SHA256SUMS", "name-1.0/bin", "name-1.0/bin/arena",
            "name-1.0/docs", "name-1.0/docs/a.md", "name-1.0/docs/b.md"])
        self.assertEqual({(entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname) for entry in entries},
                         {(1234567890, 0, 0, "", "")})
        modes = {entry.name: entry.mode for entry in entries}
        self.assertEqual((modes["name-1.0/bin/arena"], modes["name-1.0/README.md"]), (0o755, 0o644))

    def test_sums_are_those_of_sha256sum(self):
        with tempfile.TemporaryDirectory() as parent:
            folder = Path(parent)
            (folder / "abc").write_text("abc", "utf-8")
            archive.write_sums(folder)
            # FIPS 180-4's example.
            self.assertEqual((folder / "SHA256SUMS").read_text("utf-8"),
                             "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  abc\n")

    def test_links_are_refused(self):
        with tempfile.TemporaryDirectory() as parent:
            folder = folder_with(parent, ["a"], 0)
            (folder / "b").symlink_to("a")
            with self.assertRaises(ValueError):
                archive.tar(folder, 0)


def package(name, kinds=("lib",), **more):
    return dict({"id": "id-" + name, "name": name, "version": "1.0.0", "license": "MIT/Apache-2.0", "source": "registry",
                 "manifest_path": "/nowhere/{}/Cargo.toml".format(name), "targets": [{"kind": list(kinds)}]}, **more)


def needs(**kinds):
    return [{"pkg": "id-" + name, "dep_kinds": [{"kind": kind} for kind in kind_list]}
            for name, kind_list in kinds.items()]


class Linked(unittest.TestCase):
    """A program that needs `lib`, a macro, a build script's tool and, for tests alone, `test`."""

    KNOWN = {
        "workspace_members": ["id-program"],
        "packages": [package("program", source=None), package("lib"), package("macro", ("proc-macro",)),
                     package("parser"), package("tool"), package("test"), package("elsewhere")],
        "resolve": {"nodes": [
            {"id": "id-program", "deps": needs(lib=[None], macro=[None], tool=["build"], test=["dev"], elsewhere=[None])},
            {"id": "id-macro", "deps": needs(parser=[None], lib=["dev"])},
            {"id": "id-lib", "deps": []}, {"id": "id-parser", "deps": []}, {"id": "id-tool", "deps": needs(lib=[None])},
            {"id": "id-test", "deps": []}, {"id": "id-elsewhere", "deps": []}]}}
    BEHIND = {name + " 1.0.0" for name in ("program", "lib", "macro", "parser", "tool")}
    LOCK = '[[package]]\nname = "lib"\nversion = "1.0.0"\nchecksum = "00ff"\n\n[[package]]\nname = "program"\nversion = "1.0.0"\n'

    def packages(self):
        return linked.of_program(self.KNOWN, self.LOCK, "program", self.BEHIND)

    def test_what_is_linked_and_what_only_builds(self):
        self.assertEqual([(one.name, one.linked) for one in self.packages()],
                         [("program", True), ("lib", True), ("macro", False), ("parser", False), ("tool", False)])

    def test_the_bill_of_materials(self):
        text = sbom.bill(self.packages(), 0, "some-target")
        self.assertEqual(text, sbom.bill(self.packages(), 0, "some-target"))
        bill = json.loads(text)
        self.assertEqual((bill["bomFormat"], bill["specVersion"]), ("CycloneDX", "1.5"))
        self.assertEqual(bill["metadata"]["timestamp"], "1970-01-01T00:00:00Z")
        self.assertRegex(bill["serialNumber"], r"^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$")
        lib = [one for one in bill["components"] if one["name"] == "lib"][0]
        self.assertEqual(lib["purl"], "pkg:cargo/lib@1.0.0")
        self.assertEqual(lib["hashes"], [{"alg": "SHA-256", "content": "00ff"}])
        self.assertEqual(lib["licenses"], [{"expression": "MIT OR Apache-2.0"}])
        scopes = {one["name"]: one["scope"] for one in bill["components"]}
        self.assertEqual(scopes, {"lib": "required", "macro": "excluded", "parser": "excluded", "tool": "excluded"})
        first = [one for one in bill["dependencies"] if one["ref"] == "pkg:cargo/program@1.0.0"][0]
        self.assertEqual(first["dependsOn"], ["pkg:cargo/{}@1.0.0".format(name) for name in ("lib", "macro", "tool")])


class LicenceTexts(unittest.TestCase):
    def test_files_of_a_package_and_who_stands_in(self):
        with tempfile.TemporaryDirectory() as parent:
            made = {}
            for name, repository, licence, file in (
                    ("with", "https://host/owner/one", "MIT", "LICENSE-MIT"),
                    ("same-place", "https://host/owner/two", "MIT", None),
                    ("place", "https://host/owner/two", "MIT", "COPYING"),
                    ("other-licence", "https://host/owner/one", "ISC", None),
                    ("same-owner", "https://host/owner/three", "MIT", None),
                    ("stranger", "https://host/another/one", "MIT", None)):
                folder = Path(parent) / name
                folder.mkdir()
                (folder / "lib.rs").touch()
                if file:
                    (folder / file).touch()
                made[name] = linked.Package(name, "1.0.0", licence, folder, name, "registry", repository=repository)
            every = list(made.values())
            self.assertEqual([path.name for path in linked.licence_texts(made["with"])], ["LICENSE-MIT"])
            for name, expected in (("same-place", "place"), ("same-owner", "with"), ("other-licence", None),
                                   ("stranger", None)):
                found = linked.stand_in(made[name], every)
                self.assertEqual(found and found.name, expected, name)


class Versions(unittest.TestCase):
    @staticmethod
    def manifests():
        """Every crate of the workspace, by its folder."""
        paths = sorted(ROOT.glob("*/Cargo.toml")) + sorted(ROOT.glob("*/*/Cargo.toml"))
        return {path.parent: path.read_text("utf-8") for path in paths
                if path.parent.name != "fuzz" and "target" not in path.parts and "[package]" in path.read_text("utf-8")}

    def test_each_crate_says_what_changed_up_to_its_version(self):
        manifests = self.manifests()
        self.assertGreater(len(manifests), 15)
        for folder, text in manifests.items():
            version = rust.value("version", text)
            changes = (folder / "CHANGELOG.md").read_text("utf-8")
            headings = re.findall(r"^## (\S+)", changes, re.MULTILINE)
            self.assertIn(version, headings, folder)
            self.assertEqual([heading for heading in headings if heading != "Unreleased"][0], version, folder)

    def test_only_the_libraries_can_be_published(self):
        published = {folder.name for folder, text in self.manifests().items() if "publish = false" not in text}
        self.assertEqual(published, set(rust.FOLDERS))


if __name__ == "__main__":
    unittest.main()
