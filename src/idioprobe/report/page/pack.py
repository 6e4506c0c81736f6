"""The data of a page: one copy of every number and text, in columns, that all its parts share."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator, Sequence
from itertools import product, takewhile
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from idioprobe.core.tables import CONDITIONS, CONTROL, role_words
from idioprobe.core.views import ANSWER, UNITS, WAYS
from idioprobe.data.components import component_roles
from idioprobe.report.page.groups import Group
from idioprobe.report.page.sample import sample_words, shown_items
from idioprobe.report.page.spoken import pack_answers
from idioprobe.report.tables.gather import Inputs, Model
from idioprobe.report.tables.references import known_references
from idioprobe.run.references import LABELS
from idioprobe.stats.resampling import Resampling
from idioprobe.suites.catalogue import MEASURES, SUITES
from idioprobe.suites.headline import MEASURES as SCORED
from idioprobe.suites.known import groups_of
from idioprobe.suites.ties import KEY, ties

DECIMALS = 5
TIES_RESAMPLES = 1000
"""Enough to say whether an interval contains 0."""
Progress = Callable[[str, int, int], None]
"""Told what is done, how much of it, and how much there is."""
LEVELS = {"mean": "level", "rho_type": "ρ"}
"""Statistics over all expressions that the table of measures shows, with the heads of their columns."""
IN_EVERY_VIEW = {
    measure.name
    for suite in SUITES.values()
    if not any(measure.per_item for measure in suite.measures)
    for measure in suite.measures
}
"""Measures of suites that score no sentences: what they tell is the view's as much as the model's."""


def pack(group: Group, progress: Progress = lambda _label, _done, _total: None) -> dict[str, Any]:
    """All that the page shows of one group; `progress` is told how far the slow part is."""
    inputs = group.inputs
    every = _items(inputs)
    shown = pl.col("role").is_in(list(roles_shown(inputs)))
    items = shown_items(inputs, every, len(inputs.material.stimuli.filter(shown, pl.col("condition") != "none")))
    expressions = _expressions(inputs, items)
    rank = {key: i for i, key in enumerate(expressions.select("language", "expression").iter_rows())}
    items = items.with_columns(
        owner=pl.Series([rank[key] for key in items.select("language", "expression").iter_rows()], dtype=pl.Int64)
    )
    return {
        "name": group.name,
        "classes": list(reversed(inputs.material.classes)),
        "models": [{"label": m.label, "kind": m.kind, "view": m.view} for m in inputs.models],
        "measures": [{"name": m.name, "title": m.title, "better": m.better} for m in MEASURES],
        "columns": list(_columns(inputs)),
        "expressions": expressions.to_dict(as_series=False),
        "sampled": sample_words(len(expressions), every.select("language", "expression").n_unique()),
        "items": {
            "expression": items["owner"].to_list(),
            **items.select("item", "condition", "sentence", "text", "spans").to_dict(as_series=False),
            "length": items.join(inputs.lengths, on="item", how="left", maintain_order="left")["length"].to_list(),
        },
        "answers": pack_answers(inputs, rank),
        "variants": _variants(inputs, items),
        "values": _values(inputs, items),
        "summary": _summary(inputs, lambda done, total: progress(f"{group.name}: ties", done, total)),
        "references": _references(inputs),
        "predictions": _predictions(inputs),
    }


def components_shown(inputs: Inputs) -> dict[str, str]:
    """Comparisons with components, which the explorer shows one by one where the measure takes the nearest."""
    return {role: f"sim_{role}" for role in sorted(component_roles(inputs.material.expressions))}


def roles_shown(inputs: Inputs) -> dict[str, str]:
    """Variants that the explorer shows, each with the similarity it is shown with."""
    own = {role: f"sim_{role}" for role in ("syn", "words", "words_alt")}
    return {**own, **components_shown(inputs), "rand": "sim_rand"}


def _items(inputs: Inputs) -> pl.DataFrame:
    """The sentences that some model was measured on, in the order of conditions."""
    measured = pl.concat([table for model in inputs.models for table in _measured_items(model)]).unique()
    originals = inputs.material.stimuli.filter(pl.col("role") == "original", pl.col("condition") != "none")
    order = {condition: i for i, condition in enumerate(CONDITIONS)}
    return (
        originals.join(measured, on="item", how="semi")
        .unique("item", maintain_order=True)
        .with_columns(order=pl.col("condition").replace_strict(order, return_dtype=pl.Int64))
        .sort("language", pl.col("expression").str.to_lowercase(), "order", "sentence", nulls_last=True)
    )


def _measured_items(model: Model) -> Iterator[pl.DataFrame]:
    """Whatever tables of the suites say of items."""
    for suite in model.result.manifest.config.suites:
        for name, schema in SUITES[suite].tables.items():
            if "item" in schema:
                yield model.result.table(name).select("item")


def _expressions(inputs: Inputs, items: pl.DataFrame) -> pl.DataFrame:
    """The expressions of the items, with the rating that correlations take."""
    material = inputs.material
    there = material.expressions.unique(["language", "expression"], maintain_order=True)
    mine = there.join(items, on=["language", "expression"], how="semi").sort(
        "language", pl.col("expression").str.to_lowercase()
    )
    rated = mine.join(inputs.ratings, on=["language", "expression"], how="left", maintain_order="left")
    return rated.select("expression", "language", "class", "type", "synonym_overlap", "rating", "kind")


def _variants(inputs: Inputs, items: pl.DataFrame) -> dict[str, Any]:
    """What stands in the place of the expression: a variant is told by what differs from the original text."""
    number = {item: i for i, item in enumerate(items["item"])}
    texts = dict(items.select("item", "text").iter_rows())
    shown = roles_shown(inputs)
    kept = inputs.material.stimuli.filter(pl.col("role").is_in(list(shown)) & pl.col("item").is_in(list(number)))
    order = {role: i for i, role in enumerate(shown)}
    columns: dict[str, list[Any]] = {name: [] for name in ("item", "role", "before", "after", "new", "spans")}
    for item, role, text, spans in kept.select("item", "role", "text", "spans").iter_rows():
        before, after = _shared(texts[item], text)
        new = text[before : len(text) - after]
        values = (number[item], order[role], before, after, new, spans)
        for name, value in zip(columns, values, strict=True):
            columns[name].append(value)
    told = [{"name": role, "words": role_words(role), "measure": measure} for role, measure in shown.items()]
    return {**columns, "roles": told}


def _shared(one: str, other: str) -> tuple[int, int]:
    """How many characters two texts share at their beginning, and then at their end.

    >>> _shared("an eager beaver.", "a hard worker.")
    (1, 3)
    """
    before = _alike(one, other)
    return before, _alike(one[before:][::-1], other[before:][::-1])


def _alike(one: str, other: str) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _values(inputs: Inputs, items: pl.DataFrame) -> dict[str, Any]:
    """Scores of every model, unit and measure as one row of 32-bit numbers in the order of the items."""
    number = items.select("item").with_row_index("number")
    found = {}
    for (i, model), unit in product(enumerate(inputs.models), (*UNITS, ANSWER)):
        for measure, part in _measured(model, unit, components_shown(inputs)):
            row = np.full(len(number), np.nan, dtype=np.float32)
            there = part.join(number, on="item", maintain_order="left")
            row[there["number"].to_numpy()] = there["value"].to_numpy()
            if np.isfinite(row).any():
                found[f"{i}/{unit}/{measure}"] = _as_text(row)
    return found


def _measured(model: Model, unit: str, components: dict[str, str]) -> list[tuple[str, pl.DataFrame]]:
    scores = model.scores.filter(pl.col("unit") == unit).select("measure", "item", "value")
    pairs = model.result.similarities.filter(
        pl.col("unit") == unit,
        pl.col("view") == model.view,
        pl.col("comparison").is_in(list(components)),
        pl.col("index") == 0,
    ).select(pl.col("comparison").replace_strict(components, return_dtype=pl.String).alias("measure"), "item", "value")
    both = pl.concat([scores, pairs])
    return [
        (str(name), part.select("item", "value")) for (name,), part in both.group_by("measure", maintain_order=True)
    ]


def _as_text(row: NDArray[np.float32]) -> str:
    return base64.b64encode(row.astype("<f4").tobytes()).decode("ascii")


def _columns(inputs: Inputs) -> Iterator[dict[str, Any]]:
    """The columns of the table of measures: levels and correlations, or else a measure's own statistic by class."""
    models = sorted(inputs.models, key=lambda model: model.view in WAYS)
    there = pl.concat([m.result.summary.select("measure", "statistic", "group") for m in models]).unique(
        maintain_order=True
    )
    for (measure,), rows in there.group_by("measure", maintain_order=True):
        statistics = rows["statistic"].unique(maintain_order=True).to_list()
        if "mean" in statistics:
            group = CONTROL if "all" not in rows["group"] and CONTROL in rows["group"] else "all"
            shown = [(statistic, group, label) for statistic, label in LEVELS.items() if statistic in statistics]
        else:
            own = statistics[0]
            groups = [g for g in _groups(inputs) if g in rows.filter(statistic=own)["group"]]
            shown = [(own, g, g + (" %" if own.endswith("_percent") else "")) for g in groups if g != "all"]
        for statistic, group, label in shown:
            yield {"measure": measure, "statistic": statistic, "group": group, "label": label}


def _groups(inputs: Inputs) -> tuple[str, ...]:
    return groups_of(inputs.material.expressions, inputs.material.classes)


def _summary(inputs: Inputs, progress: Callable[[int, int], None]) -> list[list[Any]]:
    """Statistics of the table of measures, and scores by class, one row each, with the letters of ties."""
    letters = _letters(inputs.models, progress)
    comparable = len({model.view for model in inputs.models if model.view in WAYS}) == 1
    wanted = {(column["measure"], column["statistic"], column["group"]) for column in _columns(inputs)}
    wanted |= {(measure, "mean", group) for measure in set(SCORED.values()) for group in _groups(inputs)}
    rows = []
    for i, model in enumerate(inputs.models):
        in_every_view = pl.col("measure").is_in(sorted(IN_EVERY_VIEW)) | (pl.col("unit") == ANSWER)
        summary = (
            model.result.summary.filter((pl.col("view") == model.view) | in_every_view)
            .unique([*KEY, "view", "statistic", "group"], keep="first", maintain_order=True)
            .sort((pl.col("unit") == ANSWER) & (pl.col("view") != model.view), maintain_order=True)
        )
        for row in summary.iter_rows(named=True):
            statistic, group = row["statistic"], row["group"]
            if (row["measure"], statistic, group) not in wanted:
                continue
            key = tuple(row[name] for name in KEY)
            alike = group == "all" and (row["unit"] != ANSWER or (comparable and row["view"] == model.view))
            tied = letters.get((*key, statistic), [""] * len(inputs.models))[i] if alike else ""
            numbers = map(_short, (row["value"], row["ci_low"], row["ci_high"]))
            rows.append([i, *key, statistic, group, *numbers, row["n"], row["p"], row["rating"], tied, row["view"]])
    return rows


def _references(inputs: Inputs) -> list[list[Any]]:
    """What the reference models get: means of all groups, correlations over all expressions."""
    there = known_references([model.result for model in inputs.models])
    shown = (pl.col("statistic") == "mean") | (pl.col("statistic").is_in(list(LEVELS)) & (pl.col("group") == "all"))
    rows = there.filter(shown).unique(["model", *KEY, "statistic", "group"], keep="first", maintain_order=True)
    return [
        [LABELS[name], *place, _short(value)]
        for name, *place, value in rows.select("model", *KEY, "statistic", "group", "value").iter_rows()
    ]


def _letters(models: Sequence[Model], progress: Callable[[int, int], None]) -> dict[tuple[str, ...], list[str]]:
    """Ties of the models that have scores."""
    scores = [
        model.scores.select("item", "expression", "language", "condition", "unit", "measure", "value")
        for model in models
    ]
    if len(models) < 2 or all(table.is_empty() for table in scores):
        return {}
    material, config = Inputs(tuple(models)).material, models[0].result.manifest.config
    how = Resampling(min(config.resamples, TIES_RESAMPLES), config.seed)
    return ties(scores, material.expressions, material.ratings, how, progress, classes=material.classes)


def _predictions(inputs: Inputs) -> list[list[Any]]:
    columns = ("language", "condition", "unit", "measure", "group", "prediction", "verdict", "words", "rule")
    rows = []
    for i, model in enumerate(inputs.models):
        mine = model.result.predictions.filter(pl.col("view") == model.view)
        for row in mine.iter_rows(named=True):
            numbers = map(_short, (row["value"], row["ci_low"], row["ci_high"]))
            rows.append([i, *(row[name] for name in columns), *numbers])
    return rows


def _short(value: float | None) -> float | None:
    return None if value is None else round(value, DECIMALS)
