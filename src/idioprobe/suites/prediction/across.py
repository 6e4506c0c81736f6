"""What changes across the sentences of an expression: in a model, and in the eyes of annotators.

Experiments 2 and 3 of Garcia et al. (ACL 2021). One value per expression, from all pairs
of its sentences.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import polars as pl

from idioprobe.core.tables import DROPPED, RATING_TARGETS, SCORES, VIEW_KEYS, item_name
from idioprobe.stats.bootstrap import Array
from idioprobe.stats.correlation import FEWEST, TIED_DECIMALS, spearman

ACROSS = "across"
"""The comparison of an expression's sentences with each other."""

Pairs = dict[tuple[int, int], float]


def annotator_distances(means: dict[int, Array]) -> Pairs:
    """Euclidean distances between the annotators' vectors (expression, head, modifier) of each two sentences.

    >>> annotator_distances({1: np.array([0.0, 0, 0]), 2: np.array([3.0, 4, 0])})
    {(1, 2): 5.0}
    """
    pairs = combinations(sorted(means), 2)
    return {(a, b): round(float(np.linalg.norm(means[a] - means[b])), TIED_DECIMALS) for a, b in pairs}


def across_scores(similarities: pl.DataFrame, ratings: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """`across_annotators` in the sentence unit and `across_spread` in the target unit; and what has none."""
    here = similarities.filter(pl.col("comparison") == ACROSS)
    distances = _distances(ratings)
    scores, dropped = [], []
    keys = ["language", "expression", *VIEW_KEYS]
    for values, part in here.group_by(keys, maintain_order=True):
        named = dict(zip(keys, values, strict=True))
        cosines = {(a, b): v for a, b, v in part.select("sentence", "index", "value").iter_rows()}
        place = {
            **named,
            "item": item_name(str(named["language"]), str(named["expression"]), "nat"),
            "condition": "nat",
            "sentence": None,
        }
        human = distances.get((str(named["language"]), str(named["expression"])))
        for measure, value, why in _values(str(named["unit"]), cosines, human):
            if why is None:
                scores.append({**place, "measure": measure, "value": value, "winner": None})
            else:
                dropped.append({**place, "role": "original", "index": 0, "what": f"measure {measure}", "reason": why})
    rows = [{key: row[key] for key in DROPPED} for row in dropped]
    return pl.DataFrame([{k: r[k] for k in SCORES} for r in scores], schema=SCORES), pl.DataFrame(rows, schema=DROPPED)


def _values(unit: str, cosines: Pairs, human: Pairs | None) -> Iterator[tuple[str, float, str | None]]:
    few = f"fewer than {FEWEST} pairs of sentences"
    if unit == "target":
        spread = float(np.std(list(cosines.values()), ddof=1)) if len(cosines) >= FEWEST else float("nan")
        yield "across_spread", spread, None if len(cosines) >= FEWEST else few
    elif human is not None:
        both = sorted(cosines.keys() & human.keys())
        rho, _ = spearman(np.array([human[p] for p in both]), np.array([cosines[p] for p in both]))
        constant = "all distances or all cosines are equal"
        why = None if np.isfinite(rho) else few if len(both) < FEWEST else constant
        yield "across_annotators", rho, why


def _distances(ratings: pl.DataFrame) -> dict[tuple[str, str], Pairs]:
    """By expression: distances of its annotators' vectors, where all three targets are rated."""
    tokens = ratings.filter(pl.col("rating") == "token")
    wide = tokens.group_by("language", "expression", "sentence", maintain_order=True).agg(
        pl.col("mean").filter(pl.col("target") == target).first().alias(f"of_{target}") for target in RATING_TARGETS
    )
    vector = [f"of_{target}" for target in RATING_TARGETS]
    whole = wide.drop_nulls(vector)
    out: dict[tuple[str, str], Pairs] = {}
    for (language, expression), part in whole.group_by("language", "expression", maintain_order=True):
        means = {row[0]: np.array(row[1:]) for row in part.select("sentence", *vector).iter_rows()}
        out[str(language), str(expression)] = annotator_distances(means)
    return out
