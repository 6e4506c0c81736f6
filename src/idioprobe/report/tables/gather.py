"""From results to what tables read, after making sure that the results belong together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import polars as pl

from idioprobe.core.errors import ConfigError
from idioprobe.core.tables import CLASSES
from idioprobe.core.views import NATIVE, WAYS
from idioprobe.report.results import labels_of
from idioprobe.report.tables.computed import COMPUTED
from idioprobe.report.tables.grid import Cell
from idioprobe.report.tables.spec import Where, alternatives
from idioprobe.report.tables.subject import CONTEXTUAL, STATIC, SUMMARY_KEY
from idioprobe.run.results import Result
from idioprobe.run.views import shown_view, views_of
from idioprobe.suites.known import Known
from idioprobe.suites.ratings import chosen_rating
from idioprobe.suites.summary import DENOMINATOR_FLAG, NEGATIVE_FLAG

DIGEST = "dataset content (sha256)"
SAME = ("metric", "special_tokens", "winner", "random_by", "component_forms", "types", "limit", "length", "pairing")
"""Options that have to be equal in one table."""
RATED: dict[str, pl.DataType] = {
    "expression": pl.String(),
    "language": pl.String(),
    "kind": pl.String(),
    "rating": pl.Float64(),
}
MEASURED = (("language", "condition", "unit"), ("measure",), ("rating",))
NO_SPREAD = 1e-6
"""Sentences that differ by less have the same similarity but for rounding."""


@dataclass(frozen=True)
class Material:
    """Sentences, expressions and ratings, wherever they come from."""

    name: str
    stimuli: pl.DataFrame
    expressions: pl.DataFrame
    ratings: pl.DataFrame
    labelling: str = ""
    limit: int | None = None
    """How many expressions of each language were run, where not all were."""
    classes: tuple[str, ...] = CLASSES
    """From idiomatic to compositional."""

    @property
    def languages(self) -> list[str]:
        """Those of its expressions."""
        return self.expressions["language"].unique().sort().to_list()

    @property
    def told(self) -> str:
        """Its name, with a word about what was left out of it."""
        return f"{self.name} as it was run (`limit` {self.limit})" if self.limit else self.name


@dataclass(frozen=True)
class Model:
    """One result in one view."""

    label: str
    family: str
    view: str
    result: Result
    _index: dict[tuple[Any, ...], dict[str, Any]] = field(default_factory=dict, repr=False)
    _places: dict[tuple[str, ...], set[tuple[Any, ...]]] = field(default_factory=dict, repr=False)
    _computed: dict[tuple[Any, ...], dict[str, Any] | None] = field(default_factory=dict, repr=False)

    @property
    def kind(self) -> str:
        """Whether a word has the same vector in every context."""
        return CONTEXTUAL if self.result.manifest.model.contextual else STATIC

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages of its dataset, English first."""
        return tuple(sorted(self.result.manifest.dataset.languages, key=lambda code: (code != "en", code)))

    def ran(self, where: Where, *together: tuple[str, ...]) -> bool:
        """Whether it has the language, the condition and the unit, anywhere the measure and the rating, and others."""
        columns = (*MEASURED, *together)
        there = [self._measured(*names) for names in columns]
        asked = [[alternatives(where.get(name)) for name in names] for names in columns]
        return all(
            any(all(some == (None,) or one in some for one, some in zip(row, wanted, strict=True)) for row in rows)
            for rows, wanted in zip(there, asked, strict=True)
        )

    def _measured(self, *names: str) -> set[tuple[Any, ...]]:
        if names not in self._places:
            self._places[names] = set(self.result.summary.select(names).unique().rows())
        return self._places[names]

    @property
    def scores(self) -> pl.DataFrame:
        """The scores in this view."""
        return self.result.scores.filter(pl.col("view") == self.view)

    def statistic(self, key: tuple[Any, ...]) -> dict[str, Any] | None:
        """The row of the summary, or what is computed like one, by the columns of `SUMMARY_KEY`."""
        where = dict(zip(SUMMARY_KEY, key, strict=True))
        if where["statistic"] in COMPUTED:
            if key not in self._computed:
                self._computed[key] = COMPUTED[where["statistic"]](self.result, self.view, where)
            return self._computed[key]
        if not self._index:
            for row in self.result.summary.filter(pl.col("view") == self.view).iter_rows(named=True):
                self._index[tuple(row[name] for name in SUMMARY_KEY)] = row
        return self._index.get(key)

    def cell(self, key: tuple[Any, ...], *, p: bool = False) -> Cell | None:
        """A statistic, or its p, as a cell yet to be written; none where it is not there or undefined."""
        found = self.statistic(key)
        if found is None or found["value"] is None:
            return None
        if p:
            return Cell("", found["p"], found["p"], found["n"])
        value, probability, n, low, high = (found[name] for name in ("value", "p", "n", "ci_low", "ci_high"))
        return Cell("", value, probability, n, low, high, flag=flag_of(found["method"]))

    def of_expression(self, where: Where) -> tuple[Cell, int | None]:
        """The mean over an expression's sentences; as the interval its standard deviation on either side."""
        part = self.scored(where)
        if part.is_empty():
            return Cell(), None
        mean = float(part["value"].mean())  # type: ignore[arg-type]
        sd = float(part["value"].std() or 0.0) if len(part) > 1 else 0.0  # type: ignore[arg-type]
        bounds = (None, None) if sd < NO_SPREAD else (mean - sd, mean + sd)
        winners = part["winner"].unique().to_list()
        winner = winners[0] if len(winners) == 1 else None
        return Cell("", mean, None, len(part), *bounds), winner

    def scored(self, where: Where) -> pl.DataFrame:
        """The scores of an expression's sentences, in the first of the conditions that has some."""
        scores = self.scores
        fixed = {k: v for k, v in where.items() if k != "condition"}
        scores = scores.filter(*(pl.col(k) == v for k, v in fixed.items() if k in scores.columns))
        parts = (scores.filter(pl.col("condition") == condition) for condition in alternatives(where["condition"]))
        return next((part for part in parts if len(part)), scores.clear())


@dataclass(frozen=True)
class Inputs:
    """Results that may stand in one table."""

    models: tuple[Model, ...]

    @cached_property
    def material(self) -> Material:
        """The data they share: all that some of them ran on."""
        results = [model.result for model in self.models]
        stimuli, expressions, ratings = (
            pl.concat([getattr(result, name) for result in results]).unique(maintain_order=True)
            for name in ("stimuli", "expressions", "ratings")
        )
        manifest = results[0].manifest
        about = manifest.dataset
        known = (about.labelling, manifest.config.limit, results[0].classes)
        return Material(about.name, stimuli, expressions, ratings, *known)

    @cached_property
    def ratings(self) -> pl.DataFrame:
        """Of each expression the human rating that correlations take: its `kind`, and the `rating`."""
        material = self.material
        rows: list[tuple[str, str, str, float]] = []
        for language in material.expressions["language"].unique().sort():
            known = Known(material.expressions, material.ratings, language, material.classes).per_expression
            kind = chosen_rating([name for name, scale in known.items() if scale], human=True)
            rows += [(name, language, kind, value) for name, value in known[kind].items()] if kind else []
        return pl.DataFrame(rows, schema=RATED, orient="row")

    @cached_property
    def lengths(self) -> pl.DataFrame:
        """How long each item's sentence is, as the runs have it."""
        return pl.concat([model.result.table("lengths") for model in self.models]).unique("item", maintain_order=True)


def flag_of(method: str) -> str | None:
    """Why the statistic that was made in this way is not to be trusted, if so."""
    return next((flag for flag in (DENOMINATOR_FLAG, NEGATIVE_FLAG) if flag in method), None)


def gather(results: Sequence[Result], view: str | None = None, *, every_view: bool = False) -> Inputs:
    """The results in one view each, or in every one; results that differ in more than the model are refused."""
    if every_view and view is None:
        chosen = [views_of(result) for result in results]
    else:
        chosen = [[shown_view(result, view, strict=True)] for result in results]
    check_same(results, [None if every_view else views[0] for views in chosen])
    labels = labels_of(results)
    return Inputs(
        tuple(
            Model(label, result.manifest.model.family, name, result)
            for label, result, views in zip(labels, results, chosen, strict=True)
            for name in views
        )
    )


def settings(result: Result, view: str | None) -> dict[str, Any]:
    """What has to be equal in one table. A family without layers fits every view of its pooling."""
    info, config = result.manifest, result.manifest.config
    return {
        "dataset": info.dataset.name,
        "labelling": info.dataset.labelling,
        DIGEST: info.dataset.sha256[:12],
        "view": view if view and "@" in view else None,
        "pooling": None if view is None or view in (NATIVE, *WAYS) else view.partition("@")[0],
        **{name: _hashable(getattr(config, name)) for name in SAME},
    }


def _hashable(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def setting_in_words(value: Any) -> str:
    """A setting as users know it.

    >>> setting_in_words(None), setting_in_words(("nat", "neut")), setting_in_words(2)
    ('not set', 'nat, neut', '2')
    """
    if value is None:
        return "not set"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def check_same(results: Sequence[Result], views: Sequence[str | None]) -> None:
    """Refuse results that differ in more than the model."""
    first: dict[str, tuple[Any, str]] = {}
    for name, result, view in zip(labels_of(results), results, views, strict=True):
        for setting, value in settings(result, view).items():
            if setting in ("view", "pooling") and value is None:
                continue
            before, whose = first.setdefault(setting, (value, name))
            if before != value:
                raise ConfigError(
                    f"These results cannot be in one table: {setting} is {setting_in_words(before)} for {whose} "
                    f"and {setting_in_words(value)} for {name}; name the folders that belong together"
                    + (", or choose a view with `view`." if setting in ("view", "pooling") else ".")
                )
