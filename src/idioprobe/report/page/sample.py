"""Which expressions a page shows one by one: all of them, or as many as keep it small enough to open and to send."""

from __future__ import annotations

import polars as pl

from idioprobe.report.tables.gather import Inputs

MOST_BYTES = 8_000_000
"""Of sentences and scores of one group of results; a page of 15 MB still opens in two seconds."""
SCORE_BYTES = 16 / 3
"""Of a number of 32 bits, as text."""
VARIANT_BYTES = 75
ITEM_BYTES = 150
"""About what a variant and a sentence take."""
_NAME = ["language", "expression"]


def shown_items(inputs: Inputs, items: pl.DataFrame, variants: int) -> pl.DataFrame:
    """The items of as many expressions as fit, evenly over languages and classes; `variants` is how many all have."""
    scores = sum(model.scores.select("unit", "measure").n_unique() for model in inputs.models)
    each = ITEM_BYTES + SCORE_BYTES * scores + VARIANT_BYTES * variants / max(1, len(items))
    share = MOST_BYTES / each / max(1, len(items))
    if share >= 1:
        return items
    classes = inputs.material.expressions.select(*_NAME, "class").unique(_NAME, maintain_order=True)
    order = items.select(_NAME).unique(maintain_order=True).join(classes, on=_NAME, how="left", maintain_order="left")
    number = pl.int_range(pl.len())
    due = ((number + 1) * share).floor() > (number * share).floor()
    kept = order.sort("language", "class", "expression").filter(due)
    return items.join(kept, on=_NAME, how="semi", maintain_order="left")


def sample_words(shown: int, every: int) -> str:
    """What the page says of it; nothing where all are shown.

    >>> sample_words(2187, 10000)[:45]
    'Shown here are 2,187 of 10,000 expressions, e'
    """
    if shown == every:
        return ""
    return (
        f"Shown here are {shown:,} of {every:,} expressions, evenly chosen from all languages and classes, so that the "
        "page stays small. Scores, intervals and tables of measures are over all of them; the result folder has every "
        "sentence."
    )
