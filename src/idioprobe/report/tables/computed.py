"""Statistics that a table asks for and a summary does not have, worked out from the scores."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import polars as pl

from idioprobe.run.results import Result
from idioprobe.stats.resampling import Resampling
from idioprobe.suites.estimates import Estimates, Rows, numbers
from idioprobe.suites.known import Known

Row = dict[str, Any]


def _nat_and_neut(result: Result, view: str, where: Mapping[str, Any]) -> Row | None:
    """ρ over expressions between the mean over their naturalistic sentences and that over their neutral ones."""
    language, group = where["language"], where["group"]
    members = Known(result.expressions, result.ratings, language).members(group)
    means = (
        result.scores.filter(
            *(pl.col(name) == where[name] for name in ("language", "unit", "measure")),
            pl.col("view") == view,
            pl.col("expression").is_in(sorted(members)),
        )
        .group_by("expression", "condition")
        .agg(pl.col("value").mean())
    )
    nat, neut = (
        dict(means.filter(pl.col("condition") == condition).select("expression", "value").iter_rows())
        for condition in ("nat", "neut")
    )
    names = sorted(nat)
    config = result.manifest.config
    estimates = Estimates(Resampling(config.resamples, config.seed))
    first, second = (numbers([side.get(name) for name in names]) for side in (nat, neut))
    estimates.rho(first, second, Rows(np.arange(len(names))), (group, where["measure"], where["statistic"], None))
    found = estimates.made()
    return {**where, "view": view, **vars(found[0])} if found else None


COMPUTED: dict[str, Callable[[Result, str, Mapping[str, Any]], Row | None]] = {"rho_neut_type": _nat_and_neut}
"""By the name that takes the place of a statistic of the summary."""
