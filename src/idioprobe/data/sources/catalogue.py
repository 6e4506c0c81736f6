"""What a published dataset declares of itself, and how a copy of it compares.

Each has a folder here, whose module `source` declares it as `SOURCE`: whose it is, where its
files lie, what each hashes to, and how they are read. The program ships no published data.
"""

from __future__ import annotations

import hashlib
import json
import os
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import platformdirs

from idioprobe.core.errors import DatasetError

if TYPE_CHECKING:
    from idioprobe.data.dataset import Dataset, Header

DATA_VARIABLE = "IDIOPROBE_DATA"
RECORD_FILE = "fetched.json"
"""Beside fetched data: the checksum that each file had when it was installed."""

State = Literal["ok", "changed", "missing", "unverified"]
_CHUNK = 1 << 20


@dataclass(frozen=True)
class SourceFile:
    """A file of a published dataset, by its path in the publishers' repository.

    Without `sha256` its published content is not known here: what arrives is recorded, not verified.
    """

    path: str
    about: str
    sha256: str | None
    optional: bool = False


@dataclass(frozen=True)
class Copies:
    """What a dataset is read from: the folders with its files, and those where others may lie; the classes wanted."""

    folders: Sequence[Path]
    data_dirs: Sequence[Path]
    labelling: str | None
    header: Header


@dataclass(frozen=True)
class Source:
    """A published dataset at one commit of its publishers' repository.

    `sentences` counts as the papers do: original sentences and their variants, if there are any.
    `roles` are those that can be read, variants made by substitution included. `layout` has
    the files that only this dataset has: one of them is enough to tell it. `references` is the
    file, by language, with sentences that are only referred to, where there are such. `decided_by` are the datasets
    whose files decide the tables, where these may be kept; none where more does.
    """

    name: str
    short: str
    title: str
    languages: tuple[str, ...]
    expressions: Mapping[str, int]
    sentences: Mapping[str, int]
    roles: tuple[str, ...]
    licence: str
    citation: str
    repository: str
    commit: str
    files: tuple[SourceFile, ...]
    layout: tuple[str, ...]
    read: Callable[[Copies], Dataset]
    references: str | None = None
    decided_by: tuple[str, ...] = ()

    @property
    def page(self) -> str:
        """Where a person finds the pinned files."""
        return f"https://github.com/{self.repository}/tree/{self.commit}"


@dataclass(frozen=True)
class FileState:
    """How a file of a dataset stands in a folder, and the checksum found there."""

    path: str
    state: State
    sha256: str | None
    optional: bool = False


@cache
def sources() -> dict[str, Source]:
    """The published datasets by name, each as the folder beside this file declares it."""
    package = import_module("idioprobe.data.sources")
    names = [module.name for module in pkgutil.iter_modules(package.__path__) if module.ispkg]
    declared = [import_module(f"{package.__name__}.{name}.source").SOURCE for name in names]
    return {source.name: source for source in declared}


def find_source(name: str) -> Source:
    """The dataset of that name; an error lists the names there are."""
    try:
        return sources()[name.lower()]
    except KeyError:
        raise DatasetError(f"There is no published dataset {name!r}; one of {', '.join(sources())}.") from None


def default_folder(name: str) -> Path:
    """Where a dataset is kept unless the user says otherwise."""
    root = os.environ.get(DATA_VARIABLE)
    if root:
        return Path(root).expanduser() / name
    return platformdirs.user_data_path("idioprobe") / "datasets" / name


def check(folder: Path, source: Source) -> list[FileState]:
    """How each file of a dataset stands in a folder.

    A file whose published checksum is not known counts as changed once it differs from what
    was recorded when it was fetched.
    """
    recorded = read_record(folder)
    states = []
    for file in source.files:
        found = file_digest(folder / file.path)
        expected = file.sha256 or recorded.get(file.path)
        state: State
        if found is None:
            state = "missing"
        elif expected is not None and found != expected:
            state = "changed"
        else:
            state = "ok" if file.sha256 else "unverified"
        states.append(FileState(file.path, state, found, file.optional))
    return states


def file_digest(path: Path) -> str | None:
    """SHA-256 of a file; None where there is none."""
    digest = hashlib.sha256()
    try:
        with path.open("rb") as stream:
            while chunk := stream.read(_CHUNK):
                digest.update(chunk)
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None
    except OSError as error:
        raise DatasetError(f"{path} cannot be read: {error.strerror}.") from error
    return digest.hexdigest()


def read_record(folder: Path) -> dict[str, str]:
    """Checksums by path as they were when the files were fetched; none where nothing readable says so."""
    try:
        files = json.loads((folder / RECORD_FILE).read_text(encoding="utf-8"))["files"]
        return {str(path): str(digest) for path, digest in files.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}
