"""A block of a corpus, whatever its format: sentences, the documents they are of, and their words one after another."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from idioprobe.make.corpus.indexing.characters import Places
from idioprobe.make.corpus.indexing.sentences import parted
from idioprobe.make.corpus.indexing.words import Words, words_by_line
from idioprobe.make.corpus.tokens import Tokeniser, fold


@dataclass(frozen=True)
class Block:
    """Sentences with the number of their document, and their words.

    `lengths` says how many words each sentence has, one at least, `tags` what part of speech each word is (a code of
    `tagsets`), where known.
    """

    texts: pl.Series
    documents: npt.NDArray[np.int64]
    words: Words
    lengths: Places
    tags: npt.NDArray[np.uint8] | None = None


@dataclass(frozen=True)
class Lines:
    """The sentences of a text, one a line: the text as bytes, and each line without white space around it."""

    text: bytes
    lines: pl.Series

    @property
    def starts(self) -> Places:
        """Where each line begins."""
        breaks = np.flatnonzero(np.frombuffer(self.text, np.uint8) == ord("\n"))
        return np.concatenate([[0], breaks + 1])


def sentences_of(text: bytes) -> Lines:
    r"""A text cut into sentences; lines that are blank are empty.

    >>> sentences_of(b"Mr. Smith came. He left.\nA list").lines.to_list()
    ['Mr. Smith came.', 'He left.', 'A list']
    """
    text = parted(text)
    lines = pl.Series("text", [text], dtype=pl.Binary).cast(pl.String).str.split("\n").explode()
    return Lines(text, lines.str.strip_chars())


def from_lines(sentences: Lines, documents: npt.NDArray[np.int64], rule: Tokeniser) -> Block:
    """Sentences with their words by a rule; those without a word are left out."""
    words, lengths = words_by_line(sentences.text, rule, len(sentences.lines))
    kept = lengths > 0
    if kept.all():
        return Block(sentences.lines, documents, words, lengths)
    return Block(sentences.lines.filter(kept), documents[kept], words, lengths[kept])


def folded(texts: pl.Series) -> pl.Series:
    """Texts without line breaks, each folded; as one text, because that is much faster."""
    if not len(texts):
        return texts
    return pl.Series("folded", fold(texts.str.join("\n").item()).split("\n"), dtype=pl.String)
