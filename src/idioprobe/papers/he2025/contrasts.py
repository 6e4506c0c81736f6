"""Contrasts that He et al. (2025) discuss: within each result, and between kinds of models."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import polars as pl

from idioprobe.core.errors import ConfigError
from idioprobe.core.views import UNITS as UNIT_NAMES
from idioprobe.models.known import MANY, known_model
from idioprobe.papers.common.axes import H_AFFINITIES, H_PROBES, H_SCALED, H_SLICES, UNITS
from idioprobe.papers.common.scores import scores_at
from idioprobe.report.tables.fitting import spoken
from idioprobe.report.tables.gather import Inputs, Model
from idioprobe.report.tables.grid import Cell, Grid, Row
from idioprobe.report.tables.narrow import conditioned
from idioprobe.report.tables.subject import CONTEXTUAL, STATIC
from idioprobe.stats.resampling import Resampling
from idioprobe.suites.catalogue import MEASURES
from idioprobe.suites.contrasts import HIGHER, LOWER, TIED, Side, contrasts, together
from idioprobe.suites.known import Known
from idioprobe.suites.ratings import chosen_rating

MONOLINGUAL, MULTILINGUAL = "monolingual", "multilingual"
NAMED_MULTILINGUAL = ("multilingual", "xlm", "-ml", "mbert", "mt5", "labse")
"""Parts of the names of models that know many languages."""
KINDS = ((STATIC, CONTEXTUAL), (MONOLINGUAL, MULTILINGUAL))
SHOWN = {"mean": "mean", "rho_type": "ρ"}
AXES = (*H_PROBES, *H_AFFINITIES, *H_SCALED)
COLUMNS = (("first",), ("second",), ("difference",), ("95 %",), ("verdict",), ("expressions",))


def languages_of(name: str, paper_languages: Mapping[str, Sequence[str]]) -> str | None:
    """Whether a model knows one language or many, by its name; None where nothing tells.

    >>> languages_of("xlm-roberta-large", {}), languages_of("roberta-base", {}), languages_of("mine", {})
    ('multilingual', 'monolingual', None)
    """
    known = known_model(name)
    if known is not None:
        return MULTILINGUAL if known.languages is MANY else MONOLINGUAL
    stated = paper_languages.get(name.casefold())
    if stated is not None:
        return MULTILINGUAL if "many" in stated or len(stated) > 1 else MONOLINGUAL
    return MULTILINGUAL if any(part in name.casefold() for part in NAMED_MULTILINGUAL) else None


def contrast_table(inputs: Inputs, units: Sequence[str] = (), conditions: Sequence[str] = (), **_: Any) -> Grid:
    """Every contrast that the results allow: both numbers, their difference with its interval, and who is higher.

    By default of naturalistic and short neutral sentences, in both units.
    """
    places = {"unit": tuple(units) or UNIT_NAMES, "condition": tuple(conditions) or ("nat", "neut")}
    rows = [*_within(inputs, places), *_between(inputs, places)]
    if not rows:
        narrowed = " there" if units or conditions else ""
        raise ConfigError(
            f"H-contrasts needs results of the suite probes{narrowed} with two languages, two conditions or "
            "expressions with and without synonym overlap, or of models of two kinds."
        )
    how = _how(inputs)
    notes = [
        f"Intervals: {how.words}; languages and overlap: of either side apart; conditions and models: the same for "
        "both.",
        "Kinds of models: the mean over the models of a kind, on the expressions that all of them have.",
    ]
    unknown = [m.label for m in inputs.models if len(inputs.models) > 1 and _of_languages(m) is None]
    if unknown:
        notes.append(f"Not known to be mono- or multilingual: {', '.join(unknown)}.")
    return Grid("H-contrasts", "Contrasts", COLUMNS, tuple(rows), tuple(notes))


def _how(inputs: Inputs) -> Resampling:
    config = inputs.models[0].result.manifest.config
    return Resampling(config.resamples, config.seed)


def _within(inputs: Inputs, places: Mapping[str, Sequence[str]]) -> Iterator[Row]:
    how, material = _how(inputs), inputs.material
    labels = {entry.where["measure"]: entry.label for entry in AXES}
    for model in inputs.models:
        here = (pl.col(name).is_in(wanted) for name, wanted in places.items())
        scores = model.scores.filter(pl.col("measure").is_in(list(labels)), *here)
        table = contrasts(MEASURES, scores, material.expressions, material.ratings, how, material.classes)
        for row in table.iter_rows(named=True):
            where = " ".join(filter(None, (row["language"], row["condition"], row["unit"])))
            versus = f"{row['first']} – {row['second']}"
            yield _row((model.label, versus, where, labels[row["measure"]]), row)


def _between(inputs: Inputs, places: Mapping[str, Sequence[str]]) -> Iterator[Row]:
    how, material = _how(inputs), inputs.material
    known = {
        str(code): Known(material.expressions, material.ratings, code, material.classes)
        for code in material.expressions["language"].unique()
    }
    slices, units = (
        [entry for entry in axis if entry.where[name] in places[name]]
        for axis, name in ((conditioned(H_SLICES, places["condition"]), "condition"), (UNITS, "unit"))
    )
    for kinds in KINDS:
        groups = [[m for m in inputs.models if kind in (m.kind, _of_languages(m))] for kind in kinds]
        if not all(groups):
            continue
        for measure, place, unit in product(AXES, spoken(slices, sorted(known)), units):
            where = {**measure.where, **place.where, **unit.where}
            mine = known.get(place.where["language"])
            found = [[scores_at(model, where) for model in group] for group in groups]
            there = [[table for table in group if len(table)] for group in found]
            if mine is None or not all(there):
                continue
            rating = chosen_rating([name for name, scale in mine.per_expression.items() if scale])
            scale = mine.per_expression[rating] if rating else {}
            sides = [[Side(t["value"].to_numpy(), t["expression"].to_list(), scale) for t in group] for group in there]
            for row in together(sides[0], sides[1], rating, how):
                models = f"{len(there[0])} and {len(there[1])} models"
                about = (models, f"{kinds[0]} – {kinds[1]}", f"{place.label} {unit.where['unit']}", measure.label)
                yield _row(about, {**row, "first": kinds[0], "second": kinds[1]})


def _of_languages(model: Model) -> str | None:
    from idioprobe.papers.models import paper_models

    stated = {paper.spec.partition(":")[2].casefold(): paper.languages for paper in paper_models()}
    return languages_of(model.result.manifest.model.name, stated)


def _row(labels: tuple[str, ...], row: Mapping[str, Any]) -> Row:
    statistic = SHOWN[row["statistic"]] + (f" with {row['rating']}" if row["rating"] else "")
    numbers = [_number(row[name]) for name in ("value_first", "value_second", "difference")]
    bounds = "" if row["ci_low"] is None else f"[{row['ci_low']:.2f}, {row['ci_high']:.2f}]"
    words = {HIGHER: f"{row['first']} higher", LOWER: f"{row['second']} higher", TIED: "≈"}
    counts = sorted({row["expressions_first"], row["expressions_second"]})
    cells = (
        *numbers,
        Cell(bounds, row["difference"] if bounds else None),
        Cell(words.get(row["verdict"], row["verdict"])),
        Cell(f"{row['expressions_first']}" + ("" if len(counts) == 1 else f", {row['expressions_second']}")),
    )
    return Row((*labels, statistic), cells)


def _number(value: float | None) -> Cell:
    return Cell() if value is None else Cell(f"{value:.2f}", value)
