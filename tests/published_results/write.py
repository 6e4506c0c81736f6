"""Writes the published data anew from the papers' texts: python -m tests.published_results.write."""

from pathlib import Path

import polars as pl

from idioprobe.published.load import PUBLISHED
from tests.published_results.rows import everything

DATA = Path(__file__).resolve().parents[2] / "src" / "idioprobe" / "published" / "data"


def frames():
    return {source: pl.DataFrame(rows, schema=PUBLISHED) for source, rows in everything().items()}


if __name__ == "__main__":
    for source, frame in frames().items():
        frame.write_csv(DATA / f"{source}.csv")
