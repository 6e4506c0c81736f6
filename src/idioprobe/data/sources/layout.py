"""Which dataset a folder holds, told by the files that only one of them has.

NCIMP has `dataset/EN`, NCS has `dataset/en`: where the file system ignores case the two
are one folder, so file names decide, never the case of a folder.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from idioprobe.core.errors import DatasetError
from idioprobe.data.sources.catalogue import Source, default_folder, find_source, sources

OWN = "idioprobe"
"""The layout of dataset folders that idioprobe writes."""
_OWN_FILES = ("stimuli.csv", "stimuli.parquet")


def layouts(folder: Path) -> list[str]:
    """All layouts that a folder has, by the names of their datasets; two datasets may lie in one folder."""
    keys = {**{source.name: source.layout for source in sources().values()}, OWN: _OWN_FILES}
    return [name for name, files in keys.items() if any(_has(folder, file) for file in files)]


def recognise(folder: Path) -> str | None:
    """The layout of a folder: the name of a published dataset, `idioprobe`, or None."""
    return next(iter(layouts(folder)), None)


def find_folders(name: str, data_dirs: Sequence[Path], default: Path | None = None) -> list[Path]:
    """Folders that hold a dataset: the given ones or their child of that name, then the fetched one; maybe none."""
    candidates = []
    for given in data_dirs:
        if not given.is_dir():
            raise DatasetError(f"`data_dir` {given} is not a folder.")
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
    seen = " ".join(_seen(given, source) for given in data_dirs)
    lacking = "" if data_dirs else f"{source.short} is not on this machine. "
    raise DatasetError(
        f"{lacking}{seen}{' ' if seen else ''}Fetch it with idioprobe data fetch {source.name}, "
        f"or name a copy of {source.repository} with `data_dir`."
    )


def _seen(given: Path, source: Source) -> str:
    """What a folder is instead of what was asked for."""
    other = recognise(given)
    if other is not None:
        told = "a dataset folder of idioprobe" if other == OWN else sources()[other].short
        return f"{given} is laid out as {told}, not as {source.short}."
    near = [folder for folder in (given.resolve().parent, *_children(given)) if source.name in layouts(folder)]
    if near:
        return f"{given} is not the top of a copy of {source.short}; {near[0]} is: name that."
    expected = f"expected {source.layout[0]} or the like in it or in its folder {source.name}"
    return f"{given} holds no {source.short}: {expected}."


def _has(folder: Path, file: str) -> bool:
    """Whether a folder has a file, or one like it where its name has a star."""
    return _is_file(folder / file) if "*" not in file else any(map(_is_file, sorted(folder.glob(file))))


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
