"""What changes across the sentences of an expression: in a model, and in the eyes of annotators.

Experiments 2 and 3 of Garcia et al. (ACL 2021). One value per expression, from all pairs
of its sentences.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np
import polars as pl

from idioprobe.core.tables import DROPPED, SCORES, TARGET, VIEW_KEYS, item_name
from idioprobe.data.components import Components, components_of, roles_of
from idioprobe.stats.bootstrap import Array
from idioprobe.stats.correlation import FEWEST, TIED_DECIMALS, spearman
from idioprobe.suites.measure import Measure
from idioprobe.suites.pairs.comparisons import ACROSS

FEW = f"fewer than {FEWEST} pairs of sentences"

Name = tuple[str, str]
Pairs = dict[tuple[int, int], float]
Value = tuple[float, str | None]
"""A value, or why it is undefined."""


def annotator_distances(means: dict[int, Array]) -> Pairs:
    """Euclidean distances between the annotators' vectors (the expression and its components) of each two sentences.

    >>> annotator_distances({1: np.array([0.0, 0, 0]), 2: np.array([3.0, 4, 0])})
    {(1, 2): 5.0}
    """
    pairs = combinations(sorted(means), 2)
    return {(a, b): round(float(np.linalg.norm(means[a] - means[b])), TIED_DECIMALS) for a, b in pairs}


def agreement(cosines: Pairs, human: Pairs | None) -> Value | None:
    """ρ between the annotators' distances and the model's cosines; negative where they agree."""
    if human is None:
        return None
    both = sorted(cosines.keys() & human.keys())
    rho, _ = spearman(np.array([human[p] for p in both]), np.array([cosines[p] for p in both]))
    if np.isfinite(rho):
        return rho, None
    return rho, FEW if len(both) < FEWEST else "all distances or all cosines are equal"


def spread(cosines: Pairs, _: Pairs | None) -> Value:
    """The standard deviation (n − 1) of the cosines."""
    if len(cosines) < FEWEST:
        return float("nan"), FEW
    return float(np.std(list(cosines.values()), ddof=1)), None


def across_scores(
    similarities: pl.DataFrame, ratings: pl.DataFrame, measures: Sequence[Measure], expressions: pl.DataFrame
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The measures that have one value per expression; and what has none."""
    here = similarities.filter(pl.col("comparison") == ACROSS.name)
    distances = _distances(ratings, components_of(expressions))
    scores, dropped = [], []
    keys = ["language", "expression", *VIEW_KEYS]
    for values, part in here.group_by(keys, maintain_order=True):
        named = dict(zip(keys, values, strict=True))
        cosines = {(a, b): v for a, b, v in part.select("sentence", "index", "value").iter_rows()}
        language, expression = str(named["language"]), str(named["expression"])
        item = item_name(language, expression, "nat")
        place = {**named, "item": item, "condition": "nat", "sentence": None}
        human = distances.get((language, expression))
        for measure in (m for m in measures if not m.per_sentence and named["unit"] in m.units):
            found = measure.formula(cosines, human)
            if found is None:
                continue
            value, why = found
            if why is None:
                scores.append({**place, "measure": measure.name, "value": value, "winner": None})
            else:
                what = {"role": "original", "index": 0, "what": f"measure {measure.name}", "reason": why}
                dropped.append({**place, **what})
    rows = [{key: row[key] for key in DROPPED} for row in dropped]
    return pl.DataFrame([{k: r[k] for k in SCORES} for r in scores], schema=SCORES), pl.DataFrame(rows, schema=DROPPED)


def _distances(ratings: pl.DataFrame, components: Mapping[Name, Components]) -> dict[Name, Pairs]:
    """By expression: distances of its annotators' vectors, where it and all its components are rated."""
    tokens = ratings.filter(pl.col("rating") == "token")
    out: dict[Name, Pairs] = {}
    for (language, expression), part in tokens.group_by("language", "expression", maintain_order=True):
        name = (str(language), str(expression))
        targets = rated_targets(components.get(name, ()))
        rated: dict[int, dict[str, float]] = {}
        for sentence, target, mean in part.select("sentence", "target", "mean").iter_rows():
            rated.setdefault(sentence, {}).setdefault(target, mean)
        whole = {sentence: own for sentence, own in rated.items() if own.keys() >= set(targets)}
        if whole:
            means = {sentence: np.array([own[target] for target in targets]) for sentence, own in whole.items()}
            out[name] = annotator_distances(means)
    return out


def rated_targets(components: Components) -> tuple[str, ...]:
    """What annotators judge in a sentence: the expression, and each of its components."""
    return (TARGET, *sorted(roles_of(components)))
