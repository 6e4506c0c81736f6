"""Writes the published data anew from the papers' texts: python -m tests.papers.write."""

from pathlib import Path

import polars as pl

from idioprobe.papers.reported import PUBLISHED
from tests.papers.rows import everything

PAPERS = Path(__file__).resolve().parents[2] / "src" / "idioprobe" / "papers"


def frames():
    return {source: pl.DataFrame(rows, schema=PUBLISHED) for source, rows in everything().items()}


if __name__ == "__main__":
    for source, frame in frames().items():
        frame.write_csv(PAPERS / source.replace("-", "_") / "reported.csv")
