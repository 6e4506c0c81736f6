"""What is known about the compounds of a language beside the model: groups, ratings, frequencies."""

from __future__ import annotations

import polars as pl

from idioprobe.core.tables import CLASSES


class Known:
    """The scales that measures are correlated with, and the groups of compounds.

    `per_compound` has scales with one value for a compound; `tokens` the rating of each sentence.
    """

    def __init__(self, compounds: pl.DataFrame, ratings: pl.DataFrame, language: object) -> None:
        """For the compounds of one language."""
        self._table = compounds.filter(pl.col("language") == language)
        mine = ratings.filter((pl.col("language") == language) & (pl.col("target") == "compound"))
        per_token = mine.filter(pl.col("rating") == "token").sort("compound", "sentence")
        averages = per_token.group_by("compound").agg(pl.col("mean").mean())
        spreads = per_token.group_by("compound").agg(pl.col("mean").std()).drop_nulls()
        self.tokens: dict[tuple[str, int | None], float] = {
            (compound, sentence): mean
            for compound, sentence, mean in per_token.select("compound", "sentence", "mean").iter_rows()
        }
        self.per_compound: dict[str, dict[str, float]] = {
            "type": dict(mine.filter(pl.col("rating") == "type").select("compound", "mean").iter_rows()),
            "token_mean": dict(mine.filter(pl.col("rating") == "token_mean").select("compound", "mean").iter_rows()),
            "token_avg": dict(averages.iter_rows()),
            "token_sd": dict(spreads.iter_rows()),
            "class_rank": {
                compound: float(CLASSES.index(label))
                for compound, label in self._table.select("compound", "class").iter_rows()
                if label is not None
            },
            "frequency": self._column("frequency"),
            "ppmi": self._column("ppmi"),
        }

    def _column(self, name: str) -> dict[str, float]:
        return dict(self._table.select("compound", name).drop_nulls().iter_rows())

    def members(self, group: str) -> set[str]:
        """The compounds of a group."""
        table = self._table
        if group in CLASSES:
            table = table.filter(pl.col("class") == group)
        elif group == "no_overlap":
            table = table.filter(~pl.col("synonym_overlap").fill_null(True))
        return set(table["compound"])
