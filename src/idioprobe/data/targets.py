"""The targets of a stimuli table, as they are written in its texts."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from idioprobe.core.requests import parse_spans, parts
from idioprobe.data.languages.language import find_language


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
    """The target of each row of stimuli; of its language only is asked how that joins words."""
    joint = {code: " " if find_language(code).spaces else "" for code in stimuli["language"].unique()}
    rows = stimuli.select("text", "spans", "language").iter_rows()
    written = [joint[language].join(parts(text, parse_spans(spans))) for text, spans, language in rows]
    return pl.Series("target", written, dtype=pl.String)
