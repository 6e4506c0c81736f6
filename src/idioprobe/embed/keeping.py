"""What people do with a store of either kind: list it, check it, merge it, take vectors out, prune it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl

from idioprobe.core.encoder import Facts, Identity
from idioprobe.core.errors import ConfigError, StoreError
from idioprobe.core.files import replace_file
from idioprobe.core.fingerprint import CODE_VERSION
from idioprobe.core.frames import write_parquet
from idioprobe.core.parts.form import About, Part, Row
from idioprobe.core.views import COMBINATIONS, UNITS, View
from idioprobe.embed.damage import FILE_NAME, DamagedStoreError
from idioprobe.embed.parts import keeping as parts
from idioprobe.embed.parts.keeping import Criteria, Held, Pruned
from idioprobe.embed.parts.layout import FACTS, about, parts_in
from idioprobe.embed.parts.notes import FileNotes
from idioprobe.embed.spaces import read_facts, written_facts
from idioprobe.embed.store import SPACES, VectorStore

FACTS_NOTES = "model"
EXPORTS = (".parquet", ".npz")
Namer = Mapping[bytes, str]
"""The ids of requests by their keys, for stores that do not know them."""


def listing(store: str) -> list[Held]:
    """All that a store holds, by model and view."""
    if parts.is_parts(store):
        return list(parts.held(parts.open_place(store)))
    with _opened(store) as file:
        return [_held(file, *found) for found in file.spaces()]


def verify(store: str) -> Iterator[tuple[str, str | None]]:
    """Every part or space of a store, with what is wrong with it."""
    if parts.is_parts(store):
        yield from parts.damages(parts.open_place(store))
        return
    with _opened(store) as file:
        for number, name, _, _ in file.spaces():
            try:
                for _ in file.rows(number):
                    pass
            except DamagedStoreError as error:
                yield name or str(number), str(error)
            else:
                yield name or str(number), None


def merge(sources: list[str], into: str) -> Iterator[tuple[str, int]]:
    """Add stores of either kind to a parts store: model by model, how many answers were new."""
    if not parts.is_parts(into):
        raise ConfigError(f"`into` {into} has a file of vectors; stores are merged into parts: name another folder.")
    target = parts.open_place(into, there=False)
    for source in sources:
        if parts.is_parts(source):
            yield from parts.merge_parts(parts.open_place(source), target)
            continue
        with _opened(source) as file:
            for number, name, _, _ in file.spaces():
                known = _about(file, name)
                if known is None:
                    raise StoreError(f"{source} has lost the name of a space; idioprobe store verify tells more.")
                yield known.model.get("name", "unknown"), parts.merge_space(target, known, file.rows(number))
            facts, own = file.notes(FACTS_NOTES), FileNotes(target, FACTS, {})
            for key in facts:
                own.setdefault(key, written_facts(read_facts(facts[key], contextual=True)))


def prune(store: str, criteria: Criteria, *, dry_run: bool) -> Pruned:
    """Remove what meets all criteria."""
    if parts.is_parts(store):
        return parts.prune(parts.open_place(store), criteria, dry_run=dry_run)
    criteria.check()
    if criteria.older_than is not None or criteria.damaged:
        raise ConfigError(
            f"`older_than` and `damaged` are for parts: {store} does not know when a vector was written; prune it by "
            "`model` or `other_versions`."
        )
    pruned, size = [], 0
    with _opened(store) as file:
        for number, name, _, bytes_ in file.spaces():
            known = _about(file, name)
            if known is None or not known.model:
                continue
            named = criteria.model in (None, known.model.get("name"), known.model.get("fingerprint"))
            if named and not (criteria.other_versions and known.code == CODE_VERSION):
                pruned.append(f"{known.model.get('name')} {known.view.get('unit')} {known.view.get('name')}")
                size += bytes_
                if not dry_run:
                    file.remove(number)
    return Pruned(pruned, size)


def export(
    store: str,
    out: Path,
    *,
    model: str | None = None,
    view: str | None = None,
    unit: str | None = None,
    names: Namer | None = None,
) -> tuple[int, int]:
    """Write the vectors of one model in one view of each unit as a plain file; how many, and how many had no id."""
    if out.suffix.lower() not in EXPORTS:
        raise ConfigError(f"`out` {out}: name it vectors{' or vectors'.join(EXPORTS)} or the like.")
    chosen = _chosen(store, listing(store), model, view, unit)
    rows: dict[str, np.ndarray] = {}
    nameless = 0
    for key, name, answer in (row for space in chosen for row in _rows(store, space)):
        found = names.get(key) if names is not None else name
        if not isinstance(answer, np.ndarray) or (names is not None and found is None):
            continue
        if found is None:
            nameless += 1
        else:
            rows.setdefault(found, answer)
    if not rows:
        raise StoreError(
            f"No vector of {store} can be named: its rows do not say which requests they belong to. Name the dataset "
            "that they were made for as `dataset`."
            if nameless
            else f"{store} has no vector of what was asked for."
        )
    with replace_file(out) as temporary:
        _WRITERS[out.suffix.lower()](rows, temporary)
    return len(rows), nameless


def _chosen(store: str, every: list[Held], model: str | None, view: str | None, unit: str | None) -> list[Held]:
    """The spaces asked for: of one model, one for each unit."""
    found = [
        one for one in every if model in (None, one.model) and view in (None, one.view) and unit in (None, one.unit)
    ]
    found = [one for one in found if one.dimension or one.rows]
    there = "; ".join(f"{one.model} {one.unit} {one.view}" for one in every) or "nothing"
    if not found:
        raise ConfigError(f"{store} does not hold that: {there}.")
    if len({one.folder.rpartition("/")[0] for one in found}) > 1 or len({one.unit for one in found}) < len(found):
        raise ConfigError(
            f"{store} holds more than one model, or several views of a unit; name one by `model`, `view` and `unit`: "
            f"{there}."
        )
    return found


def _rows(store: str, space: Held) -> Iterator[Row]:
    if parts.is_parts(store):
        place = parts.open_place(store)
        for entry in parts_in(place, space.folder):
            part = parts.read_part(place, f"{space.folder}/{entry.name}")
            if isinstance(part, str):
                raise StoreError(f"{space.folder}/{entry.name} is damaged: {part}; idioprobe store verify lists all.")
            if isinstance(part, Part):
                yield from parts.rows_of(part)
        return
    with _opened(store) as file:
        for key, answer in file.rows(int(space.folder.rpartition("/")[2])):
            yield key, None, answer


def _write_parquet(rows: Mapping[str, np.ndarray], path: Path) -> None:
    table = pl.DataFrame(
        {"id": list(rows), "vector": [vector.tolist() for vector in rows.values()]},
        schema={"id": pl.String(), "vector": pl.List(pl.Float32())},
    )
    write_parquet(table, path)


def _write_npz(rows: Mapping[str, np.ndarray], path: Path) -> None:
    if len({len(vector) for vector in rows.values()}) > 1:
        raise ConfigError("`out`: vectors of several lengths do not fit into .npz; write .parquet.")
    with path.open("wb") as file:
        np.savez(file, ids=np.array(list(rows), dtype=str), vectors=np.stack(list(rows.values())))


_WRITERS: dict[str, Callable[[Mapping[str, np.ndarray], Path], None]] = {".parquet": _write_parquet, ".npz": _write_npz}


@contextmanager
def _opened(store: str) -> Iterator[VectorStore]:
    path = Path(store).expanduser()
    with VectorStore(path.parent if path.name == FILE_NAME else path) as file:
        yield file


def _held(file: VectorStore, number: int, name: str, rows: int, size: int) -> Held:
    known = _about(file, name) or About(name)
    model, view = known.model, known.view
    first = next((answer for _, answer in file.rows(number)), None)
    return Held(
        model=model.get("name", "unknown"),
        view=view.get("name", "unknown"),
        unit=view.get("unit", "unknown"),
        rows=rows,
        dimension=len(first) if isinstance(first, np.ndarray) else 0,
        parts=1,
        bytes=size,
        modified=file.path.stat().st_mtime,
        code=known.code,
        folder=f"{model.get('fingerprint', 'unknown')}/{number}",
    )


def _about(file: VectorStore, name: str) -> About | None:
    """What is known of a space: noted by this version, or found by trying the views of the models that are noted."""
    if not name:
        return None
    raw = file.notes(SPACES).get(name)
    if raw is not None:
        told = json.loads(raw)
        return About(**{field: told[field] for field in About.__dataclass_fields__})
    for fingerprint in file.notes(FACTS_NOTES):
        facts = read_facts(file.notes(FACTS_NOTES)[fingerprint], contextual=True)
        identity = Identity("unknown", f"model {fingerprint[:12]}", fingerprint)
        for view in _views(facts):
            if (known := about(identity, view)).space == name:
                return replace(known, version="")
    return About(name)


def _views(facts: Facts) -> Iterator[View]:
    """The views that people ask for most, of a model that older versions have noted."""
    count = facts.states
    layers = ["", *(f"last{n}" for n in range(1, count + 1)), *map(str, range(-count, count))] if count else [""]
    for unit in {*UNITS, *facts.units}:
        for pool in facts.pools:
            for layer in layers:
                for combine in COMBINATIONS if layer.startswith("last") else COMBINATIONS[:1]:
                    for special in (False, True):
                        yield View(unit, pool, layer, combine, special)
