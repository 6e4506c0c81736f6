"""Which dataset a folder holds, told by the files that only one of them has.

NCIMP has `dataset/EN`, NCS has `dataset/en`: where the file system ignores case the two
are one folder, so file names decide, never the case of a folder.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from idioprobe.core.errors import DatasetError
from idioprobe.data.sources.catalogue import default_folder, find_source

LAYOUTS: dict[str, tuple[str, ...]] = {
    "ncimp": (
        "dataset/EN/neutral.csv",
        "dataset/PT/neutral.csv",
        *(f"dataset/{code}/naturalistics_examplesent{n}.csv" for code in ("EN", "PT") for n in (1, 2, 3)),
        "dataset/human_compositionality scores.xlsx",
    ),
    "ncs": (
        "input/sentids_en.csv",
        "input/sentids_pt.csv",
        *(f"dataset/{code}/neutral/P{n}_sents.csv" for code in ("en", "pt") for n in (1, 2, 3)),
    ),
    "nctti": ("data/data_en.tsv", "data/data_pt.tsv"),
    "idioprobe": ("stimuli.csv", "stimuli.parquet"),
}
"""Key files by layout; one of them is enough."""

_NAMES = {"ncimp": "NCIMP", "ncs": "NCS", "nctti": "NCTTI", "idioprobe": "a dataset folder of idioprobe"}


def layouts(folder: Path) -> list[str]:
    """All layouts that a folder has; two datasets may lie in one folder."""
    return [name for name, keys in LAYOUTS.items() if any(_is_file(folder / key) for key in keys)]


def recognise(folder: Path) -> str | None:
    """The layout of a folder: `ncimp`, `ncs`, `nctti`, `idioprobe`, or None."""
    return next(iter(layouts(folder)), None)


def find_folders(name: str, data_dirs: Sequence[Path], default: Path | None = None) -> list[Path]:
    """Folders that hold a dataset: the given ones or their child of that name, then the fetched one; maybe none."""
    candidates = []
    for given in data_dirs:
        if not given.is_dir():
            raise DatasetError(f"--data-dir {given} is not a folder.")
        candidates += [given, given / name]
    candidates.append(default or default_folder(name))
    found: dict[Path, Path] = {}
    for folder in candidates:
        if name in layouts(folder):
            found.setdefault(folder.resolve(), folder)
    return list(found.values())


def data_folders(name: str, data_dirs: Sequence[Path], default: Path | None = None) -> list[Path]:
    """Folders that hold a published dataset, at least one; an error says what was looked at and what to do."""
    source = find_source(name)
    found = find_folders(source.name, data_dirs, default)
    if found:
        return found
    told = _NAMES[source.name]
    seen = " ".join(_seen(given, source.name) for given in data_dirs)
    lacking = "" if data_dirs else f"{told} is not on this machine. "
    raise DatasetError(
        f"{lacking}{seen}{' ' if seen else ''}Fetch it with idioprobe data fetch {source.name}, "
        f"or name a copy of {source.repository} with --data-dir."
    )


def _seen(given: Path, name: str) -> str:
    """What a folder is instead of what was asked for."""
    told = _NAMES[name]
    other = recognise(given)
    if other is not None:
        return f"{given} is laid out as {_NAMES[other]}, not as {told}."
    near = [folder for folder in (given.resolve().parent, *_children(given)) if name in layouts(folder)]
    if near:
        return f"{given} is not the top of a copy of {told}; {near[0]} is: name that."
    return f"{given} holds no {told}: expected {LAYOUTS[name][0]} or the like in it or in its folder {name}."


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a folder that may not be looked into
        return False


def _children(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.is_dir())
    except OSError:
        return []
