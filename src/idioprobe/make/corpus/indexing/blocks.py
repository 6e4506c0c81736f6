"""A block of a corpus, whatever its format: sentences, the documents they are of, and their words one after another."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from idioprobe.make.corpus.tokens import Tokeniser, fold

_ABBREVIATED = (
    r"(^|[\s(.])(Mrs?|Ms|Drs?|Dra|Profa?|St|Sr|Sra|Srs|Jr|Gen|Col|Capt|Lt|Rev|Hon|No|Nr|Fig|Vol|Ed|Av|etc|vs|cf|ca|bzw|"
    r"e\.g|i\.e|p\. ?ex|z\. ?B|\p{Lu})\."
)
_HELD = "\ue000"
_END = r"([.!?…]+[\"'”’»)\]]*)[ \t]+([\"'“‘«„¿¡(\[]*[\p{Lu}\p{Lt}])"
_FULL_STOP = r"([。！？]+[”’」』）]*)([^\n。！？”’」』）])"
_LINE_END = re.compile(r"\r\n?")


@dataclass(frozen=True)
class Block:
    """Sentences with the number of their document, and their words.

    `owners` says of each word which sentence it is in, `tags` its part of speech (a code of `tagsets`), where known.
    """

    texts: pl.Series
    documents: npt.NDArray[np.int64]
    words: pl.Series
    owners: npt.NDArray[np.int64]
    tags: npt.NDArray[np.uint8] | None = None


def from_sentences(texts: pl.Series, documents: npt.NDArray[np.int64], rule: Tokeniser) -> Block:
    """Sentences with their words by a rule; those without a word are left out."""
    found = folded(texts).str.extract_all(rule.pattern)
    lengths = found.list.len().to_numpy().astype(np.int64)
    kept = lengths > 0
    if not kept.all():
        texts, documents, found, lengths = texts.filter(kept), documents[kept], found.filter(kept), lengths[kept]
    words = found.explode() if len(found) else pl.Series("words", [], dtype=pl.String)
    return Block(texts, documents, words, np.repeat(np.arange(len(texts)), lengths))


def folded(texts: pl.Series) -> pl.Series:
    """Texts without line breaks, each folded; as one text, because that is much faster."""
    if not len(texts):
        return texts
    return pl.Series("folded", fold(texts.str.join("\n").item()).split("\n"), dtype=pl.String)


def sentences_of(texts: pl.Series) -> pl.DataFrame:
    r"""The lines of texts cut into sentences: `of` is the number of the text; lines that are blank are empty.

    A sentence ends at the end of a line, at . ! ? or … before a space and a capital, unless an abbreviation or
    an initial goes before, and at 。！？.

    >>> sentences_of(pl.Series(["Mr. Smith came. He left.\nA list"]))["text"].to_list()
    ['Mr. Smith came.', 'He left.', 'A list']
    """
    # Twice: of initials one after another, the first pass finds every second one.
    marked = (
        pl.col("text")
        .str.replace_all(_END, f"$1{_HELD}$2")
        .str.replace_all(_ABBREVIATED + _HELD, "$1$2. ")
        .str.replace_all(_ABBREVIATED + _HELD, "$1$2. ")
        .str.replace_all(_HELD, "\n", literal=True)
        .str.replace_all(_FULL_STOP, "$1\n$2")
    )
    table = pl.DataFrame({"text": texts.alias("text").cast(pl.String)}).with_row_index("of")
    lines = table.with_columns(marked.str.split("\n")).explode("text")
    return lines.with_columns(pl.col("text").str.strip_chars())


def one_line_break(text: str) -> str:
    """The text with every line break as one character."""
    return _LINE_END.sub("\n", text) if "\r" in text else text
