"""Which of an expression's synonyms shares no word with it."""

from __future__ import annotations

import polars as pl

from idioprobe.data.dataset import overlaps


def mark_free(stimuli: pl.DataFrame, expressions: pl.DataFrame) -> pl.DataFrame:
    """The stimuli with a column `free`: true for the first synonym of an expression that shares no word with it.

    That is the synonym itself, as `synonym_overlap` of the expressions says; where it shares one, the second synonym.
    """
    overlap = overlaps(stimuli, "syn2")
    chosen = []
    for expression, language, shared in expressions.select("expression", "language", "synonym_overlap").iter_rows():
        if shared is False:
            chosen.append((expression, language, "syn", True))
        elif overlap.get((expression, language)) is False:
            chosen.append((expression, language, "syn2", True))
    schema = {"expression": pl.String(), "language": pl.String(), "role": pl.String(), "free": pl.Boolean()}
    marked = pl.DataFrame(chosen, schema=schema, orient="row")
    joined = stimuli.join(marked, on=["expression", "language", "role"], how="left", maintain_order="left")
    return joined.with_columns(pl.col("free").fill_null(False) & (pl.col("index") == 0))
