"""Vectors made elsewhere in many files: a folder of Parquet files, or the parts of a store, also at a URL."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from functools import cached_property
from pathlib import Path
from typing import Protocol

import numpy as np

from idioprobe.core.errors import ModelError
from idioprobe.core.fingerprint import fingerprint
from idioprobe.core.parts.form import ENDING, DamagedPartError, NewerPartError, Part, store_key, unpack
from idioprobe.core.parts.places import Folder, Place, is_url, place_at
from idioprobe.core.requests import Request, named_by, request_id
from idioprobe.core.views import Unit
from idioprobe.models.common.files.unchanged import HashedFiles, hash_files
from idioprobe.models.family import Memory
from idioprobe.models.vectors.file import Contents, Vector, read_contents, read_vectors

DEPTH = 3
"""How far below the root of a store its parts are: v1, the model, the view."""


class Collection(Protocol):
    """Vectors by names that follow from requests."""

    where: str

    def digest(self, memory: Memory) -> str:
        """What changes whenever a vector does."""
        ...

    def contents(self) -> Contents:
        """The names that it has, and how many numbers its vectors have."""
        ...

    def name_of(self, request: Request) -> str:
        """By which the vector of a request is found."""
        ...

    def vectors(self, names: Set[str]) -> dict[str, Vector]:
        """Those of the names that it has."""
        ...


class OneFile:
    """A file."""

    name_of: Callable[[Request], str] = staticmethod(request_id)

    def __init__(self, path: Path) -> None:
        self._path, self.where = path, str(path)
        self._hashed = HashedFiles({}, dict)

    def digest(self, memory: Memory) -> str:
        """The hash of the file."""
        self._hashed = hash_files(lambda: {self._path.name: self._path}, memory)
        return self._hashed.hashes[self._path.name]

    def contents(self) -> Contents:
        """What the file has."""
        found = read_contents(self._path)
        self._hashed.check_read(self.where)
        return found

    def vectors(self, names: Set[str]) -> dict[str, Vector]:
        """Only these are kept in memory."""
        found = read_vectors(self._path, names)
        self._hashed.check_read(self.where)
        return found


class ManyFiles:
    """A folder of files, each as `OneFile` would read it; no two may differ about a vector."""

    name_of: Callable[[Request], str] = staticmethod(request_id)

    def __init__(self, folder: Path, files: list[Path]) -> None:
        self._files, self.where = files, str(folder)
        self._hashed = HashedFiles({}, dict)

    def digest(self, memory: Memory) -> str:
        """From the hashes of all files, whatever they are called."""
        self._hashed = hash_files(lambda: {str(path): path for path in self._files}, memory)
        return fingerprint(sorted(self._hashed.hashes.values()))

    def contents(self) -> Contents:
        """What the files have together."""
        found = [read_contents(path) for path in self._files]
        self._hashed.check_read(self.where)
        if len({one.dimension for one in found}) > 1:
            raise ModelError(f"{self.where}: its files have vectors of different lengths; keep those of one model.")
        return Contents(frozenset().union(*(one.ids for one in found)), found[0].dimension)

    def vectors(self, names: Set[str]) -> dict[str, Vector]:
        """File by file."""
        every: dict[str, Vector] = {}
        for path in self._files:
            for name, vector in read_vectors(path, names).items():
                if not np.array_equal(every.setdefault(name, vector), vector):
                    raise ModelError(f"{self.where} has two different vectors of {name}; keep the right one.")
        self._hashed.check_read(self.where)
        return every


class Parts:
    """The parts of one model in a store, in one view of each unit; all are hashed before they are used."""

    def __init__(self, place: Place, paths: list[str]) -> None:
        self._place, self._paths, self.where = place, paths, place.name

    def digest(self, memory: Memory) -> str:
        """From the names of the parts, which are hashes of what is in them."""
        del memory
        return fingerprint(sorted({path.rpartition("/")[2] for path in self._paths}))

    def contents(self) -> Contents:
        """What the parts have together, if they are of one model."""
        names, dimension = set[str](), 0
        for unit, part in self._whole:
            names |= {named_by(unit, key) for key in _keys(part)}
            dimension = max(dimension, part.dimension)
        if not dimension:
            raise ModelError(f"{self.where} holds no vectors.")
        return Contents(frozenset(names), dimension)

    def name_of(self, request: Request) -> str:
        """By the key of the store."""
        return named_by("sentence" if request.whole else "target", store_key(request))

    def vectors(self, names: Set[str]) -> dict[str, Vector]:
        """Of two parts that have a request, the first by name counts, as in a run from the store."""
        found: dict[str, Vector] = {}
        for unit, part in self._whole:
            for row, key in enumerate(_keys(part)):
                name = named_by(unit, key)
                if name in names and name not in found and isinstance(answer := part.answer(row), np.ndarray):
                    found[name] = answer
        return found

    @cached_property
    def _whole(self) -> list[tuple[Unit, Part]]:
        parts = list(self._read())
        views: dict[str, set[str]] = {}
        for folder, unit, part in parts:
            model = part.about.model
            views.setdefault(f"{model.get('fingerprint')} {unit}", set()).add(folder)
        models = {key.rpartition(" ")[0] for key in views}
        if len(models) > 1 or any(len(folders) > 1 for folders in views.values()):
            folders = sorted({folder for folder, _, _ in parts})
            raise ModelError(
                f"{self.where} holds several models or views; name one folder in it, such as "
                f"vectors:{self.where.rstrip('/')}/{folders[0]}: {', '.join(folders)}."
            )
        return [(unit, part) for _, unit, part in parts]

    def _read(self) -> Iterator[tuple[str, Unit, Part]]:
        for path in sorted(self._paths, key=lambda path: path.rpartition("/")[2]):
            folder, _, name = path.rpartition("/")
            try:
                part = unpack(name, self._place.read(path))
            except (DamagedPartError, FileNotFoundError) as error:
                raise ModelError(f"The part {path} of {self.where} is damaged or gone: {error}.") from error
            except NewerPartError as error:
                raise ModelError(f"The part {path} of {self.where} was made by a newer idioprobe.") from error
            unit = part.about.view.get("unit")
            if unit == "target":
                yield folder, "target", part
            elif unit == "sentence":
                yield folder, "sentence", part


def collection(name: str) -> Collection:
    """What a user names: a file, a folder of Parquet files, or a store of parts, a model or a view in it."""
    path = Path(name).expanduser()
    if not is_url(name) and not path.exists():
        raise ModelError(f"vectors:{path}: there is no such file.")
    if not is_url(name) and not path.is_dir():
        return OneFile(path)
    place = place_at(name)
    paths = list(_parquet(place, "", DEPTH))
    if not paths:
        raise ModelError(f"vectors:{place.name}: there is no such file, and no Parquet file in a folder of that name.")
    if _is_part(place, paths[0]) or not isinstance(place, Folder):
        return Parts(place, paths)
    return ManyFiles(place.path, [place.path / one for one in paths])


def _parquet(place: Place, folder: str, depth: int) -> Iterator[str]:
    before = f"{folder}/" if folder else ""
    yield from (f"{before}{entry.name}" for entry in place.files(folder) if entry.name.endswith(ENDING))
    if depth:
        for inner in place.folders(folder):
            yield from _parquet(place, f"{before}{inner}", depth - 1)


def _is_part(place: Place, path: str) -> bool:
    try:
        unpack(path.rpartition("/")[2], place.read(path))
    except (DamagedPartError, FileNotFoundError):
        name = path.rpartition("/")[2].removesuffix(ENDING)
        return len(name) == 32 and all(c in "0123456789abcdef" for c in name)
    except NewerPartError:
        return True
    return True


def _keys(part: Part) -> list[bytes]:
    width = part.keys.dtype.itemsize
    return [key.ljust(width, b"\0") for key in part.keys.tolist()]
