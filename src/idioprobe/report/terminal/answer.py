"""What a run prints first: the verdict, the idiom score beside the references, and the next measures in plain words."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl
from rich.console import Console
from rich.table import Table
from rich.text import Text

from idioprobe.core.tables import CONDITIONS
from idioprobe.core.views import ANSWER
from idioprobe.report.answer import BY_MEANING, BY_WORDS, Answer, answers, per_cent, predictions_held, sentences
from idioprobe.report.layers import by_layer
from idioprobe.report.leaderboard import ASKED, CORRELATIONS, IN_WORDS, asked_beside
from idioprobe.report.prose import two_digits
from idioprobe.report.terminal.grid import show_grid
from idioprobe.run.results import Result
from idioprobe.run.views import shown_view
from idioprobe.suites.catalogue import BY_NAME
from idioprobe.suites.controls.measures import GAP
from idioprobe.suites.headline import Headline, by_type, means_beside, share

NEXT = (
    *("pref_words", "pref_comp", "pref_rand", "pref_all", "sim_syn", "sim_words", "sim_rand", GAP),
    *("qa_pref_words", *IN_WORDS),
)
"""The measures of the short table."""
COLOURS = {BY_WORDS: "red", BY_MEANING: "green"}


def show_answers(result: Result, console: Console) -> None:
    """The answer in each language; of answers in words, in each way to answer."""
    for answer in answers(result):
        first, *rest = sentences(answer)
        console.print(Text(first, style=f"bold {COLOURS.get(answer.verdict, 'yellow')}"))
        console.print(Text(" ".join(rest)), highlight=False)
        console.print()
        console.print(_scores(answer))
        console.print()
        console.print(_measures(result, answer.score))
        _show_types(result, answer.score, console)
        for note in answer.score.notes:
            console.print(Text(note, style="dim"))
        console.print()
    if any(one.unit != ANSWER for one in result.manifest.headline):
        judged = result.predictions.filter(view=shown_view(result))
        console.print(Text(predictions_held(judged, result.manifest.references)))


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
        table.add_row(Text(name), share(value, low, high), str(n))
    console.print()
    console.print(table)


def show_layers(result: Result, console: Console) -> None:
    """Where a result has several layers, its score in each of them and the best."""
    for grid in by_layer(result):
        show_grid(grid, console)
        console.print()


def show_briefly(result: Result, console: Console) -> None:
    """A line for each language: one of several models, which a table compares later."""
    for answer in answers(result):
        first, *_ = sentences(answer)
        said = f"{first} {answer.score.name} ({answer.score.language}): {per_cent(answer.score)}."
        console.print(Text(said, style=COLOURS.get(answer.verdict, "yellow")), highlight=False)
    show_layers(result, console)


def _scores(answer: Answer) -> Table:
    """The model's score, and the references' in small print."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(answer.score.name, no_wrap=True, overflow="ellipsis")
    both = answer.in_place is not None
    whole = both or answer.score.unit == "sentence"
    head = answer.score.view if answer.score.unit == ANSWER else "whole sentence" if whole else "in place"
    table.add_column(head, justify="right")
    if both:
        table.add_column("in place", justify="right")
    quiet = ((one.label, one.score, one.in_place, "dim") for one in answer.references)
    rows = [(answer.model, answer.score, answer.in_place, ""), *quiet]
    for label, score, in_place, style in rows:
        cells = [per_cent(score, interval=not style), *([per_cent(in_place, interval=not style)] if both else [])]
        table.add_row(Text(label), *cells, style=style)
    return table


def _measures(result: Result, score: Headline) -> Table:
    """The next measures in plain words, for the same expressions and sentences."""
    dataset = result.manifest.dataset.name
    how = ASKED[score.view] if score.unit == ANSWER else f"{score.unit} unit, {score.view}"
    where = f"{dataset} ({score.language}), {CONDITIONS[score.condition]}, {how}"
    table = Table(
        title=Text(where),
        title_justify="left",
        title_style="",
        box=None,
        pad_edge=False,
        padding=(0, 1, 0, 0),
        header_style="bold",
    )
    table.add_column("idiomatic expressions" if score.group != "all" else "expressions", overflow="fold")
    table.add_column("mean [95 %]", justify="right", no_wrap=True)
    table.add_column("chance", justify="right", no_wrap=True, style="dim")
    table.add_column("name", no_wrap=True, style="dim")
    beside = asked_beside if score.unit == ANSWER else means_beside
    for row in _rows(beside(score, result.summary)):
        table.add_row(*map(Text, row))
    return table


def _rows(here: pl.DataFrame) -> Iterator[tuple[str, str, str, str]]:
    """Title, value, what guessing would give, name."""
    known = {row["measure"]: row for row in here.iter_rows(named=True)}
    for name in (name for name in NEXT if name in known):
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
