"""A bill of materials in the form of CycloneDX 1.5, from the packages behind a program."""

import hashlib
import json
import uuid
from datetime import datetime, timezone
from typing import List

from .linked import Package


def purl(package: Package) -> str:
    """The package's URL; packages of this project are in no registry by themselves."""
    return "pkg:cargo/{}@{}".format(package.name, package.version.replace("+", "%2B"))


def _component(package: Package, kind: str) -> dict:
    component = {"type": kind, "bom-ref": purl(package), "name": package.name, "version": package.version,
                 "description": package.description, "purl": purl(package),
                 # What is at work only when the program is built is named and marked.
                 "scope": "required" if package.linked else "excluded"}
    if package.licence:
        # `/` is the old form of OR.
        component["licenses"] = [{"expression": package.licence.replace("/", " OR ")}]
    if package.checksum:
        component["hashes"] = [{"alg": "SHA-256", "content": package.checksum}]
    return component


def bill(packages: List[Package], epoch: int, target: str) -> str:
    """The bill as JSON; the first package is the program. The same packages give the same bytes."""
    program, others = packages[0], packages[1:]
    reference = {package.id: purl(package) for package in packages}
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(epoch, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": _component(program, "application"),
            "properties": [{"name": "nexusq:target", "value": target}],
        },
        "components": [_component(package, "library") for package in others],
        "dependencies": [{"ref": reference[package.id],
                          "dependsOn": sorted(reference[other] for other in package.needs)}
                         for package in packages],
    }
    digest = hashlib.sha256(json.dumps(document, sort_keys=True).encode("utf-8")).hexdigest()
    document["serialNumber"] = uuid.uuid5(uuid.NAMESPACE_OID, digest).urn
    return json.dumps(document, indent=2, sort_keys=True) + "\n"
