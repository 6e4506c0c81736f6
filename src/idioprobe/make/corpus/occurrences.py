"""How often expressions occur in all their forms, and how often each of their words does in the same forms."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

import polars as pl

from idioprobe.make.corpus.expressions import Wanted
from idioprobe.make.corpus.find import Progress, find
from idioprobe.make.corpus.folded import folded
from idioprobe.make.corpus.index import Index
from idioprobe.make.corpus.tokens import CHARACTERS, fold, words_of

Runs = tuple[str, ...]
"""A word as it is compared: its runs of letters and digits, of which *fool's* has two."""

_BETWEEN_WORDS = re.compile(r"[\s\-‐‑…]+")
_BETWEEN_RUNS = r"[^\p{L}\p{M}\p{N}]+"


@dataclass(frozen=True)
class Counted:
    """How often an expression occurs, and each of its words.

    `whole` is None where nobody knows: an index without sentences has no expressions of three words or more.
    """

    whole: int | None
    words: tuple[int, ...]


def count_occurrences(
    index: Index,
    wanted: Sequence[Wanted],
    gap: int = 0,
    progress: Progress = lambda _done, _total: None,
    *,
    elsewhere: Executor | None = None,
) -> list[Counted]:
    """The counts of each expression, in their order; `elsewhere` looks through sentences on other machines.

    A word is counted in every form that it has in a form of the expression with as many words; what a hyphen or an
    apostrophe joins is counted part by part. Where the expression occurs in a form that lacks one of its words
    (*greenhouse* for *green house*), that counts for the word too, so that no expression is more frequent than
    its words.
    """
    apart = index.manifest.tokeniser != CHARACTERS.name
    slots = [_slots(one, apart=apart) for one in wanted]
    single = _run_counts(index, {form for of_one in slots for slot in of_one for form in slot})
    read = index.manifest.has_sentences
    wholes = _in_sentences(index, wanted, gap, progress, elsewhere) if read else _in_tables(index, wanted)
    counted = []
    for one, of_one in zip(wanted, slots, strict=True):
        found = wholes[one.expression]
        words = [
            sum(single[form] for form in slot)
            + sum(count for whole, count in (found or {}).items() if not any(_inside(form, whole) for form in slot))
            for slot in of_one
        ]
        counted.append(Counted(None if found is None else sum(found.values()), tuple(words)))
    return counted


def _slots(one: Wanted, *, apart: bool) -> list[set[Runs]]:
    """The words of an expression in their order, each in all its forms."""
    forms = [words for form in (one.expression, *one.forms) if (words := _words(form, apart=apart))]
    return [set(slot) for slot in zip(*(words for words in forms if len(words) == len(forms[0])), strict=True)]


def _words(form: str, *, apart: bool) -> list[Runs]:
    if not apart:
        return [(word,) for word in words_of([form], CHARACTERS)[0]]
    return [runs for piece in _BETWEEN_WORDS.split(form) if (runs := tuple(folded(piece).words))]


def _flat(form: str, *, apart: bool) -> Runs:
    return tuple(run for word in _words(form, apart=apart) for run in word)


def _inside(word: Runs, whole: Runs) -> bool:
    return any(whole[at : at + len(word)] == word for at in range(len(whole) - len(word) + 1))


def _run_counts(index: Index, asked: Iterable[Runs]) -> Counter[Runs]:
    """How often runs of letters follow each other inside words of the corpus, most often one that is the word."""
    spaced = {f" {' '.join(runs)} ": runs for runs in asked}
    if not spaced:
        return Counter()
    parted = pl.format(" {} ", pl.col("word").str.replace_all(_BETWEEN_RUNS, " ").str.strip_chars(" "))
    inside = parted.str.extract_many(sorted(spaced), overlapping=True)
    found = index.words.select(inside.alias("runs"), "count").filter(pl.col("runs").list.len() > 0).explode("runs")
    table = found.group_by("runs").agg(pl.col("count").sum()).collect(engine="streaming")
    return Counter({spaced[text]: count for text, count in table.iter_rows()})


def _in_sentences(
    index: Index, wanted: Sequence[Wanted], gap: int, progress: Progress, elsewhere: Executor | None
) -> dict[str, Counter[Runs] | None]:
    """How often each expression occurs, by what is written there, as `find` finds it."""
    apart = index.manifest.tokeniser != CHARACTERS.name
    found: defaultdict[str, Counter[Runs]] = defaultdict(Counter)
    for table in find(index, wanted, gap, elsewhere=elsewhere, progress=progress):
        for name, form, count in table.group_by("expression", "form").len().iter_rows():
            found[name][_flat(form, apart=apart)] += count
    return {one.expression: found[one.expression] for one in wanted}


def _in_tables(index: Index, wanted: Sequence[Wanted]) -> dict[str, Counter[Runs] | None]:
    """The same from words and pairs alone; None for an expression of more than two words."""
    asked = {
        one.expression: {form for name in (one.expression, *one.forms) for form in _written(name)} for one in wanted
    }
    forms = set().union(*asked.values()) if asked else set()
    singles = word_counts(index, {form[0] for form in forms if len(form) == 1})
    pairs = pair_counts(index, {form for form in forms if len(form) == 2})
    known = {(word,): count for word, count in singles.items()} | pairs
    counted: dict[str, Counter[Runs] | None] = {}
    for name, own in asked.items():
        within: Counter[Runs] = Counter()
        for form in own:
            within[_flat(" ".join(form), apart=True)] += known.get(form, 0)
        counted[name] = within if len(_written(name)[0]) <= 2 else None
    return counted


def _written(form: str) -> list[tuple[str, ...]]:
    """How tables may have a form: its words side by side, or one word with hyphens."""
    words = tuple(fold(piece) for piece in _BETWEEN_WORDS.split(form) if folded(piece).words)
    return [words] if len(words) == 1 else [words, ("-".join(words),)]


def word_counts(index: Index, words: Iterable[str]) -> dict[str, int]:
    """How often each of some words occurs; those that never do are not in it."""
    asked = pl.LazyFrame({"word": sorted(set(words))}, schema={"word": pl.String()})
    return dict(index.words.join(asked, on="word", how="semi").collect(engine="streaming").iter_rows())


def pair_counts(index: Index, pairs: Iterable[tuple[str, ...]]) -> dict[tuple[str, ...], int]:
    """How often each of some pairs of words occurs side by side."""
    schema = {"first": pl.String(), "second": pl.String()}
    asked = pl.LazyFrame(sorted(set(pairs)), schema=schema, orient="row")
    found = adjacent(index).join(asked, on=["first", "second"], how="semi").collect(engine="streaming")
    return {(first, second): count for first, second, count in found.iter_rows()}


def adjacent(index: Index) -> pl.LazyFrame:
    """The pairs of words with none between them: `first`, `second`, `count`."""
    pairs = index.pairs
    if index.manifest.window > 1:
        pairs = pairs.filter(pl.col("gap") == 0)
    return pairs.select("first", "second", "count")
