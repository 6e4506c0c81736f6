"""The targets of a stimuli table, as they are written in its texts."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from idioprobe.core.requests import parse_spans, parts
from idioprobe.data.languages.language import find_language

_SPAN = r"^(?<start>0|[1-9][0-9]{0,8}):(?<end>0|[1-9][0-9]{0,8})$"
"""A target in one part, as nearly all are."""


def target_text(text: str, spans: str, language: str) -> str:
    """A target without the words between its parts, joined as its language joins words.

    >>> target_text("She gave it up.", "4:8 12:14", "en")
    'gave up'
    """
    return (" " if find_language(language).spaces else "").join(parts(text, parse_spans(spans)))


def pieces(text: str, spans: str) -> Iterator[tuple[str, bool]]:
    """The text in pieces, each with whether it belongs to the target.

    >>> list(pieces("They gave up.", "5:12"))
    [('They ', False), ('gave up', True), ('.', False)]
    """
    at = 0
    for start, end in parse_spans(spans):
        yield text[at:start], False
        yield text[start:end], True
        at = end
    yield text[at:], False


def target_texts(stimuli: pl.DataFrame) -> pl.Series:
    """The target of each row of stimuli, those in one part all at once."""
    span = pl.col("spans").str.extract_groups(_SPAN)
    start, end = (span.struct.field(name).cast(pl.Int64, strict=False) for name in ("start", "end"))
    at_once = stimuli.select("text", "spans", "language", target=pl.col("text").str.slice(start, (end - start).clip(0)))
    written = at_once["target"]
    others = at_once.with_row_index().filter(pl.col("target").is_null())
    if others.is_empty():
        return written
    rows = others.select("text", "spans", "language").iter_rows()
    return written.scatter(others["index"], [target_text(*row) for row in rows])
