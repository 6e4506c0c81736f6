"""Results ranked against each other, to be printed, shown in a notebook or worked with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from idioprobe.core.errors import ConfigError
from idioprobe.core.frames import as_pandas
from idioprobe.report.leaderboard import ASKED, Leaderboard, as_grid, leaderboards
from idioprobe.report.tables.gather import check_same
from idioprobe.report.tables.render import grid_html
from idioprobe.report.words.agreement import SCHEMA, words_and_vectors
from idioprobe.report.words.table import agreement_grids, conclusions
from idioprobe.run.results import Result
from idioprobe.suites.controls.measures import GAP
from idioprobe.suites.headline import VERDICTS, Level, shown_score

COLUMNS: dict[str, pl.DataType] = {
    "dataset": pl.String(),
    "language": pl.String(),
    "rank": pl.Int64(),
    "model": pl.String(),
    "view": pl.String(),
    "measure": pl.String(),
    "score": pl.Float64(),
    "ci_low": pl.Float64(),
    "ci_high": pl.Float64(),
    "n": pl.Int64(),
    "verdict": pl.String(),
    "sentence_score": pl.Float64(),
    "tokens": pl.Float64(),
    "choice": pl.Float64(),
    "choice_random": pl.Float64(),
    "idiom_gap": pl.Float64(),
    "idiom_gap_low": pl.Float64(),
    "idiom_gap_high": pl.Float64(),
    "parameters": pl.Int64(),
    "texts_per_second": pl.Float64(),
}
GAP_COLUMNS = tuple(name for name in COLUMNS if name.startswith(GAP))


@dataclass(frozen=True, repr=False)
class Comparison:
    """A leaderboard for each dataset and language; of models that answer in words, one for each way to answer.

    `words_vectors` has, for models of which both are there, how far their vectors know what they say.
    """

    boards: tuple[Leaderboard, ...]
    words_vectors: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=SCHEMA))

    def __iter__(self) -> Iterator[Leaderboard]:
        return iter(self.boards)

    def __len__(self) -> int:
        return len(self.boards)

    def __getitem__(self, at: int) -> Leaderboard:
        return self.boards[at]

    @property
    def conclusion(self) -> str:
        """What can be told of the models, in a sentence or two for each board."""
        told = [f"{board.dataset} ({board.language}): {board.conclusion}" for board in self.boards]
        return " ".join([*told, *conclusions(self.words_vectors)])

    def to_polars(self) -> pl.DataFrame:
        """One row per board and model."""
        return pl.DataFrame([row for board in self.boards for row in _rows(board)], schema=COLUMNS)

    def to_pandas(self) -> Any:
        """The same for pandas."""
        return as_pandas(self.to_polars())

    def __repr__(self) -> str:
        lines = [line for board in self.boards for line in _lines(board)]
        return "\n".join([*lines, *conclusions(self.words_vectors)])

    def _repr_html_(self) -> str:
        grids = [as_grid(board) for board in self.boards]
        return "".join(grid_html(grid) for grid in [*grids, *agreement_grids(self.words_vectors)])


def compare_results(results: Sequence[Result], view: str | None = None) -> Comparison:
    """The boards of results that differ only in the model; of those without a score there is none."""
    for name in dict.fromkeys(result.manifest.dataset.name for result in results):
        there = [result for result in results if result.manifest.dataset.name == name]
        check_same(there, [None] * len(there))
    boards = leaderboards(results, view)
    if not boards:
        raise ConfigError(
            "No result there has an idiom score. It comes from the suite probes, and of models that answer in words "
            "from the suite questions, and needs synonyms of the single words (`words`) and random words (`rand`)."
        )
    return Comparison(tuple(boards), words_and_vectors(results, view))


def _rows(board: Leaderboard) -> Iterator[dict[str, Any]]:
    for entry in board.entries:
        score, second = entry.score, entry.answer.second
        yield {
            "dataset": board.dataset,
            "language": board.language,
            "rank": entry.rank,
            "model": entry.label,
            "view": score.view,
            "measure": score.measure,
            "score": score.value,
            "ci_low": score.ci_low,
            "ci_high": score.ci_high,
            "n": score.n,
            "verdict": VERDICTS[score.verdict] if score.verdict else None,
            "sentence_score": None if second is None else second.value,
            "tokens": _value(score.tokens),
            "choice": _value(score.meaning),
            "choice_random": _value(score.random),
            **dict(zip(GAP_COLUMNS, entry.further.get(GAP, (None, None, None)), strict=True)),
            "parameters": entry.size,
            "texts_per_second": entry.speed,
        }


def _value(level: Level | None) -> float | None:
    return None if level is None else level.value


def _lines(board: Leaderboard) -> Iterator[str]:
    asked = f" ({ASKED[board.score.view]})" if board.in_words else ""
    yield f"{board.dataset} ({board.language}), {board.score.name}{asked}"
    width = max(len(entry.label) for entry in board.entries)
    for entry in board.entries:
        rank = "–" if entry.rank is None else entry.rank
        yield f"{rank:>3}  {entry.label:{width}}  {shown_score(entry.score)}  n = {entry.score.n}"
    if board.conclusion:
        yield board.conclusion
