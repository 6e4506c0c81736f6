"""Datasets as they were read or built before, so that a rerun need not do it again.

Tables are kept in the cache folder, one file for a dataset. Its name is a hash of all that decides them: the files that
they are read from, this program, the libraries that read for it. It begins with a hash of what follows: a file that was
cut or changed is not used, and the dataset is made anew.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import fields
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import polars as pl

from idioprobe import __version__
from idioprobe.core.files import replacing
from idioprobe.core.fingerprint import fingerprint
from idioprobe.data.dataset import Dataset, Header

FOLDER, SUFFIX = "datasets", ".tables"
MOST = 16
"""Files that are kept, those written last."""
ROOMS = ("core", "stats", "data")
"""Where the code is that decides what is made of files."""
LIBRARIES = ("polars", "fastexcel", "wordfreq")

_TABLES = tuple(field.name for field in fields(Dataset) if field.name != "header")
_DIGEST = hashlib.sha256().digest_size
_UNREADABLE = (OSError, ValueError, KeyError, TypeError, pl.exceptions.PolarsError, pl.exceptions.PanicException)
"""What reading a file may raise that is not as it was written."""


def kept(cache_dir: Path | None, name: str, decides: Iterable[str], make: Callable[[], Dataset]) -> Dataset:
    """What was kept in `cache_dir`, or else what is made now, whether or not it can be kept.

    `decides` is what the tables depend on beside the program. Without a folder nothing is kept.
    """
    if cache_dir is None:
        return make()
    try:
        key = fingerprint([_program(), name, *decides])
    except OSError:  # a program whose files cannot be read one by one, such as one in an archive
        return make()
    path = cache_dir / FOLDER / f"{name}-{key[:32]}{SUFFIX}"
    found = _read(path)
    if found is None:
        found = make()
        with suppress(OSError, pl.exceptions.PolarsError):
            _write(path, found)
    return found


def _read(path: Path) -> Dataset | None:
    """What a file holds; None where there is none, or it is not as it was written."""
    try:
        raw = path.read_bytes()
        body = memoryview(raw)[_DIGEST:]
        if hashlib.sha256(body).digest() != raw[:_DIGEST]:
            return None
        about, _, rest = raw[_DIGEST:].partition(b"\n")
        told, file = json.loads(about), io.BytesIO(rest)
        tables = {table: pl.read_ipc(io.BytesIO(file.read(told["bytes"][table]))) for table in _TABLES}
        return Dataset(Header.model_validate(told["header"]), **tables).of_digest(told["digest"])
    except _UNREADABLE:
        return None


def _write(path: Path, data: Dataset) -> None:
    """Keep a dataset, and of all that is kept what was written last."""
    tables = {name: _as_bytes(getattr(data, name)) for name in _TABLES}
    sizes = {name: len(raw) for name, raw in tables.items()}
    about = {"header": data.header.model_dump(), "digest": data.digest(), "bytes": sizes}
    body = b"\n".join([json.dumps(about).encode(), b"".join(tables.values())])
    with replacing(path) as temporary:
        temporary.write_bytes(hashlib.sha256(body).digest() + body)
    others = sorted(path.parent.glob(f"*{SUFFIX}"), key=lambda other: other.stat().st_mtime_ns, reverse=True)
    for other in others[MOST:]:
        other.unlink(missing_ok=True)


def _as_bytes(table: pl.DataFrame) -> bytes:
    file = io.BytesIO()
    table.write_ipc(file, compression="lz4")
    return file.getvalue()


@cache
def _program() -> str:
    """What tells this program from any that may make other tables of the same files."""
    digest = hashlib.sha256()
    for path in _own_files():
        raw = path.read_bytes()
        digest.update(f"{path.name}\0{len(raw)}\0".encode() + raw)
    return fingerprint([__version__, digest.hexdigest(), *map(_version, LIBRARIES)])


def _own_files() -> Iterator[Path]:
    package = Path(__file__).parents[1]
    for room in ROOMS:
        for folder, below, names in os.walk(package / room):
            below[:] = sorted(name for name in below if name != "__pycache__")
            yield from (Path(folder, name) for name in sorted(names))


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return ""
