"""What `idioprobe data stats` prints about a dataset: sizes, overlap, lengths, classes, flaws."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import polars as pl
from rich.console import Console
from rich.table import Table
from rich.text import Text

from idioprobe.core.notices import some
from idioprobe.core.tables import CONDITIONS, length_in_tokens
from idioprobe.data.checks import Declared
from idioprobe.data.components import component_roles
from idioprobe.data.dataset import Dataset
from idioprobe.data.grammar.substitutions import ungrammatical
from idioprobe.data.sources.catalogue import check, sources
from idioprobe.data.targets import target_texts

SHOWN_NAMES = 6


def dataset_stats(data: Dataset, folders: Sequence[Path] = ()) -> dict[str, Any]:
    """All figures, fit for JSON; `folders` are those that a published dataset was read from."""
    return {
        "name": data.name,
        "labelling": data.header.labelling,
        "expressions": _count(data.expressions, "language"),
        "stimuli": _roles(data),
        "sentence_length": _lengths(data),
        "synonym_overlap": _overlap(data),
        "context_overlap": _context_overlap(data),
        "classes": _classes(data),
        "types": _types(data),
        "ratings": _ratings(data),
        "files": _files(data, folders),
        "flaws": _flaws(data),
        "ungrammatical": ungrammatical(data.stimuli).to_dicts(),
        "notes": data.header.notes,
    }


def _count(table: pl.DataFrame, column: str) -> dict[str, int]:
    return dict(table.group_by(column).len().sort(column).iter_rows())


def _roles(data: Dataset) -> list[dict[str, Any]]:
    groups = data.stimuli.group_by("language", "condition", "role").agg(
        items=pl.col("item").n_unique(), stimuli=pl.len(), derived=pl.col("derived").sum()
    )
    declared = Declared(data.classes, component_roles(data.expressions))
    order = {"condition": list(CONDITIONS), "role": declared.roles}
    rows = groups.to_dicts()
    return sorted(rows, key=lambda r: (r["language"], *(order[c].index(r[c]) for c in order)))


def _lengths(data: Dataset) -> list[dict[str, Any]]:
    originals = data.stimuli.filter(pl.col("role") == "original", pl.col("condition") != "none")
    tokens = originals.with_columns(tokens=pl.Series([*map(length_in_tokens, originals["text"])], dtype=pl.Int64))
    spread = [pl.len().alias("sentences"), pl.col("tokens").mean().alias("mean"), pl.col("tokens").std().alias("sd")]
    extremes = [pl.col("tokens").min().alias("min"), pl.col("tokens").max().alias("max")]
    return tokens.group_by("language", "condition").agg(*spread, *extremes).sort("language", "condition").to_dicts()


def _overlap(data: Dataset) -> list[dict[str, Any]]:
    known = data.expressions.drop_nulls("synonym_overlap")
    groups = known.group_by("language").agg(sharing=pl.col("synonym_overlap").sum(), expressions=pl.len())
    return groups.sort("language").to_dicts()


def _context_overlap(data: Dataset) -> list[dict[str, Any]]:
    """How much of a sentence stays when the expression is replaced: the share of its tokens outside the target."""
    originals = data.stimuli.filter(pl.col("role") == "original", pl.col("condition") != "none")
    rows = [
        (language, condition, 1 - len(target.split()) / len(text.split()))
        for language, condition, text, target in originals.select(
            "language", "condition", "text", target=target_texts(originals)
        ).iter_rows()
    ]
    table = pl.DataFrame(rows, schema=["language", "condition", "share"], orient="row")
    return table.group_by("language", "condition").agg(pl.col("share").mean()).sort("language", "condition").to_dicts()


def _classes(data: Dataset) -> list[dict[str, Any]]:
    table = data.labellings
    if table.is_empty():
        table = data.expressions.drop_nulls("class").select(
            "expression", "language", pl.lit(data.header.labelling or "class").alias("labelling"), "class"
        )
    rows = []
    for (labelling, language), part in table.group_by("labelling", "language", maintain_order=True):
        sizes = {label: int((part["class"] == label).sum()) for label in data.classes}
        without = len(data.expressions.filter(pl.col("language") == language)) - len(part)
        rows.append({"labelling": labelling, "language": language, **sizes, "without": without})
    return rows


def _types(data: Dataset) -> list[dict[str, Any]]:
    groups = data.expressions.group_by("language", "type").agg(expressions=pl.len())
    return groups.sort("language", "expressions", "type", descending=[False, True, False]).to_dicts()


def _ratings(data: Dataset) -> list[dict[str, Any]]:
    groups = data.ratings.group_by("language", "target", "rating", maintain_order=True).agg(
        ratings=pl.len(), expressions=pl.col("expression").n_unique(), mean=pl.col("mean").mean()
    )
    return groups.to_dicts()


def _files(data: Dataset, folders: Sequence[Path]) -> list[dict[str, str]]:
    """Each published file: there or not, and whether it is the published one."""
    states: dict[str, str] = {}
    for folder in folders:
        for state in check(folder, sources()[data.name]):
            if states.get(state.path, "missing") == "missing":
                states[state.path] = state.state
    return [{"file": path, "state": state} for path, state in states.items()]


def _flaws(data: Dataset) -> list[dict[str, Any]]:
    groups = data.flaws.group_by("file", "flaw", "handling", maintain_order=True).agg(
        count=pl.len(),
        expressions=pl.col("expression").drop_nulls().unique(maintain_order=True),
        columns=pl.col("column").drop_nulls().unique(maintain_order=True),
    )
    return groups.to_dicts()


def show_stats(stats: dict[str, Any], console: Console) -> None:
    """The figures as tables."""
    _show(
        console,
        f"{stats['name']}: stimuli",
        ("language", "condition", "role", "items", "stimuli", "derived"),
        stats["stimuli"],
    )
    _show(
        console,
        "Sentence length (white-space tokens)",
        ("language", "condition", "sentences", "mean", "sd", "min", "max"),
        stats["sentence_length"],
    )
    _show(
        console, "Share of a sentence outside its target", ("language", "condition", "share"), stats["context_overlap"]
    )
    _show(
        console,
        "Synonym shares a word with the expression",
        ("language", "sharing", "expressions"),
        stats["synonym_overlap"],
    )
    _show(console, "Expressions by class", _columns(stats["classes"]), stats["classes"])
    _show(console, "Expressions by type", ("language", "type", "expressions"), stats["types"])
    _show(console, "Ratings", ("language", "target", "rating", "ratings", "expressions", "mean"), stats["ratings"])
    _show(console, "Files", ("file", "state"), stats["files"])
    flaws = [{**row, "where": some(row["expressions"] or row["columns"], SHOWN_NAMES)} for row in stats["flaws"]]
    _show(console, "Flaws, and what was done", ("file", "flaw", "handling", "count", "where"), flaws)
    _show(
        console,
        "Substitutes that seem not to fit their sentence (--json lists all)",
        ("language", "condition", "role", "fault", "count", "such as"),
        _grouped(stats["ungrammatical"]),
    )
    for note in stats["notes"]:
        console.print(note, highlight=False, markup=False, soft_wrap=True)


def _grouped(faults: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each fault of a role with how often it occurs, and one case of it."""
    names = ("language", "condition", "role", "fault")
    found: dict[tuple[str, ...], list[str]] = {}
    for row in faults:
        found.setdefault(tuple(row[name] for name in names), []).append(row["text"])
    return [
        {**dict(zip(names, key, strict=True)), "count": len(texts), "such as": texts[0]}
        for key, texts in sorted(found.items())
    ]


def _columns(rows: Sequence[dict[str, Any]]) -> list[str]:
    return list(rows[0]) if rows else []


def _show(console: Console, title: str, columns: Sequence[str], rows: Sequence[dict[str, Any]]) -> None:
    if not rows:
        return
    table = Table(title=Text(title, style="bold"), title_justify="left", box=None, pad_edge=False, header_style="bold")
    for column in columns:
        numeric = all(isinstance(row[column], int | float) or row[column] is None for row in rows)
        table.add_column(column, justify="right" if numeric else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(_cell(row[column])) for column in columns))
    console.print(table)
    console.print()


def _cell(value: object) -> str:
    if value is None:
        return ""
    return f"{value:.2f}" if isinstance(value, float) else str(value)
