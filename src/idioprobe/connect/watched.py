"""What trainers are told of a model: the idiom score and what it is made of, as numbers by name."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from idioprobe.core.tables import ALL
from idioprobe.core.views import UNITS, Unit
from idioprobe.run.watch import MEASURES, Watch, Watched
from idioprobe.suites.headline import NET

if TYPE_CHECKING:
    from idioprobe.core.encoder import Encoder
    from idioprobe.data.dataset import Dataset

SCORES: dict[Unit, str] = {"target": "idiom_score", "sentence": "sentence_score"}
"""What the score of each unit is called."""


Row = tuple[str, str, float | None, float | None, float | None]


class IdiomWatch:
    """A small set of expressions that is measured again and again; what it is told by is kept for `get_config_dict`.

    `dataset` is a name, a folder or a `Dataset`; of it the idiomatic expressions count, and a sample of the others is
    measured to tell whether the model still knows meaning from noise. Unless `idiomatic` is True, all others are
    measured, and numbers over all are added, which end in `_all`. `languages` is English where the dataset has it, else
    all that it has.
    """

    def __init__(
        self,
        dataset: str | Path | Dataset = "starter",
        *,
        languages: str | Sequence[str] | None = None,
        idiomatic: bool = True,
        units: str | Sequence[Unit] = UNITS,
        measures: Sequence[str] = MEASURES,
        views: str | Sequence[str] | None = None,
        limit: int | None = None,
        resamples: int = 2000,
        seed: int = 0,
    ) -> None:
        how: dict[str, Any] = {"idiomatic": idiomatic, "limit": limit, "resamples": resamples, "seed": seed}
        listed: dict[str, Any] = {"languages": _listed(languages), "units": _listed(units), "views": _listed(views)}
        self._watch = Watch(dataset, measures=tuple(measures), **listed, **how)
        told = {"dataset": self._watch.data.name, **listed, "measures": list(measures), **how}
        self.config = {name: value for name, value in told.items() if value is not None}
        self.languages = tuple(self._watch.config.languages or ())
        self.seen: Watched | None = None
        """What was measured last, with every item."""

    @property
    def primary(self) -> str:
        """The name of the idiom score; that of the sentence score where no phrases are measured."""
        units = self._watch.config.units
        return SCORES["target" if "target" in units else "sentence"]

    @property
    def columns(self) -> list[str]:
        """The names of all numbers that there may be."""
        names = [name for name in self.config["measures"] if name != NET]
        names += [] if self.config["idiomatic"] else [f"{one.name}_all" for one in self._watch.suite.measures]
        languages = ["", *(f"_{code}" for code in self.languages)] if len(self.languages) > 1 else [""]
        return [
            f"{name}{language}{bound}"
            for language in languages
            for unit in self._watch.config.units
            for name, bound in [
                *((SCORES[unit], end) for end in ("", "_low", "_high")),
                *((f"{name}{_unit(unit)}", "") for name in names),
            ]
        ]

    def numbers(self, encoder: Encoder, batch_tokens: int | None = None) -> dict[str, float]:
        """The scores with their intervals, and the other measures; of several languages, each and their mean.

        Measures of sentences have their own names, those of phrases end in `_target`. A model that cannot tell meaning
        from noise, or gives no finite vectors any more, has NaN as its score: trainers look it up, and never choose it.
        """
        self.seen = self._watch.look(encoder, batch_tokens)
        rows = list(self._rows(self.seen))
        found: dict[str, float] = {}
        several = len(self.languages) > 1
        for language, name, value, low, high in rows:
            own = f"{name}{f'_{language}' if several else ''}"
            found[own] = math.nan if value is None else value
            if name in SCORES.values():
                bounds = {"low": low, "high": high}
                found |= {f"{own}_{end}": math.nan if bound is None else bound for end, bound in bounds.items()}
        if several:
            found |= _means(rows)
        return {name: found[name] for name in self.columns if name in found}

    def _rows(self, seen: Watched) -> Iterator[Row]:
        """Language, name, value and interval of each number."""
        heads = {(head.language, head.unit): head for head in seen.headlines}
        for language, unit in product(self.languages, self._watch.config.units):
            head = heads.get((language, unit))
            yield language, SCORES[unit], *((head.value, head.ci_low, head.ci_high) if head else (None, None, None))
        groups = [(None, "")] if self.config["idiomatic"] else [(None, ""), (ALL, "_all")]
        wanted = [name for name in self.config["measures"] if name != NET]
        for group, ending in groups:
            rows = seen.means(group).filter(pl.col("measure").is_in(wanted) | pl.lit(bool(ending)))
            columns = ("language", "unit", "measure", "value", "ci_low", "ci_high")
            for language, unit, measure, *numbers in rows.select(columns).iter_rows():
                yield language, f"{measure}{ending}{_unit(unit)}", *numbers


def _means(rows: Sequence[Row]) -> dict[str, float]:
    """The mean over languages of each number; NaN where one is not known."""
    values: dict[str, list[float]] = {}
    for _, name, value, *_ in rows:
        values.setdefault(name, []).append(math.nan if value is None else value)
    return {name: sum(several) / len(several) for name, several in values.items()}


def _unit(unit: str) -> str:
    return "" if unit == "sentence" else f"_{unit}"


def _listed(given: str | Sequence[str] | None) -> list[str] | None:
    if given is None:
        return None
    return [part.strip() for part in given.split(",")] if isinstance(given, str) else list(given)
