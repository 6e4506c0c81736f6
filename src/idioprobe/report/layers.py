"""A model layer by layer: its idiom score in each view, and the best one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from idioprobe.core.tables import CONDITIONS
from idioprobe.core.views import UNITS
from idioprobe.report.answer import answers
from idioprobe.report.leaderboard import reference_cell
from idioprobe.report.results import labels_of
from idioprobe.report.tables.grid import Cell, Grid, Row
from idioprobe.run.results import Result
from idioprobe.stats.resampling import FEWEST_EXPRESSIONS, Resampling
from idioprobe.suites.headline import UNIT_WORDS, hundred, shown_score
from idioprobe.suites.layers import Sweep, sweeps

_ONE_LAYER = re.compile(r"[^@]+@-?\d+")


def sweeps_of(result: Result) -> list[Sweep]:
    """The sweeps of a result; none where it has one view."""
    info = result.manifest
    seen = [one for one in info.headline if one.unit in UNITS and one.ranked]
    if len({one.view for one in seen}) < 2:
        return []
    how = Resampling(info.config.resamples, info.config.seed)
    return list(sweeps(seen, result.scores, result.expressions, how))


def by_layer(result: Result) -> list[Grid]:
    """A table for each language: a row for each layer, units side by side, the references below."""
    found = sweeps_of(result)
    languages = dict.fromkeys(sweep.first.language for sweep in found)
    return [_grid(result, [sweep for sweep in found if sweep.first.language == language]) for language in languages]


def _grid(result: Result, found: Sequence[Sweep]) -> Grid:
    found = sorted(found, key=lambda sweep: list(UNIT_WORDS).index(sweep.first.unit))
    first = found[0].first
    views = list(dict.fromkeys(one.view for sweep in found for one in sweep.layers))
    word = "layer" if all(map(_ONE_LAYER.fullmatch, views)) else "view"
    rows = [Row((view,), tuple(_cell(sweep, view) for sweep in found)) for view in views]
    rows += _references(result, found)
    name = labels_of([result])[0]
    where = f"{result.manifest.dataset.name} ({first.language}), {CONDITIONS[first.condition]}"
    title = f"{first.name} of {name} by {word}, {where}"
    columns = tuple((UNIT_WORDS[sweep.first.unit],) for sweep in found)
    notes = [*(_best(sweep, word, several=len(found) > 1) for sweep in found), *_layers(views), *first.notes]
    return Grid("layers", title, columns, tuple(rows), tuple(dict.fromkeys(notes)))


def _cell(sweep: Sweep, view: str) -> Cell:
    score = next((one for one in sweep.layers if one.view == view), None)
    if score is None:
        return Cell()
    best = sweep.best is not None and sweep.best.view == view and len(sweep.best.equals) < len(sweep.layers) - 1
    return Cell(shown_score(score), score.value, None, score.n, score.ci_low, score.ci_high, bold=best)


def _references(result: Result, found: Sequence[Sweep]) -> Iterator[Row]:
    mine = next((a for a in answers(result) if a.score.language == found[0].first.language), None)
    for one in mine.references if mine else ():
        by_unit = {score.unit: score for score in (one.score, one.second) if score}
        yield Row((one.label,), tuple(reference_cell(by_unit.get(sweep.first.unit)) for sweep in found))


def _best(sweep: Sweep, word: str, *, several: bool) -> str:
    """Which one is best, and how good it is where it was not chosen."""
    best = sweep.best
    which = f"Best {word}" + (f" ({UNIT_WORDS[sweep.first.unit]})" if several else "")
    if best is None:
        return f"{which}: too few expressions to choose one on half of them and score it on the other half."
    if len(best.equals) == len(sweep.layers) - 1:
        return f"{which}: none; on half of the expressions ({best.chosen_on}), all get the same."
    shown = hundred(best.value, best.ci_low, best.ci_high)
    equals = f" (as good there: {', '.join(best.equals)})" if best.equals else ""
    said = (
        f"{which}: {best.view}{equals}, chosen on half of the expressions ({best.chosen_on}); "
        f"on the other half ({best.scored_on}) it gets {shown}."
    )
    few = best.scored_on < FEWEST_EXPRESSIONS
    return said + (" With so few, the choice means little." if few else "")


def _layers(views: Sequence[str]) -> Iterator[str]:
    zero = [view for view in views if view.endswith("@0")]
    if zero:
        yield f"{zero[0]} is the embedding layer, before any context."
