"""One shard in, its tables out: a function that needs nothing of other shards, so they may run anywhere."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl
from polars.exceptions import PolarsError

from idioprobe.core.errors import DatasetError, ResultsError
from idioprobe.data.sources.packed import what_happened
from idioprobe.make.corpus.indexing.blocks import Block
from idioprobe.make.corpus.indexing.counting import ShardCounter
from idioprobe.make.corpus.indexing.inputs import Source
from idioprobe.make.corpus.indexing.readers import How, Reading, blocks_of_shard
from idioprobe.make.corpus.manifest import Shard

RECORD = "shard.json"
DOCUMENTS = 10**9
"""The number of a document is that of its shard times this, and its number there."""
SENTENCE_BYTES = 16 << 20
Tell = Callable[[int], None]


def index_shard(
    number: int, source: Source, how: How, window: int, folder: Path, tell: Tell = lambda _bytes: None
) -> Shard:
    """Count a shard into a folder of its own; the record `shard.json` is written last and says that all is there."""
    reading = Reading(tell=tell)
    shutil.rmtree(folder, ignore_errors=True)
    sentences = _Sentences(folder, number)
    try:
        folder.mkdir(parents=True)
        counter = ShardCounter(folder, window)
        for block in blocks_of_shard(source, how, reading):
            counter.add(block)
            sentences.add(block)
        sentences.write()
        counter.write()
        made = Shard(
            path=str(source.path),
            sha256=reading.hash.hexdigest(),
            bytes=source.bytes,
            sentences=counter.sentences,
            words=counter.words,
            documents=sentences.documents,
            pairs=counter.pairs,
            start=source.start,
            tagged=counter.tagged,
            damaged=reading.damaged,
            cut=reading.cut,
            modified=source.modified,
        )
        (folder / RECORD).write_text(made.model_dump_json(), encoding="utf-8")
        tell(source.bytes)
    except DatasetError:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    except (OSError, PolarsError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        reason = " ".join(what_happened(error).split())[:160]
        raise ResultsError(
            f"{folder.parent.parent} cannot be written: {reason}; what was done is kept: make room, then run the same "
            "command again."
        ) from error
    return made


def read_record(folder: Path) -> Shard | None:
    """What is known of a shard that was counted; None where it was not, or not to its end."""
    try:
        return Shard.model_validate(json.loads((folder / RECORD).read_bytes()))
    except (OSError, ValueError):
        return None


class _Sentences:
    """The sentences of a shard, written as they come."""

    def __init__(self, folder: Path, shard: int) -> None:
        self._folder, self._first = folder, shard * DOCUMENTS
        self._held: list[pl.DataFrame] = []
        self._bytes = self._written = 0
        self._last, self._number = -1, 0
        self.documents = 0

    def add(self, block: Block) -> None:
        if not len(block.texts):
            return
        documents = block.documents
        begins = np.concatenate([[documents[0] != self._last], documents[1:] != documents[:-1]])
        at = np.arange(len(documents))
        base = np.maximum.accumulate(np.where(begins, at, 0))
        numbers = at - base + 1
        numbers[np.cumsum(begins) == 0] += self._number
        self.documents += int(begins.sum())
        self._last, self._number = int(documents[-1]), int(numbers[-1])
        table = {"document": documents + self._first, "number": numbers, "text": block.texts}
        self._held.append(pl.DataFrame(table))
        self._bytes += int(block.texts.str.len_bytes().sum())
        if self._bytes >= SENTENCE_BYTES:
            self.write()

    def write(self) -> None:
        if not self._held and self._written:
            return
        empty = pl.DataFrame(schema={"document": pl.Int64(), "number": pl.Int64(), "text": pl.String()})
        path = self._folder / f"sentences-{self._written:04d}.parquet"
        pl.concat([empty, *self._held]).write_parquet(path, compression="lz4")
        self._written += 1
        self._held, self._bytes = [], 0
