"""From answers to scores: one row per item and measure, over the orders and repetitions of its questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl

from idioprobe.core.tables import ITEM, SCORES
from idioprobe.core.views import LIKELIHOOD
from idioprobe.stats.rounding import DECIMALS
from idioprobe.suites.base import Similar
from idioprobe.suites.questions.kinds import CHOOSE, FREE, IDIOM, KINDS, PAIR, PARAPHRASE
from idioprobe.suites.questions.likelihoods import highest
from idioprobe.suites.questions.listing import parse_paraphrases
from idioprobe.suites.questions.matching import matches_exactly
from idioprobe.suites.questions.tables import METRIC, USABLE

Rows = Sequence[Mapping[str, Any]]
WRONG_IF_NONE = ("qa_idiom", "qa_pref_words", "qa_choice", "qa_paraphrase", "qa_paraphrase_exact")
"""Shares of right answers, which have a second row in which no usable answer is a wrong one."""


def score_answers(answers: pl.DataFrame, similar: Similar | None = None, *, strict: bool = False) -> pl.DataFrame:
    """The measures of all items in every view.

    `strict`: those of `WRONG_IF_NONE` alone, and what is of no use counts as wrong.
    """
    rows = []
    scored = answers.filter(pl.col("kind") != FREE.name)
    similar = _at_once(scored, similar) if similar and not strict else None
    for _, part in scored.group_by("item", "view", maintain_order=True):
        own = part.to_dicts()
        named = {key: own[0][key] for key in (*ITEM, "unit", "view")}
        placed = {**named, "special_tokens": False, "metric": METRIC, "winner": None}
        found = _strict(own) if strict else _measured(own, similar)
        rows += [{**placed, "measure": measure, "value": value} for measure, value in found]
    return pl.DataFrame(rows, schema=SCORES)


def _at_once(answers: pl.DataFrame, similar: Similar) -> Similar:
    """The same function, which has seen all paraphrases before: a model is faster with many texts."""
    rows = answers.filter(kind=PARAPHRASE.name).to_dicts()
    texts = sorted({text for row in rows if usable(row) for text in (*_texts(row), *row["options"])})
    known = dict(zip(texts, similar(texts), strict=True)) if texts else {}
    return lambda wanted: np.stack([known[text] for text in wanted])


def usable(row: Mapping[str, Any]) -> bool:
    """Whether an answer says what was asked."""
    return row["understood"] in USABLE


def _by_kind(rows: Rows) -> Iterator[tuple[str, Rows]]:
    for name in KINDS:
        own = [row for row in rows if row["kind"] == name]
        if own:
            yield name, own


def _measured(rows: Rows, similar: Similar | None) -> Iterator[tuple[str, float]]:
    for name, asked in _by_kind(rows):
        answered = [row for row in asked if usable(row)]
        if answered:
            for measure, score in KINDS[name].scores.items():
                yield measure, mean([score(row) for row in answered])
            yield from _more(name, answered, similar)
    yield "qa_refused", mean([float(not usable(row)) for row in rows])


def _more(kind: str, answered: Rows, similar: Similar | None) -> Iterator[tuple[str, float]]:
    """What only some kinds of questions have."""
    if kind in (IDIOM.name, PAIR.name, CHOOSE.name) and len(answered) > 1:
        yield "qa_consistency_pair" if kind == PAIR.name else "qa_consistency", consistency(answered)
    if kind == CHOOSE.name:
        yield "qa_choice_chance", mean([1 / len(row["options"]) for row in answered])
        biased = [short_bias(row["options"], row["position"] - 1) for row in answered]
        yield from _mean_of("qa_short_bias", biased)
        yield from _mean_of("qa_raw_short_bias", [_raw(row) for row in answered if row["view"] == LIKELIHOOD])
    if kind == PARAPHRASE.name:
        yield "qa_paraphrase_exact", mean([_exact(row) for row in answered])
        if similar is not None:
            yield from _mean_of(
                "qa_paraphrase_sim", [nearest(_texts(row), row["options"], similar) for row in answered]
            )


def _strict(rows: Rows) -> Iterator[tuple[str, float]]:
    """The shares of right answers among all that were wanted."""
    for name, asked in _by_kind(rows):
        for measure, score in KINDS[name].scores.items():
            if measure in WRONG_IF_NONE:
                yield measure, mean([score(row) if usable(row) else 0.0 for row in asked])
        if name == PARAPHRASE.name:
            yield "qa_paraphrase_exact", mean([_exact(row) if usable(row) else 0.0 for row in asked])


def _mean_of(measure: str, values: Sequence[float | None]) -> Iterator[tuple[str, float]]:
    known = [value for value in values if value is not None]
    if known:
        yield measure, mean(known)


def mean(values: Sequence[float]) -> float:
    """The mean of some values, of which there is one at least."""
    return float(np.mean(values))


def consistency(rows: Rows) -> float:
    """The share of the choice made most often."""
    return max(Counter(row["choice"] for row in rows).values()) / len(rows)


def short_bias(options: Sequence[str], chosen: int | None) -> float | None:
    """1 or 0, for a shortest option or another, minus what guessing would give; None where all are as long.

    >>> short_bias(["ab", "abc", "abcd"], 0), short_bias(["ab", "cd"], 1)
    (0.6666666666666667, None)
    """
    lengths = [len(option) for option in options]
    shortest = [i for i, length in enumerate(lengths) if length == min(lengths)]
    if chosen is None or len(shortest) == len(options):
        return None
    return (chosen in shortest) - len(shortest) / len(options)


def _raw(row: Mapping[str, Any]) -> float | None:
    return short_bias(row["options"], highest(np.asarray(row["likelihoods"])))


def _texts(row: Mapping[str, Any]) -> tuple[str, ...]:
    return parse_paraphrases(row["answer"], expression=row["expression"]).texts


def _exact(row: Mapping[str, Any]) -> float:
    return float(matches_exactly(_texts(row), row["options"]))


def nearest(answers: Sequence[str], given: Sequence[str], similar: Similar) -> float | None:
    """The highest cosine between an answer and what people gave; None where they have no vectors."""
    vectors = similar([*answers, *given]).astype(np.float64)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit = vectors / np.where(lengths > 0, lengths, 1)
    cosines = unit[: len(answers)] @ unit[len(answers) :].T
    known = cosines[np.isfinite(cosines)]
    return round(float(known.max()), DECIMALS) if known.size else None
