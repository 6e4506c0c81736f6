"""The table of answers: every prompt, what came back, and how it was understood."""

from __future__ import annotations

import polars as pl

from idioprobe.core.tables import ITEM

METRIC = "words"
"""What stands where other suites name how vectors are compared."""

ASKED: dict[str, pl.DataType] = {
    **ITEM,
    "kind": pl.String(),
    "order": pl.Int64(),
    "sample": pl.Int64(),
    "unit": pl.String(),
    "view": pl.String(),
    "prompt": pl.String(),
    "options": pl.List(pl.String()),
    "roles": pl.List(pl.String()),
}
"""One question: `order` counts the orders of its options from 1, `sample` its repetitions from 0. `options` are in the
order shown, each with its role; those of a paraphrase are people's, and the model does not see them."""

ANSWERS: dict[str, pl.DataType] = {
    **ASKED,
    "answer": pl.String(),
    "likelihoods": pl.List(pl.Float64()),
    "choice": pl.String(),
    "position": pl.Int64(),
    "understood": pl.String(),
    "value": pl.Float64(),
}
"""One answer: the text, or the logarithm of each option's likelihood; the role chosen and its place from 1; how it was
understood; and what it counts: 1 for the right choice or paraphrase, 0 for another, a rating its number."""

CHOICE, RATING, PARAPHRASES, SHOWN = "choice", "rating", "paraphrases", "text"
"""What a usable answer is understood as; one to a free question is shown and no more."""
SEVERAL, NONE, REFUSED, EMPTY, FAILED = "several", "none", "refused", "empty", "failed: "
"""Why an answer is of no use; the last has the reason behind it."""
USABLE = (CHOICE, RATING, PARAPHRASES)
