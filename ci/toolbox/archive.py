"""Archives whose bytes follow from their content alone: sorted, with one time, without owners."""

import gzip
import hashlib
import io
import os
import tarfile
from pathlib import Path


def sha256(data: bytes) -> str:
    """In hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def files(folder: Path):
    """The files of a folder, by their path in it with `/`, sorted."""
    found = [path for path in folder.rglob("*") if path.is_file() or path.is_symlink()]
    return sorted(found, key=lambda path: path.relative_to(folder).as_posix())


def write_sums(folder: Path) -> None:
    """Writes SHA256SUMS over every other file of the folder, as sha256sum does."""
    lines = ["{}  {}\n".format(sha256(path.read_bytes()), path.relative_to(folder).as_posix())
             for path in files(folder) if path.name != "SHA256SUMS"]
    (folder / "SHA256SUMS").write_text("".join(lines), "utf-8")


def tar(folder: Path, epoch: int) -> bytes:
    """A folder as a tar archive, below its own name. Files keep of their rights whether they may be run."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        entries = [folder] + sorted(folder.rglob("*"), key=lambda path: path.relative_to(folder).as_posix())
        for path in entries:
            if path.is_symlink():
                raise ValueError("{} is a link; an archive holds files".format(path))
            name = "/".join([folder.name] + list(path.relative_to(folder).parts))
            entry = tarfile.TarInfo(name)
            entry.mtime = epoch
            if path.is_dir():
                entry.type, entry.mode = tarfile.DIRTYPE, 0o755
                archive.addfile(entry)
            else:
                data = path.read_bytes()
                entry.size, entry.mode = len(data), 0o755 if os.access(str(path), os.X_OK) else 0o644
                archive.addfile(entry, io.BytesIO(data))
    return buffer.getvalue()


def compressed(data: bytes, level: int = 9) -> bytes:
    """By gzip, without name and time. The bytes depend on the version of zlib, those of the tar archive don't."""
    buffer = io.BytesIO()
    with gzip.GzipFile(filename="", fileobj=buffer, mode="wb", compresslevel=level, mtime=0) as packed:
        packed.write(data)
    return buffer.getvalue()
