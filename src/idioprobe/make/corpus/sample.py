"""The best sentences of a corpus for each expression: for a benchmark, or to learn a vector from."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

import polars as pl

from idioprobe.core.errors import ConfigError
from idioprobe.core.requests import parse_spans
from idioprobe.make.corpus.expressions import Wanted
from idioprobe.make.corpus.find import FOUND, Progress, find
from idioprobe.make.corpus.folded import folded
from idioprobe.make.corpus.index import Index
from idioprobe.make.corpus.quality import faults
from idioprobe.make.corpus.tokens import find_tokeniser

BEST = 3
CONTEXTS = 500
"""As many as the papers learn one vector from."""
SHORTEST, LONGEST = 8, 30
SAME = 0.5
"""Two sentences are nearly the same where the shorter shares this part of its runs of three words with the other."""

_RUN = 3
_KEPT_AT_LEAST = 500
_KEPT_FOR_ONE = 3
_ROWS = 200_000
_LOOKED_AT = 1_000
DUPLICATE = "nearly the same as another"


@dataclass(frozen=True)
class Choice:
    """What is chosen: up to `best` sentences of `shortest` to `longest` words for each expression.

    `together` leaves out those with words between the parts of the expression. Another `seed` gives others.
    """

    best: int = BEST
    shortest: int = SHORTEST
    longest: int = LONGEST
    seed: int = 0
    together: bool = False

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        if self.best < 1:
            raise ConfigError(f"`best` {self.best}: ask for one sentence or more.")
        if not 1 <= self.shortest <= self.longest:
            raise ConfigError(f"`shortest` {self.shortest}, `longest` {self.longest}: give 1 or more, the longer last.")


@dataclass(frozen=True)
class Sampled:
    """The sentences that were chosen, and why others of an expression were not: how many, by reason."""

    table: pl.DataFrame
    found: Counter[str]
    left: dict[str, Counter[str]]


def sample(
    index: Index,
    wanted: Sequence[Wanted],
    choice: Choice | None = None,
    gap: int = 0,
    *,
    workers: int | None = None,
    elsewhere: Executor | None = None,
    progress: Progress = lambda _done, _total: None,
) -> Sampled:
    """The best sentences of each expression, the same for the same seed whatever the shards and workers."""
    choice = choice or Choice()
    word = find_tokeniser(index.manifest.tokeniser).pattern
    checks = faults(choice.shortest, choice.longest, word, cased=_is_cased(index))
    found: Counter[str] = Counter()
    left: defaultdict[str, Counter[str]] = defaultdict(Counter)
    pool = pl.DataFrame(schema=FOUND | {"rank": pl.String()})
    for table in find(index, wanted, gap, workers=workers, elsewhere=elsewhere, progress=progress):
        fit = _fit(table, checks, choice, found, left)
        pool = pl.concat([pool, fit])
        if len(pool) > _ROWS:
            pool = _nearest(pool, choice, left)
    pool = _nearest(pool, choice, left)
    parts = pool.drop("rank").partition_by("expression", as_dict=True)
    chosen = []
    for one in wanted:
        part = parts.get((one.expression,))
        picked = _picked([] if part is None else part.rows(named=True), choice.best, left[one.expression])
        chosen += [row | {"sentence": at} for at, row in enumerate(picked, 1)]
    table = pl.DataFrame(chosen, schema=FOUND | {"sentence": pl.Int64()}, orient="row")
    marked = [mark(text, spans) for text, spans in table.select("text", "spans").iter_rows()]
    table = table.with_columns(marked=pl.Series(marked, dtype=pl.String))
    first = ["expression", "language", "sentence", "text", "spans", "marked"]
    return Sampled(table.select(*first, *(c for c in FOUND if c not in first)), found, dict(left))


def contexts(chosen: pl.DataFrame) -> pl.DataFrame:
    """Sentences in the form that `inject learn` reads: `expression`, `text`, and where it is, `start` and `end`."""
    ends = chosen["spans"].str.split_exact(":", 1).struct.rename_fields(["start", "end"]).struct.unnest()
    return pl.concat([chosen.select("expression", "text"), ends.cast(pl.Int64)], how="horizontal")


def mark(text: str, spans: str) -> str:
    """The sentence as a lexicon has it: the parts of the expression in brackets, a backslash before other brackets.

    >>> mark("She gave it up.", "4:8 12:14")
    'She [gave] it [up].'
    """
    pieces, at = [], 0
    for start, end in parse_spans(spans):
        pieces += [_kept(text[at:start]), f"[{_kept(text[start:end])}]"]
        at = end
    return "".join([*pieces, _kept(text[at:])])


def _kept(text: str) -> str:
    return "".join(f"\\{letter}" if letter in "[]{}\\" else letter for letter in text)


def _is_cased(index: Index) -> bool:
    """Whether a corpus has capitals; some have been made small."""
    for path in index.sentence_files[:1]:
        return bool(
            pl.scan_parquet(path).head(_LOOKED_AT).select(pl.col("text").str.contains(r"\p{Lu}").any()).collect().item()
        )
    return True


def _fit(
    table: pl.DataFrame,
    checks: Mapping[str, pl.Expr],
    choice: Choice,
    found: Counter[str],
    left: defaultdict[str, Counter[str]],
) -> pl.DataFrame:
    """The rows that pass all checks; of the others the first reason is counted."""
    place = ("expression", "document", "number")
    counted = table.with_columns(occurrences=pl.len().over(place))
    reason = pl.coalesce(
        pl.when(pl.col("spans").str.contains(" ", literal=True) & choice.together).then(pl.lit("in two parts")),
        *(pl.when(fault).then(pl.lit(name)) for name, fault in checks.items()),
    )
    judged = counted.with_columns(reason=reason)
    for expression, why, number in judged.group_by("expression", "reason").len().iter_rows():
        found[expression] += number
        if why is not None:
            left[expression][why] += number
    fit = judged.filter(pl.col("reason").is_null()).select(*FOUND)
    ranks = [_rank(choice.seed, expression, text) for expression, text in fit.select("expression", "text").iter_rows()]
    return fit.with_columns(rank=pl.Series(ranks, dtype=pl.String))


def _rank(seed: int, expression: str, text: str) -> str:
    """A place in an order by chance that depends on nothing but what is asked for."""
    return hashlib.blake2b(f"{seed}\0{expression}\0{text}".encode(), digest_size=8).hexdigest()


def _nearest(pool: pl.DataFrame, choice: Choice, left: defaultdict[str, Counter[str]]) -> pl.DataFrame:
    """As many of each expression as can be needed: the first by the words between its parts, then by chance.

    Sentences that differ in numbers and marks only count once, so that one that a corpus has a thousand times
    does not crowd out the others.
    """
    kept = max(_KEPT_AT_LEAST, _KEPT_FOR_ONE * choice.best)
    same = pl.col("text").str.to_lowercase().str.replace_all(r"\p{N}+", "0").str.replace_all(r"[^\p{L}\p{M}0]+", " ")
    ordered = pool.sort("gap", "rank", "document", "number")
    first = ordered.filter(pl.struct("expression", same).is_first_distinct())
    again = ordered["expression"].value_counts().join(first["expression"].value_counts(), on="expression")
    for name, number, different in again.filter(pl.col("count") > pl.col("count_right")).iter_rows():
        left[name][DUPLICATE] += number - different
    return first.group_by("expression", maintain_order=True).head(kept)


Row = dict[str, Any]


def _picked(rows: list[Row], best: int, left: Counter[str]) -> list[Row]:
    """Rows in their order, none nearly the same as one before; first one of each document, then further ones."""
    picked: list[Row] = []
    seen = _Seen()
    documents: set[int] = set()
    later: list[Row] = []
    for row in rows:
        document = row["document"]
        if len(picked) == best:
            break
        if document in documents:
            later.append(row)
        elif seen.is_new(row["text"]):
            picked.append(row)
            documents.add(document)
        else:
            left[DUPLICATE] += 1
    for row in later:
        if len(picked) == best:
            break
        if seen.is_new(row["text"]):
            picked.append(row)
        else:
            left[DUPLICATE] += 1
    return picked


class _Seen:
    """The sentences that were chosen, by their runs of words."""

    def __init__(self) -> None:
        self._with_run: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
        self._sizes: list[int] = []

    def is_new(self, text: str) -> bool:
        """Whether a sentence is not nearly the same as one before; if so, it is one from now on."""
        runs = _runs(text)
        shared = Counter(number for run in runs if run in self._with_run for number in self._with_run[run])
        if any(count >= SAME * min(len(runs), self._sizes[number]) for number, count in shared.items()):
            return False
        for run in runs:
            self._with_run[run].append(len(self._sizes))
        self._sizes.append(len(runs))
        return True


def _runs(text: str) -> set[tuple[str, ...]]:
    words = folded(text).words
    return {tuple(words[at : at + _RUN]) for at in range(max(1, len(words) - _RUN + 1))}
