"""What is known about the expressions of a language beside the model: groups, ratings, frequencies."""

from __future__ import annotations

from collections.abc import Sequence, Set

import polars as pl

from idioprobe.core.tables import ALL, CLASSES, NO_OVERLAP, OF_TYPE, OVERLAP, is_class
from idioprobe.data.components import types_of

GROUPS = (ALL, *reversed(CLASSES), NO_OVERLAP)
"""The groups of expressions of a dataset without classes of its own, and of one type."""


def groups_of(expressions: pl.DataFrame, classes: Sequence[str] = CLASSES) -> tuple[str, ...]:
    """All groups of expressions: the classes, from compositional to idiomatic; where there are several, the types."""
    types = types_of(expressions)
    return (ALL, *reversed(classes), NO_OVERLAP, *(f"{OF_TYPE}{name}" for name in types if len(types) > 1))


class Known:
    """The scales that measures are correlated with, and the groups of expressions.

    `per_expression` has scales with one value for an expression; `tokens` the rating of each sentence.
    """

    def __init__(
        self, expressions: pl.DataFrame, ratings: pl.DataFrame, language: object, classes: Sequence[str] = CLASSES
    ) -> None:
        """For the expressions of one language; `classes` in their order, the idiomatic one first."""
        self._members: dict[str, Set[str]] = {}
        self._table = expressions.filter(pl.col("language") == language)
        mine = ratings.filter((pl.col("language") == language) & (pl.col("target") == "expression"))
        per_token = mine.filter(pl.col("rating") == "token").sort("expression", "sentence")
        averages = per_token.group_by("expression").agg(pl.col("mean").mean())
        spreads = per_token.group_by("expression").agg(pl.col("mean").std()).drop_nulls()
        self.tokens: dict[tuple[str, int | None], float] = {
            (expression, sentence): mean
            for expression, sentence, mean in per_token.select("expression", "sentence", "mean").iter_rows()
        }
        self.per_expression: dict[str, dict[str, float]] = {
            "type": dict(mine.filter(pl.col("rating") == "type").select("expression", "mean").iter_rows()),
            "token_mean": dict(mine.filter(pl.col("rating") == "token_mean").select("expression", "mean").iter_rows()),
            "token_avg": dict(averages.iter_rows()),
            "token_sd": dict(spreads.iter_rows()),
            "class_rank": {
                expression: float(classes.index(label))
                for expression, label in self._table.select("expression", "class").iter_rows()
                if label in classes
            },
            "frequency": self._column("frequency"),
            "pmi": self._column("pmi"),
            "ppmi": self._column("ppmi"),
        }

    def _column(self, name: str) -> dict[str, float]:
        return dict(self._table.select("expression", name).drop_nulls().iter_rows())

    def members(self, group: str) -> Set[str]:
        """The expressions of a group."""
        if group not in self._members:
            self._members[group] = frozenset(self._found(group))
        return self._members[group]

    def _found(self, group: str) -> pl.Series:
        table = self._table
        if is_class(group):
            table = table.filter(pl.col("class") == group)
        elif group.startswith(OF_TYPE):
            table = table.filter(pl.col("type") == group.removeprefix(OF_TYPE))
        elif group == NO_OVERLAP:
            table = table.filter(~pl.col("synonym_overlap").fill_null(True))
        elif group == OVERLAP:
            table = table.filter(pl.col("synonym_overlap"))
        return table["expression"]
