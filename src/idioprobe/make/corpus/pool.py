"""Combinations of a corpus by their pattern, for random replacements that are as frequent as an expression."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl
from polars.exceptions import PolarsError

from idioprobe.core.errors import ConfigError, DatasetError
from idioprobe.make.corpus.expressions import Wanted
from idioprobe.make.corpus.index import Index
from idioprobe.make.corpus.indexing.tagsets import NAMES, code_of
from idioprobe.make.corpus.occurrences import adjacent, pair_counts, word_counts
from idioprobe.make.corpus.tokens import Tokeniser, find_tokeniser, words_of

NEAREST = 5
_LOOKED_AT = 2_000
_NAME = "proper"
_MOST_FIRST = [False, False, True, False]
_PLAIN = r"^\p{L}[\p{L}\p{M}]+(?:[-'’][\p{L}\p{M}]+)*$"
_POOL: dict[str, pl.DataType] = {
    "expression": pl.String(),
    "language": pl.String(),
    "pattern": pl.String(),
    "average_frequency": pl.Float64(),
    "rank": pl.Int64(),
    "combination": pl.String(),
    "combination_average_frequency": pl.Float64(),
    "ratio": pl.Float64(),
}


def combinations(index: Index, pattern: str | None = None, least: int = 1, tags: Path | None = None) -> pl.DataFrame:
    """All pairs of words with their pattern, the most frequent first: `combination`, `pattern`, `count`, f_avg.

    `tags` is a table `word`, `tag` for a corpus that has no parts of speech; of several tags of a word, the one with
    the highest `count` is taken.
    """
    found = _patterns(index, tags)
    if pattern is not None:
        _check_pattern(pattern)
        found = found.filter(pl.col("pattern") == pattern)
    plain = pl.col("first").str.contains(_PLAIN) & pl.col("second").str.contains(_PLAIN)
    kept = found.filter(plain & (pl.col("first") != pl.col("second")))
    counted = kept.select("first", "second", "pattern").join(adjacent(index), on=["first", "second"])
    words = index.words
    table = (
        counted.filter(pl.col("count") >= least)
        .join(words.rename({"word": "first", "count": "one"}), on="first")
        .join(words.rename({"word": "second", "count": "other"}), on="second")
        .select(
            pl.format("{} {}", "first", "second").alias("combination"),
            "pattern",
            "count",
            ((pl.col("count") + pl.col("one") + pl.col("other")) / 3).alias("average_frequency"),
        )
    )
    return table.collect(engine="streaming").sort(["count", "combination", "pattern"], descending=[True, False, False])


@dataclass(frozen=True)
class Nearest:
    """The nearest combinations of expressions, and the pattern of each expression that has one."""

    table: pl.DataFrame
    patterns: dict[str, str]


def nearest_combinations(
    index: Index,
    wanted: Sequence[Wanted],
    *,
    pattern: str | Mapping[str, str] | None = None,
    least: int = 1,
    nearest: int = NEAREST,
    tags: Path | None = None,
) -> Nearest:
    """For each expression the combinations of its pattern that are nearest in average frequency.

    Both are counted in the very form that is written, so that like is compared with like. They share no word with
    the expression, in any form, nor with each other, and none is an expression itself. Ties go by the alphabet. The
    pattern is the one that a lexicon gives it, or the one that the corpus has the expression in most often, or the one
    that its words have alone; `pattern` overrules it, for all expressions or for those that it names. Expressions of
    other than two words have none.
    """
    only = pattern if isinstance(pattern, str) else None
    pools = {name[0]: table for name, table in combinations(index, only, least, tags).group_by("pattern")}
    sorted_pools = {str(name): _Sorted(table) for name, table in pools.items()}
    forms = [[tuple(words) for words in words_of([one.expression, *one.forms], _rule(index))] for one in wanted]
    parts = [own[0] for own in forms]
    figures = _levels(index, parts)
    taken = {" ".join(words) for of_one in forms for words in of_one}
    known = [None] * len(wanted) if only else _patterns_of(index, forms, tags)
    given = pattern if isinstance(pattern, Mapping) else {}
    rows, patterns = [], {}
    for one, words, own, found in zip(wanted, parts, forms, known, strict=True):
        its_pattern = only or given.get(one.expression) or _given_pattern(one, words) or found
        if its_pattern is None or len(words) != 2:
            continue
        patterns[one.expression] = its_pattern
        level = figures[words]
        pool = sorted_pools.get(its_pattern)
        for rank, (text, its) in enumerate(pool.nearest(level, set().union(*own), taken, nearest) if pool else (), 1):
            ratio = its / level if level else None
            language = one.language or index.manifest.language
            rows.append((one.expression, language, its_pattern, level, rank, text, its, ratio))
    return Nearest(pl.DataFrame(rows, schema=_POOL, orient="row"), patterns)


def _given_pattern(one: Wanted, words: Sequence[str]) -> str | None:
    """The pattern that a lexicon gives an expression, in the order of its words; None for one that corpora do not have.

    >>> _given_pattern(Wanted("pé frio", "pt", (), (), {"pattern": "adjective-noun", "head": "pé #m"}), ("pé", "frio"))
    'noun-adjective'
    """
    pattern = str(one.entry.get("pattern", ""))
    if not _is_pattern(pattern):
        return None
    head = str(one.entry.get("head", "")).partition("#")[0].strip().casefold()
    first, second = pattern.split("-")
    return f"{second}-{first}" if second == "noun" and head and head == words[0].casefold() else pattern


def _levels(index: Index, parts: Sequence[tuple[str, ...]]) -> dict[tuple[str, ...], float]:
    """The average frequency of each expression of two words, in this form."""
    two = {words for words in parts if len(words) == 2}
    pairs, single = pair_counts(index, two), word_counts(index, {word for words in two for word in words})
    return {words: (pairs.get(words, 0) + sum(single.get(word, 0) for word in words)) / 3 for words in two}


class _Sorted:
    """Combinations of one pattern by their average frequency."""

    def __init__(self, table: pl.DataFrame) -> None:
        ordered = table.sort(["average_frequency", "combination"])
        self._texts = ordered["combination"]
        self._levels: npt.NDArray[np.float64] = ordered["average_frequency"].to_numpy()

    def nearest(self, level: float, own: Iterable[str], taken: set[str], count: int) -> list[tuple[str, float]]:
        """The nearest that fit, in order; more are looked at until enough are found."""
        looked_at = _LOOKED_AT
        while True:
            found = self._among(level, set(own), taken, count, looked_at)
            if len(found) == count or looked_at >= len(self._levels):
                return found
            looked_at *= 10

    def _among(
        self, level: float, used: set[str], taken: set[str], count: int, looked_at: int
    ) -> list[tuple[str, float]]:
        away = np.abs(self._levels - level)
        limit = np.partition(away, looked_at - 1)[looked_at - 1] if looked_at < len(away) else np.inf
        near = np.flatnonzero(away <= limit)
        texts = self._texts.gather(near).to_list()
        used = set(used)
        found: list[tuple[str, float]] = []
        for distance, text, at in sorted(zip(away[near].tolist(), texts, near.tolist(), strict=True)):
            del distance
            words = set(text.split(" "))
            if text in taken or used & words:
                continue
            found.append((text, float(self._levels[at])))
            used |= words
            if len(found) == count:
                break
        return found


def _patterns(index: Index, tags: Path | None) -> pl.LazyFrame:
    """Pairs with the pattern that they have most often."""
    ranked = _all_patterns(index, tags).sort(["first", "second", "count", "pattern"], descending=_MOST_FIRST)
    return ranked.unique(["first", "second"], keep="first", maintain_order=True).select("first", "second", "pattern")


def _all_patterns(index: Index, tags: Path | None) -> pl.LazyFrame:
    """Pairs with each pattern that they have, and how often."""
    if tags is None and index.patterns is not None:
        return index.patterns
    known = _likeliest(_tags(index, tags)).lazy()
    return (
        adjacent(index)
        .join(known.rename({"word": "first", "tag": "one"}), on="first")
        .join(known.rename({"word": "second", "tag": "other"}), on="second")
        .select("first", "second", pl.format("{}-{}", "one", "other").alias("pattern"), "count")
    )


def _tags(index: Index, path: Path | None) -> pl.DataFrame:
    """Words with each part of speech that they have and how often, those that are known."""
    if path is None:
        if index.tags is None:
            raise DatasetError(
                f"{index.folder} has no parts of speech; index a corpus that has them (CoNLL-U, ukWaC, brWaC), "
                "or give a table word,tag as `tags`."
            )
        table = index.tags.collect()
    else:
        table = _read_tags(path)
    return table.filter(pl.col("tag") != NAMES[0])


def _likeliest(tags: pl.DataFrame) -> pl.DataFrame:
    """Each word with the part of speech that it has most often."""
    ranked = tags.sort(["word", "count", "tag"], descending=[False, True, False])
    return ranked.unique("word", keep="first", maintain_order=True).select("word", "tag")


def _read_tags(path: Path) -> pl.DataFrame:
    """A user's table of words and tags; tags of any set that is known, or the names that are used here."""
    try:
        scan = pl.scan_parquet(path) if path.suffix.lower() == ".parquet" else pl.scan_csv(path, infer_schema=False)
        table = scan.collect()
    except (OSError, PolarsError) as error:
        raise DatasetError(f"`tags` {path} cannot be read: {' '.join(str(error).split())[:120]}.") from error
    lacking = [name for name in ("word", "tag") if name not in table.columns]
    if lacking:
        raise DatasetError(f"`tags` {path}: the column {lacking[0]!r} is missing; found {', '.join(table.columns)}.")
    count = pl.col("count").cast(pl.Int64, strict=False) if "count" in table.columns else pl.lit(1, dtype=pl.Int64)
    table = table.select(
        pl.col("word").cast(pl.String), pl.col("tag").cast(pl.String).fill_null(""), count.alias("count")
    )
    seen = table["tag"].unique().to_list()
    names = [tag if tag in NAMES else NAMES[code_of(tag)] for tag in seen]
    return table.with_columns(pl.col("tag").replace_strict(seen, names, return_dtype=pl.String))


def _patterns_of(index: Index, forms: Sequence[Sequence[tuple[str, ...]]], tags: Path | None) -> list[str | None]:
    """The pattern of each expression, given by its forms: as the corpus has one of them, else by its words.

    Words of names are the same letters (*Centro*), so what is also seen as something else is no name.
    """
    two = sorted({words for own in forms for words in own if len(words) == 2})
    asked = pl.LazyFrame(two, schema={"first": pl.String(), "second": pl.String()}, orient="row")
    pairs = asked.join(_all_patterns(index, tags), on=["first", "second"]).collect()
    seen = {(first, second): patterns for first, second, patterns in _ranked(pairs, ["first", "second"], "pattern")}
    alone: dict[str, list[str]] = {}
    if tags is not None or index.tags is not None:
        single = pl.DataFrame({"word": sorted({word for words in two for word in words})}, {"word": pl.String()})
        alone = dict(_ranked(single.join(_tags(index, tags), on="word"), ["word"], "tag"))
    return [_pattern_of([words for words in own if len(words) == 2], seen, alone) for own in forms]


def _pattern_of(
    forms: Sequence[tuple[str, ...]], seen: Mapping[tuple[str, str], list[str]], alone: Mapping[str, list[str]]
) -> str | None:
    together = [pattern for first, second in forms for pattern in seen.get((first, second), ())]
    apart = [f"{alone[first][0]}-{alone[second][0]}" for first, second in forms if first in alone and second in alone]
    found = [*together, *apart]
    return next((pattern for pattern in found if _NAME not in pattern), found[0] if found else None)


def _ranked(table: pl.DataFrame, by: list[str], value: str) -> Iterator[tuple[Any, ...]]:
    """The values of each key, those of names last, else the most frequent first."""
    named = pl.col(value).str.contains(_NAME)
    ordered = table.sort([*by, named, "count", value], descending=[*[False] * len(by), False, True, False])
    return ordered.group_by(by, maintain_order=True).agg(value).iter_rows()


def _check_pattern(pattern: str) -> None:
    if not _is_pattern(pattern):
        raise ConfigError(f"`pattern` {pattern!r}: two of {', '.join(NAMES[1:])}, as in adjective-noun.")


def _is_pattern(text: str) -> bool:
    parts = text.split("-")
    return len(parts) == 2 and set(parts) <= set(NAMES)


def _rule(index: Index) -> Tokeniser:
    return find_tokeniser(index.manifest.tokeniser)
