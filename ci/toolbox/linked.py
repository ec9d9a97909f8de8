"""What a program is linked from: the packages of Cargo.lock that stand behind it, and their licence texts."""

import json
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Dict, List, Optional, Set

TEXT = re.compile(r"^(LICEN[CS]E|COPYING|COPYRIGHT|NOTICE|UNLICENSE)", re.IGNORECASE)


class Unreadable(Exception):
    """What cargo or a package says is not what it should be."""


@dataclass
class Package:
    """A package, with what a bill of materials says of it."""

    name: str
    version: str
    licence: str
    folder: Path
    id: str
    source: Optional[str]  # None: of this project
    checksum: Optional[str] = None  # SHA-256 of its archive, from Cargo.lock
    description: str = ""
    repository: str = ""
    linked: bool = True  # in the program; otherwise only at work when it is built
    needs: List[str] = field(default_factory=list)  # ids

    def title(self) -> str:
        """Name and version."""
        return "{}-{}".format(self.name, self.version)


def metadata(root: Path, target: str) -> dict:
    """What cargo knows of the workspace, for one target alone."""
    return json.loads(_said(root, ["cargo", "metadata", "--locked", "--offline", "--format-version", "1",
                                   "--filter-platform", target]))


def behind(root: Path, name: str, target: str) -> Set[str]:
    """The packages that are built for a package of the workspace when it is built alone, as `name version`.

    `cargo metadata` also has what only other members of the workspace switch on.
    """
    said = _said(root, ["cargo", "tree", "--locked", "--offline", "--package", name, "--edges", "normal,build",
                        "--target", target, "--prefix", "none", "--format", "{p}"])
    return {"{} {}".format(*match) for match in re.findall(r"^(\S+) v(\S+)", said, re.MULTILINE)}


def _said(root: Path, command: List[str]) -> str:
    try:
        done = subprocess.run(command, cwd=str(root), stdin=subprocess.DEVNULL, check=False, stdout=subprocess.PIPE)
    except OSError as error:
        raise Unreadable("`{}`: {}".format(" ".join(command), error))
    if done.returncode != 0:
        raise Unreadable("`{}` fails".format(" ".join(command)))
    return done.stdout.decode("utf-8")


def checksums(lock: str) -> Dict[str, str]:
    """The checksum of each package of a Cargo.lock, by `name version`."""
    found = {}
    for block in lock.split("[[package]]")[1:]:
        value = dict(re.findall(r'^(\w+) = "([^"]*)"$', block, re.MULTILINE))
        if "checksum" in value:
            found["{} {}".format(value["name"], value["version"])] = value["checksum"]
    return found


def of_program(known: dict, lock: str, name: str, behind_it: Set[str]) -> List[Package]:
    """The packages behind the workspace's package of that name, itself first, then sorted by name and version.

    Of `behind_it`, and without the dependencies of tests. Procedural macros, build scripts and what these need are at work when the program
    is built, and not linked.
    """
    packages = {package["id"]: package for package in known["packages"]}
    nodes = {node["id"]: node for node in known["resolve"]["nodes"]}
    start = [key for key in known["workspace_members"] if packages[key]["name"] == name]
    if len(start) != 1:
        raise Unreadable("the workspace has no package `{}`".format(name))
    sums, reached = checksums(lock), {}  # id: whether it is linked
    waiting = [(start[0], True)]
    while waiting:
        key, linked = waiting.pop()
        if any("proc-macro" in target["kind"] for target in packages[key]["targets"]):
            linked = False
        if "{name} {version}".format(**packages[key]) not in behind_it:
            continue
        if reached.get(key, False) or (key in reached and not linked):
            continue
        reached[key] = linked
        for other, kinds in _needs(nodes[key]):
            waiting.append((other, linked and None in kinds))
    found = []
    for key, linked in reached.items():
        package = packages[key]
        found.append(Package(
            name=package["name"], version=package["version"], licence=package.get("license") or "",
            folder=Path(package["manifest_path"]).parent, id=key, source=package["source"],
            checksum=sums.get("{name} {version}".format(**package)), description=package.get("description") or "",
            repository=package.get("repository") or "",
            linked=linked, needs=sorted(other for other, _ in _needs(nodes[key]) if other in reached)))
    return sorted(found, key=lambda package: (package.id != start[0], package.name, package.version))


def _needs(node: dict):
    """What a package needs to be built or run: (id, kinds); kind None is the usual one."""
    for dependency in node["deps"]:
        kinds = {kind["kind"] for kind in dependency["dep_kinds"]} - {"dev"}
        if kinds:
            yield dependency["pkg"], kinds


def stand_in(package: Package, packages: List[Package]) -> Optional[Package]:
    """For a package without a licence text: one with the same licence from the same repository or else the same owner."""
    def owner(one: Package) -> str:
        return one.repository.rstrip("/").rpartition("/")[0]
    alike = [one for one in packages if one.licence == package.licence and one.repository and licence_texts(one)]
    same_place = [one for one in alike if one.repository == package.repository]
    same_owner = [one for one in alike if owner(one) == owner(package)]
    return next(iter(same_place + same_owner), None)


def licence_texts(package: Package) -> List[Path]:
    """The files of a package with the texts of its licences, sorted."""
    folders = [package.folder] + [folder for folder in (package.folder / "LICENSES", package.folder / "licenses")
                                  if folder.is_dir()]
    texts = [path for folder in folders for path in folder.iterdir()
             if path.is_file() and (TEXT.match(path.name) or folder != package.folder)]
    return sorted(texts)
