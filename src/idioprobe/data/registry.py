"""Datasets by name."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

import polars as pl

from idioprobe.core.errors import ConfigError, DatasetError
from idioprobe.core.textfile import readable
from idioprobe.data.controls.load import CONTROLS, load_controls
from idioprobe.data.dataset import Dataset, Header
from idioprobe.data.folder import KINDS, read_folder
from idioprobe.data.kept import kept
from idioprobe.data.names import STARTER, dataset_names, registered
from idioprobe.data.sources.catalogue import Copies, Source, check, default_folder, file_digest, read_record, sources
from idioprobe.data.sources.flaws import KEPT, Flaw, flaw_table
from idioprobe.data.sources.layout import data_folders, find_folders

STARTER_FILES = ("en", "pt", "en-verb-object", "en-phrasal-verb", "de", "es")
"""The lexicons that the package carries, in the order of the dataset."""

DataDirs = str | Path | Sequence[str | Path] | None


def load_dataset(
    name: str | Path = "starter",
    data_dir: DataDirs = None,
    *,
    labelling: str | None = None,
    cache_dir: Path | None = None,
) -> Dataset:
    """A dataset by name, or from a folder in the documented format.

    A name is the starter set's, a published dataset's or one that another package registers.
    `data_dir` (one or several) is where datasets given by name are looked for: copies of the
    published repositories in their own layout, or folders that hold a dataset folder of that
    name. `labelling` chooses the classes where a dataset has several. In `cache_dir` the tables that
    are made of a dataset's files are kept for the next time.
    """
    dirs = _dirs(data_dir)
    own = next((d / name for d in dirs if any((d / name / f"stimuli.{k}").is_file() for k in KINDS)), None)
    if own is not None:
        data = read_folder(own)
    elif str(name) in sources():
        data = _published(sources()[str(name)], dirs, labelling, cache_dir)
    elif str(name) == STARTER:
        data = load_starter(cache_dir)
    elif str(name) == CONTROLS:
        data = load_controls(cache_dir)
    elif str(name) in (others := registered()):
        data = others[str(name)].load(dirs, labelling)
    else:
        data = _from_path(name)
    if labelling not in (None, data.header.labelling):
        raise ConfigError(f"`labelling` {labelling}: {data.name} has {data.header.labelling or 'no classes'}.")
    return data


def _dirs(data_dir: DataDirs) -> list[Path]:
    given = [data_dir] if isinstance(data_dir, str | Path) else list(data_dir or ())
    dirs = [Path(folder).expanduser() for folder in given]
    for folder in dirs:
        if not folder.is_dir():
            raise DatasetError(f"`data_dir` {folder} is not a folder.")
    return dirs


def folders_of(name: str, data_dir: DataDirs = None) -> list[Path]:
    """The folders that a published dataset is read from: those given, else the one it was fetched to."""
    if name not in sources():
        return []
    found = data_folders(name, _dirs(data_dir))
    return [folder for folder in found if folder != default_folder(name)] or found


def _from_path(name: str | Path) -> Dataset:
    path = Path(name).expanduser()
    if path.is_file():
        raise DatasetError(f"{path} is a file; build a dataset from it first: idioprobe data build {path} -o DIR.")
    if not path.exists():
        known = dataset_names()
        near = difflib.get_close_matches(str(name).lower(), known, 1)
        hint = f"did you mean {near[0]}?" if near else f"name a dataset folder, or one of {', '.join(known)}."
        raise DatasetError(f"There is no dataset {str(name)!r}; {hint}")
    return read_folder(path)


def _published(source: Source, dirs: Sequence[Path], labelling: str | None, cache_dir: Path | None) -> Dataset:
    """A published dataset from local copies, or as it was read from the same files before."""
    folders = folders_of(source.name, dirs)
    where = cache_dir if source.decided_by else None
    return kept(where, source.name, _deciding(source, dirs, labelling), lambda: _read(source, folders, dirs, labelling))


def _deciding(source: Source, dirs: Sequence[Path], labelling: str | None) -> Iterator[str]:
    """All that a published dataset depends on: what each of its files holds, and where it lies, as notes tell that."""
    yield str(labelling)
    for name in source.decided_by:
        for folder in find_folders(name, dirs):
            yield f"{name} {readable(folder)} {sorted(read_record(folder).items())}"
            yield from (f"{file.path} {file_digest(folder / file.path)}" for file in sources()[name].files)


def _read(source: Source, folders: Sequence[Path], dirs: Sequence[Path], labelling: str | None) -> Dataset:
    """A published dataset, with a word about files that are not as they were published."""
    header = Header(name=source.name, description=source.title, licence=source.licence, citation=source.citation)
    data = source.read(Copies(folders, dirs, labelling, header))
    changed = [
        Flaw(state.path, "the checksum is not the published file's", KEPT)
        for folder in folders
        for state in check(folder, source)
        if state.state == "changed"
    ]
    if not changed:
        return data
    notes = [f"{flaw.file} is not the published file (its checksum differs); it is used anyway." for flaw in changed]
    header = data.header.model_copy(update={"notes": [*data.header.notes, *notes]})
    return replace(data, header=header, flaws=pl.concat([flaw_table(changed), data.flaws]))


def load_starter(cache_dir: Path | None = None) -> Dataset:
    """The starter set; tables of one's own each time, to do with as one likes."""
    made = kept(cache_dir, STARTER, (), _starter)
    tables = (made.stimuli.clone(), made.expressions.clone(), made.ratings.clone())
    header, (stimuli, expressions, ratings) = made.header.model_copy(deep=True), tables
    return replace(made, header=header, stimuli=stimuli, expressions=expressions, ratings=ratings)


@cache
def _starter() -> Dataset:
    """Built once from the lexicons that the package carries."""
    from idioprobe.data.lexicon.build import build_dataset
    from idioprobe.data.lexicon.read import read_lexicon

    parts = []
    for name in STARTER_FILES:
        with as_file(files("idioprobe.data.starter") / f"{name}.toml") as path:
            parts.append(build_dataset(read_lexicon(path), name="starter").dataset)
    header = parts[0].header.model_copy(
        update={
            "description": "Expressions of four languages in minimal pairs, written for idioprobe.",
            "licence": "Apache-2.0",
        }
    )
    return replace(
        parts[0],
        header=header,
        stimuli=pl.concat([part.stimuli for part in parts]),
        expressions=pl.concat([part.expressions for part in parts]),
        ratings=pl.concat([part.ratings for part in parts]),
    )
