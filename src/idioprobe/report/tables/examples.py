"""Tables of sentences: what a compound looks like in its minimal pairs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from idioprobe.errors import ConfigError
from idioprobe.report.tables.gather import Material
from idioprobe.report.tables.grid import Cell, Grid, Row

CLASS_NAMES = {"NC": "Idiomatic", "PC": "Partly Compositional", "C": "Compositional"}
ROLE_NAMES = {
    "original": "Original",
    "syn": "NC_Syn",
    "words": "NC_WordsSyn",
    "head": "NC_Comp",
    "modifier": "NC_Comp",
    "rand": "NC_Rand",
    "words_alt": "W_Rand",
}
MADE = "Made here by substitution or from a template, not published: rows marked *."


@dataclass(frozen=True)
class Examples:
    """Which compounds a table shows, whether by class, and how many sentences of each."""

    compounds: Mapping[str, tuple[str, ...]]
    by_class: bool = False
    sentences: int = 1


def known_compounds(material: Material, wanted: tuple[str, ...], table: str) -> list[tuple[str, str]]:
    """Language and name of those that the data has."""
    names = {
        name.lower(): (language, name)
        for name, language in material.compounds.select("compound", "language").iter_rows()
    }
    there = [names[name.lower()] for name in wanted if name.lower() in names]
    if not there:
        raise ConfigError(
            f"{table} is about {', '.join(wanted)}; {material.name} has none of them; name others with --compound."
        )
    return there


def variants(
    name: str, material: Material, compound: str, roles: tuple[str, ...], compounds: tuple[str, ...] = (), **_: Any
) -> Grid:
    """One sentence of a compound with every kind of substitution; a naturalistic one where there is one."""
    rows = []
    for language, found in known_compounds(material, compounds or (compound,), name):
        own = material.stimuli.filter(pl.col("language") == language, pl.col("compound") == found)
        for condition in ("nat", "neut"):
            here = own.filter(pl.col("condition") == condition)
            if len(here):
                break
        item = here.filter(pl.col("role") == "original")["item"][0]
        for role in roles:
            part = here.filter(pl.col("item") == item, pl.col("role") == role).sort("index")
            for text, start, end, derived in part.select("text", "start", "end", "derived").iter_rows():
                rows.append(Row((ROLE_NAMES[role] + ("*" if derived else ""),), (Cell(marked(text, start, end)),)))
    notes = (f"{material.name}.",) + ((MADE,) if any(row.labels[0].endswith("*") for row in rows) else ())
    return Grid(name, "A sentence and its minimal pairs", (("Sentence",),), tuple(rows), notes)


def examples(name: str, material: Material, what: Examples, compounds: tuple[str, ...] = (), **_: Any) -> Grid:
    """Compounds with their two kinds of synonyms and some of their sentences."""
    wanted = compounds or tuple(c for group in what.compounds.values() for c in group)
    rows = []
    for language, found in known_compounds(material, wanted, name):
        own = material.stimuli.filter(pl.col("language") == language, pl.col("compound") == found)
        synonym, words = (_alone(own, role) for role in ("syn", "words"))
        label = material.compounds.filter(pl.col("language") == language, pl.col("compound") == found)["class"][0]
        texts = _sentences(own, what.sentences)
        first = (CLASS_NAMES.get(label, ""),) if what.by_class else ()
        for i, text in enumerate(texts):
            again = i > 0
            labels = (*first, "" if again else found)
            cells = (Cell("" if again else synonym), Cell("" if again else words), Cell(text))
            rows.append(Row(labels, cells))
    columns = (("NC_Syn",), ("NC_WordsSyn",), ("Examples" if what.sentences > 1 else "Sentence",))
    return Grid(name, "Compounds with their synonyms and sentences", columns, tuple(rows), (f"{material.name}.",))


def _alone(own: pl.DataFrame, role: str) -> str:
    """A filler as it stands without context, else in the first sentence that has it."""
    order = {"none": 0, "neut": 1}
    part = own.filter(pl.col("role") == role, pl.col("index") == 0).sort(
        pl.col("condition").replace_strict(order, default=2, return_dtype=pl.Int64), "item"
    )
    return next((text[a:b] for text, a, b in part.select("text", "start", "end").iter_rows()), "")


def _sentences(own: pl.DataFrame, count: int) -> list[str]:
    originals = own.filter(pl.col("role") == "original")
    for condition in ("nat", "neut"):
        part = originals.filter(pl.col("condition") == condition).sort("sentence").head(count)
        if len(part):
            texts = [(n, marked(*rest)) for n, *rest in part.select("sentence", "text", "start", "end").iter_rows()]
            return [f"S{n}: {text}" if count > 1 and n else text for n, text in texts]
    return [""]


def marked(text: str, start: int, end: int) -> str:
    """The text with its target in brackets.

    >>> marked("an eager beaver .", 3, 15)
    'an [eager beaver] .'
    """
    return f"{text[:start]}[{text[start:end]}]{text[end:]}"
