"""The parts store: answers as Parquet parts that any number of machines write, without a lock.

Each writer collects answers and puts them as one part, named by its content; what is there already
is what all parts together hold. Of two answers to one request that of the first part by name counts, so that all
readers agree. A part whose content is not what its name says is set aside and its answers are computed again.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable, MutableMapping, Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from idioprobe.core.answers import Answer, Text
from idioprobe.core.encoder import Facts, Identity
from idioprobe.core.errors import StoreError
from idioprobe.core.parts.form import (
    DamagedPartError,
    Keys,
    NewerPartError,
    Part,
    Row,
    keys_array,
    pack,
    row_of,
    store_key,
    unpack,
)
from idioprobe.core.parts.places import Folder, Place, place_at
from idioprobe.core.requests import Request
from idioprobe.core.views import View
from idioprobe.embed.damage import DamagedStoreError
from idioprobe.embed.parts.layout import DAMAGED, ELSEWHERE, FACTS, ROOT, Space, parts_in, space_of
from idioprobe.embed.parts.notes import FileNotes
from idioprobe.embed.spaces import lost, read_facts, space_number, written_facts

PART_BYTES = 32 << 20
"""A part is written when it has so much,"""
PART_SECONDS = 60.0
"""or when its first answer has waited so long: what a killed process loses."""
WAITING_BYTES = 256 << 20
"""All spaces together wait for no more than that."""
KEPT_BYTES = 1 << 30
"""Parts that are kept in memory once they were read."""
NOTES = "notes"


@dataclass
class _Known:
    """What is known of a space: its parts by path, where each key is, and what is not written yet."""

    space: Space
    parts: dict[str, Keys] = field(default_factory=dict)
    newer: set[str] = field(default_factory=set)
    names: list[str] = field(default_factory=list)
    keys: Keys = field(default_factory=lambda: keys_array([]))
    part: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    row: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    waiting: dict[bytes, Row] = field(default_factory=dict)
    size: int = 0
    since: float = 0.0

    def index(self) -> None:
        """Where each key is: in the first part by name that has it."""
        self.names = sorted(self.parts, key=lambda path: path.rpartition("/")[2])
        keys = [self.parts[name] for name in self.names]
        lengths = [len(own) for own in keys]
        every = np.concatenate([keys_array([]), *keys])
        self.keys, first = np.unique(every, return_index=True)
        self.part = np.repeat(np.arange(len(keys), dtype=np.int32), lengths)[first]
        starts = np.concatenate([[0], np.cumsum(lengths)])[:-1].astype(np.int64) if keys else np.zeros(0, np.int64)
        self.row = (first - starts[self.part]).astype(np.int32) if len(first) else self.row[:0]

    def find(self, keys: Sequence[bytes]) -> NDArray[np.int64]:
        """The place of each key in the index; -1 where it is in no part."""
        if not len(self.keys) or not keys:
            return np.full(len(keys), -1, np.int64)
        wanted = keys_array(keys)
        at = np.searchsorted(self.keys, wanted)
        at[at == len(self.keys)] = 0
        return np.where(self.keys[at] == wanted, at, -1)


class PartsStore:
    """Open with a folder or URL; close it, or use it in a `with` block: closing writes what was collected.

    Notes that concern this machine, such as hashes of files, stay in `cache_dir`.
    """

    named = "store"

    def __init__(self, place: Place, cache_dir: Path) -> None:
        self.place = place
        self.read_only = place.read_only
        self._local = Folder(cache_dir / NOTES)
        self._unkept: dict[str, str] = {}
        self._spaces: dict[int, _Known] = {}
        self._kept: OrderedDict[str, Part] = OrderedDict()
        self._facts: dict[str, Facts] = {}
        self._damaged: dict[str, str] = {}

    @property
    def where(self) -> str:
        """Its folder or URL."""
        return self.place.name

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Write what was collected."""
        self.flush()

    def forget_keys(self) -> None:
        """Free the memory of parts."""
        self._kept.clear()

    def space(self, identity: Identity, view: View) -> int:
        """The number of the space for a model and view; nothing is written for it yet."""
        found = space_of(identity, view)
        number = space_number(found.name)
        self._spaces.setdefault(number, _Known(found))
        return number

    def missing(self, space: int, requests: Iterable[Request]) -> set[Request]:
        """The requests that neither a part nor what waits to be written knows about."""
        known = self._spaces[space]
        self._look(known)
        every = list(requests)
        keys = [store_key(request) for request in every]
        pairs = zip(every, keys, known.find(keys) < 0, strict=True)
        return {request for request, key, absent in pairs if absent and key not in known.waiting}

    def read(self, space: int, requests: Iterable[Request]) -> dict[Request, Answer]:
        """All that is known about the requests; parts are read one after the other."""
        known = self._spaces[space]
        every = list(requests)
        keys = [store_key(request) for request in every]
        at = known.find(keys)
        if any(place < 0 and key not in known.waiting for place, key in zip(at, keys, strict=True)):
            self._look(known)
            at = known.find(keys)
        found: dict[Request, Answer] = {
            request: known.waiting[key][2]
            for request, key, place in zip(every, keys, at, strict=True)
            if place < 0 and key in known.waiting
        }
        there = np.flatnonzero(at >= 0)
        parts = known.part[at[there]] if len(there) else there
        for number in np.unique(parts):
            part = self._load(known.names[number], known)
            for asked in there[parts == number]:
                found[every[asked]] = part.answer(int(known.row[at[asked]]))
        return found

    def read_all(self, space: int, requests: Set[Request]) -> dict[Request, Answer]:
        """The answers to requests that were all written; raises where a part has gone meanwhile."""
        found = self.read(space, requests)
        if len(found) < len(requests):
            raise DamagedStoreError(lost(self.where, len(found), len(requests)))
        return found

    def write(self, rows: Iterable[tuple[int, Request, Answer]]) -> None:
        """Collect answers, and write a part of them when there are enough; what is stored first stays."""
        for space, request, answer in rows:
            known = self._spaces[space]
            row = row_of(request, answer)
            if row[0] not in known.waiting:
                known.since = known.since if known.waiting else time.monotonic()
                known.waiting[row[0]] = row
                known.size += _bytes(answer)
        total = sum(known.size for known in self._spaces.values())
        for known in self._spaces.values():
            old = known.waiting and time.monotonic() - known.since > PART_SECONDS
            if old or known.size > PART_BYTES or total > WAITING_BYTES:
                self._put(known)

    def flush(self) -> None:
        """Write what was collected."""
        for known in self._spaces.values():
            self._put(known)

    def facts(self, identity: Identity) -> Facts | None:
        """What is known about a model, from any machine that has had it."""
        if identity.fingerprint not in self._facts:
            raw = self._shared().get(identity.fingerprint)
            if raw is None:
                return None
            self._facts[identity.fingerprint] = read_facts(raw, contextual=identity.family != "static")
        return self._facts[identity.fingerprint]

    def remember_facts(self, identity: Identity, facts: Facts) -> None:
        """Keep it for all machines."""
        self._facts[identity.fingerprint] = facts
        self._shared()[identity.fingerprint] = written_facts(facts)

    def notes(self, kind: str) -> MutableMapping[str, str]:
        """Notes of this machine, in its cache folder."""
        return FileNotes(self._local, kind, self._unkept)

    def renew(self, error: DamagedStoreError) -> str:
        """Set aside all damaged parts of the models in use."""
        found = dict(self._damaged)
        models = {known.space.folder.rpartition("/")[0] for known in self._spaces.values()}
        folders = {f"{model}/{view}" for model in models for view in self.place.folders(model)}
        folders |= {folder for known in self._spaces.values() for folder in known.space.folders}
        for folder in sorted(folders):
            for entry in parts_in(self.place, folder):
                path = f"{folder}/{entry.name}"
                try:
                    unpack(entry.name, self.place.read(path))
                except DamagedPartError as damage:
                    found[path] = str(damage)
                except (NewerPartError, FileNotFoundError):
                    continue
        self._damaged.clear()
        self._kept.clear()
        for path in found:
            self._set_aside(path)
        for known in self._spaces.values():
            known.parts = {path: keys for path, keys in known.parts.items() if path not in found}
            known.index()
        if not found:
            return f"{error} What is missing is computed again."
        listed = "; ".join(f"{path}: {why}" for path, why in sorted(found.items()))
        what = "A part" if len(found) == 1 else f"{len(found)} parts"
        verb = "is" if len(found) == 1 else "are"
        return f"{what} of the store {self.where} {verb} damaged ({listed}): set aside, and computed again."

    def _shared(self) -> FileNotes:
        return FileNotes(self.place, FACTS, self._unkept)

    def _look(self, known: _Known) -> None:
        """Read the parts that have come since, and forget those that have gone."""
        there = {f"{folder}/{e.name}" for folder in known.space.folders for e in parts_in(self.place, folder)}
        gone = known.parts.keys() - there
        new = there - known.parts.keys() - known.newer
        for path in gone:
            del known.parts[path]
            self._kept.pop(path, None)
        for path in sorted(new):
            try:
                known.parts[path] = self._load(path, known).keys
            except _GoneError:
                continue
            except NewerPartError:
                known.newer.add(path)
        if gone or new:
            known.index()

    def _load(self, path: str, known: _Known) -> Part:
        """A part, hashed before it is used; the last ones read are kept in memory."""
        if path in self._kept:
            self._kept.move_to_end(path)
            return self._kept[path]
        name = path.rpartition("/")[2]
        try:
            part = unpack(name, self.place.read(path))
            if part.about.space != known.space.name:
                raise DamagedPartError(ELSEWHERE)
        except FileNotFoundError as error:
            raise _GoneError(f"The part {path} of the store {self.where} has gone.") from error
        except DamagedPartError as damage:
            self._damaged[path] = str(damage)
            raise DamagedStoreError(f"The part {path} of the store {self.where} is damaged: {damage}.") from damage
        self._keep(path, part)
        return part

    def _keep(self, path: str, part: Part) -> None:
        self._kept[path] = part
        while len(self._kept) > 1 and sum(one.size for one in self._kept.values()) > KEPT_BYTES:
            self._kept.popitem(last=False)

    def _put(self, known: _Known) -> None:
        """Write what a space has waiting as one part."""
        absent = known.find(list(known.waiting)) < 0
        rows = [row for row, new in zip(known.waiting.values(), absent, strict=True) if new]
        if rows:
            name, raw = pack(known.space.about, rows)
            path = f"{known.space.folder}/{name}"
            self.place.put(path, raw)
            part = unpack(name, raw)
            known.parts[path] = part.keys
            self._keep(path, part)
            known.index()
        known.waiting.clear()
        known.size = 0

    def _set_aside(self, path: str) -> None:
        """Give a damaged part another name; another run may have done so."""
        try:
            self.place.move(path, f"{path}{DAMAGED}")
        except FileNotFoundError:
            return
        except StoreError as error:
            raise StoreError(
                f"The part {path} of the store {self.where} is damaged and cannot be set aside: remove it where you "
                "may write, or copy the store and name the copy as `store`."
            ) from error


class _GoneError(DamagedStoreError):
    """A part that was there has gone: someone has pruned the store, or set the part aside."""


def open_parts(store: str, cache_dir: Path) -> PartsStore:
    """The parts store that a user names."""
    place = place_at(store)
    if isinstance(place, Folder) and place.path.is_dir() and not place.folders(ROOT) and place.files(""):
        raise StoreError(
            f"`store` {place.name} holds something else than parts; name a new folder, or one that holds them."
        )
    return PartsStore(place, cache_dir)


def _bytes(answer: Answer) -> int:
    if isinstance(answer, np.ndarray):
        return answer.nbytes + 64
    return len(answer.text if isinstance(answer, Text) else answer.reason) + 64
