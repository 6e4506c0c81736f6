"""What `data build` says: expressions by what can be measured of them, what is missing, and what it would bring."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import polars as pl
from rich.console import Console
from rich.table import Table
from rich.text import Text

from idioprobe.core.notices import some
from idioprobe.data.components import components_of
from idioprobe.data.dataset import Dataset
from idioprobe.data.lexicon.build import Built

SHOWN_EXPRESSIONS = 30
SHOWN_LINES = 50
SHOWN_FORMS = 8


@dataclass(frozen=True)
class _Part:
    """A column of the table: what it counts, and what an expression without it lacks."""

    words: str
    wanted: str
    brings: str


PARTS = {
    "meaning": _Part(
        "a synonym in its place", "a synonym in the form of its sentences", "whether its meaning is nearest"
    ),
    "words": _Part(
        "synonyms of its words in their place",
        "synonyms of its words (such as modifier_synonyms and head_synonyms), or words",
        "the idiom score, and affinity to its meaning rather than its words",
    ),
    "each word": _Part(
        "each of its words alone",
        "its words (modifier and head, verb and object, verb and particle, …)",
        "whether one word alone decides",
    ),
    "random": _Part("random combinations of its pattern", "a pool (`random`)", "a baseline and scaled similarity"),
}


def show_built(built: Built, console: Console, spoken: Callable[[str], str] = str) -> None:
    """The dataset in a table of sentences, what would make it better, what is left out and what was assumed.

    `spoken` names options as the command that prints does.
    """
    data = built.dataset
    left_out, notes = list(map(spoken, built.left_out)), list(map(spoken, built.notes))
    counted = _counted(data)
    sentences = sum(int(row["sentences"]) for row in counted)
    _say(
        console,
        f"{data.name}: {_number(len(counted), 'expression')} ({', '.join(data.languages)}), "
        f"{_number(sentences, 'sentence')}, {len(data.stimuli):,} stimuli",
        "bold",
    )
    _show_table(counted, console)
    for line in _wanting(counted, data):
        _say(console, spoken(line))
    _listed("Left out", left_out, SHOWN_LINES, console, "yellow")
    forms = [note.partition(": ")[2] for note in notes if note.startswith("inflected by dictionary")]
    others = [note for note in notes if not note.startswith("inflected by dictionary")]
    _listed("Taken for granted", others, SHOWN_LINES, console)
    if forms:
        more = f", and {len(forms) - SHOWN_FORMS:,} more" if len(forms) > SHOWN_FORMS else ""
        _say(
            console,
            f"Inflected by a dictionary, and marked as derived in stimuli.csv: {'; '.join(forms[:SHOWN_FORMS])}{more}. "
            "Read them: a form of your own (#past:…) takes their place.",
        )


def _number(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def _counted(data: Dataset) -> list[dict[str, int | str]]:
    """By expression: in how many of its sentences there is a variant of each kind."""
    roles = {key: {part.role for part in parts} for key, parts in components_of(data.expressions).items()}
    natural = data.stimuli.filter(pl.col("condition") == "nat")
    found: dict[tuple[str, str], dict[str, set[str]]] = {}
    for expression, language, item, role in natural.select("expression", "language", "item", "role").iter_rows():
        found.setdefault((expression, language), {}).setdefault(role, set()).add(item)
    rows: list[dict[str, int | str]] = []
    for expression, language in data.expressions.select("expression", "language").iter_rows():
        own = found.get((expression, language), {})
        mine = roles.get((language, expression), set())
        alone = [own.get(role, set()) for role in mine]
        rows.append(
            {
                "expression": expression,
                "sentences": len(own.get("original", ())),
                "meaning": len(own.get("syn", ())),
                "words": len(own.get("words", ())),
                "each word": len(set.intersection(*alone)) if alone else 0,
                "random": len(own.get("rand", ())),
            }
        )
    return rows


def _show_table(rows: list[dict[str, int | str]], console: Console) -> None:
    lacking = [row for row in rows if any(row[name] != row["sentences"] for name in PARTS)]
    shown = rows if len(rows) <= SHOWN_EXPRESSIONS else lacking[:SHOWN_EXPRESSIONS]
    meanings = "; ".join(f"{part.words} ({name})" for name, part in PARTS.items())
    if not shown:
        _say(console, f"Every sentence has {meanings}.")
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("expression", overflow="ellipsis", no_wrap=True, max_width=34)
    for name in ("sentences", *PARTS):
        table.add_column(name, justify="right")
    for row in shown:
        cells = [str(row[name]) if row[name] else "–" for name in ("sentences", *PARTS)]
        table.add_row(Text(str(row["expression"])), *cells)
    console.print(table)
    rest = len(rows) - len(shown)
    if rest:
        _say(console, f"… and {rest:,} more{' that have all of it' if len(shown) == len(lacking) else ''}.")
    _say(console, f"The numbers count the sentences that have {meanings}.")


def _wanting(rows: list[dict[str, int | str]], data: Dataset) -> Iterator[str]:
    """What is missing, in whose entries, and what it would bring."""
    bare = [str(row["expression"]) for row in rows if not row["sentences"]]
    told = [f"  a sentence, for {some(bare)}: all that is measured in natural sentences"] if bare else []
    for name, part in PARTS.items():
        without = [str(row["expression"]) for row in rows if row["sentences"] and not row[name]]
        if without:
            told.append(f"  {part.wanted}, for {some(without)}: {part.brings}")
    checks: Mapping[str, Callable[[], bool]] = {
        "  class: results by class": lambda: data.expressions["class"].is_null().all(),
        "  rating, or rating_sentence1 …: correlations with people's judgments": lambda: data.ratings.is_empty(),
    }
    told += [line for line, lacks in checks.items() if lacks()]
    if told:
        yield "What you could add, and what it brings:"
        yield from told


def _listed(title: str, lines: list[str], most: int, console: Console, style: str = "") -> None:
    if lines:
        _say(console, f"{title}:", style)
        for line in lines[:most]:
            _say(console, f"  {line}", style)
        if len(lines) > most:
            _say(console, f"  … and {len(lines) - most:,} more", style)


def _say(console: Console, text: str, style: str = "") -> None:
    console.print(Text(text, style=style), highlight=False)
