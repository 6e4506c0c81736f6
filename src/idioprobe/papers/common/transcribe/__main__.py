"""Writes what the papers report anew from their texts: `python -m idioprobe.papers.common.transcribe FOLDER`."""

from __future__ import annotations

import sys
from importlib.resources import as_file, files
from pathlib import Path

import polars as pl

from idioprobe.papers.common.paper import REPORTED
from idioprobe.papers.registry import all_papers
from idioprobe.papers.reported import COLUMNS


def transcribed(papers: Path) -> dict[str, pl.DataFrame]:
    """The rows of every paper that has a transcriber, by source."""
    read = {source: paper.transcribe(papers) for source, paper in all_papers().items()}
    return {source: pl.DataFrame(rows, schema=COLUMNS) for source, rows in read.items() if rows is not None}


def main(papers: Path) -> None:
    """Write the file of each paper."""
    for source, frame in transcribed(papers).items():
        with as_file(files(all_papers()[source].package)) as folder:
            frame.write_csv(folder / REPORTED)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
