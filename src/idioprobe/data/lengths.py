"""How long sentences are: the one place that decides it."""

from __future__ import annotations

import polars as pl

from idioprobe.core.errors import ConfigError
from idioprobe.core.tables import length_in_tokens
from idioprobe.data.dataset import Dataset

OWN = "dataset"
"""The lengths that a dataset brings along, instead of white-space tokens."""


def sentence_lengths(data: Dataset, how: str = "tokens") -> dict[str, int]:
    """By item, how long its original sentence is: in white-space tokens, or as the dataset says."""
    if how == OWN:
        if data.lengths.is_empty():
            raise ConfigError(f"`length` {OWN}: {data.name} has no sentence lengths of its own.")
        return dict(data.lengths.iter_rows())
    originals = data.stimuli.filter(pl.col("role") == "original").select("item", "text")
    return {item: length_in_tokens(text) for item, text in originals.iter_rows()}
