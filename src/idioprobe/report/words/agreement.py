"""Do a model's vectors know what it says in words? Their correlation over expressions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import polars as pl

from idioprobe.core.tables import ALL
from idioprobe.core.views import ANSWER, LIKELIHOOD, WAYS
from idioprobe.report.results import labels_of
from idioprobe.report.words.answered import answers_in_words, answers_of
from idioprobe.run.results import Result
from idioprobe.run.views import shown_view
from idioprobe.stats.bootstrap import Array, interval
from idioprobe.stats.correlation import TIED_DECIMALS, Draws, p_words, spearman
from idioprobe.stats.resampling import FEWEST_EXPRESSIONS, Resampling
from idioprobe.suites.measure import IN_SENTENCE

PREFERENCE, GRADED = "pref_words", "aff_syn_words"
"""What vectors prefer: the share of sentences nearer to the synonym, and how much nearer (sim_syn − sim_words)."""
SAID, LIKELIER = "qa_pref_words", "likelihood_difference"
"""What words prefer: the share of answers that take the synonym, and how much likelier it is per character."""
TITLES = {
    PREFERENCE: "nearer to the synonym",
    GRADED: "how much nearer",
    SAID: "takes the synonym",
    LIKELIER: "how much likelier",
}
UNITS = ("sentence", "target")
WEIGHTS = "weights_sha256"
CHANGED = "inject_sha256"
"""What a model has whose vectors are no longer those of its weights."""
SCHEMA: dict[str, pl.DataType] = {
    "dataset": pl.String(),
    "language": pl.String(),
    "model": pl.String(),
    "vectors": pl.String(),
    "unit": pl.String(),
    "view": pl.String(),
    "condition": pl.String(),
    "group": pl.String(),
    "vector_measure": pl.String(),
    "words_view": pl.String(),
    "words_measure": pl.String(),
    "rho": pl.Float64(),
    "ci_low": pl.Float64(),
    "ci_high": pl.Float64(),
    "p": pl.Float64(),
    "n": pl.Int64(),
    "method": pl.String(),
}


@dataclass(frozen=True)
class Both:
    """A model whose vectors were measured and that was asked in words, on the same data; named as tables name it."""

    spoken: Result
    vectors: Result
    spoken_label: str
    vectors_label: str


def both_kinds(results: Sequence[Result]) -> list[Both]:
    """Pairs of results of the same weights on the same data: answers in words, and vectors."""
    labelled = list(zip(labels_of(results), results, strict=True))
    spoken = [(label, one) for label, one in labelled if answers_in_words(one)]
    vectors = [(label, one) for label, one in labelled if not answers_in_words(one)]
    return [
        Both(said, seen, label, other)
        for label, said in spoken
        for other, seen in vectors
        if _same_data(said, seen) and same_weights(said, seen)
    ]


def same_weights(one: Result, other: Result) -> bool:
    """Whether two results are of the same weights, as their hashes tell; vectors that were changed since are not."""
    models = (one.manifest.model, other.manifest.model)
    hashes = [model.more(WEIGHTS) for model in models]
    return hashes[0] is not None and hashes[0] == hashes[1] and not any(model.more(CHANGED) for model in models)


def _same_data(one: Result, other: Result) -> bool:
    return one.manifest.dataset.sha256 == other.manifest.dataset.sha256


def words_and_vectors(results: Sequence[Result], view: str | None = None) -> pl.DataFrame:
    """Spearman's ρ over expressions for each model that has both, with its n, interval and p; empty without such.

    `view` is that of the vectors, where they have several.
    """
    rows = [row for both in both_kinds(results) for row in _rows(both, view)]
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def _rows(both: Both, view: str | None) -> Iterator[tuple[object, ...]]:
    config = both.spoken.manifest.config
    how = Resampling(config.resamples, config.seed)
    shown = shown_view(both.vectors, view)
    seen = both.vectors.scores.filter(pl.col("view") == shown, pl.col("measure").is_in([PREFERENCE, GRADED]))
    said = _preferences(both.spoken)
    for language in both.spoken.manifest.dataset.languages:
        condition = _condition(seen, said, language)
        if condition is None:
            continue
        x_there = _by_expression(seen.filter(language=language, condition=condition), ["unit", "measure"])
        y_there = _by_expression(said.filter(language=language, condition=condition), ["view", "measure"])
        where = (both.spoken.manifest.dataset.name, language, both.spoken_label, both.vectors_label)
        for (group, kept), unit, seen_as, way, said_as in product(
            _groups(both.spoken, language), UNITS, (PREFERENCE, GRADED), WAYS, (SAID, LIKELIER)
        ):
            x, y = x_there.get((unit, seen_as), {}), y_there.get((way, said_as), {})
            names = sorted(name for name in x if name in y and (kept is None or name in kept))
            if names:
                place = (unit, shown, condition, group, seen_as, way, said_as)
                yield (*where, *place, *_correlated(x, y, names, how))


def _correlated(
    x: dict[str, float], y: dict[str, float], names: Sequence[str], how: Resampling
) -> tuple[float | None, float | None, float | None, float | None, int, str]:
    """ρ, its interval and p, how many expressions, and how it was made; undefined where one side never changes."""
    a, b = (np.round(np.array([side[name] for name in names]), TIED_DECIMALS) for side in (x, y))
    rho, p = spearman(a, b)
    method = f"Spearman, p {p_words(len(names))}; {how.words_for(len(names))}"
    if not np.isfinite(rho):
        return None, None, None, None, len(names), method
    low, high = _interval(a, b, how)
    return rho, low, high, p, len(names), method


def _interval(a: Array, b: Array, how: Resampling) -> tuple[float | None, float | None]:
    if len(a) < FEWEST_EXPRESSIONS:
        return None, None
    low, high = interval(Draws(np.arange(len(a)), how.weights(len(a))).spearman(a, b))
    return (low, high) if np.isfinite(low) and np.isfinite(high) else (None, None)


def _preferences(result: Result) -> pl.DataFrame:
    """What the words prefer in each item: the share of the synonym, and how much likelier it is per character."""
    keys = ["item", "expression", "language", "condition", "view", "measure"]
    scores = result.scores.filter(pl.col("measure") == SAID, pl.col("unit") == ANSWER)
    return pl.concat([scores.select(*keys, "value"), _likelier(result).select(*keys, "value")])


def _likelier(result: Result) -> pl.DataFrame:
    """By item, the log-likelihood per character of the synonym less that of the words' synonyms."""
    table = answers_of(result)
    keys = ["item", "expression", "language", "condition", "view"]
    schema = {**dict.fromkeys((*keys, "measure"), pl.String()), "value": pl.Float64()}
    if table is None:
        return pl.DataFrame(schema=schema)
    options = (
        table.filter(pl.col("view") == LIKELIHOOD, pl.col("kind") == "pair", pl.col("likelihoods").list.len() > 0)
        .select(*keys, "options", "roles", "likelihoods")
        .explode("options", "roles", "likelihoods")
        .with_columns(each=pl.col("likelihoods") / pl.col("options").str.len_chars().clip(1))
    )
    sides = (pl.col("each").filter(pl.col("roles") == role).mean().alias(role) for role in ("syn", "words"))
    items = options.group_by(keys, maintain_order=True).agg(*sides)
    return items.with_columns(measure=pl.lit(LIKELIER), value=pl.col("syn") - pl.col("words")).select(list(schema))


def _condition(seen: pl.DataFrame, said: pl.DataFrame, language: str) -> str | None:
    """The first kind of sentence that both have."""
    there = [set(table.filter(language=language)["condition"]) for table in (seen, said)]
    return next((name for name in IN_SENTENCE if all(name in one for one in there)), None)


def _by_expression(rows: pl.DataFrame, keys: list[str]) -> dict[tuple[str, ...], dict[str, float]]:
    """The mean over an expression's sentences, by what the keys say."""
    means = rows.drop_nulls("value").group_by(*keys, "expression", maintain_order=True).agg(pl.col("value").mean())
    found: dict[tuple[str, ...], dict[str, float]] = {}
    for *key, name, value in means.select(*keys, "expression", "value").iter_rows():
        found.setdefault(tuple(key), {})[name] = value
    return found


def _groups(result: Result, language: str) -> list[tuple[str, set[str] | None]]:
    """All expressions, and the idiomatic ones where these are some of them."""
    idiomatic = result.classes[0]
    here = result.expressions.filter(language=language)
    names = here.filter(pl.col("class") == idiomatic)["expression"]
    return [(ALL, None), *([(idiomatic, set(names))] if 0 < len(names) < len(here) else [])]
