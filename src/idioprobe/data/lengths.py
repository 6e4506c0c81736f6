"""How long sentences are, and how many words those of a pair share: the one place that decides it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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


def lexical_overlaps(stimuli: pl.DataFrame, roles: Mapping[str, Sequence[str]]) -> dict[str, pl.DataFrame]:
    """By the name of some roles, and by item: the share of words that two sentences have in common.

    That is, of all white-space tokens of the original and of a sentence with such a role, whatever their case, those
    that both have (Jaccard). Of several sentences it is the mean.
    """
    words = pl.col("text").str.to_lowercase().str.split(" ").list.unique()
    of_role = stimuli.select("item", "role", words=words)
    original = of_role.filter(role="original").select("item", own="words")
    both, every = (getattr(pl.col("words").list, f"set_{how}")("own").list.len() for how in ("intersection", "union"))
    found: dict[str, pl.DataFrame] = {}
    for name, own in roles.items():
        pairs = of_role.filter(pl.col("role").is_in(own)).join(original, on="item")
        found[name] = pairs.select("item", overlap=both / every).group_by("item").agg(pl.col("overlap").mean())
    return found
