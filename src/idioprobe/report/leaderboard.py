"""Several models side by side: the best first, ties as ties, and a sentence that says what can be told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import polars as pl

from idioprobe.core.tables import CONDITIONS
from idioprobe.report.answer import Answer, Beside, answers, per_cent
from idioprobe.report.results import labels_of
from idioprobe.report.tables.gather import settings
from idioprobe.report.tables.grid import Cell, Grid, Row
from idioprobe.report.tables.references import FAMILY, marked
from idioprobe.run.references import LABELS
from idioprobe.run.results import Result
from idioprobe.stats.resampling import Resampling
from idioprobe.suites.catalogue import BY_NAME
from idioprobe.suites.headline import Headline, items_of, means_beside, share
from idioprobe.suites.ranking import Gap, gaps, ranks

FURTHER = ("pref_comp", "pref_rand", "pref_all")
"""Measures beside the score."""
MILLION = 1e6


@dataclass(frozen=True)
class Entry:
    """A model on the board: further measures by name, its number of parameters and its texts per second where known."""

    rank: int
    label: str
    answer: Answer
    further: dict[str, tuple[float, float | None, float | None]]
    size: int | None
    speed: float | None

    @property
    def score(self) -> Headline:
        """What it is ranked by."""
        return self.answer.score


@dataclass(frozen=True)
class Leaderboard:
    """Models on the same data in one language, the best first, and by how much each is ahead of each other."""

    dataset: str
    language: str
    entries: tuple[Entry, ...]
    gaps: dict[tuple[str, str], Gap]
    references: tuple[Beside, ...] = ()
    """Those that are not on the board as models."""

    @property
    def score(self) -> Headline:
        """Where and how all of them are scored."""
        return self.entries[0].score

    @property
    def conclusion(self) -> str:
        """What can be told of the models, in a sentence."""
        return " ".join(_conclusions(self))


def leaderboards(results: Sequence[Result], view: str | None = None) -> list[Leaderboard]:
    """A board for each dataset, language and way of measuring; results without a score are on none."""
    labels = labels_of(results)
    places: dict[tuple[object, ...], list[tuple[str, Result, Answer]]] = {}
    for label, result in zip(labels, results, strict=True):
        dataset = result.manifest.dataset
        for answer in answers(result, view):
            s = answer.score
            same = tuple(map(str, settings(result, None).values()))
            key = (dataset.name, s.language, s.condition, s.unit, s.group, s.measure, same)
            places.setdefault(key, []).append((label, result, answer))
    return [_board(str(name), str(language), there) for (name, language, *_), there in places.items()]


def _board(dataset: str, language: str, there: Sequence[tuple[str, Result, Answer]]) -> Leaderboard:
    config = there[0][1].manifest.config
    how = Resampling(config.resamples, config.seed)
    between = gaps([items_of(answer.score, result.scores, result.expressions) for _, result, answer in there], how)
    entries = []
    for rank, (label, result, answer) in zip(ranks(len(there), between), there, strict=True):
        parameters = result.manifest.model.more("parameters")
        size = int(parameters) if parameters else None
        entries.append(Entry(rank, label, answer, _further(result, answer.score), size, _speed(result)))
    named = {(there[i][0], there[j][0]): one for (i, j), one in between.items()}
    best_first = tuple(sorted(entries, key=lambda entry: (-entry.score.value, entry.label)))
    run = [LABELS[r.manifest.model.name] for _, r, _ in there if r.manifest.model.family == FAMILY]
    beside = tuple(one for one in best_first[0].answer.references if one.label not in run)
    return Leaderboard(dataset, language, best_first, named, beside)


def _further(result: Result, score: Headline) -> dict[str, tuple[float, float | None, float | None]]:
    rows = means_beside(score, result.summary).filter(pl.col("measure").is_in(FURTHER))
    numbers = rows.select("measure", "value", "ci_low", "ci_high").iter_rows()
    return {name: (value, low, high) for name, value, low, high in numbers}


def _speed(result: Result) -> float | None:
    """Texts per second, where enough were embedded in this run for the figure to mean something."""
    texts, seconds = result.manifest.counts.texts_embedded, result.manifest.seconds.get("embedding", 0.0)
    return texts / seconds if texts >= FEWEST_TEXTS and seconds else None


FEWEST_TEXTS = 100


def _conclusions(board: Leaderboard) -> Iterator[str]:
    entries = board.entries
    best, rest = entries[0], entries[1:]
    tied = [e for e in rest if not _ahead(board, best, e)]
    behind = [e for e in rest if _ahead(board, best, e)]
    if not rest:
        return
    if tied:
        between = board.gaps.get((best.label, rest[0].label)) if len(rest) == 1 else None
        difference = f": the difference is {points(between)}" if between else ""
        yield f"{_listed([best.label, *(e.label for e in tied)])} cannot be told apart{difference}."
    if behind:
        next_best = behind[0]
        yield f"{best.label} is better than {next_best.label} by {points(board.gaps[best.label, next_best.label])}."
    for rank in dict.fromkeys(e.rank for e in behind):
        level = [e.label for e in behind if e.rank == rank]
        if len(level) > 1:
            yield f"{_listed(level)} cannot be told apart."


def _ahead(board: Leaderboard, one: Entry, other: Entry) -> bool:
    between = board.gaps.get((one.label, other.label))
    return between is not None and between.certain and between.value > 0


def points(between: Gap) -> str:
    """A difference of scores in points of per cent.

    >>> points(Gap(0.12, 0.05, 0.19, 32))
    '12 points [5, 19]'
    """
    shown = f"{100 * between.value:z.0f} points"
    if between.ci_low is None or between.ci_high is None:
        return shown
    return f"{shown} [{100 * between.ci_low:z.0f}, {100 * between.ci_high:z.0f}]"


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def as_grid(board: Leaderboard) -> Grid:
    """The board as a table, the references below the models."""
    score = board.score
    in_place = any(entry.answer.in_place for entry in board.entries)
    further = [name for name in FURTHER if any(name in entry.further for entry in board.entries)]
    size = any(entry.size for entry in board.entries)
    speed = any(entry.speed for entry in board.entries)
    columns = [("rank",), (score.name,), *([("in place",)] if in_place else []), *((name,) for name in further)]
    columns += [*([("parameters",)] if size else []), *([("texts/s",)] if speed else [])]
    rows = []
    for entry in board.entries:
        tie = sum(other.rank == entry.rank for other in board.entries) > 1
        best = _cell(entry.score, bold=entry.rank == 1 and len(board.entries) > 1)
        cells = [Cell(f"{entry.rank}{'=' if tie else ''}", entry.rank), best]
        cells += [_cell(entry.answer.in_place)] if in_place else []
        cells += [_share(entry.further.get(name)) for name in further]
        cells += [Cell(f"{entry.size / MILLION:.0f} M", entry.size) if entry.size else Cell()] if size else []
        cells += [Cell(f"{entry.speed:.0f}", entry.speed) if entry.speed else Cell()] if speed else []
        rows.append(Row((entry.label,), tuple(cells)))
    for one in board.references:
        cells = [reference_cell(None), reference_cell(one.score)]
        cells += [reference_cell(one.in_place)] if in_place else []
        cells += [marked(_share((one.means[name], None, None) if name in one.means else None)) for name in further]
        rows.append(Row((one.label,), (*cells, *[reference_cell(None)] * (len(columns) - len(cells)))))
    where = f"{board.dataset} ({board.language}), {CONDITIONS[score.condition]}, {score.unit} unit; higher is better"
    notes = [board.conclusion, *_explained(further, in_place=in_place), *_views(board.entries), *score.notes]
    heading = f"{score.name.capitalize()} on {where}"
    said = tuple(note for note in notes if note)
    return Grid("models", where, tuple(columns), tuple(rows), said, heading=heading, conclusion=board.conclusion)


def _explained(further: Iterable[str], *, in_place: bool) -> Iterator[str]:
    said = [f"{name}: {BY_NAME[name].title}" for name in further]
    if in_place:
        said.insert(0, "in place: the score of the expression itself instead of its sentence")
    if said:
        yield "; ".join(said) + "."
    yield (
        "A model's rank is one more than the number of models that are certainly better; "
        "word by word, chance and ideal are reference models."
    )


def _views(entries: Sequence[Entry]) -> Iterator[str]:
    views = {entry.label: entry.score.view for entry in entries}
    if len(set(views.values())) > 1:
        yield "Views: " + ", ".join(f"{label} {view}" for label, view in views.items()) + "."


def _cell(score: Headline | None, *, bold: bool = False) -> Cell:
    if score is None:
        return Cell()
    return Cell(per_cent(score), score.value, None, score.n, score.ci_low, score.ci_high, bold=bold)


def reference_cell(score: Headline | None) -> Cell:
    """What a reference model gets, without an interval."""
    return marked(Cell() if score is None else Cell(per_cent(score, interval=False), score.value, None, score.n))


def _share(numbers: tuple[float, float | None, float | None] | None) -> Cell:
    return Cell() if numbers is None else Cell(share(numbers[0]), numbers[0], None, None, *numbers[1:])
