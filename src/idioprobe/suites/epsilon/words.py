"""What is said about ε-compositionality: the tests, the positions, the distances, the category."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import polars as pl

from idioprobe.core.tables import CLASSES, CONDITIONS
from idioprobe.stats.rounding import p_text
from idioprobe.suites.base import Section
from idioprobe.suites.epsilon.epsilon import category

ALPHA = 0.05
MEANINGS = {
    "human-aligned": "it departs from composition for idiomatic and partly compositional expressions only",
    "compositionally inclined": "it composes all expressions from their words, idiomatic ones too",
    "anti-compositional": "it departs from composition for all expressions, compositional ones too",
    "mixed": "it departs from composition for some classes, but not as idiomaticity would have it",
    "undecided": "not all of {classes} have ε pairs of six expressions",
}
OF_POSITION = "epsilon_"
CONTROLLED = {"epsilon_matched": "matched", "epsilon_adjusted": "regression"}
DISTANCES = {"distance_word": "words", "distance_sentence": "sentences"}

Rows = dict[tuple[str, str, str], dict[str, Any]]


def sections(summary: pl.DataFrame, model: str, pairing: str, classes: Sequence[str] = CLASSES) -> Iterator[Section]:
    """Three tables like the paper's 1, 4 and 3, and the model's category in a sentence."""
    named = pl.col("measure").is_in(["epsilon", *DISTANCES]) | pl.col("measure").str.starts_with(OF_POSITION)
    found = summary.filter(named)
    labels = tuple(reversed(classes))
    for language, condition in _shown(found):
        part = found.filter(pl.col("language") == language, pl.col("condition") == condition)
        by_view = {str(view): _index(rows) for (view,), rows in part.group_by("view", maintain_order=True)}
        yield Section(f"ε-compositionality of {model} ({language}, {CONDITIONS[condition]})")
        yield _tests(by_view, labels)
        yield _positions(by_view, labels)
        yield from _controlled(by_view, labels)
        yield _distances(by_view)
        yield Section(sentences=tuple(_categories(found, model, language, condition, classes)))
    if len(found):
        method = found.filter(pl.col("statistic") == "effect_percent")["method"][0]
        yield Section(
            notes=(
                f"Effect: share of the positive rank sum in per cent, 50 is none. {method}.",
                f"Pairing: {pairing}. Pairs of one expression are not independent, as the test takes them to be; "
                "the intervals resample expressions. epsilon.parquet has every pair.",
            )
        )


def verdicts(summary: pl.DataFrame, model: str, classes: Sequence[str] = CLASSES) -> Iterator[str]:
    """For each language and condition, what kind of model this is."""
    found = summary.filter(pl.col("measure") == "epsilon")
    for language, condition in found.select("language", "condition").unique(maintain_order=True).iter_rows():
        for sentence in _categories(found, model, language, condition, classes):
            yield f"{language.upper()}, {CONDITIONS[condition]}: {sentence}"


def _shown(found: pl.DataFrame) -> Iterator[tuple[str, str]]:
    """Each language with the first condition that it has."""
    for language in found["language"].unique(maintain_order=True):
        there = found.filter(pl.col("language") == language)["condition"]
        yield str(language), next(condition for condition in CONDITIONS if condition in there)


def _categories(
    summary: pl.DataFrame, model: str, language: str, condition: str, classes: Sequence[str]
) -> Iterator[str]:
    tested = summary.filter(
        pl.col("measure") == "epsilon",
        pl.col("statistic") == "effect_percent",
        pl.col("language") == language,
        pl.col("condition") == condition,
    )
    for (view,), rows in tested.group_by("view", maintain_order=True):
        decisive = rows.filter(pl.col("ci_low").is_not_null())
        kind = category(dict(decisive.select("group", "p").iter_rows()), ALPHA, classes)
        named = " and ".join(filter(None, [", ".join(classes[:0:-1]), classes[0]]))
        meaning = MEANINGS[kind].format(classes=named)
        yield f"With the view {view}, {model} is {kind}: {meaning} (α = {ALPHA:g})."


def _index(rows: pl.DataFrame) -> Rows:
    return {(row["measure"], row["statistic"], row["group"]): row for row in rows.iter_rows(named=True)}


def _tests(by_view: dict[str, Rows], labels: Sequence[str]) -> Section:
    rows = []
    for view, numbers in by_view.items():
        found = [numbers.get(("epsilon", "effect_percent", label)) for label in labels]
        p_values, effects = [_p(row) for row in found], [_with_interval(row) for row in found]
        rows.append((view, *p_values, *effects, str(sum(row["n"] for row in found if row))))
    columns = ("view", *(f"p {c}" for c in labels), *(f"effect {c} [95 %]" for c in labels), "pairs")
    return Section(title="Signed-rank tests", columns=columns, rows=tuple(rows))


def _positions(by_view: dict[str, Rows], labels: Sequence[str]) -> Section:
    places = [(label, position) for label in labels for position in _roles(by_view)]
    rows = []
    for view, numbers in by_view.items():
        cells = (numbers.get((f"epsilon_{position}", "effect_percent", label)) for label, position in places)
        rows.append((view, *(_number(row, "value", 1) for row in cells)))
    columns = ("view", *(f"{label} {place}" for label, place in places))
    return Section(title="Effect by position", columns=columns, rows=tuple(rows))


def _roles(by_view: dict[str, Rows]) -> list[str]:
    """The roles of the components that were replaced."""
    measures = dict.fromkeys(measure for numbers in by_view.values() for measure, _, _ in numbers)
    tests = (name for name in measures if name.startswith(OF_POSITION) and name not in CONTROLLED)
    return [name.removeprefix(OF_POSITION) for name in tests]


def _controlled(by_view: dict[str, Rows], labels: Sequence[str]) -> Iterator[Section]:
    """The tests with control for frequency, where frequencies are known."""
    rows = []
    for view, numbers in by_view.items():
        for measure, how in CONTROLLED.items():
            found = [numbers.get((measure, "effect_percent", label)) for label in labels]
            if any(found):
                p_values = (_p(row) for row in found)
                pairs = str(sum(row["n"] for row in found if row))
                rows.append((view, how, *p_values, *(_number(row, "value", 1) for row in found), pairs))
    columns = ("view", "control", *(f"p {c}" for c in labels), *(f"effect {c}" for c in labels), "pairs")
    if rows:
        yield Section(title="Controlled for word frequency", columns=columns, rows=tuple(rows))


def _distances(by_view: dict[str, Rows]) -> Section:
    rows = []
    for view, numbers in by_view.items():
        cells = []
        for measure in DISTANCES:
            mean, sd = (numbers.get((measure, statistic, "all")) for statistic in ("mean", "sd"))
            cells.append(f"{_number(mean, 'value', 3)} ± {_number(sd, 'value', 3)}")
        rows.append((view, *cells))
    return Section(title="Distances, mean ± sd", columns=("view", *DISTANCES.values()), rows=tuple(rows))


def _number(row: dict[str, Any] | None, column: str, digits: int) -> str:
    return "–" if row is None or row[column] is None else f"{row[column]:.{digits}f}"


def _p(row: dict[str, Any] | None) -> str:
    return "–" if row is None or row["p"] is None else p_text(row["p"])


def _with_interval(row: dict[str, Any] | None) -> str:
    if row is None or row["ci_low"] is None:
        return _number(row, "value", 1)
    return f"{row['value']:.1f} [{row['ci_low']:.1f}, {row['ci_high']:.1f}]"
