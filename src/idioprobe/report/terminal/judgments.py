"""What `idioprobe judgments` prints: agreement, annotators, ratings, departures, classes and paraphrases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import numpy as np
import polars as pl
from rich.cells import cell_len
from rich.columns import Columns
from rich.console import Console
from rich.table import Table
from rich.text import Text

from idioprobe.core.tables import CLASSES, TARGET
from idioprobe.make.judgments.judge import Judgments, changes

SHOWN_ANNOTATORS = 120
SHOWN_EXPRESSIONS = 30
SHOWN_SENTENCES = 60
SHOWN_DEPARTURES = 10
SHOWN_CHANGES = 5


def show_judgments(judged: Judgments, name: str, console: Console) -> None:
    """All of it, section by section; long lists are cut, and say so."""
    _say(console, _opening(judged, name), "bold")
    for note in judged.notes:
        _say(console, note, "yellow")
    for part in (_removed, _agreement, _annotators, _ratings, _sentences, _departures, _levels, _classes, _paraphrases):
        part(judged, console)


def _opening(judged: Judgments, name: str) -> str:
    table = judged.answers.table
    people = table["annotator"].drop_nulls().n_unique()
    by = f" by {_number(people, 'annotator')}" if people else ""
    sentences = table.drop_nulls("sentence").select("language", "expression", "sentence").n_unique()
    expressions = table.select("language", "expression").n_unique()
    languages = ", ".join(sorted(table["language"].unique()))
    what = _number(len(table), "answer" if people else "mean")
    return (
        f"{name}: {what}{by}, {_number(sentences, 'sentence')} of {_number(expressions, 'expression')} ({languages}), "
        f"scale {judged.answers.scale}."
    )


def _removed(judged: Judgments, console: Console) -> None:
    gone = judged.removed
    if gone.is_empty():
        return
    before, after = judged.answers.table, judged.counted
    people = judged.annotators.select("language", "annotator").n_unique()
    _title(console, f"Removed: {_number(len(gone), 'annotator')} of {people:,}")
    for (why,), part in gone.group_by("removed", maintain_order=True):
        named = [f"{name} ({_figure(rho)})" if str(why).startswith("ρ") else name for name, rho in _names(part, "rho")]
        _say(console, f"{why}: {', '.join(named)}")
    _say(console, f"Answers: {len(before):,} before, {len(after):,} after.")
    changed = changes(judged).filter(pl.col("target") == TARGET)
    both = changed.drop_nulls("change")
    if len(both):
        size = float(both["change"].abs().to_numpy().mean())
        _say(console, f"Ratings change by {size:.2f} on average; the greatest changes:")
        rows = both.head(SHOWN_CHANGES).select("expression", "sentence", "before", "n_before", "mean", "n", "change")
        _table(console, ("expression", "sentence", "before", "n", "after", "n", "change"), rows.rows(), signed=(6,))
    lost = len(changed) - len(both)
    if lost:
        _say(console, f"Sentences that nobody who counts has rated: {lost:,}.", "yellow")


def _names(part: pl.DataFrame, *columns: str) -> list[tuple[str, float | None]]:
    return part.select("annotator", *columns).rows()


def _agreement(judged: Judgments, console: Console) -> None:
    table = judged.agreement
    if table.is_empty():
        return
    _title(console, "Agreement: Krippendorff's α")
    several = table.select("language", "level").n_unique() > 1
    for (language, level), part in table.group_by("language", "level", maintain_order=True):
        if several:
            _say(console, f"{language}, {level} level", "italic")
        rows = []
        for (group, target), own in part.group_by("annotators", "target", maintain_order=True):
            found = {row["metric"]: row for row in own.iter_rows(named=True)}
            main = found["ordinal"]
            interval = f"[{_figure(main['ci_low'])}, {_figure(main['ci_high'])}]" if main["ci_low"] is not None else ""
            who = f"all {main['number']:,}" if group == "all" else group
            others = (found["interval"]["alpha"], found["nominal"]["alpha"])
            rows.append((who, target, main["sentences"], main["alpha"], interval, main["band"] or "–", *others))
        head = ("who", "of", "n", "ordinal", "95 %", "in words", "interval", "nominal")
        _table(console, head, rows, labels=2)
        for (group, members), _ in part.filter(pl.col("annotators") != "all").group_by(
            "annotators", "members", maintain_order=True
        ):
            _say(console, f"{group}: {', '.join(members)}, who have most sentences in common.", "dim")
    drawn = " or ".join(table["drawn"].unique().sort())
    _say(
        console,
        f"n: sentences (or expressions, at type level) that two or more of them scored. 95 %: bootstrap over {drawn}. "
        "In words: the ordinal α, by Landis and Koch (1977).",
        "dim",
    )
    if table["held_out"].any():
        _say(
            console,
            "Annotators were removed because they agree too little, so α of all is of answers held out of that choice: "
            "about each tenth of the expressions (or sentences, where expressions are few), those count who agree "
            "about the others. The two and the three are found among everybody before it.",
            "dim",
        )
    _before(judged, console)


def _before(judged: Judgments, console: Console) -> None:
    if judged.removed.is_empty():
        return
    first = judged.agreement_before.filter(
        pl.col("annotators") == "all", pl.col("target") == TARGET, pl.col("metric") == "ordinal"
    )
    for language, level, alpha, band in first.select("language", "level", "alpha", "band").iter_rows():
        if alpha is not None:
            _say(console, f"Before anybody was removed ({language}, {level} level): {alpha:.2f}, {band}.")


def _annotators(judged: Judgments, console: Console) -> None:
    table = judged.annotators
    if len(table) < 2:
        return
    _title(console, "Annotators: ρ with the mean of all others, lowest first")
    several = table["language"].n_unique() > 1
    ordered = table.sort("rho", "annotator", nulls_last=True)
    cells = [
        Text(f"{name}{f' ({language})' if several else ''} {_figure(rho)}{' *' if removed else ''}")
        for name, language, rho, removed in ordered.select("annotator", "language", "rho", "removed").iter_rows()
    ]
    console.print(Columns(cells[:SHOWN_ANNOTATORS], padding=(0, 2), equal=True, column_first=True))
    known = table["rho"].drop_nulls()
    if len(known):
        middle, without = float(np.median(known.to_numpy())), table["rho"].null_count()
        told = f"Median {middle:.2f}."
        told += (
            f" Undefined (–) for {without:,}: fewer than three shared sentences, or always one score."
            if without
            else ""
        )
        told += " * removed." if not judged.removed.is_empty() else ""
        _say(console, told, "dim")
    _cut(console, len(cells), SHOWN_ANNOTATORS, "annotators")


def _ratings(judged: Judgments, console: Console) -> None:
    table = judged.expressions
    if table["mean"].is_null().all() and table["type"].is_null().all():
        return
    _title(console, "Ratings of expressions and their components")
    names = table.select("language", "expression").unique(maintain_order=True)
    shown = table.join(names.head(SHOWN_EXPRESSIONS), on=["language", "expression"], how="semi", maintain_order="left")
    typed = shown["type"].is_not_null().any()
    columns = ["expression", "target", "mean", "median", "sd", "n", "sentences", "spread"]
    head = ["expression", "of", "mean", "median", "sd", "n", "sent.", "spread"]
    if typed:
        columns, head = [*columns, "type", "type_n"], [*head, "type", "n"]
    rows, last = [], None
    for row in shown.select("language", *columns).iter_rows():
        rows.append(("" if row[:2] == last else row[1], *row[2:]))
        last = row[:2]
    _table(console, head, rows, labels=2)
    _say(console, "mean: of the sentences' means; median, sd, n: of all answers; spread: sd of the means.", "dim")
    _cut(console, len(names), SHOWN_EXPRESSIONS, "expressions")


def _sentences(judged: Judgments, console: Console) -> None:
    token = judged.ratings.filter(pl.col("rating") == "token")
    targets = [target for target in token["target"].unique(maintain_order=True) if target != TARGET]
    whole = token.filter(pl.col("target") == TARGET)
    if whole.is_empty():
        return
    _title(console, "Ratings of sentences")
    keys = ["language", "expression", "sentence"]
    for target in targets:
        part = token.filter(pl.col("target") == target).select(*keys, pl.col("mean").alias(f"of {target}"))
        whole = whole.join(part, on=keys, how="left", maintain_order="left")
    columns = ("expression", "sentence", "mean", "median", "sd", "n", *(f"of {target}" for target in targets))
    _table(console, columns, whole.select(columns).head(SHOWN_SENTENCES).rows(), labels=2)
    _cut(console, len(whole), SHOWN_SENTENCES, "sentences")


def _departures(judged: Judgments, console: Console) -> None:
    table = judged.departures.filter(pl.col("difference") != 0).head(SHOWN_DEPARTURES)
    if table.is_empty():
        return
    _title(console, "Sentences that depart most from the others of their expression")
    rows = table.select("expression", "sentence", "mean", "others", "difference", "standard_error", "n").rows()
    _table(console, ("expression", "sentence", "mean", "others", "difference", "± s. e.", "n"), rows, signed=(4,))


def _levels(judged: Judgments, console: Console) -> None:
    if not judged.type_token:
        return
    _title(console, "Type and token level: ρ over expressions")
    for one in judged.type_token:
        if one.rho is None:
            _say(console, f"{one.language}: undefined for {_number(one.n, 'expression')}.")
        else:
            interval = f" [{_figure(one.ci_low)}, {_figure(one.ci_high)}]" if one.ci_low is not None else ""
            p = "" if one.p is None else f", p = {one.p:.2g}"
            _say(console, f"{one.language}: {one.rho:.2f}{interval}{p}, n = {one.n}; type ratings: {one.source}.")


def _classes(judged: Judgments, console: Console) -> None:
    table = judged.expressions.filter(pl.col("target") == TARGET).drop_nulls("suggested")
    if table.is_empty():
        return
    _title(console, "Classes, as suggestions")
    _say(console, f"By the mean rating: {judged.thresholds}.")
    for label in CLASSES:
        own = table.filter(pl.col("suggested") == label)["expression"].to_list()
        if own:
            more = f" and {len(own) - SHOWN_EXPRESSIONS:,} more" if len(own) > SHOWN_EXPRESSIONS else ""
            _say(console, f"{label} ({len(own):,}): {', '.join(own[:SHOWN_EXPRESSIONS])}{more}")
    given = table.drop_nulls("class")
    if len(given):
        same = (given["class"] == given["suggested"]).sum()
        _say(console, f"The class that an expression has already is the suggested one in {same:,} of {len(given):,}.")


def _paraphrases(judged: Judgments, console: Console) -> None:
    table = judged.paraphrases
    if table.is_empty():
        return
    _title(console, "Paraphrases, with how often they were proposed")
    listed = table.drop_nulls("level")
    grid = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("expression", "level", "paraphrases"):
        grid.add_column(column, overflow="fold")
    names = listed.select("language", "expression").unique(maintain_order=True)
    shown = listed.join(names.head(SHOWN_EXPRESSIONS), on=["language", "expression"], how="semi", maintain_order="left")
    last = None
    for (language, name, sentence), part in shown.group_by("language", "expression", "sentence", maintain_order=True):
        said = ", ".join(f"{text} ({count})" for text, count in part.select("paraphrase", "frequency").iter_rows())
        level = "type" if sentence is None else f"sentence {sentence}"
        grid.add_row(Text("" if (language, name) == last else str(name)), Text(level), Text(said))
        last = (language, name)
    if grid.row_count:
        console.print(grid)
    rest = len(table) - len(listed)
    _say(
        console,
        f"Different ones: {len(table):,}; too rare for a level: {rest:,}. Type: for three sentences, or for two and "
        "three times; token: for one sentence, and twice.",
        "dim",
    )
    _cut(console, len(names), SHOWN_EXPRESSIONS, "expressions")


def _table(
    console: Console,
    head: Sequence[str],
    rows: Sequence[Sequence[object]],
    signed: Sequence[int] = (),
    labels: int = 1,
) -> None:
    """A table; columns that have no room beside the others follow below them, with the labels again."""
    cells = [[_cell(value, signed=at in signed) for at, value in enumerate(row)] for row in rows]
    numeric = [all(isinstance(row[at], int | float) or row[at] is None for row in rows) for at in range(len(head))]
    widths = [max(cell_len(text) for text in (name, *(row[at] for row in cells))) for at, name in enumerate(head)]
    for number, columns in enumerate(_parts(widths, labels, console.width)):
        grid = Table(box=None, pad_edge=False, header_style="bold")
        for at in columns:
            justify: Literal["right", "left"] = "right" if numeric[at] else "left"
            grid.add_column(head[at], justify=justify, overflow="fold", no_wrap=numeric[at])
        for row in cells:
            grid.add_row(*(Text(row[at]) for at in columns))
        if number:
            console.print()
        console.print(grid)


def _parts(widths: Sequence[int], labels: int, width: int) -> Iterator[list[int]]:
    """Which columns stand side by side in a window; a long first label is folded to half of it."""
    first = [min(widths[0], width // 2), *widths[1:labels]]
    room = width - sum(first) - _GAP * labels
    chosen: list[int] = []
    for at in range(labels, len(widths)):
        if chosen and sum(widths[i] + _GAP for i in (*chosen, at)) - _GAP > room:
            yield [*range(labels), *chosen]
            chosen = []
        chosen.append(at)
    yield [*range(labels), *chosen]


_GAP = 2


def _cell(value: object, *, signed: bool) -> str:
    if isinstance(value, float):
        return f"{value:+.2f}" if signed else f"{value:.2f}"
    return "–" if value is None else f"{value:,}" if isinstance(value, int) else str(value)


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _title(console: Console, text: str) -> None:
    console.print()
    _say(console, text, "bold")


def _cut(console: Console, there: int, shown: int, what: str) -> None:
    if there > shown:
        _say(console, f"The first {shown} of {there:,} {what}; -o DIR or --json has them all.", "dim")


def _number(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def _say(console: Console, text: str, style: str = "") -> None:
    console.print(Text(text, style=style), highlight=False)


def as_dict(judged: Judgments) -> Iterator[tuple[str, object]]:
    """All tables as lists of rows, fit for JSON."""
    yield "agreement", judged.agreement.to_dicts()
    yield "agreement_before", judged.agreement_before.to_dicts()
    yield "annotators", judged.annotators.to_dicts()
    yield "ratings", judged.ratings.to_dicts()
    yield "ratings_before", judged.before.to_dicts()
    yield "expressions", judged.expressions.to_dicts()
    yield "departures", judged.departures.to_dicts()
    yield "paraphrases", judged.paraphrases.to_dicts()
    yield "set_aside", judged.answers.set_aside.to_dicts()
