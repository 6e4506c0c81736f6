"""ε-compositionality (Wold et al. 2025): how far a word keeps its distance to a synonym in context.

Of an expression's component b, a synonym a and the rest of the sentence c:
ε(a, b, c) = d(ac, bc) / d(a, b) − 1, with a distance d, by default that of the cosine. The idiomaticity-ε compares
a synonym with the component, the baseline-ε with another synonym.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import polars as pl

from idioprobe.core.answers import NO_VECTOR, Failure, Vectors
from idioprobe.core.requests import Request
from idioprobe.core.tables import CLASSES, DROPPED, PAIR_KEYS
from idioprobe.core.views import View
from idioprobe.data.lexicon.frequency import zipf_frequency
from idioprobe.stats.bootstrap import Array
from idioprobe.stats.rounding import DECIMALS
from idioprobe.stats.similarity import METRICS, Metric
from idioprobe.suites.epsilon.substitutions import FEWEST_SYNONYMS, SUBSTITUTIONS

DIFFERENCE_DECIMALS = 10
SMALL_DISTANCE = 1e-3
"""Words nearer than this make ε explode; such pairs are kept and flagged."""

EPSILON: dict[str, pl.DataType] = {
    **{name: dtype for name, dtype in SUBSTITUTIONS.items() if name not in ("index", "synonym", "synonym_text")},
    "synonym": pl.String(),
    "synonym_text": pl.String(),
    "other": pl.String(),
    "other_text": pl.String(),
    "zipf_word": pl.Float64(),
    "zipf_other": pl.Float64(),
    "view": pl.String(),
    "special_tokens": pl.Boolean(),
    "distance_word_idiom": pl.Float64(),
    "distance_sentence_idiom": pl.Float64(),
    "eps_idiom": pl.Float64(),
    "distance_word_base": pl.Float64(),
    "distance_sentence_base": pl.Float64(),
    "eps_base": pl.Float64(),
    "small_distance": pl.Boolean(),
}
"""One ε pair: the idiomatic ε of `synonym` and `word`, the baseline ε of `synonym` and `other`; and how frequent the
two are in which they differ, on Zipf's scale."""


def epsilon(sentence_distance: Array, word_distance: Array) -> Array:
    """How much farther apart two words are in a sentence than alone, relative to alone.

    >>> epsilon(np.array([0.1]), np.array([0.4])).tolist()
    [-0.75]
    """
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.round(sentence_distance / word_distance - 1, DECIMALS)


def epsilon_difference(idiomatic: Array, baseline: Array) -> Array:
    """By how much the idiomaticity-ε is larger, without what is but rounding."""
    return np.round(idiomatic - baseline, DIFFERENCE_DECIMALS)


def pairings(count: int, how: str) -> list[tuple[int, int]]:
    """Which synonyms are compared with which for the baseline, by position in the list.

    `ordered`: each with every other one; `one`: each with the next, the last with the first.

    >>> pairings(3, "one")
    [(0, 1), (1, 2), (2, 0)]
    """
    if count < FEWEST_SYNONYMS:
        return []
    if how == "one":
        return [(i, (i + 1) % count) for i in range(count)]
    return [(i, j) for i in range(count) for j in range(count) if i != j]


def pair_up(substitutions: pl.DataFrame, how: str) -> tuple[pl.DataFrame, pl.DataFrame]:
    """All ε pairs of the substitutions; and the places that have too few synonyms for one."""
    rows, dropped = [], []
    zipf = {str(language): zipf_frequency(str(language)) for language in substitutions["language"].unique()}
    for _, part in substitutions.group_by("item", "position", maintain_order=True):
        synonyms = part.to_dicts()
        named = {key: synonyms[0][key] for key in (*PAIR_KEYS, "position", "word", "text")}
        pairs = pairings(len(synonyms), how)
        if not pairs:
            reason = f"one synonym of the {named['position']} only; a baseline needs {FEWEST_SYNONYMS}"
            place = {"role": f"{named['position']}_alt", "index": synonyms[0]["index"]}
            dropped.append(
                {**{key: named[key] for key in PAIR_KEYS}, **place, "unit": "sentence", "view": None}
                | {"what": "epsilon", "reason": reason}
            )
        for i, j in pairs:
            a, other = synonyms[i], synonyms[j]
            filled = {"synonym": a["synonym"], "synonym_text": a["synonym_text"]}
            filled |= {"other": other["synonym"], "other_text": other["synonym_text"]}
            level = zipf[named["language"]]
            known = {"zipf_word": level(named["word"]), "zipf_other": level(other["synonym"])}
            rows.append({**named, **filled, **known})
    columns = [name for name in EPSILON if name not in _MEASURED]
    table = pl.DataFrame(rows, schema={name: EPSILON[name] for name in columns})
    return table, pl.DataFrame(dropped, schema=DROPPED)


_MEASURED = (
    "view",
    "special_tokens",
    "distance_word_idiom",
    "distance_sentence_idiom",
    "eps_idiom",
    "distance_word_base",
    "distance_sentence_base",
    "eps_base",
    "small_distance",
)


def requests(pairs: pl.DataFrame) -> set[Request]:
    """Every word and every sentence that ε needs, once."""
    columns = ("word", "synonym", "other", "text", "synonym_text", "other_text")
    return {Request(text) for column in columns for text in pairs[column].unique()}


def measure(
    pairs: pl.DataFrame, view: View, vectors: Vectors, metric: str = "cosine"
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Both ε of each pair in one view; and the pairs that have none, with the reason."""
    distances = _Distances(vectors, METRICS[metric])
    columns = {
        "distance_word_idiom": distances(pairs, "synonym", "word"),
        "distance_sentence_idiom": distances(pairs, "synonym_text", "text"),
        "distance_word_base": distances(pairs, "synonym", "other"),
        "distance_sentence_base": distances(pairs, "synonym_text", "other_text"),
    }
    ratios = {
        "eps_idiom": epsilon(columns["distance_sentence_idiom"], columns["distance_word_idiom"]),
        "eps_base": epsilon(columns["distance_sentence_base"], columns["distance_word_base"]),
    }
    nearest = np.fmin(columns["distance_word_idiom"], columns["distance_word_base"])
    table = pairs.with_columns(
        pl.lit(view.name).alias("view"),
        pl.lit(view.special_tokens).alias("special_tokens"),
        *(pl.Series(name, values) for name, values in (columns | ratios).items()),
        pl.Series("small_distance", nearest < SMALL_DISTANCE),
    ).select(list(EPSILON))
    whole = np.isfinite(ratios["eps_idiom"]) & np.isfinite(ratios["eps_base"])
    return table.filter(pl.Series(whole, dtype=pl.Boolean)), _without(table.filter(pl.Series(~whole)), distances)


def distance(a: Array, b: Array, metric: Metric = METRICS["cosine"]) -> Array:
    """How far the rows of each pair are from each other; NaN in a metric without a distance."""
    return np.round(metric.distance(a, b), DECIMALS) if metric.distance else np.full(len(a), np.nan)


class _Distances:
    """Distances of texts; each pair of texts is computed once."""

    def __init__(self, vectors: Vectors, metric: Metric) -> None:
        self._vectors, self._metric = vectors, metric

    def __call__(self, pairs: pl.DataFrame, left: str, right: str) -> Array:
        """One distance per row; NaN where a text has no vector."""
        distinct = pairs.select(left, right).unique(maintain_order=True)
        known = {(a, b): i for i, (a, b) in enumerate(distinct.iter_rows())}
        values = np.full(len(known), np.nan)
        by_length: dict[int, list[tuple[str, str]]] = {}
        for pair in known:
            first = self._vectors.get(Request(pair[0]), NO_VECTOR)
            if not isinstance(first, Failure) and not self.why(*pair):
                by_length.setdefault(len(first), []).append(pair)
        for usable in by_length.values():
            sides = (self._stack(a for a, _ in usable), self._stack(b for _, b in usable))
            values[[known[pair] for pair in usable]] = distance(*sides, self._metric)
        return values[[known[row] for row in pairs.select(left, right).iter_rows()]] if known else values

    def _stack(self, texts: Iterable[str]) -> Array:
        return np.stack([np.asarray(self._vectors[Request(text)], dtype=np.float64) for text in texts])

    def why(self, left: str, right: str) -> str | None:
        """Why two texts have no distance; None if they have one."""
        first, second = (self._vectors.get(Request(text), NO_VECTOR) for text in (left, right))
        if isinstance(first, Failure):
            return first.reason
        if isinstance(second, Failure):
            return second.reason
        if len(first) != len(second):
            return f"vectors of different length ({len(first)} and {len(second)})"
        directed = not self._metric.absolute or (first.any() and second.any())
        return None if directed else "the distance is undefined (a vector of zeros)"


def _without(table: pl.DataFrame, distances: _Distances) -> pl.DataFrame:
    rows = []
    for row in table.iter_rows(named=True):
        compared = (("synonym", "word"), ("synonym", "other"), ("synonym_text", "text"), ("synonym_text", "other_text"))
        reason = next((why for a, b in compared if (why := distances.why(row[a], row[b]))), None)
        if reason is None:
            which = "word" if not row["distance_word_idiom"] > 0 else "other"
            reason = f"{row['synonym']!r} and {row[which]!r} have the same vector: distance 0"
        named = {key: row[key] for key in PAIR_KEYS}
        rows.append(
            {**named, "role": f"{row['position']}_alt", "index": None, "unit": "sentence", "view": row["view"]}
            | {"what": f"epsilon pair {row['synonym']}, {row['other']}", "reason": reason}
        )
    return pl.DataFrame(rows, schema=DROPPED)


def category(p_values: Mapping[str, float | None], alpha: float = 0.05, classes: Sequence[str] = CLASSES) -> str:
    """What kind of model it is, by the classes (the idiomatic one first) in which idiomaticity-ε is above the baseline.

    >>> category({"C": 0.9, "PC": 0.01, "NC": 0.001})
    'human-aligned'
    """
    known = [p_values.get(label) for label in classes]
    if any(p is None for p in known):
        return "undecided"
    *others, compositional = (p is not None and p <= alpha for p in known)
    if not any((*others, compositional)):
        return "compositionally inclined"
    if not all(others):
        return "mixed"
    return "anti-compositional" if compositional else "human-aligned"
