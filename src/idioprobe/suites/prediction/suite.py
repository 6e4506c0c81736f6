"""The suite: minimal pairs, and values of whole expressions from all their sentences."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from idioprobe.core.notices import Notice
from idioprobe.data.components import role_sets
from idioprobe.data.dataset import Dataset
from idioprobe.suites.base import Part, Plan, Settings
from idioprobe.suites.pairs.scores import Scored
from idioprobe.suites.pairs.suite import PairSuite
from idioprobe.suites.prediction.across import across_scores


class PredictionSuite(PairSuite):
    """Pairs of an item, and pairs of an expression's sentences."""

    def plan(self, data: Dataset, settings: Settings, notice: Notice) -> Plan:
        """The pairs, and a word where ratings lack what annotators' vectors are made of."""
        wanted = role_sets(data.expressions)
        if not any(set(roles) <= set(data.ratings["target"]) for roles in wanted):
            notice(
                f"prediction: across_annotators needs mean ratings of {' and '.join(sorted(wanted[0]))} in each "
                "sentence, which this dataset lacks; give your own with `annotations` FILE."
            )
        return super().plan(data, settings, notice)

    def scores(
        self, similarities: pl.DataFrame, data: Dataset, settings: Settings, parts: Sequence[Part] = ()
    ) -> Scored:
        """With what is measured across the sentences of an expression."""
        own = super().scores(similarities, data, settings, parts)
        across, undefined = across_scores(similarities, data.ratings, self.measures, data.expressions)
        return Scored(pl.concat([own.scores, across], how="diagonal"), pl.concat([own.dropped, undefined]), own.cells)
