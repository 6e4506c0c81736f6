"""Several models side by side: the best first, ties as ties, and a sentence that says what can be told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import polars as pl

from idioprobe.core.tables import ALL, CONDITIONS
from idioprobe.core.views import ANSWER, GENERATED, LIKELIHOOD
from idioprobe.report.answer import Answer, Beside, answers, shown_level
from idioprobe.report.prose import two_digits
from idioprobe.report.results import labels_of
from idioprobe.report.tables.gather import settings
from idioprobe.report.tables.grid import Cell, Grid, Row
from idioprobe.report.tables.references import FAMILY, marked
from idioprobe.run.references import LABELS
from idioprobe.run.results import Result
from idioprobe.stats.resampling import Resampling
from idioprobe.suites.catalogue import BY_NAME
from idioprobe.suites.controls.measures import GAP
from idioprobe.suites.headline import (
    MEANING,
    RANDOM,
    UNIT_WORDS,
    Headline,
    items_of,
    means_beside,
    share,
    shown_score,
)
from idioprobe.suites.ranking import Gap, gaps, ranks
from idioprobe.suites.ratings import chosen_rating

FURTHER = (MEANING, RANDOM, GAP)
"""Measures beside the score."""
IN_WORDS = (
    *("qa_choice", "qa_idiom", "qa_rating", "qa_paraphrase"),
    *("qa_consistency", "qa_position_bias", "qa_short_bias", "qa_refused"),
)
"""Those beside the score of answers in words."""
ASKED = {GENERATED: "what models write", LIKELIHOOD: "the likeliest option, by its length"}
MILLION = 1e6


@dataclass(frozen=True)
class Entry:
    """A model on the board: further measures by name, its number of parameters and its texts per second where known.

    One that cannot tell meaning from noise has no rank.
    """

    rank: int | None
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
    def in_words(self) -> bool:
        """Whether its models were asked in words, which is another measure than that of vectors."""
        return self.score.unit == ANSWER

    @property
    def further(self) -> list[str]:
        """Measures beside the score that some model has."""
        names = IN_WORDS if self.in_words else FURTHER
        return [name for name in names if any(name in entry.further for entry in self.entries)]

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
            way = s.view if s.unit == ANSWER else None
            key = (dataset.name, s.language, s.condition, s.unit, way, s.group, s.measure, same)
            places.setdefault(key, []).append((label, result, answer))
    made = [_board(str(name), str(language), there) for (name, language, *_), there in places.items()]
    order = list(dict.fromkeys((board.dataset, board.language) for board in made))
    return sorted(made, key=lambda board: (order.index((board.dataset, board.language)), *_way(board)))


def _way(board: Leaderboard) -> tuple[bool, int]:
    """Vectors first, then what models write, then likelihoods."""
    return board.in_words, list(ASKED).index(board.score.view) if board.in_words else 0


def _board(dataset: str, language: str, there: Sequence[tuple[str, Result, Answer]]) -> Leaderboard:
    """References that were run are beside the models, as those are that every run has."""
    config = there[0][1].manifest.config
    how = Resampling(config.resamples, config.seed)
    models = [one for one in there if one[1].manifest.model.family != FAMILY] or there
    ranked = [one for one in models if one[2].score.ranked]
    between = gaps([items_of(answer.score, result.scores, result.expressions) for _, result, answer in ranked], how)
    places = dict(zip((label for label, *_ in ranked), ranks(len(ranked), between), strict=True))
    entries = []
    for label, result, answer in models:
        parameters = result.manifest.model.more("parameters")
        size = int(parameters) if parameters else None
        further = _further(result, answer.score)
        entries.append(Entry(places.get(label), label, answer, further, size, _speed(result)))
    named = {(ranked[i][0], ranked[j][0]): one for (i, j), one in between.items()}
    best_first = sorted(entries, key=lambda one: (one.rank or len(entries) + 1, -(one.score.value or 0.0), one.label))
    beside = best_first[0].answer.references
    run = {LABELS[r.manifest.model.name] for _, r, _ in models if r.manifest.model.family == FAMILY}
    return Leaderboard(
        dataset, language, tuple(best_first), named, tuple(one for one in beside if one.label not in run)
    )


def _further(result: Result, score: Headline) -> dict[str, tuple[float, float | None, float | None]]:
    rows = asked_beside(score, result.summary) if score.unit == ANSWER else means_beside(score, result.summary)
    rows = rows.filter(pl.col("measure").is_in([*FURTHER, *IN_WORDS]))
    numbers = rows.select("measure", "value", "ci_low", "ci_high").iter_rows()
    return {name: (value, low, high) for name, value, low, high in numbers}


@dataclass(frozen=True)
class Place:
    """Where measures of answers are looked up."""

    language: str
    view: str
    unit: str
    condition: str
    group: str


def asked_beside(score: Headline | Place, summary: pl.DataFrame) -> pl.DataFrame:
    """A row for each measure of answers: for the expressions and sentences of a score, or else where it has one.

    What counts of a rating is its correlation with people's, over all expressions.
    """
    here = summary.filter(pl.col("value").is_not_null(), language=score.language, view=score.view, unit=score.unit)
    correlated = pl.col("measure").is_in(CORRELATIONS)
    rho = here.filter(correlated, pl.col("group") == ALL, pl.col("statistic") == "rho_type")
    people = chosen_rating(rho["rating"].to_list(), human=True)
    means = here.filter(~correlated, pl.col("statistic") == "mean").sort(
        pl.col("condition") != score.condition,
        pl.col("group") != score.group,
        pl.col("group") != ALL,
        maintain_order=True,
    )
    rows = pl.concat([means, rho.filter(pl.col("rating") == pl.lit(people, pl.String))])
    return rows.unique("measure", keep="first", maintain_order=True)


def _speed(result: Result) -> float | None:
    """Texts per second, where enough were embedded in this run for the figure to mean something."""
    texts, seconds = result.manifest.counts.texts_embedded, result.manifest.seconds.get("embedding", 0.0)
    return texts / seconds if texts >= FEWEST_TEXTS and seconds else None


FEWEST_TEXTS = 100


def _conclusions(board: Leaderboard) -> Iterator[str]:
    yield from _order([entry for entry in board.entries if entry.rank is not None], board)
    noise = [entry.label for entry in board.entries if entry.rank is None]
    if noise:
        verb = "cannot tell meaning from noise and is" if len(noise) == 1 else "cannot tell meaning from noise and are"
        yield f"{_listed(noise)} {verb} not ranked."


def _order(entries: Sequence[Entry], board: Leaderboard) -> Iterator[str]:
    if len(entries) < 2:
        return
    best, rest = entries[0], entries[1:]
    tied = [e for e in rest if not _ahead(board, best, e)]
    behind = [e for e in rest if _ahead(board, best, e)]
    if tied:
        between = board.gaps.get((best.label, rest[0].label)) if len(rest) == 1 else None
        difference = f": the difference is {points(between)}{_of_both(between, board)}" if between else ""
        yield f"{_listed([best.label, *(e.label for e in tied)])} cannot be told apart{difference}."
    if behind:
        next_best = behind[0]
        between = board.gaps[best.label, next_best.label]
        yield f"{best.label} is better than {next_best.label} by {points(between)}{_of_both(between, board)}."
    for rank in dict.fromkeys(e.rank for e in behind):
        level = [e.label for e in behind if e.rank == rank]
        if len(level) > 1:
            yield f"{_listed(level)} cannot be told apart."


def _of_both(between: Gap, board: Leaderboard) -> str:
    """On how many expressions two models were compared, where some model has more."""
    most = max(entry.score.n for entry in board.entries)
    return f" on the {between.expressions} expressions that both have" if between.expressions < most else ""


def _ahead(board: Leaderboard, one: Entry, other: Entry) -> bool:
    between = board.gaps.get((one.label, other.label))
    return between is not None and between.certain and between.value > 0


def points(between: Gap) -> str:
    """A difference of scores in points.

    >>> points(Gap(0.12, 0.05, 0.19, 32))
    '12 points [5, 19]'
    """
    shown = f"{100 * between.value:z.0f} points"
    if between.ci_low is None or between.ci_high is None:
        return shown
    return f"{shown} [{100 * between.ci_low:z.0f}, {100 * between.ci_high:z.0f}]"


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def second_name(board: Leaderboard) -> str | None:
    """What the score beside that which ranks is called; None where no model has one."""
    second = next((entry.answer.second for entry in board.entries if entry.answer.second), None)
    if second is None:
        return None
    return UNIT_WORDS[second.unit] if second.former else second.name


def as_grid(board: Leaderboard) -> Grid:
    """The board as a table, the references below the models."""
    score = board.score
    second = second_name(board)
    tokens = any(entry.score.tokens for entry in board.entries)
    further = board.further
    size = any(entry.size for entry in board.entries)
    speed = any(entry.speed for entry in board.entries)
    columns = [("rank",), (score.name,), *([(second,)] if second else []), *([("its tokens",)] if tokens else [])]
    columns += [("n",), *((name,) for name in further)]
    each = "answers/s" if board.in_words else "texts/s"
    columns += [*([("parameters",)] if size else []), *([(each,)] if speed else [])]
    rows = []
    for entry in board.entries:
        best = _cell(entry.score, bold=entry.rank == 1 and len(board.entries) > 1)
        cells = [_rank(entry, board), best]
        cells += [_cell(entry.answer.second)] if second else []
        cells += [_tokens(entry.score)] if tokens else []
        cells += [Cell(str(entry.score.n), entry.score.n)]
        cells += [_share(entry.further.get(name), name) for name in further]
        cells += [Cell(f"{entry.size / MILLION:.0f} M", entry.size) if entry.size else Cell()] if size else []
        cells += (
            [Cell(f"{entry.speed:.{int(board.in_words)}f}", entry.speed) if entry.speed else Cell()] if speed else []
        )
        rows.append(Row((entry.label,), tuple(cells)))
    for one in board.references:
        cells = [reference_cell(None), reference_cell(one.score)]
        cells += [reference_cell(one.second)] if second else []
        cells += [reference_cell(None)] if tokens else []
        cells += [marked(Cell(str(one.score.n), one.score.n))]
        cells += [marked(_share((one.means[name], None, None) if name in one.means else None)) for name in further]
        rows.append(Row((one.label,), (*cells, *[reference_cell(None)] * (len(columns) - len(cells)))))
    how = ASKED[score.view] if board.in_words else f"{UNIT_WORDS[score.unit]} vectors"
    where = f"{board.dataset} ({board.language}), {CONDITIONS[score.condition]}, {how}; higher is better"
    notes = [board.conclusion, *_explained(board, second, tokens=tokens), *_views(board.entries), *score.notes]
    heading = f"{score.name.capitalize()} on {where}"
    said = tuple(note for note in notes if note)
    return Grid("models", where, tuple(columns), tuple(rows), said, heading=heading, conclusion=board.conclusion)


def _rank(entry: Entry, board: Leaderboard) -> Cell:
    """A model's place, marked where others share it; a word for one that has none."""
    if entry.rank is None:
        return Cell("noise")
    tie = sum(other.rank == entry.rank for other in board.entries) > 1
    return Cell(f"{entry.rank}{'=' if tie else ''}", entry.rank)


def _tokens(score: Headline) -> Cell:
    level = score.tokens
    return Cell(shown_level(level, interval=False), level.value, None, level.n) if level else Cell()


OTHER_MEASURE = (
    "Answers in words are counted, not distances of vectors: their score and that of vectors are different measures, "
    "and models are ranked by each on its own."
)


def _explained(board: Leaderboard, second: str | None, *, tokens: bool) -> Iterator[str]:
    said = [f"{name}: {BY_NAME[name].title}" for name in board.further]
    if tokens:
        said.insert(0, "its tokens: the score of its own tokens, added up")
    if said:
        yield "; ".join(said) + "."
    if second and not board.score.former:
        yield f"The {board.score.name} and the {second} are of 100: 0 by the words or by guessing, 100 for every idiom."
    if len({entry.score.n for entry in board.entries}) > 1:
        yield "Not all know the same expressions (n): two models are compared on those that both have."
    rank = "A model's rank is one more than the number of models that are certainly better"
    yield f"{rank}. {OTHER_MEASURE}" if board.in_words else f"{rank}; {', '.join(LABELS.values())}: references."


def _views(entries: Sequence[Entry]) -> Iterator[str]:
    views = {entry.label: entry.score.view for entry in entries}
    if len(set(views.values())) > 1:
        yield "Views: " + ", ".join(f"{label} {view}" for label, view in views.items()) + "."


def _cell(score: Headline | None, *, bold: bool = False) -> Cell:
    if score is None:
        return Cell()
    return Cell(shown_score(score), score.value, None, score.n, score.ci_low, score.ci_high, bold=bold)


def reference_cell(score: Headline | None) -> Cell:
    """What a reference model gets, without an interval."""
    return marked(Cell() if score is None else Cell(shown_score(score, interval=False), score.value, None, score.n))


def _share(numbers: tuple[float, float | None, float | None] | None, name: str = "") -> Cell:
    """A share of 0 to 1 in per cent; a correlation or a ratio as it is."""
    if numbers is None:
        return Cell()
    shown = two_digits(numbers[0]) if name in NUMBERS else share(numbers[0])
    return Cell(shown, numbers[0], None, None, *numbers[1:])


CORRELATIONS = ("qa_rating",)
NUMBERS = (*CORRELATIONS, GAP)
"""Measures that are no shares."""
