"""What people do with a parts store: look into it, check it, add to it, and remove what is old."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from idioprobe.core.answers import Answer
from idioprobe.core.errors import ConfigError, StoreError
from idioprobe.core.fingerprint import CODE_VERSION
from idioprobe.core.parts.form import About, DamagedPartError, NewerPartError, Part, Row, pack, unpack
from idioprobe.core.parts.places import Entry, Place, place_at
from idioprobe.embed.parts.layout import ELSEWHERE, FACTS, belongs, folder_of, left_in, parts_in, spaces
from idioprobe.embed.parts.notes import FileNotes

DAY = 86_400.0
ROWS_AT_ONCE = 20_000
"""Rows of a merged part."""


@dataclass(frozen=True)
class Held:
    """A space of a store, as it is listed."""

    model: str
    view: str
    unit: str
    rows: int
    dimension: int
    parts: int
    bytes: int
    modified: float
    code: str
    folder: str
    set_aside: int = 0


@dataclass(frozen=True)
class Pruned:
    """What was removed, or would be."""

    files: list[str] = field(default_factory=list)
    bytes: int = 0


@dataclass(frozen=True)
class Criteria:
    """What to prune; all that is given must hold. With `damaged` it is parts that were set aside, else whole ones."""

    model: str | None = None
    older_than: float | None = None
    other_versions: bool = False
    damaged: bool = False

    def check(self) -> None:
        """Nothing is removed unasked."""
        if self.model is None and self.older_than is None and not self.other_versions and not self.damaged:
            raise ConfigError(
                "Say what to prune: `model`, `older_than` (days), `other_versions` or `damaged`; `dry_run` only tells."
            )


def read_part(place: Place, path: str) -> Part | str | None:
    """A part, or what is wrong with it; None where it has gone, or is of a later version."""
    folder, _, name = path.rpartition("/")
    try:
        part = unpack(name, place.read(path))
    except DamagedPartError as error:
        return str(error)
    except (NewerPartError, FileNotFoundError):
        return None
    return part if belongs(part.about, folder) else ELSEWHERE


def held(place: Place) -> Iterator[Held]:
    """All spaces of a store, each counted by reading it."""
    for folder in spaces(place):
        entries = parts_in(place, folder)
        found = [read_part(place, f"{folder}/{entry.name}") for entry in entries]
        parts = [part for part in found if isinstance(part, Part)]
        keys = {key for part in parts for key in part.keys.tolist()}
        about = parts[0].about if parts else About("")
        yield Held(
            model=about.model.get("name", "unknown"),
            view=about.view.get("name", "unknown"),
            unit=about.view.get("unit", "unknown"),
            rows=len(keys),
            dimension=max((part.dimension for part in parts), default=0),
            parts=len(entries),
            bytes=sum(entry.size for entry in entries),
            modified=max((entry.modified for entry in entries), default=0.0),
            code=about.code,
            folder=folder,
            set_aside=len(left_in(place, folder)) + sum(isinstance(part, str) for part in found),
        )


def damages(place: Place) -> Iterator[tuple[str, str | None]]:
    """Every part, with what is wrong with it."""
    for folder in spaces(place):
        for entry in parts_in(place, folder):
            part = read_part(place, f"{folder}/{entry.name}")
            yield f"{folder}/{entry.name}", part if isinstance(part, str) else None


def prune(place: Place, criteria: Criteria, *, dry_run: bool) -> Pruned:
    """Remove the parts that meet all criteria; with `damaged` those set aside, and what dead writers have left."""
    criteria.check()
    pruned: list[tuple[str, Entry]] = []
    for folder in list(spaces(place)):
        found = filter(_dead, left_in(place, folder)) if criteria.damaged else parts_in(place, folder)
        pruned += [(folder, entry) for entry in found if _meets(place, folder, entry, criteria)]
    if not dry_run:
        for folder, entry in pruned:
            place.remove(f"{folder}/{entry.name}")
        for folder in {folder for folder, _ in pruned}:
            place.remove(folder)
            place.remove(folder.rpartition("/")[0])
    return Pruned([f"{folder}/{entry.name}" for folder, entry in pruned], sum(entry.size for _, entry in pruned))


def merge_rows(place: Place, about: About, folder: str, rows: Iterable[Row], known: set[bytes]) -> int:
    """Put rows that are not known yet into large parts; how many these were."""
    waiting: list[Row] = []
    written = 0
    for row in rows:
        if row[0] in known:
            continue
        known.add(row[0])
        waiting.append(row)
        if len(waiting) == ROWS_AT_ONCE:
            written += _put(place, about, folder, waiting)
            waiting = []
    return written + (_put(place, about, folder, waiting) if waiting else 0)


def merge_parts(source: Place, target: Place) -> Iterator[tuple[str, int]]:
    """Add what one store has to another, space by space; facts about models too."""
    if source.name == target.name:
        raise ConfigError(f"`into` {target.name} is what is merged; name another store.")
    for folder in spaces(source):
        known = known_keys(target, folder)
        entries = parts_in(source, folder)
        parts = [_whole(source, f"{folder}/{entry.name}") for entry in entries]
        found = [part for part in parts if part is not None]
        rows = (row for part in found for row in rows_of(part))
        about = found[0].about if found else About("")
        yield about.model.get("name", folder), merge_rows(target, about, folder, rows, known)
    facts, own = FileNotes(source, FACTS, {}), FileNotes(target, FACTS, {})
    for key in facts:
        if key not in own:
            own[key] = facts[key]


def merge_space(target: Place, about: About, rows: Iterable[tuple[bytes, Answer]]) -> int:
    """Add answers of one space that come from a store without parts."""
    folder = folder_of(about)
    return merge_rows(target, about, folder, ((key, None, answer) for key, answer in rows), known_keys(target, folder))


def known_keys(place: Place, folder: str) -> set[bytes]:
    """The keys that a space has already, padded as numpy has them."""
    parts = (read_part(place, f"{folder}/{entry.name}") for entry in parts_in(place, folder))
    return {key for part in parts if isinstance(part, Part) for key in full_keys(part)}


def full_keys(part: Part) -> list[bytes]:
    """Keys as they are: numpy drops zeros at their ends."""
    width = part.keys.dtype.itemsize
    return [key.ljust(width, b"\0") for key in part.keys.tolist()]


def rows_of(part: Part) -> Iterator[Row]:
    """All rows of a part."""
    for at, (key, name) in enumerate(zip(full_keys(part), part.ids, strict=True)):
        yield key, name, part.answer(at)


def open_place(store: str, *, there: bool = True) -> Place:
    """The place of a parts store that a user names."""
    place = place_at(store)
    if there and not any(True for _ in spaces(place)):
        raise StoreError(f"{place.name} holds no parts; idioprobe run --store writes some.")
    return place


def is_parts(store: str) -> bool:
    """Whether what a user names is a parts store rather than a cache folder with a file of vectors."""
    from idioprobe.embed.damage import FILE_NAME

    path = Path(store).expanduser()
    with suppress(PermissionError):
        return not (path.name == FILE_NAME or (path / FILE_NAME).is_file())
    return True


def _whole(place: Place, path: str) -> Part | None:
    part = read_part(place, path)
    if isinstance(part, str):
        raise StoreError(f"The part {path} of {place.name} is damaged: {part}; idioprobe store verify lists all.")
    return part


def _put(place: Place, about: About, folder: str, rows: list[Row]) -> int:
    name, raw = pack(about, rows)
    place.put(f"{folder}/{name}", raw)
    return len(rows)


def _meets(place: Place, folder: str, entry: Entry, criteria: Criteria) -> bool:
    if criteria.older_than is not None and time.time() - entry.modified < criteria.older_than * DAY:
        return False
    if criteria.model is None and not criteria.other_versions:
        return True
    about = _told(place, folder, parts_in(place, folder) if criteria.damaged else [entry])
    if about is None:
        return False
    named = criteria.model in (None, about.model.get("name"), about.model.get("fingerprint"), folder.split("/")[1])
    return named and not (criteria.other_versions and about.code == CODE_VERSION)


def _told(place: Place, folder: str, entries: Iterable[Entry]) -> About | None:
    """What the first whole part says: one that was set aside cannot, and those beside it speak for it."""
    parts = (read_part(place, f"{folder}/{entry.name}") for entry in entries)
    return next((part.about for part in parts if isinstance(part, Part)), None)


def _dead(entry: Entry) -> bool:
    """Whether nobody can be writing it any more."""
    return not entry.name.endswith(".tmp") or time.time() - entry.modified > DAY
