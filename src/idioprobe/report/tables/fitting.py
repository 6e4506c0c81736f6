"""A paper's layout for other data than the paper's: their languages, classes and components."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from idioprobe.core.tables import CLASSES
from idioprobe.data.languages.language import find_language
from idioprobe.report.tables.gather import Inputs
from idioprobe.report.tables.needs import asked_for
from idioprobe.report.tables.spec import ANY_LANGUAGE, Entry, LayoutTable, alternatives, with_entries

_POSITION = "epsilon_"
_POSITIONS = ("epsilon_modifier", "epsilon_head")
_CONTROLLED = ("epsilon_matched", "epsilon_adjusted")


def fitted_to(table: LayoutTable, inputs: Inputs) -> LayoutTable:
    """The table with lines for what the results have: languages, classes and components that the paper has not."""
    languages = languages_of(inputs)
    more = [code for code in languages if code not in asked_for(table).get("language", ())]
    sides = [
        tuple(tuple(with_entries(axis, lambda own: _entries(own, inputs, more)) for axis in part) for part in side)
        for side in (table.rows, table.columns)
    ]
    base = dict(table.base)
    if base.get("language") not in (None, ANY_LANGUAGE) and not set(alternatives(base["language"])) & set(languages):
        base["language"] = ANY_LANGUAGE
    return replace(table, rows=sides[0], columns=sides[1], base=base)


def languages_of(inputs: Inputs) -> list[str]:
    """The languages of the results, in alphabetical order."""
    return sorted({code for model in inputs.models for code in model.result.summary["language"].unique()})


def spoken(entries: Sequence[Entry], languages: Iterable[str]) -> tuple[Entry, ...]:
    """The entries, with others like those of their first language for the languages that none is about.

    >>> [one.label for one in spoken((Entry("EN-Nat", {"language": "en"}),), ["de", "en"])]
    ['EN-Nat', 'DE-Nat']
    """
    there = list(dict.fromkeys(entry.where.get("language") for entry in entries))
    first = there[0] if there else None
    if not isinstance(first, str) or first == ANY_LANGUAGE:
        return tuple(entries)
    like = [entry for entry in entries if entry.where["language"] == first]
    others = [_in(entry, first, code) for code in languages if code not in there for entry in like]
    return (*entries, *others)


def _in(entry: Entry, first: str, code: str) -> Entry:
    names = [(first.upper(), code.upper()), (language_name(first), language_name(code))]
    old, new = next(((old, new) for old, new in names if old in entry.label), ("", ""))
    label = entry.label.replace(old, new, 1) if old else f"{code.upper()} {entry.label}"
    return replace(entry, label=label, where={**entry.where, "language": code})


def language_name(code: str) -> str:
    """The English name of a language, or its code."""
    names = find_language(code).names
    return names[0].capitalize() if names else code


def _entries(entries: tuple[Entry, ...], inputs: Inputs, more: Sequence[str]) -> tuple[Entry, ...]:
    entries = _classed(spoken(entries, more), inputs.material.classes)
    return _placed(entries, inputs)


def _classed(entries: tuple[Entry, ...], classes: Sequence[str]) -> tuple[Entry, ...]:
    """With the dataset's own classes in place of the papers', from compositional to idiomatic."""
    of_classes = [entry for entry in entries if entry.where.get("group") in CLASSES]
    if len(of_classes) < 2 or tuple(classes) == CLASSES:
        return entries
    first = of_classes[0]
    own = [replace(first, label=label, where={**first.where, "group": label}) for label in reversed(classes)]
    at = entries.index(first)
    rest = [entry for entry in entries if entry not in of_classes]
    return (*rest[:at], *own, *rest[at:])


def _placed(entries: tuple[Entry, ...], inputs: Inputs) -> tuple[Entry, ...]:
    """With the components of the data beside modifier and head."""
    if not set(_POSITIONS) <= {entry.where.get("measure") for entry in entries}:
        return entries
    found = {str(name) for model in inputs.models for name in model.result.summary["measure"].unique()}
    others = sorted(name for name in found if name.startswith(_POSITION) and name not in (*_POSITIONS, *_CONTROLLED))
    return (*entries, *(Entry(name.removeprefix(_POSITION), {"measure": name}) for name in others))
