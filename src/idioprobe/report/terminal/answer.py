"""What a run prints first: the verdict, the idiom score on its axis, and the next measures in plain words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import polars as pl
from rich.console import Console
from rich.table import Table
from rich.text import Text

from idioprobe.core.tables import CONDITIONS
from idioprobe.core.views import ANSWER
from idioprobe.report.answer import (
    BY_MEANING,
    BY_WORDS,
    Answer,
    answers,
    predictions_held,
    sentences,
    spoken_verdict,
    without_score_words,
)
from idioprobe.report.layers import by_layer
from idioprobe.report.leaderboard import ASKED, CORRELATIONS, IN_WORDS, asked_beside
from idioprobe.report.prose import two_digits
from idioprobe.report.terminal.axis import axis
from idioprobe.report.terminal.grid import show_grid
from idioprobe.run.results import Result
from idioprobe.run.views import shown_view
from idioprobe.suites.catalogue import BY_NAME
from idioprobe.suites.controls.measures import GAP
from idioprobe.suites.headline import (
    ADDS_UP,
    GOES_BEYOND,
    NOISE,
    UNIT_WORDS,
    Headline,
    by_class,
    by_type,
    hundred,
    means_beside,
    share,
    shown_score,
)

NEXT = {
    "choice": "takes its meaning",
    "choice_words": "takes its words",
    "choice_random": "takes random words",
    "choice_net_tokens": "score of its tokens",
    "choice_crossed": "across sentences",
    "choice_same_length": "at equal length",
    "pref_words": "meaning over words",
    GAP: "idiom gap",
}
"""The measures of the short table, and what they say."""
OF_100 = ("choice_net", "choice_net_tokens", "choice_crossed", "choice_same_length")
"""Measures on the scale of the idiom score."""
COLOURS = {BY_WORDS: "red", BY_MEANING: "green", GOES_BEYOND: "green", ADDS_UP: "red", NOISE: "red"}


def show_answers(result: Result, console: Console) -> bool:
    """The answer in each language; of answers in words, in each way to answer. Whether there is anything to say."""
    found, without = answers(result), without_score_words(result)
    for answer in found:
        first, *rest = sentences(answer)
        console.print(Text(first, style=f"bold {_colour(answer.score)}"))
        for line in rest:
            console.print(Text(line), highlight=False)
        console.print()
        if answer.score.unit == ANSWER or answer.score.former:
            console.print(_scores(answer))
            console.print()
            console.print(_measures_in_words(result, answer.score))
        else:
            for line in axis(answer.scores):
                console.print(Text(line), highlight=False, no_wrap=True)
            console.print()
            console.print(_measures(result, answer))
        _show_types(result, answer.score, console)
        for note in answer.score.notes:
            console.print(Text(note, style="dim"))
        console.print()
    for line in without:
        console.print(Text(line), highlight=False)
    if any(one.unit != ANSWER for one in result.manifest.headline):
        judged = result.predictions.filter(view=shown_view(result))
        console.print(Text(predictions_held(judged, result.manifest.references)))
    return bool(found or without)


def _colour(score: Headline) -> str:
    return COLOURS.get(spoken_verdict(score) if score.unit == ANSWER else str(score.verdict), "yellow")


def _show_types(result: Result, score: Headline, console: Console) -> None:
    """The score of all expressions of each type, where there are several."""
    types = by_type(score, result.summary)
    if types.is_empty():
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(f"{score.measure} by type, all classes", no_wrap=True)
    table.add_column("score", justify="right", no_wrap=True)
    table.add_column("n", justify="right")
    for name, value, low, high, n in types.iter_rows():
        shown = share(value, low, high) if score.unit == ANSWER or score.former else hundred(value, low, high)
        table.add_row(Text(name), shown, str(n))
    console.print()
    console.print(table)


def show_layers(result: Result, console: Console) -> None:
    """Where a result has several layers, its score in each of them and the best."""
    for grid in by_layer(result):
        show_grid(grid, console)
        console.print()


def show_briefly(result: Result, console: Console) -> None:
    """A line or two for each language: one of several models, which a table compares later."""
    for answer in answers(result):
        first, *_ = sentences(answer)
        scores = ", ".join(f"{one.name} {shown_score(one)}" for one in answer.scores if one.ranked)
        said = (
            f"{first} {scores[:1].upper()}{scores[1:] or 'No score'} ({answer.score.language}; n = {answer.score.n})."
        )
        console.print(Text(said, style=_colour(answer.score)), highlight=False)
    show_layers(result, console)


def _scores(answer: Answer) -> Table:
    """The model's score in words, or that of an older result, and the references' in small print."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(answer.score.name, no_wrap=True, overflow="ellipsis")
    for one in answer.scores:
        table.add_column(one.view if one.unit == ANSWER else UNIT_WORDS[one.unit], justify="right")
    table.add_row(Text(answer.model), *map(shown_score, answer.scores))
    for beside in answer.references:
        there = [beside.score, *([beside.second] if answer.second else [])]
        table.add_row(Text(beside.label), *(shown_score(one, interval=False) for one in there), style="dim")
    return table


def _measures(result: Result, answer: Answer) -> Table:
    """What the score is made of and the next measures, phrases and sentences side by side."""
    first = answer.score
    dataset = result.manifest.dataset.name
    where = f"{dataset} ({first.language}), {CONDITIONS[first.condition]}, {first.view}; 95 % intervals"
    table = _table(where)
    table.add_column("idioms" if first.group != "all" else "expressions", overflow="fold")
    for one in answer.scores:
        table.add_column(UNIT_WORDS[one.unit], justify="right", no_wrap=True)
    table.add_column("n", justify="right", no_wrap=True)
    table.add_column("name", no_wrap=True, style="dim")
    means = [{r["measure"]: r for r in means_beside(s, result.summary).iter_rows(named=True)} for s in answer.scores]
    for name, title in NEXT.items():
        rows = [own.get(name) for own in means]
        if any(rows):
            table.add_row(title, *(_shown(name, row) for row in rows), _counts(rows), name)
    classes = [
        {row["class"]: row for row in by_class(s, result.summary, result.classes).iter_rows(named=True)}
        for s in answer.scores
    ]
    for label in result.classes:
        rows = [own.get(label) for own in classes]
        if len(classes[0]) > 1 and any(rows):
            table.add_row(Text(f"class {label}"), *(_shown(first.measure, row) for row in rows), _counts(rows))
    return table


def _shown(name: str, row: Mapping[str, object] | None) -> str:
    """A mean as it is shown: of 100, in per cent or as it is."""
    if row is None:
        return "–"
    numbers = tuple(row[column] for column in ("value", "ci_low", "ci_high"))
    if name in OF_100:
        return hundred(*numbers)  # type: ignore[arg-type]
    return (share if BY_NAME[name].span else number)(*numbers)  # type: ignore[arg-type]


def _counts(rows: Sequence[Mapping[str, object] | None]) -> str:
    """How many there are of each, once where they are the same."""
    return "/".join(dict.fromkeys(str(row["n"]) for row in rows if row))


def _table(where: str) -> Table:
    return Table(
        title=Text(where),
        title_justify="left",
        title_style="",
        box=None,
        pad_edge=False,
        padding=(0, 1, 0, 0),
        header_style="bold",
    )


def _measures_in_words(result: Result, score: Headline) -> Table:
    """The next measures of answers, for the same expressions and sentences."""
    dataset = result.manifest.dataset.name
    table = _table(f"{dataset} ({score.language}), {CONDITIONS[score.condition]}, {ASKED.get(score.view, score.view)}")
    table.add_column("idiomatic expressions" if score.group != "all" else "expressions", overflow="fold")
    table.add_column("mean [95 %]", justify="right", no_wrap=True)
    table.add_column("chance", justify="right", no_wrap=True, style="dim")
    table.add_column("name", no_wrap=True, style="dim")
    beside = asked_beside(score, result.summary) if score.unit == ANSWER else means_beside(score, result.summary)
    for row in _rows(beside):
        table.add_row(*map(Text, row))
    return table


def _rows(here: pl.DataFrame) -> Iterator[tuple[str, str, str, str]]:
    """Title, value, what guessing would give, name."""
    known = {row["measure"]: row for row in here.iter_rows(named=True)}
    for name in (name for name in ("pref_words", "qa_pref_words", *IN_WORDS) if name in known):
        measure, row = BY_NAME[name], known[name]
        numbers = (row["value"], row["ci_low"], row["ci_high"])
        if name in IN_WORDS and name not in CORRELATIONS and measure.chance is None:
            yield measure.title, share(*numbers), "", name
            continue
        if measure.chance is None:
            yield measure.title, number(*numbers), "", name
            continue
        by_guessing = known[measure.chance]["value"] if isinstance(measure.chance, str) else measure.chance
        yield measure.title, share(*numbers), share(by_guessing), name


def number(value: float, low: float | None = None, high: float | None = None) -> str:
    """A number with its interval.

    >>> number(-0.001, -0.2, 0.001)
    '0.00 [-0.20, 0.00]'
    """
    if low is None or high is None:
        return two_digits(value)
    return f"{two_digits(value)} [{two_digits(low)}, {two_digits(high)}]"
