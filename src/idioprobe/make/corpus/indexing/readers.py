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
from idioprobe.make.corpus.indexing.blocks import Block, from_lines, sentences_of
from idioprobe.make.corpus.indexing.inputs import CONLL, JSON_LINES, PARQUET, TAGGED, TEXT, Source
from idioprobe.make.corpus.indexing.sentences import stopped
from idioprobe.make.corpus.indexing.vertical import Documents, conll_block, tagged_block, whole_sentences
from idioprobe.make.corpus.tokens import Tokeniser

BLOCK = 1 << 20
"""How much is read at a time: little, so that what is made of it stays near the processor."""
LONGEST = 8 << 20
"""A line of plain text that is longer is cut at a space; a line or a record of twice this length is let go."""
MOST_DAMAGED = 0.01
"""Where more than this share of a shard's lines is not text, the whole shard is not."""
_ROWS = 20_000
_LIKE_ASCII = ("utf-8", "iso8859-1", "cp1252", "ascii")


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
    cut: int = 0
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
            text = _one_line_break(_utf8(raw, source, how, reading))
            if source.format == TEXT:
                block, last_blank = _plain(text, how, documents, last_blank)
                yield block
            elif source.format == JSON_LINES:
                yield _records(_json_texts(text, source, how), how, documents)
            else:
                make = tagged_block if source.format == TAGGED else conll_block
                yield make(text.decode(), how.rule, documents)
    except DAMAGE as error:
        raise DatasetError(f"{source.path} cannot be read to its end: {what_happened(error)}.") from error


def _plain(text: bytes, how: How, documents: Documents, last_blank: bool) -> tuple[Block, bool]:
    """Plain text: a blank line parts documents."""
    sentences = sentences_of(text.removesuffix(b"\n"))
    blank = (sentences.lines == "").to_numpy()
    after_blank = np.concatenate([[last_blank], blank[:-1]])
    numbers = documents.begun + np.cumsum(~blank & after_blank).astype(np.int64)
    documents.begun, last_blank = int(numbers[-1]), bool(blank[-1])
    return from_lines(sentences, numbers, how.rule), last_blank


def _records(texts: pl.Series, how: How, documents: Documents) -> Block:
    """Records: each is a document."""
    texts = stopped(texts)
    sentences = sentences_of(texts.str.join("\n").item().encode())
    ends = np.cumsum(texts.str.len_bytes().to_numpy().astype(np.int64) + 1)
    numbers = documents.begun + 1 + np.searchsorted(ends, sentences.starts, side="right")
    documents.begun += len(texts)
    return from_lines(sentences, numbers, how.rule)


def _json_texts(text: bytes, source: Source, how: How) -> pl.Series:
    """The field with the text of each record."""
    schema = {how.text_field: pl.String()}
    try:
        table = pl.read_ndjson(BytesIO(text), schema=schema) if text.strip() else pl.DataFrame(schema=schema)
    except PolarsError as error:
        raise _bad_record(text.decode(), source, how) from error
    texts = table[how.text_field]
    if texts.null_count():
        raise _bad_record(text.decode(), source, how)
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
        rest, cutting, dropping = b"", False, False
        for part in _parts(stream, raw, source):
            reading.hash.update(part)
            if dropping:
                _, ended, part = part.partition(b"\n")
                dropping = not ended
            block = rest + part
            at = _whole(block, source)
            if not at and source.format == TEXT and len(block) > LONGEST and (at := block.rfind(b" ") + 1):
                reading.cut += not cutting
                cutting = True
            elif at:
                cutting = False
            rest = block[at:]
            if at:
                yield block[:at]
            elif len(rest) > 2 * LONGEST:
                reading.damaged += 1
                rest, dropping = b"", True
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


def _whole(block: bytes, source: Source) -> int:
    """Where the last line or sentence begins, which may go on in the next block."""
    if source.format in (TAGGED, CONLL):
        return whole_sentences(block, tagged=source.format == TAGGED)
    return block.rfind(b"\n") + 1


def _one_line_break(text: bytes) -> bytes:
    """The text with every line break as one byte."""
    return text.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in text else text


def _utf8(raw: bytes, source: Source, how: How, reading: Reading) -> bytes:
    """The text of a block as UTF-8; lines that are not text are left out and counted."""
    if not reading.lines:
        raw = raw.removeprefix(codecs.BOM_UTF8)
    reading.lines += raw.count(b"\n") + 1
    if b"\0" not in raw and (text := _recoded(raw, how.encoding)) is not None:
        return text
    kept = [line for line in raw.split(b"\n") if b"\0" not in line and _recoded(line, how.encoding) is not None]
    reading.damaged += raw.count(b"\n") + 1 - len(kept)
    if reading.damaged > max(min(10, reading.lines / 2), MOST_DAMAGED * reading.lines):
        raise DatasetError(
            f"{source.path}: {reading.damaged} of the first {reading.lines} lines are not {how.encoding} text; "
            "give its `encoding`, such as latin-1, or leave the file out."
        )
    return _recoded(b"\n".join(kept), how.encoding) or b""


def _recoded(raw: bytes, encoding: str) -> bytes | None:
    """Text of an encoding as UTF-8; None where it is not such text."""
    if raw.isascii() and codecs.lookup(encoding).name in _LIKE_ASCII:
        return raw
    try:
        if codecs.lookup(encoding).name != "utf-8":
            return raw.decode(encoding).encode()
        pl.Series([raw], dtype=pl.Binary).cast(pl.String)  # which is faster than Python's own decoding
    except (UnicodeError, PolarsError):
        return None
    return raw
