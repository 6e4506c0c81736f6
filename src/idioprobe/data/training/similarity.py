"""Ordinary similarity: pairs of plain sentences with how alike they are, to see what training does to everything else.

The pairs and their grades (0: nothing in common, 5: the same) were written for idioprobe; there is no idiom in them.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files

import polars as pl

from idioprobe.core.frames import read_csv

PAIRS: dict[str, pl.DataType] = {"first": pl.String(), "second": pl.String(), "similarity": pl.Float64()}
LANGUAGES = ("en",)


@cache
def similarity_pairs(language: str = "en") -> pl.DataFrame:
    """The pairs of a language; none where there is no such file."""
    if language not in LANGUAGES:
        return pl.DataFrame(schema=PAIRS)
    with as_file(files("idioprobe.data.training") / f"similarity-{language}.csv") as path:
        return read_csv(path, PAIRS)
