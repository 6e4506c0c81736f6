"""A table for some units, conditions and groups only, or for others than the paper's; or for the top dimensions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from idioprobe.core.errors import ConfigError
from idioprobe.core.tables import CONDITIONS, OF_TYPE
from idioprobe.core.views import UNITS
from idioprobe.report.tables.gather import Inputs
from idioprobe.report.tables.spec import Entry, LayoutTable, Models, Product, Where, alternatives, with_entries
from idioprobe.suites.known import groups_of

Wanted = Mapping[str, Sequence[str]]
"""By option, the units, conditions or groups that the user names."""
COLUMNS = {"units": "unit", "conditions": "condition", "groups": "group"}
"""Options that narrow a table, with the column that each is about."""
KNOWN: Mapping[str, Sequence[str]] = {"units": UNITS, "conditions": tuple(CONDITIONS)}
NEUTRAL = "neut"
NAMED = {"neut_long": "NeutLong", "neut_plural": "NeutPlural"}
"""Neutral sentences that no paper's table has lines for, and how these are called."""
_ABOUT = {
    "all": "",
    "NC": ", idiomatic expressions",
    "PC": ", partly compositional expressions",
    "C": ", compositional expressions",
    "no_overlap": ", without expressions that share a word with their synonym",
}
"""What a title says of a group."""
_ABOUT_GROUP = re.compile(r",? without (expressions that share a word with their synonym|synonym overlap)")


def check_names(option: str, wanted: Sequence[str]) -> None:
    """Refuse a unit or condition that does not exist; which groups there are, the results say."""
    strange = [name for name in wanted if name not in KNOWN.get(option, wanted)]
    if strange:
        raise ConfigError(f"`{option}` {','.join(strange)}: one of {', '.join(KNOWN[option])}.")


def check_groups(wanted: Sequence[str], inputs: Inputs) -> None:
    """Refuse a class or type that the results do not have."""
    known = groups_of(inputs.material.expressions, inputs.material.classes)
    strange = [name for name in wanted if name not in known]
    if strange:
        raise ConfigError(f"`groups` {','.join(strange)}: one of {', '.join(known)}.")


def as_asked(table: LayoutTable, inputs: Inputs, wanted: Wanted, top: int | None) -> LayoutTable:
    """The table for the units, conditions, groups and top dimensions that the user asks for."""
    for option, values in wanted.items():
        table = narrowed(table, option, values) if values else table
    if top is None or not table.of_top:
        return table
    there = rogue(inputs)
    if there != [top]:
        raise ConfigError(
            f"`top` {top}: these results have the top {', '.join(map(str, there))} dimensions; "
            f"idioprobe run --rogue {top} takes others."
        )
    title = table.title.replace("all dimensions", "the top dimensions")
    return replace(table, base={**table.base, **table.of_top}, title=title)


def rogue(inputs: Inputs) -> list[int]:
    """How many dimensions counted as rogue in the results."""
    return sorted({model.result.manifest.config.rogue for model in inputs.models})


def narrowed(table: LayoutTable, option: str, wanted: Sequence[str]) -> LayoutTable:
    """The table with the lines of some units, conditions or groups.

    What the whole table is about is replaced: table H5, which is about targets, is then about
    sentences. A table without the column stays as it is.
    """
    column = COLUMNS[option]
    if option == "conditions":
        table = _with_conditions(table, wanted)
    sides = [[_product(part, column, wanted) for part in side] for side in (table.rows, table.columns)]
    kept = [tuple(part for part in side if part is not None) for side in sides]
    if not all(kept):
        raise ConfigError(f"`{option}` {','.join(wanted)}: {table.name} has {', '.join(_there(table, column))}.")
    base = dict(table.base)
    if column in base and base[column] is not None:
        several = isinstance(base[column], tuple)
        there = tuple(value for value in alternatives(base[column]) if value in wanted)
        if len(wanted) > 1 and not (several and there):
            raise ConfigError(f"`{option}` {','.join(wanted)}: {table.name} is about one at a time; name one.")
        base[column] = there if several and there else wanted[0]
    title = _titled(table.title, column, wanted) if base != dict(table.base) else table.title
    return replace(table, rows=kept[0], columns=kept[1], base=base, title=title)


def _with_conditions(table: LayoutTable, wanted: Sequence[str]) -> LayoutTable:
    """The table with lines for kinds of neutral sentences that the paper has not."""
    rows, columns = (
        tuple(tuple(with_entries(axis, lambda own: conditioned(own, wanted)) for axis in part) for part in side)
        for side in (table.rows, table.columns)
    )
    return replace(table, rows=rows, columns=columns)


def conditioned(entries: Sequence[Entry], conditions: Iterable[str]) -> tuple[Entry, ...]:
    """The entries, with others like those of short neutral sentences for the kinds of these that none is about.

    >>> [one.label for one in conditioned((Entry("EN-Neut", {"condition": "neut"}),), ["nat", "neut_long"])]
    ['EN-Neut', 'EN-NeutLong']
    """
    there = {entry.where.get("condition") for entry in entries}
    like = [entry for entry in entries if entry.where.get("condition") == NEUTRAL]
    others = [
        replace(entry, label=_renamed(entry.label, NAMED[code]), where={**entry.where, "condition": code})
        for code in conditions
        if code in NAMED and code not in there
        for entry in like
    ]
    return (*entries, *others)


def _renamed(label: str, name: str) -> str:
    """A label with another condition after its last hyphen; one without a hyphen is the condition.

    >>> _renamed("PT-Neut", "NeutLong"), _renamed("Neutral", "NeutLong")
    ('PT-NeutLong', 'NeutLong')
    """
    language, hyphen, _ = label.rpartition("-")
    return f"{language}{hyphen}{name}"


def is_about(table: LayoutTable, option: str) -> bool:
    """Whether its cells depend on a unit, condition or group that could be another."""
    return bool(_there(table, COLUMNS[option]))


def not_the_papers(table: LayoutTable, wanted: Wanted) -> Iterator[str]:
    """A note where a table is to be about another unit, condition or group than in the paper."""
    for option, values in wanted.items():
        of_paper = table.base.get(COLUMNS[option])
        if values and of_paper is not None and alternatives(of_paper)[0] not in values:
            yield f"The {COLUMNS[option]} is {', '.join(values)}, not the paper's."


def unmeasured(inputs: Inputs, wanted: Mapping[str, set[str]]) -> Iterator[str]:
    """The measures that the results have, but in none of the units that a table asks for."""
    pairs = {pair for m in inputs.models for pair in m.result.summary.select("measure", "unit").unique().iter_rows()}
    units = wanted.get("unit", set()) & {unit for _, unit in pairs}
    measured = {measure for measure, _ in pairs}
    gone = [m for m in wanted.get("measure", ()) if m in measured and units.isdisjoint(u for n, u in pairs if n == m)]
    if units and gone:
        yield f"measures {', '.join(sorted(gone))} in the {'/'.join(sorted(units))} unit"


def _product(part: Product, column: str, wanted: Sequence[str]) -> Product | None:
    """The nested axes with what is wanted; none where nothing of one is left."""
    axes = [with_entries(axis, lambda entries: _entries(entries, column, wanted)) for axis in part]
    return None if any(axis == () for axis in axes) else tuple(axes)


def _entries(entries: tuple[Entry, ...], column: str, wanted: Sequence[str]) -> tuple[Entry, ...]:
    out = []
    for entry in entries:
        if entry.where.get(column) is None:
            out.append(entry)
            continue
        there = tuple(value for value in alternatives(entry.where[column]) if value in wanted)
        if there:
            out.append(replace(entry, where={**entry.where, column: there if len(there) > 1 else there[0]}))
    return tuple(out)


def _there(table: LayoutTable, column: str) -> list[str]:
    found: dict[str, None] = {}
    for where in (table.base, *_wheres(table)):
        found |= dict.fromkeys(value for value in alternatives(where.get(column)) if value is not None)
    return list(found)


def _wheres(table: LayoutTable) -> list[Where]:
    axes: list[Any] = [axis for part in (*table.rows, *table.columns) for axis in part]
    per_model = [entries for axis in axes if isinstance(axis, Models) for entries in (axis.per_family or {}).values()]
    return [entry.where for entries in (*(a for a in axes if isinstance(a, tuple)), *per_model) for entry in entries]


def _titled(title: str, column: str, wanted: Sequence[str]) -> str:
    """The title with the unit that it names exchanged, or about another group.

    >>> _titled("ρ of affinities, target unit", "unit", ["sentence"])
    'ρ of affinities, sentence unit'
    >>> _titled("ρ of A1 without synonym overlap, static models", "group", ["NC"])
    'ρ of A1, static models, idiomatic expressions'
    """
    if column == "group":
        return _ABOUT_GROUP.sub("", title) + _ABOUT.get(wanted[0], f", {wanted[0].removeprefix(OF_TYPE)}")
    for unit in UNITS if column == "unit" else ():
        title = title.replace(f"{unit} unit", f"{wanted[0]} unit")
    return title
