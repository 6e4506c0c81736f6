"""Expressions split so that nothing that a model was trained on comes back in another part.

Expressions that share a word or a synonym are tied together; what is tied, directly or through others, stays in one
part.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

import polars as pl

from idioprobe.core.tables import NO_CLASS
from idioprobe.data.components import parse_components
from idioprobe.data.targets import target_texts

SPLITS = ("train", "validation", "test")
SHARES = (0.6, 0.2, 0.2)
SYNONYMS = ("syn", "syn2")
SPLIT: dict[str, pl.DataType] = {"expression": pl.String(), "language": pl.String(), "split": pl.String()}


Name = TypeVar("Name", str, tuple[str, str])


def groups(marks: Mapping[Name, Iterable[str]]) -> list[list[Name]]:
    """What is tied together by sharing a mark: the connected components, the largest first.

    >>> groups({"red tape": ["red", "tape"], "red herring": ["red", "herring"], "lame duck": ["lame", "duck"]})
    [['red herring', 'red tape'], ['lame duck']]
    """
    leader: dict[object, object] = {}

    def find(one: object) -> object:
        while leader.setdefault(one, one) != one:
            leader[one] = leader[leader[one]]
            one = leader[one]
        return one

    for name, own in marks.items():
        for mark in own:
            leader[find(("mark", mark))] = find(("name", name))
    tied: dict[object, list[Name]] = {}
    for name in sorted(marks):
        tied.setdefault(find(("name", name)), []).append(name)
    return sorted(tied.values(), key=lambda members: (-len(members), members))


def marks_of(expressions: pl.DataFrame, stimuli: pl.DataFrame) -> dict[tuple[str, str], set[str]]:
    """By language and expression: the expression, its words and its synonyms, in every form in which they occur."""
    found: dict[tuple[str, str], set[str]] = {}
    for expression, language, components in expressions.select("expression", "language", "components").iter_rows():
        words = {one.word.casefold() for one in parse_components(components)}
        found[language, expression] = {expression.casefold(), *words}
    written = stimuli.filter(pl.col("role").is_in([*SYNONYMS, "original"]))
    written = written.with_columns(target=target_texts(written)).select("expression", "language", "target").unique()
    for expression, language, target in written.iter_rows():
        if (language, expression) in found:
            found[language, expression].add(target.casefold())
    return found


def split_expressions(
    expressions: pl.DataFrame, stimuli: pl.DataFrame, *, seed: int = 0, shares: Sequence[float] = SHARES
) -> pl.DataFrame:
    """A split for each expression, with classes and languages spread as evenly as what is tied allows."""
    marks = marks_of(expressions, stimuli)
    rows = expressions.select("expression", "language", "class").iter_rows()
    labels = {(language, name): f"{language} {label or NO_CLASS}" for name, language, label in rows}
    chosen = assign(groups(marks), labels, seed=seed, shares=shares)
    table = [(name, language, chosen[language, name]) for language, name in marks]
    return pl.DataFrame(table, schema=SPLIT, orient="row")


def assign(
    tied: Sequence[Sequence[Name]], labels: Mapping[Name, str], *, seed: int = 0, shares: Sequence[float] = SHARES
) -> dict[Name, str]:
    """A split for each name: large groups first, each to where its classes are most lacking; chance among equals."""
    total = Counter(labels.values())
    lacking = [{label: share * count for label, count in total.items()} for share in shares]
    order = list(tied)
    random.Random(seed).shuffle(order)
    order.sort(key=len, reverse=True)
    out: dict[Name, str] = {}
    for members in order:
        counts = Counter(labels[name] for name in members)
        need = [sum(n * min(left[label], n) / total[label] for label, n in counts.items()) for left in lacking]
        at = max(range(len(shares)), key=need.__getitem__)
        for label, n in counts.items():
            lacking[at][label] -= n
        out |= dict.fromkeys(members, SPLITS[at])
    wanted = [part for part, share in zip(SPLITS, shares, strict=True) if share]
    return _without_gaps(order, out, wanted)


def _without_gaps(order: Sequence[Sequence[Name]], out: dict[Name, str], wanted: Sequence[str]) -> dict[Name, str]:
    """The same; a part that few expressions left empty gets the smallest group of the largest part that has several."""
    for empty in wanted:
        parts = {part: [members for members in order if out[members[0]] == part] for part in SPLITS}
        several = [part for part in SPLITS if len(parts[part]) > 1]
        if not parts[empty] and several:
            largest = max(several, key=lambda part: sum(map(len, parts[part])))
            out |= dict.fromkeys(parts[largest][-1], empty)
    return out
