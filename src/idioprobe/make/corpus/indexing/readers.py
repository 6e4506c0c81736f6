"""From a shard of a corpus to its blocks of sentences, whatever its format; memory stays the same for any size."""

from __future__ import annotations

import codecs
import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from io import BytesIO
from typing import IO, Any

import numpy as np
import polars as pl
from polars.exceptions import PolarsError

from idioprobe.core.errors import ConfigError, DatasetError
from idioprobe.data.sources.packed import DAMAGE, Readable, unpacked, what_happened
from idioprobe.make.corpus.indexing.blocks import Block, from_sentences, one_line_break, sentences_of
from idioprobe.make.corpus.indexing.inputs import CONLL, JSON_LINES, PARQUET, TAGGED, TEXT, Source
from idioprobe.make.corpus.indexing.vertical import Documents, conll_block, tagged_block, whole_sentences
from idioprobe.make.corpus.tokens import Tokeniser

BLOCK = 8 << 20
"""How much is read at a time; a line or a sentence that is longer is cut at a space, or let go where it has none."""
MOST_DAMAGED = 0.01
"""Where more than this share of a shard's lines is not text, the whole shard is not."""
_ROWS = 20_000


@dataclass(frozen=True)
class How:
    """How a corpus is read: the rule for words, the field of records that has the text, the encoding."""

    rule: Tokeniser
    text_field: str = "text"
    encoding: str = "utf-8"

    def __post_init__(self) -> None:
        try:
            codecs.lookup(self.encoding)
        except LookupError:
            raise ConfigError(f"`encoding` {self.encoding!r} is not known; utf-8 or latin-1, for example.") from None


@dataclass
class Reading:
    """What was met while a shard was read."""

    lines: int = 0
    damaged: int = 0
    hash: Any = field(default_factory=hashlib.sha256)
    tell: Callable[[int], None] = lambda _bytes: None


def blocks_of_shard(source: Source, how: How, reading: Reading) -> Iterator[Block]:
    """The sentences of a shard, block by block; what cannot be read is told in a sentence."""
    try:
        if source.format == PARQUET:
            yield from _parquet_blocks(source, how, reading)
            return
        documents = Documents()
        last_blank = True
        for raw in _raw_blocks(source, reading):
            text = one_line_break(_decoded(raw, source, how, reading))
            if source.format == TEXT:
                block, last_blank = _plain(text, how, documents, last_blank)
                yield block
            elif source.format == JSON_LINES:
                yield _records(_json_texts(text, source, how), how, documents)
            else:
                make = tagged_block if source.format == TAGGED else conll_block
                yield make(text, how.rule, documents)
    except DAMAGE as error:
        raise DatasetError(f"{source.path} cannot be read to its end: {what_happened(error)}.") from error


def _plain(text: str, how: How, documents: Documents, last_blank: bool) -> tuple[Block, bool]:
    """Plain text: a blank line parts documents."""
    lines = sentences_of(pl.Series([text]))["text"]
    if len(lines) and text.endswith("\n"):
        lines = lines.head(-1)
    blank = (lines == "").to_numpy()
    after_blank = np.concatenate([[last_blank], blank[:-1]]) if len(blank) else blank
    numbers = documents.begun + np.cumsum(~blank & after_blank).astype(np.int64)
    if len(numbers):
        documents.begun, last_blank = int(numbers[-1]), bool(blank[-1])
    return from_sentences(lines.filter(~blank), numbers[~blank], how.rule), last_blank


def _records(texts: pl.Series, how: How, documents: Documents) -> Block:
    """Records: each is a document."""
    lines = sentences_of(texts).filter(pl.col("text") != "")
    numbers = lines["of"].to_numpy().astype(np.int64) + documents.begun + 1
    documents.begun += len(texts)
    return from_sentences(lines["text"], numbers, how.rule)


def _json_texts(text: str, source: Source, how: How) -> pl.Series:
    """The field with the text of each record."""
    schema = {how.text_field: pl.String()}
    try:
        table = pl.read_ndjson(BytesIO(text.encode()), schema=schema) if text.strip() else pl.DataFrame(schema=schema)
    except PolarsError as error:
        raise _bad_record(text, source, how) from error
    texts = table[how.text_field]
    if texts.null_count():
        raise _bad_record(text, source, how)
    return texts


def _bad_record(text: str, source: Source, how: How) -> DatasetError:
    for number, line in enumerate(text.split("\n"), 1):
        where = f"{source.path}, line {number} of the block read, {line.strip()[:40]!r}"
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except ValueError:
            return DatasetError(f"{where}: not JSON; write one object per line.")
        if not isinstance(record, dict) or not isinstance(record.get(how.text_field), str):
            there = ", ".join(record) if isinstance(record, dict) else "no fields"
            return DatasetError(f"{where}: no text in `field` {how.text_field}; it has {there}.")
    return DatasetError(f"{source.path} cannot be read as JSON lines.")


def _parquet_blocks(source: Source, how: How, reading: Reading) -> Iterator[Block]:
    documents = Documents()
    try:
        scanned = pl.scan_parquet(source.path)
        columns = scanned.collect_schema()
        if columns.get(how.text_field) != pl.String():
            raise DatasetError(
                f"{source.path} has no text in `field` {how.text_field}; its columns: {', '.join(columns)}."
            )
        rows = scanned.select(pl.len()).collect().item()
        for at in range(0, rows, _ROWS):
            table = scanned.select(how.text_field).slice(at, _ROWS).collect()
            yield _records(table[how.text_field].fill_null("").str.replace_all("\r\n?", "\n"), how, documents)
            reading.tell(source.bytes * min(at + _ROWS, rows) // rows)
    except PolarsError as error:
        raise DatasetError(f"{source.path} cannot be read: {' '.join(str(error).split())[:160]}.") from error
    with source.path.open("rb") as raw:
        while part := raw.read(BLOCK):
            reading.hash.update(part)


def _raw_blocks(source: Source, reading: Reading) -> Iterator[bytes]:
    """Blocks of whole lines (of whole sentences where a word is a line)."""
    with unpacked(source.path) as (stream, raw):
        rest = b""
        for part in _parts(stream, raw, source):
            reading.hash.update(part)
            cut, rest = _cut(rest + part, source)
            if cut:
                yield cut
            elif len(rest) > 2 * BLOCK:
                reading.damaged += 1
                rest = b""
            reading.tell(raw.tell() - source.start)
        yield rest


def _parts(stream: Readable, raw: IO[bytes], source: Source) -> Iterator[bytes]:
    """The bytes of a shard: from the first line that begins in it to the end of the last that does."""
    if source.packed:
        while part := stream.read(BLOCK):
            yield part
        return
    left = source.bytes
    if source.start:
        raw.seek(source.start - 1)
        left += 1
        while left > 0 and (part := raw.readline(BLOCK)):
            left -= len(part)
            if part.endswith(b"\n"):
                break
    last = b"\n"
    while left > 0 and (part := raw.read(min(BLOCK, left))):
        left -= len(part)
        last = part
        yield part
    while not last.endswith(b"\n") and (last := raw.readline(BLOCK)):
        yield last


def _cut(block: bytes, source: Source) -> tuple[bytes, bytes]:
    """Whole lines or sentences, and what is left for the next block."""
    if source.format in (TAGGED, CONLL):
        at = whole_sentences(block, tagged=source.format == TAGGED)
    else:
        at = block.rfind(b"\n") + 1
    if not at and source.format == TEXT and len(block) > BLOCK:
        at = block.rfind(b" ") + 1
    return block[:at], block[at:]


def _decoded(raw: bytes, source: Source, how: How, reading: Reading) -> str:
    """The text of a block; lines that are not text are left out and counted."""
    if not reading.lines:
        raw = raw.removeprefix(codecs.BOM_UTF8)
    lines = raw.count(b"\n") + 1
    reading.lines += lines
    try:
        text = raw.decode(how.encoding)
    except UnicodeDecodeError:
        text = None
    if text is None or "\0" in text:
        kept = []
        for line in raw.split(b"\n"):
            try:
                kept.append(line.decode(how.encoding))
            except UnicodeDecodeError:
                reading.damaged += 1
            else:
                if "\0" in kept[-1]:
                    kept.pop()
                    reading.damaged += 1
        text = "\n".join(kept)
        if reading.damaged > max(min(10, reading.lines / 2), MOST_DAMAGED * reading.lines):
            raise DatasetError(
                f"{source.path}: {reading.damaged} of the first {reading.lines} lines are not {how.encoding} text; "
                "give its `encoding`, such as latin-1, or leave the file out."
            )
    return text
