"""In which settings and numbers two results differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from idioprobe.core.tables import SUMMARY
from idioprobe.run.results import Result

PARTS = ("idioprobe", "model", "dataset", "config", "views", "counts", "versions", "how")
"""Parts of the manifest that are compared; times and machines differ anyway."""
LISTS = ("counts.most_frequent_unknown_words.",)
"""Lists of words and how often they came, of which the counts beside them tell enough."""
KEY = tuple(
    name for name in SUMMARY if name not in ("model", "value", "n", "ci_low", "ci_high", "p", "method", "dataset")
)
NUMBERS = ("value", "n", "ci_low", "ci_high", "p")
TOLERANCE = 1e-9


@dataclass(frozen=True)
class Difference:
    """Settings with both values; statistics that both have but with other numbers; those that one lacks."""

    settings: dict[str, tuple[Any, Any]]
    numbers: pl.DataFrame
    only_first: int
    only_second: int
    shared: int

    @property
    def same(self) -> bool:
        """Whether all numbers are there in both, and equal."""
        return not (len(self.numbers) or self.only_first or self.only_second)

    def to_dict(self) -> dict[str, Any]:
        """For scripts."""
        return {
            "same_numbers": self.same,
            "settings": {name: list(both) for name, both in self.settings.items()},
            "shared": self.shared,
            "only_first": self.only_first,
            "only_second": self.only_second,
            "numbers": self.numbers.to_dicts(),
        }


def difference(first: Result, second: Result, tolerance: float = TOLERANCE) -> Difference:
    """What differs; numbers that differ by no more than `tolerance` count as equal. Largest differences first."""
    a, b = (dict(_flat({name: result.info.get(name) for name in PARTS})) for result in (first, second))
    names = [name for name in {**a, **b} if not name.startswith(LISTS)]
    settings = {name: (a.get(name), b.get(name)) for name in names if a.get(name) != b.get(name)}
    one, other = (result.summary.select(*KEY, *NUMBERS) for result in (first, second))
    both = one.join(other, on=KEY, how="inner", nulls_equal=True, suffix="_second", maintain_order="left")
    unequal = [
        ((pl.col(name) - pl.col(f"{name}_second")).abs() > tolerance)
        | (pl.col(name).is_null() != pl.col(f"{name}_second").is_null())
        for name in NUMBERS
    ]
    numbers = both.filter(pl.any_horizontal(u.fill_null(False) for u in unequal)).with_columns(
        difference=pl.col("value_second") - pl.col("value")
    )
    numbers = numbers.sort(pl.col("difference").abs(), descending=True, nulls_last=True, maintain_order=True)
    return Difference(settings, numbers, len(one) - len(both), len(other) - len(both), len(both))


def _flat(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Nested settings under dotted names."""
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from _flat(part, f"{name}.{key}" if name else str(key))
    else:
        yield name, value
