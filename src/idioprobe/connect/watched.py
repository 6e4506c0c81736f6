"""What trainers are told of a model: the idiom score and what it is made of, as numbers by name."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from idioprobe.core.tables import ALL
from idioprobe.core.views import UNITS, Unit
from idioprobe.run.watch import MEASURES, Watch, Watched

if TYPE_CHECKING:
    from idioprobe.core.encoder import Encoder
    from idioprobe.data.dataset import Dataset

PRIMARY = "idiom_score"
_MADE_OF = "pref_words"


class IdiomWatch:
    """A small set of expressions that is measured again and again; what it is told by is kept for `get_config_dict`.

    `dataset` is a name, a folder or a `Dataset`; of it the idiomatic expressions count. Unless `idiomatic` is True, the
    others are measured too, and numbers over all are added, which end in `_all`. `languages` is English where the
    dataset has it, else all that it has.
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
        wanted = tuple(dict.fromkeys((_MADE_OF, *measures)))
        self._watch = Watch(dataset, measures=wanted, **listed, **how)
        told = {"dataset": self._watch.data.name, **listed, "measures": list(measures), **how}
        self.config = {name: value for name, value in told.items() if value is not None}
        self.languages = tuple(self._watch.config.languages or ())
        self.seen: Watched | None = None
        """What was measured last, with every item."""

    @property
    def primary(self) -> str:
        """The name of the idiom score; that of expressions in place where no sentences are measured."""
        units = self._watch.config.units
        return f"{PRIMARY}{_unit('sentence' if 'sentence' in units else units[0])}"

    @property
    def columns(self) -> list[str]:
        """The names of all numbers that there may be."""
        names = [PRIMARY, *(name for name in self.config["measures"] if name != _MADE_OF)]
        names += [] if self.config["idiomatic"] else [f"{one.name}_all" for one in self._watch.suite.measures]
        languages = ["", *(f"_{code}" for code in self.languages)] if len(self.languages) > 1 else [""]
        return [
            f"{name}{_unit(unit)}{language}{bound}"
            for language in languages
            for unit in reversed(self._watch.config.units)
            for name in names
            for bound in (("", "_low", "_high") if name == PRIMARY else ("",))
        ]

    def numbers(self, encoder: Encoder, batch_tokens: int | None = None) -> dict[str, float]:
        """The idiom score with its interval, and the other measures; of several languages, each and their mean.

        In the unit of the sentence names are plain; in that of the target they end in `_target`. A model that has
        none, since it gives no finite vectors any more, has NaN as its score: trainers look it up.
        """
        self.seen = self._watch.look(encoder, batch_tokens)
        rows = list(self._rows(self.seen))
        found: dict[str, float] = {}
        several = len(self.languages) > 1
        for language, unit, name, value, low, high in rows:
            own = f"{name}{_unit(unit)}{f'_{language}' if several else ''}"
            found[own] = value
            if name == PRIMARY and low is not None and high is not None:
                found |= {f"{own}_low": low, f"{own}_high": high}
        if several:
            found |= _means(rows)
        found.setdefault(self.primary, math.nan)
        return {name: found[name] for name in self.columns if name in found}

    def _rows(self, seen: Watched) -> Iterator[tuple[Any, ...]]:
        """Language, unit, name, value and interval of each number."""
        for head in seen.headlines:
            yield head.language, head.unit, PRIMARY, head.value, head.ci_low, head.ci_high
        columns = ("language", "unit", "measure", "value", "ci_low", "ci_high")
        yield from seen.means().filter(pl.col("measure") != _MADE_OF).select(columns).iter_rows()
        if not self.config["idiomatic"]:
            named = pl.col("measure") + "_all"
            yield from seen.means(ALL).with_columns(named).select(columns).iter_rows()


def _means(rows: Sequence[tuple[Any, ...]]) -> dict[str, float]:
    """The mean over languages of each number."""
    values: dict[str, list[float]] = {}
    for _, unit, name, value, _, _ in rows:
        values.setdefault(f"{name}{_unit(unit)}", []).append(value)
    return {name: sum(several) / len(several) for name, several in values.items()}


def _unit(unit: str) -> str:
    return "" if unit == "sentence" else f"_{unit}"


def _listed(given: str | Sequence[str] | None) -> list[str] | None:
    if given is None:
        return None
    return [part.strip() for part in given.split(",")] if isinstance(given, str) else list(given)
