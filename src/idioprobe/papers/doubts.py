"""Published cells that look like errors, each with the reason; they are marked wherever they are shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

MARK = "?"
"""Stands behind a doubtful cell."""


@dataclass(frozen=True)
class Doubt:
    """The cells of a table in which the columns have these values (a tuple: one of them), and why they are doubted."""

    table: str
    where: Mapping[str, str | tuple[str, ...]]
    reason: str

    def condition(self) -> pl.Expr:
        """The cells it is about."""
        parts = [
            pl.col(name).is_in(value if isinstance(value, tuple) else (value,)) for name, value in self.where.items()
        ]
        return pl.all_horizontal(pl.col("table") == self.table, *parts)


_EN = {"language": "en"}
_NAT_PT = {"language": "pt", "condition": "nat"}

DOUBTS: tuple[Doubt, ...] = (
    Doubt(
        "H8",
        {
            "measure": ("simr_syn", "simr_words"),
            "model": ("Word2Vec", "GloVe", "ELMo", "SBERT ML", "BERT", "BERT ML", "DistilBERT ML"),
        },
        "does not follow from equation 5 and the similarities in the same table, as Llama2's numbers do",
    ),
    Doubt(
        "H8",
        {"expression": "eternal rest", "model": "DistilBERT ML", "measure": "sim_comp"},
        "0.09 lies 55 standard deviations below the model's mean of P_Comp (table 11); 0.90 would not",
    ),
    Doubt(
        "H8",
        {"expression": "grey matter", "model": "BERT", "measure": "aff_syn_words"},
        "the text (§4.5) gives -0.40 as BERT's affinity for this expression",
    ),
    Doubt("H11", {**_NAT_PT, "measure": "sim_rand"}, "repeats P_WordsSyn of the same table"),
    Doubt(
        "H12",
        {"statistic": ("mean", "sd")},
        "the means are averages of the differences in tables 10 and 11: sentence and target unit seem to be pooled",
    ),
    Doubt("H15", {**_EN, "measure": "simr_syn"}, "repeats A_Syn|Rand of table 14, but for one cell"),
    Doubt(
        "V5.5",
        {**_EN, "model": "fastText"},
        "a static model has the same vector in a neutral sentence, for which table 5.6 gives 0.58",
    ),
    Doubt(
        "V5.13",
        {"expression": "field work", "model": "ELMo", "condition": "nat"},
        "the text gives 0.77 for this expression as the highest of the six",
    ),
    Doubt("V6.4", {"condition": "nat"}, "repeats table 5.3, which is about P1 and not about A1"),
    Doubt("V6.4", {**_EN, "condition": "neut"}, "repeats table 5.3, which is about P1 and not about A1"),
    Doubt("V6.4", {"language": "pt", "condition": "neut"}, "repeats the row EN-Neutral of the same table"),
    Doubt(
        "G2-6",
        {**_EN, "group": "all", "statistic": "mean", "model": ("ELMO", "GLOVE")},
        "these two totals seem to be exchanged: the averages of the classes are 0.016 (ELMO) and 0.006 (GLOVE)",
    ),
    Doubt(
        "G2-6",
        {"language": "pt", "group": "all", "statistic": "mean", "model": ("DBERT", "SBERT")},
        "not the average of the three classes of 60 expressions each, which is 0.025 (DBERT) and 0.006 (SBERT)",
    ),
    Doubt(
        "W1",
        {"model": "S-GPT", "group": "C", "statistic": "p"},
        "the text counts the model among the anti-compositional, which takes p ≤ 0.05 here too",
    ),
    Doubt("W2", {"model": "S-BERT"}, "all-MiniLM-L6-v2 has vectors of 384 numbers"),
)
"""All doubts; tests check what they say on the data. The first that fits a cell counts."""


def doubted(published: pl.DataFrame) -> pl.DataFrame:
    """With a column that has the reason where a cell is doubtful."""
    reasons = [
        pl.when(doubt.condition() & (pl.col("state") != "unreadable")).then(pl.lit(doubt.reason)) for doubt in DOUBTS
    ]
    return published.with_columns(doubt=pl.coalesce(*reasons, pl.lit(None, pl.String)))
