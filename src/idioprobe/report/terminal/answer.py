"""What a run prints first: the verdict, the idiom score beside the references, and the next measures in plain words."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl
from rich.console import Console
from rich.table import Table
from rich.text import Text

from idioprobe.core.tables import CONDITIONS
from idioprobe.report.answer import BY_MEANING, BY_WORDS, Answer, answers, per_cent, predictions_held, sentences, share
from idioprobe.report.views import shown_view
from idioprobe.run.results import Result
from idioprobe.suites.catalogue import BY_NAME
from idioprobe.suites.headline import Headline

NEXT = ("pref_words", "pref_comp", "pref_rand", "pref_all", "sim_syn", "sim_words", "sim_rand")
"""The measures of the short table."""
COLOURS = {BY_WORDS: "red", BY_MEANING: "green"}


def show_answers(result: Result, console: Console) -> None:
    """The answer in each language."""
    for answer in answers(result):
        first, *rest = sentences(answer)
        console.print(Text(first, style=f"bold {COLOURS.get(answer.verdict, 'yellow')}"))
        console.print(Text(" ".join(rest)), highlight=False)
        console.print()
        console.print(_scores(answer))
        console.print()
        summary = result.summary.filter(view=shown_view(result), language=answer.score.language)
        console.print(_measures(summary, answer.score, result.manifest.dataset.name))
        for note in answer.score.notes:
            console.print(Text(note, style="dim"))
        console.print()
    if result.manifest.headline:
        console.print(Text(predictions_held(result.predictions, result.manifest.references)))


def show_briefly(result: Result, console: Console) -> None:
    """A line for each language: one of several models, which a table compares later."""
    for answer in answers(result):
        first, *_ = sentences(answer)
        said = f"{first} {answer.score.name} ({answer.score.language}): {per_cent(answer.score)}."
        console.print(Text(said, style=COLOURS.get(answer.verdict, "yellow")), highlight=False)


def _scores(answer: Answer) -> Table:
    """The model's score, and the references' in small print."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(answer.score.name, no_wrap=True, overflow="ellipsis")
    both = answer.in_place is not None
    table.add_column("whole sentence" if both or answer.score.unit == "sentence" else "in place", justify="right")
    if both:
        table.add_column("in place", justify="right")
    rows = [(answer.model, answer.score, answer.in_place, ""), *((*row, "dim") for row in answer.references)]
    for label, score, in_place, style in rows:
        cells = [per_cent(score, interval=not style), *([per_cent(in_place, interval=not style)] if both else [])]
        table.add_row(Text(label), *cells, style=style)
    return table


def _measures(summary: pl.DataFrame, score: Headline, dataset: str) -> Table:
    """The next measures in plain words, for the same expressions and sentences."""
    where = f"{dataset} ({score.language}), {CONDITIONS[score.condition]}, {score.unit} unit, {score.view}"
    table = Table(
        title=Text(where), title_justify="left", title_style="", box=None, pad_edge=False, header_style="bold"
    )
    table.add_column("idiomatic expressions" if score.group != "all" else "expressions", overflow="fold")
    table.add_column("mean [95 %]", justify="right", no_wrap=True)
    table.add_column("chance", justify="right", no_wrap=True, style="dim")
    table.add_column("name", no_wrap=True, style="dim")
    here = summary.filter(condition=score.condition, unit=score.unit, group=score.group, statistic="mean")
    for row in _rows(here):
        table.add_row(*map(Text, row))
    return table


def _rows(here: pl.DataFrame) -> Iterator[tuple[str, str, str, str]]:
    """Title, value, what guessing would give, name."""
    known = {row["measure"]: row for row in here.drop_nulls("value").iter_rows(named=True)}
    for name in (name for name in NEXT if name in known):
        measure, row = BY_NAME[name], known[name]
        numbers = (row["value"], row["ci_low"], row["ci_high"])
        if measure.chance is None:
            yield measure.title, number(*numbers), "", name
            continue
        by_guessing = known[measure.chance]["value"] if isinstance(measure.chance, str) else measure.chance
        yield measure.title, share(*numbers), share(by_guessing), name


def number(value: float, low: float | None = None, high: float | None = None) -> str:
    """A number with its interval; what rounds to nothing has no sign.

    >>> number(-0.001, -0.2, 0.001)
    '0.00 [-0.20, 0.00]'
    """
    written = [f"{x:.2f}" for x in (value, low, high) if x is not None]
    written = ["0.00" if text == "-0.00" else text for text in written]
    return written[0] if low is None or high is None else f"{written[0]} [{written[1]}, {written[2]}]"
