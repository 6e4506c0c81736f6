"""What a run prints: a table, the scorecard and a verdict in plain words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import polars as pl
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from idioprobe.core.tables import CLASSES, CONDITIONS, CONTROL
from idioprobe.core.views import ANSWER, WAYS
from idioprobe.report.leaderboard import ASKED
from idioprobe.report.prose import SYMBOLS
from idioprobe.report.terminal.answer import show_answers, show_layers
from idioprobe.report.terminal.sections import show_section
from idioprobe.run.languages import not_made_words
from idioprobe.run.manifest import Counts, Manifest
from idioprobe.run.results import Result
from idioprobe.run.views import shown_view
from idioprobe.stats.resampling import FEWEST_EXPRESSIONS, NO_INTERVAL, Resampling
from idioprobe.suites.catalogue import MEASURES, suites_of
from idioprobe.suites.headline import NET
from idioprobe.suites.ratings import chosen_rating, class_ranks

MARKS = {"holds": "[green]✓[/]", "fails": "[red]✗[/]", "undecided": "[yellow]?[/]"}
FEW_EXPRESSIONS = 10
FULL = "float32"
_SCALES = {
    "class_rank": "class rank ({ranks})",
    "type": "human ratings of the expression",
    "token_mean": "human ratings, the published mean over sentences",
    "token_avg": "human ratings, averaged over sentences",
}
_SHOWN = [m.name for m in MEASURES if ANSWER in m.units or (m.needs and not (m.per_item and (m.of or m.of_controls)))]
"""Measures of the table: not those that only show what standardising changes."""
WIDE = 120
"""From this many columns on, the measures are described beside their names."""

_SHORT = {**{kind: symbol.replace(" ", "") for kind, symbol in SYMBOLS.items()}, "above 0": ">0", "above 1": ">1"}


def show(result: Result, console: Console, said: Callable[[str], str] = str, *, everything: bool = False) -> None:
    """Print one result: the answer first; with `everything`, every measure and how its predictions fare.

    `said` puts what the footnotes say of options into the words of whoever prints them.
    """
    info = result.manifest
    view = shown_view(result)
    answered = show_answers(result, console)
    if everything or not answered:
        _show_all(result, console, view)
    for suite in suites_of(result.manifest.config.suites):
        for section in suite.sections(result.summary, info.model.name, info.config.model_dump(), result.classes):
            show_section(section, console)
    show_layers(result, console)
    for line in footnotes(result, view, everything=everything or not answered):
        console.print(f"[dim]{escape(said(line))}[/]", highlight=False)
    if answered and not everything:
        console.print("[dim]All measures: --all, or summary.csv.[/]", highlight=False)


def _show_all(result: Result, console: Console, view: str) -> None:
    """A table per language for the view, and the scorecard."""
    info = result.manifest
    for language in info.dataset.languages:
        summary = result.summary.filter(
            pl.col("language") == language, pl.col("view") == view, pl.col("measure").is_in(_SHOWN)
        )
        predictions = result.predictions.filter(pl.col("language") == language, pl.col("view") == view)
        if summary.is_empty():
            continue
        condition = next(c for c in CONDITIONS if c in summary["condition"])
        unit = summary.filter(pl.col("condition") == condition)["unit"][0]
        title = _title(info, language, condition, unit, view)
        wide = console.width >= WIDE
        idiomatic = result.classes[0]
        console.print(_measures_table(summary, predictions, condition, unit, title, idiomatic, wide=wide))
        _show_controls(result, language, view, unit, console)
        if len(predictions):
            console.print(_scorecard(predictions))
        console.print(
            escape(verdict(summary, predictions, info.model.name, condition, unit, idiomatic)), highlight=False
        )
        console.print()


def _title(info: Manifest, language: str, condition: str, unit: str, view: str) -> str:
    how = (ASKED[view],) if unit == ANSWER else (f"{unit} unit", view, info.config.metric)
    where = (f"{info.dataset.name} ({language})", CONDITIONS[condition], *how)
    return f"[bold]{escape(info.model.name)}[/] on {escape(', '.join(where))}"


def _measures_table(
    summary: pl.DataFrame,
    predictions: pl.DataFrame,
    condition: str,
    unit: str,
    title: str,
    label: str,
    *,
    wide: bool,
) -> Table:
    table = Table(title=title, title_justify="left", pad_edge=False, box=None, header_style="bold")
    table.add_column("measure", no_wrap=True)
    if wide:
        table.add_column("of", no_wrap=True)
    table.add_column("mean [95 %]", justify="right", no_wrap=True)
    table.add_column(escape(label), justify="right", no_wrap=True)
    table.add_column("ρ [95 %]", justify="right", no_wrap=True)
    table.add_column("predictions")
    for measure in (m for m in MEASURES if m.name in _SHOWN):
        where = condition if condition in measure.conditions else measure.conditions[0]
        rows = summary.filter(pl.col("measure") == measure.name, pl.col("condition") == where, pl.col("unit") == unit)
        if rows.is_empty():
            continue
        everything = rows.filter(pl.col("group") == "all")
        idiomatic = rows.filter(pl.col("group") == label, pl.col("statistic") == "mean")
        judged = predictions.filter(
            pl.col("measure") == measure.name, pl.col("condition") == where, pl.col("unit") == unit
        )
        table.add_row(
            measure.name,
            *([measure.title] if wide else []),
            _number(everything.filter(pl.col("statistic") == "mean")),
            _number(idiomatic.with_columns(ci_low=None)) if len(idiomatic) else "",
            _number(_rho(everything)),
            "  ".join(_mark(row) for row in judged.iter_rows(named=True)),
        )
    return table


def _show_controls(result: Result, language: str, view: str, unit: str, console: Console) -> None:
    """What is measured of ordinary words, where there are any."""
    rows = result.summary.filter(group=CONTROL, statistic="mean", language=language, view=view, unit=unit)
    if rows.is_empty():
        return
    table = Table(title="Ordinary words (control)", title_justify="left", pad_edge=False, box=None, header_style="bold")
    for name in ("measure", "mean [95 %]", "n"):
        table.add_column(name, justify="left" if name == "measure" else "right", no_wrap=True)
    for row in rows.iter_rows(named=True):
        table.add_row(row["measure"], _number(rows.filter(measure=row["measure"])), str(row["n"]))
    console.print(table)


def _rho(rows: pl.DataFrame) -> pl.DataFrame:
    found = rows.filter(pl.col("statistic") == "rho_type")
    return found.filter(pl.col("rating").eq_missing(pl.lit(chosen_rating(found["rating"].to_list()), pl.String)))


def _mark(row: dict[str, Any]) -> str:
    name = _SHORT.get(row["prediction"], row["prediction"].replace("above sim_", ">").replace("above condition ", ">"))
    group = "" if row["group"] == "all" else f"{row['group']}:"
    return f"{MARKS[row['verdict']]}{group}{escape(name)}"


def _number(rows: pl.DataFrame) -> str:
    if rows.is_empty() or rows["value"][0] is None:
        return "–"
    value, low, high = (rows[c][0] for c in ("value", "ci_low", "ci_high"))
    return f"{value:.2f}" if low is None else f"{value:.2f} \\[{low:.2f}, {high:.2f}]"


def _scorecard(predictions: pl.DataFrame) -> Table:
    table = Table(title="Linguistic predictions", title_justify="left", pad_edge=False, box=None, header_style="bold")
    for name in ("condition", "unit"):
        table.add_column(name)
    for name in MARKS:
        table.add_column(f"{MARKS[name]} {name}", justify="right")
    counts = predictions.group_by("condition", "unit", maintain_order=True).agg(
        *((pl.col("verdict") == name).sum().alias(name) for name in MARKS)
    )
    for condition, unit, *numbers in counts.iter_rows():
        table.add_row(CONDITIONS[condition], unit, *map(str, numbers))
    return table


def verdict(
    summary: pl.DataFrame, predictions: pl.DataFrame, model: str, condition: str, unit: str, label: str = CLASSES[0]
) -> str:
    """One paragraph in plain words."""
    here = summary.filter(pl.col("condition") == condition, pl.col("unit") == unit, pl.col("statistic") == "mean")
    group, noun = (label, "idiomatic expressions") if label in here["group"] else ("all", "expressions")
    means = dict(here.filter(pl.col("group") == group).select("measure", "value").drop_nulls().iter_rows())
    tally = {name: int((predictions["verdict"] == name).sum()) for name in MARKS}
    total = (
        f"{tally['holds']} of {len(predictions)} linguistic predictions hold, "
        f"{tally['fails']} {'fails' if tally['fails'] == 1 else 'fail'}, "
        f"{tally['undecided']} {'is' if tally['undecided'] == 1 else 'are'} undecided"
        if len(predictions)
        else "no linguistic prediction can be judged"
    )
    rival = next((name for name, (_, affinity) in _RIVALS.items() if {name, affinity} <= means.keys()), None)
    if "sim_syn" not in means or rival is None:
        return f"{model}: {total}."
    order = _order(here.filter(pl.col("group") == group), means["sim_syn"], rival, means[rival])
    return f"In {CONDITIONS[condition]}, {model} places {noun} {order}. Over all conditions and units, {total}."


def _order(means: pl.DataFrame, synonym: float, rival: str, distance: float) -> str:
    """Which of two is nearer, if the interval of their difference tells."""
    name, affinity = _RIVALS[rival]
    gap, low, high = means.filter(pl.col("measure") == affinity).select("value", "ci_low", "ci_high").row(0)
    own, other = (synonym, "their own synonym"), (distance, name)
    (near, nearer), (far, farther) = (own, other) if gap >= 0 else (other, own)
    both = f"closer to {nearer} ({near:.2f}) than to {farther} ({far:.2f})"
    if near < far:  # the two levels are of different sentences
        both = f"closer to {nearer} than to {farther} in the sentences that have both"
    if low is None:
        return f"{both}, with too few expressions to tell"
    if low <= 0 <= high:
        return f"{both}, but not so clearly that a difference can be told"
    least, most = sorted((abs(low), abs(high)))
    return f"{both}, a difference of {abs(gap):.2f} [{least:.2f}, {most:.2f}]"


_RIVALS = {
    "sim_words": ("the synonyms of their single words", "aff_syn_words"),
    "sim_comp": ("one of their own words", "aff_syn_comp"),
    "sim_rand": ("random words", "aff_syn_rand"),
}


def footnotes(result: Result, view: str, *, everything: bool = True) -> list[str]:
    """What a reader must know about the numbers above; about correlations and predictions where these are shown."""
    info = result.manifest
    lines = []
    if info.not_made_for:
        lines.append(not_made_words(info.model.name, info.not_made_for))
    if info.dataset.labelling_note:
        lines.append(info.dataset.labelling_note)
    ratings = set(result.summary.filter(pl.col("statistic") == "rho_type")["rating"])
    judged = chosen_rating(ratings)
    if judged and everything:
        scale = _SCALES[judged].format(ranks=class_ranks(result.classes))
        lines.append(f"ρ: Spearman against {scale}, one value per expression.")
    if info.config.random_by != "mean" and "sim_rand" in result.summary["measure"]:
        lines.append("Random words: the nearest of an expression's (`random_by` max), not their mean.")
    if info.model.more("dtype", FULL) != FULL:
        lines.append(f"Computed in {info.model.more('dtype')}, which is less exact than {FULL}.")
    how = Resampling(info.config.resamples, info.config.seed)
    both = "; those of choices and preferences resample substitutes too" if NET in result.summary["measure"] else ""
    lines.append(f"Intervals: {how.words}{both}.")
    if info.counts.expressions < FEWEST_EXPRESSIONS:
        lines.append(f"Expressions: {info.counts.expressions}. {NO_INTERVAL.capitalize()}, and so no verdict.")
    elif info.counts.expressions < FEW_EXPRESSIONS:
        lines.append(f"Expressions: {info.counts.expressions}. With so few, intervals and verdicts mean little.")
    limits = info.config.thresholds
    if len(result.predictions) and everything:
        lines.append(
            f"Predictions are decided on the intervals: ρ≈0 within ±{limits['rho_zero']:g}, "
            f"≈1 above {limits['level_one']:g}, ≈0 within ±{limits['level_zero']:g}, "
            f"low below {limits['level_zero']:g}, > by the paired difference; predictions.csv has each of them."
        )
    views = result.summary["view"].unique(maintain_order=True).to_list()
    if len(views) > 1 and len(result.scores) and view not in WAYS:
        lines.append(f"Shown: the view {view}; summary.csv has {', '.join(views)}.")
    counts = info.counts
    if counts.more("unknown_words"):
        lines.append(
            f"{counts.more('unknown_words'):,} words ({counts.more('unknown_word_types'):,} different) are out of "
            "vocabulary and were skipped; run.json lists the most frequent."
        )
    if counts.more("made_from_subwords"):
        lines.append(
            f"{counts.more('made_from_subwords'):,} words ({counts.more('made_from_subwords_types'):,} different) are "
            "out of vocabulary and were made from their character n-grams."
        )
    if counts.more("mwe_targets") is not None:
        lines.append(_multiword_entries(counts, info.config.more("mwe_missing")))
    if counts.dropped:
        lines.append(f"{counts.dropped:,} stimuli or pairs were left out; dropped.csv says which and why.")
    return lines


def _multiword_entries(counts: Counts, missing: str) -> str:
    """How many targets are one entry; of the others pred_out_comp would compare the words with themselves."""
    some, all_of_them = counts.more("mwe_targets_with_entry"), counts.more("mwe_targets")
    have = f"{some:,} of {all_of_them:,} targets of several words have an entry"
    if missing == "drop":
        return f"{have}; the others were dropped (`mwe_missing` words makes them from their words)."
    return f"{have}; the others are made from their words, for which pred_out_comp is 1 whatever they mean."
