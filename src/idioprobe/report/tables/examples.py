"""Tables of sentences: what an expression looks like in its minimal pairs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from idioprobe.core.errors import ConfigError
from idioprobe.data.components import PAIR, components_of
from idioprobe.data.targets import pieces, target_texts
from idioprobe.report.tables.gather import Material
from idioprobe.report.tables.grid import Cell, Grid, Row

CLASS_NAMES = {"NC": "Idiomatic", "PC": "Partly Compositional", "C": "Compositional"}
COMPONENT = "NC_Comp"
ROLE_NAMES = {
    "original": "Original",
    "syn": "NC_Syn",
    "syn2": "NC_Syn",
    "words": "NC_WordsSyn",
    **dict.fromkeys(PAIR, COMPONENT),
    "rand": "NC_Rand",
    "words_alt": "W_Rand",
}
MADE = "Made here by substitution or from a template, not published: rows marked *."
SENTENCES = ("nat", "neut")
"""Conditions that an example is taken from, the first there is."""


Clues = Mapping[str, str]
"""Expressions, and a word or two by which the sentence that a paper shows is known among theirs."""


@dataclass(frozen=True)
class Examples:
    """Which expressions a table shows, each with the clue to its sentence, and under which headings."""

    expressions: Clues
    headings: tuple[str, str, str, str] = ("Naturalistic sentence", "NC", "NC_Syn", "NC_WordsSyn")


@dataclass(frozen=True)
class Classed:
    """Which expressions a table shows by class, and how many sentences of each."""

    expressions: tuple[str, ...]
    sentences: int = 3


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
        if language and language not in material.languages:
            raise ConfigError(
                f"{table} is about {', '.join(wanted)} in {language}; {material.name} is at hand in "
                f"{', '.join(material.languages)} only."
            )
        where = f" in {language}" if language else ""
        raise ConfigError(
            f"{table} is about {', '.join(wanted)}; {material.told} has none of them{where}; "
            "name others with `expressions`."
        )
    return there


def about(material: Material, wanted: Iterable[str], shown: Iterable[Shown] = ()) -> tuple[str, ...]:
    """Notes: the data, what it lacks, and whose sentences are not those of the paper."""
    names = {name.lower() for name in material.expressions["expression"]}
    shown = list(shown)
    absent = [name for name in wanted if name.lower() not in names]
    neutral = [one.expression for one in shown if one.condition != SENTENCES[0]]
    others = [one.expression for one in shown if one.condition == SENTENCES[0] and not one.the_papers]
    notes = [f"The sentences are those of {material.name}."] + (
        [f"Not in {material.told}: {', '.join(absent)}."] if absent else []
    )
    if neutral:
        notes.append(f"No naturalistic sentence at hand, the neutral one is shown: {', '.join(neutral)}.")
    if others:
        notes.append(f"The paper's sentence is not at hand, another one is shown: {', '.join(others)}.")
    return tuple(notes)


@dataclass(frozen=True)
class Shown:
    """The item that a table shows of an expression, and whether it is the paper's, where that has one."""

    language: str
    expression: str
    item: str
    condition: str
    text: str
    the_papers: bool


def shown_sentence(material: Material, language: str, expression: str, clue: str | None) -> Shown | None:
    """The sentence with the clue in it; else the first that is naturalistic, or neutral."""
    originals = material.stimuli.filter(
        pl.col("language") == language, pl.col("expression") == expression, pl.col("role") == "original"
    )
    for condition in SENTENCES:
        found = originals.filter(pl.col("condition") == condition).sort("sentence", "item")
        if found.is_empty():
            continue
        known = (
            found.filter(pl.col("text").str.to_lowercase().str.contains(clue.lower(), literal=True)) if clue else found
        )
        item, text, spans = (found if known.is_empty() else known).select("item", "text", "spans").row(0)
        return Shown(language, expression, item, condition, marked(text, spans), the_papers=not known.is_empty())
    return None


def clue_to(clues: Clues, expression: str) -> str | None:
    """The clue to an expression's sentence, however the expression is written."""
    return next((clue for name, clue in clues.items() if name.lower() == expression.lower()), None)


def variants(
    name: str,
    material: Material,
    clues: Clues,
    roles: tuple[str, ...],
    expressions: tuple[str, ...] = (),
    *,
    numbered: bool = False,
    **_: Any,
) -> Grid:
    """One sentence of an expression with every kind of substitution; a naturalistic one where there is one.

    In a `numbered` table kinds of substitution have a number, and random words are shown once.
    """
    rows, sentences = [], []
    listed = components_of(material.expressions)
    for language, found in known_expressions(material, expressions or tuple(clues), name):
        shown = shown_sentence(material, language, found, clue_to(clues, found))
        if shown is None:
            raise ConfigError(f"{name}: {material.name} has no sentence with {found}.")
        sentences.append(shown)
        item = material.stimuli.filter(pl.col("item") == shown.item)
        others = [one.role for one in listed[language, found] if one.role not in PAIR]
        every = [one for role in roles for one in ((role, *others) if role == PAIR[0] else (role,))]
        for role in every:
            part = item.filter(pl.col("role") == role).sort("index")
            part = part.head(1) if numbered and role == "rand" else part
            for text, spans, derived in part.select("text", "spans", "derived").iter_rows():
                rows.append(
                    Row((ROLE_NAMES.get(role, COMPONENT) + ("*" if derived else ""),), (Cell(marked(text, spans)),))
                )
    notes = about(material, expressions or tuple(clues), sentences)
    notes += (MADE,) if any(row.labels[0].endswith("*") for row in rows) else ()
    title = "A sentence and its minimal pairs"
    if numbered:
        return Grid(name, title, (("#",), ("NC",), ("Sentence",)), tuple(_numbered(rows)), notes, 1)
    return Grid(name, title, (("Sentence",),), tuple(rows), notes)


def _numbered(rows: Iterable[Row]) -> Iterator[Row]:
    """The same rows with number and name as cells, blank where the kind is that of the row above."""
    number, before = 0, ""
    for row in rows:
        (kind,) = row.labels
        number = 1 if kind == ROLE_NAMES["original"] else number + (kind != before)
        told = ("", "") if kind == before else (str(number), kind)
        yield Row(row.labels, (*map(Cell, told), *row.cells))
        before = kind


def examples(name: str, material: Material, what: Examples, expressions: tuple[str, ...] = (), **_: Any) -> Grid:
    """A sentence of each expression, the expression, and its two kinds of synonyms."""
    wanted = expressions or tuple(what.expressions)
    rows, sentences = [], []
    for language, found in known_expressions(material, wanted, name):
        shown = shown_sentence(material, language, found, clue_to(what.expressions, found))
        sentences += [shown] if shown else []
        own = material.stimuli.filter(pl.col("language") == language, pl.col("expression") == found)
        texts = (shown.text if shown else "", found, _alone(own, "syn"), _alone(own, "words"))
        rows.append(Row((found,), tuple(map(Cell, texts))))
    columns = tuple((heading,) for heading in what.headings)
    return Grid(
        name, "Sentences with both kinds of synonyms", columns, tuple(rows), about(material, wanted, sentences), 1
    )


def classed_examples(name: str, material: Material, what: Classed, expressions: tuple[str, ...] = (), **_: Any) -> Grid:
    """By class, expressions with their two kinds of synonyms and some of their sentences."""
    wanted = expressions or what.expressions
    rows, sentences = [], []
    for language, found in known_expressions(material, wanted, name):
        own = material.stimuli.filter(pl.col("language") == language, pl.col("expression") == found)
        synonyms = [Cell(_alone(own, role)) for role in ("syn", "words")]
        label = material.expressions.filter(pl.col("language") == language, pl.col("expression") == found)["class"][0]
        shown = shown_sentence(material, language, found, None)
        sentences += [shown] if shown else []
        for i, text in enumerate(_sentences(own, what.sentences)):
            first = (found, synonyms) if i == 0 else ("", [Cell(), Cell()])
            rows.append(Row((CLASS_NAMES.get(label, label or ""), first[0]), (*first[1], Cell(text))))
    columns = (("NC_Syn",), ("NC_WordsSyn",), ("Examples",))
    notes = about(material, wanted, sentences)
    return Grid(name, "Expressions with their synonyms and sentences", columns, tuple(rows), notes)


def _alone(own: pl.DataFrame, role: str) -> str:
    """A filler as it stands without context, else in the first sentence that has it."""
    order = {"none": 0, "neut": 1}
    part = own.filter(pl.col("role") == role, pl.col("index") == 0).sort(
        pl.col("condition").replace_strict(order, default=2, return_dtype=pl.Int64), "item"
    )
    return next(iter(target_texts(part.head(1))), "")


def _sentences(own: pl.DataFrame, count: int) -> list[str]:
    """The first sentences, naturalistic where there are any, numbered if they are."""
    originals = own.filter(pl.col("role") == "original")
    for condition in SENTENCES:
        part = originals.filter(pl.col("condition") == condition).sort("sentence").head(count)
        if len(part):
            texts = [(n, marked(*rest)) for n, *rest in part.select("sentence", "text", "spans").iter_rows()]
            return [f"S{n}: {text}" if n else text for n, text in texts]
    return [""]


def marked(text: str, spans: str) -> str:
    """The text with its target in brackets, each part of it in its own.

    >>> marked("She gave it up .", "4:8 12:14")
    'She [gave] it [up] .'
    """
    return "".join(f"[{piece}]" if inside else piece for piece, inside in pieces(text, spans))
