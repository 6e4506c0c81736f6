"""What trainers are told of a model: the idiom score and what it is made of, as numbers by name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from idioprobe.core.views import UNITS, Unit
from idioprobe.run.watch import MEASURES, Watch, Watched

if TYPE_CHECKING:
    from idioprobe.core.encoder import Encoder
    from idioprobe.data.dataset import Dataset

PRIMARY = "idiom_score"


class IdiomWatch:
    """A small set of expressions that is measured again and again; what it is told by is kept for `get_config_dict`.

    `dataset` is a name, a folder or a `Dataset`; of it the idiomatic expressions count, unless `idiomatic` is False.
    `languages` is English where the dataset has it, else all that it has.
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
    def columns(self) -> list[str]:
        """The names of all numbers that there may be."""
        names = [PRIMARY, *(name for name in self.config["measures"] if name != "pref_words")]
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

        In the unit of the sentence names are plain; in that of the target they end in `_target`.
        """
        self.seen = self._watch.look(encoder, batch_tokens)
        rows = [(h.language, h.unit, PRIMARY, h.value, h.ci_low, h.ci_high) for h in self.seen.headlines]
        means = self.seen.means().filter(pl.col("measure") != "pref_words")
        columns = ("language", "unit", "measure", "value", "ci_low", "ci_high")
        rows += means.select(columns).rows()
        found: dict[str, float] = {}
        several = len(self.languages) > 1
        for language, unit, name, value, low, high in rows:
            own = f"{name}{_unit(unit)}{f'_{language}' if several else ''}"
            found[own] = value
            if name == PRIMARY and low is not None and high is not None:
                found |= {f"{own}_low": low, f"{own}_high": high}
        if several:
            found |= _means(rows)
        return {name: found[name] for name in self.columns if name in found}


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
