"""Tables of sentences: what an expression looks like in its minimal pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from idioprobe.core.errors import ConfigError
from idioprobe.report.tables.gather import Material
from idioprobe.report.tables.grid import Cell, Grid, Row

CLASS_NAMES = {"NC": "Idiomatic", "PC": "Partly Compositional", "C": "Compositional"}
ROLE_NAMES = {
    "original": "Original",
    "syn": "NC_Syn",
    "syn2": "NC_Syn",
    "words": "NC_WordsSyn",
    "head": "NC_Comp",
    "modifier": "NC_Comp",
    "rand": "NC_Rand",
    "words_alt": "W_Rand",
}
MADE = "Made here by substitution or from a template, not published: rows marked *."
SENTENCES = ("nat", "neut")
"""Conditions that an example is taken from, the first there is."""


@dataclass(frozen=True)
class Examples:
    """Which expressions a table shows, whether by class, and how many sentences of each."""

    expressions: Mapping[str, tuple[str, ...]]
    by_class: bool = False
    sentences: int = 1


def known_expressions(
    material: Material, wanted: tuple[str, ...], table: str, language: str | None = None
) -> list[tuple[str, str]]:
    """Language and name of those that the data has, in one language or in any."""
    there = [
        (code, name)
        for one in wanted
        for name, code in material.expressions.select("expression", "language").iter_rows()
        if name.lower() == one.lower() and language in (None, code)
    ]
    if not there:
        where = f" in {language}" if language else ""
        raise ConfigError(
            f"{table} is about {', '.join(wanted)}; {material.told} has none of them{where}; "
            "name others with `expressions`."
        )
    return there


def about(material: Material, wanted: tuple[str, ...], neutral: Sequence[str]) -> tuple[str, ...]:
    """Notes: the data, what it lacks, and whose sentences are neutral for want of others."""
    names = {name.lower() for name in material.expressions["expression"]}
    absent = [name for name in wanted if name.lower() not in names]
    notes = [f"{material.name}."] + ([f"Not in {material.told}: {', '.join(absent)}."] if absent else [])
    if neutral:
        notes.append(f"No naturalistic sentence at hand, the neutral one is shown: {', '.join(neutral)}.")
    return tuple(notes)


def variants(
    name: str, material: Material, expression: str, roles: tuple[str, ...], expressions: tuple[str, ...] = (), **_: Any
) -> Grid:
    """One sentence of an expression with every kind of substitution; a naturalistic one where there is one."""
    rows, neutral = [], []
    for language, found in known_expressions(material, expressions or (expression,), name):
        own = material.stimuli.filter(pl.col("language") == language, pl.col("expression") == found)
        here = next((h for c in SENTENCES if len(h := own.filter(pl.col("condition") == c))), None)
        if here is None:
            raise ConfigError(f"{name}: {material.name} has no sentence with {found}.")
        if here["condition"][0] != SENTENCES[0]:
            neutral.append(found)
        item = here.filter(pl.col("role") == "original").sort("sentence")["item"][0]
        for role in roles:
            part = here.filter(pl.col("item") == item, pl.col("role") == role).sort("index")
            for text, start, end, derived in part.select("text", "start", "end", "derived").iter_rows():
                rows.append(Row((ROLE_NAMES[role] + ("*" if derived else ""),), (Cell(marked(text, start, end)),)))
    notes = about(material, expressions or (expression,), neutral)
    notes += (MADE,) if any(row.labels[0].endswith("*") for row in rows) else ()
    return Grid(name, "A sentence and its minimal pairs", (("Sentence",),), tuple(rows), notes)


def examples(name: str, material: Material, what: Examples, expressions: tuple[str, ...] = (), **_: Any) -> Grid:
    """Expressions with their two kinds of synonyms and some of their sentences."""
    wanted = expressions or tuple(c for group in what.expressions.values() for c in group)
    rows, neutral = [], []
    for language, found in known_expressions(material, wanted, name):
        own = material.stimuli.filter(pl.col("language") == language, pl.col("expression") == found)
        synonym, words = (_alone(own, role) for role in ("syn", "words"))
        label = material.expressions.filter(pl.col("language") == language, pl.col("expression") == found)["class"][0]
        condition, texts = _sentences(own, what.sentences)
        neutral += [found] if condition not in (None, SENTENCES[0]) else []
        first = (CLASS_NAMES.get(label, ""),) if what.by_class else ()
        for i, text in enumerate(texts):
            again = i > 0
            labels = (*first, "" if again else found)
            cells = (Cell("" if again else synonym), Cell("" if again else words), Cell(text))
            rows.append(Row(labels, cells))
    columns = (("NC_Syn",), ("NC_WordsSyn",), ("Examples" if what.sentences > 1 else "Sentence",))
    return Grid(
        name, "Expressions with their synonyms and sentences", columns, tuple(rows), about(material, wanted, neutral)
    )


def _alone(own: pl.DataFrame, role: str) -> str:
    """A filler as it stands without context, else in the first sentence that has it."""
    order = {"none": 0, "neut": 1}
    part = own.filter(pl.col("role") == role, pl.col("index") == 0).sort(
        pl.col("condition").replace_strict(order, default=2, return_dtype=pl.Int64), "item"
    )
    return next((text[a:b] for text, a, b in part.select("text", "start", "end").iter_rows()), "")


def _sentences(own: pl.DataFrame, count: int) -> tuple[str | None, list[str]]:
    """The condition that sentences are taken from, and the sentences."""
    originals = own.filter(pl.col("role") == "original")
    for condition in SENTENCES:
        part = originals.filter(pl.col("condition") == condition).sort("sentence").head(count)
        if len(part):
            texts = [(n, marked(*rest)) for n, *rest in part.select("sentence", "text", "start", "end").iter_rows()]
            return condition, [f"S{n}: {text}" if count > 1 and n else text for n, text in texts]
    return None, [""]


def marked(text: str, start: int, end: int) -> str:
    """The text with its target in brackets.

    >>> marked("an eager beaver .", 3, 15)
    'an [eager beaver] .'
    """
    return f"{text[:start]}[{text[start:end]}]{text[end:]}"
