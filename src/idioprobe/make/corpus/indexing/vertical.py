"""Corpora with a word a line: CoNLL-U, brWaC, and ukWaC with its tags that look like XML."""

from __future__ import annotations

import html
from dataclasses import dataclass

import numpy as np
import polars as pl

from idioprobe.data.sources.corpusformats import KINDS
from idioprobe.make.corpus.indexing.blocks import Block
from idioprobe.make.corpus.indexing.tagsets import code_of
from idioprobe.make.corpus.indexing.words import words_by_line
from idioprobe.make.corpus.tokens import Tokeniser

_LINE = pl.col("line")
_TAG = r"^</?\w[^>]*>\s*$"
_DOCUMENT = r"^\s*<(?:text|doc)\b"
_SENTENCE = r"^</?s(?:\s[^>]*)?>\s*$"
_COMMENT = r"^#(?:[^\w\t][^\t]*)?$"
_NEW_DOCUMENT = r"^#\s*newdoc\b"
_BRWAC = next(kind for kind in KINDS if kind.name == "brWaC").announcement.pattern
_TEXT = r"^#\s*text\s*=\s*(.*\S)\s*$"
_GLUE = r"^<g\s*/>\s*$"
_NO_SPACE = "SpaceAfter=No"


@dataclass
class Documents:
    """How many documents have begun, and what the last one was called: a corpus may announce it again."""

    begun: int = 0
    last: str = ""


def tagged_block(text: str, rule: Tokeniser, documents: Documents) -> Block:
    """A block of ukWaC's kind: `<text …>`, `<s>`, a line for each word with its tag and lemma, `</s>`."""
    lines = _lines(text).with_columns(
        begins=_LINE.str.contains(_DOCUMENT), marks=_LINE.str.contains(_SENTENCE), tag=_LINE.str.contains(_TAG)
    )
    opens = pl.col("marks") & ~_LINE.str.starts_with("</")
    inside = pl.when("marks").then(opens).forward_fill().fill_null(value=False)
    lines = lines.with_columns(
        sentence=opens.cum_sum(),
        document=pl.col("begins").cum_sum().cast(pl.Int64) + documents.begun,
        inside=inside,
        glued=_LINE.str.contains(_GLUE).shift(-1, fill_value=False),
    )
    documents.begun = int(lines["document"].max() or documents.begun)  # type: ignore[arg-type]
    tokens = lines.filter(pl.col("inside") & ~pl.col("tag") & (_LINE.str.strip_chars() != ""))
    cells = _LINE.str.split("\t")
    tokens = tokens.with_columns(form=cells.list.get(0), one=cells.list.get(1, null_on_oob=True), two=_cell(cells, 2))
    return _block(_unescaped(tokens.with_columns(pos=pl.col(_tag_column(tokens)), text=_nothing())), rule)


def conll_block(text: str, rule: Tokeniser, documents: Documents) -> Block:
    """A block of CoNLL-U or its like: a numbered line for each word, blank lines between sentences.

    A form that is written as one word and analysed as several (3-4) counts as it is written.
    """
    cells = _LINE.str.split("\t")
    lines = _lines(text).with_columns(blank=_LINE.str.strip_chars() == "", comment=_LINE.str.contains(_COMMENT))
    name = pl.coalesce(_LINE.str.extract(_BRWAC, i) for i in (1, 2, 3))
    called = (
        pl.when(_LINE.str.contains(_NEW_DOCUMENT))
        .then(pl.format("newdoc {} {}", pl.lit(documents.begun), "at"))
        .otherwise(name)
    )
    lines = lines.with_row_index("at").with_columns(called=pl.when("comment").then(called))
    lines = _numbered(lines, documents)
    number = cells.list.get(0).str.extract(r"^(\d+)(?:-\d+)?$", 1).cast(pl.Int64, strict=False)
    lines = lines.with_columns(
        number=pl.when(cells.list.len() > 1).then(number),
        until=cells.list.get(0).str.extract(r"^\d+-(\d+)$", 1).cast(pl.Int64, strict=False),
        empty=cells.list.get(0).str.contains(r"^\d+\.\d+$") & (cells.list.len() > 1),
        text=pl.when("blank").then(pl.lit("")).otherwise(_LINE.str.extract(_TEXT, 1)).forward_fill(),
    )
    first = (pl.col("number") == 1) & (pl.col("until").is_not_null() | pl.col("until").shift(1).is_null())
    lines = lines.with_columns(sentence=(pl.col("blank") | first.fill_null(value=False)).cum_sum())
    tokens = lines.filter(~pl.col("blank") & ~pl.col("comment") & ~pl.col("empty"))
    covered = pl.col("until").forward_fill().over("sentence").fill_null(0)
    tokens = tokens.filter(pl.col("until").is_not_null() | pl.col("number").is_null() | (pl.col("number") > covered))
    numbered = pl.col("number").is_not_null()
    pos = pl.when(_cell(cells, 3).is_in(["_", ""])).then(_cell(cells, 4)).otherwise(_cell(cells, 3))
    form = pl.when(numbered).then(_cell(cells, 1)).otherwise(cells.list.get(0)).str.replace_all("=", " ", literal=True)
    glued = _cell(cells, 9).str.contains(_NO_SPACE, literal=True).fill_null(value=False)
    return _block(tokens.with_columns(form=form, pos=pl.when(numbered).then(pos), glued=glued), rule)


def whole_sentences(block: bytes, *, tagged: bool) -> int:
    """Where the last sentence of a block begins that may go on in the next one; 0 where no other is before it."""
    if tagged:
        return max(block.rfind(b"\n<s>"), block.rfind(b"\n<s "), block.rfind(b"\n<text"), block.rfind(b"\n<doc")) + 1
    blank = max(block.rfind(b"\n\n") + 2, block.rfind(b"\n\r\n") + 3)
    return blank if blank > 2 else max(block.rfind(b"\n1\t"), block.rfind(b"\n1-")) + 1


def _lines(text: str) -> pl.DataFrame:
    lines = pl.Series("line", [text], dtype=pl.String).str.split("\n").explode()
    return pl.DataFrame(lines.str.strip_chars_end("\r"))


def _cell(cells: pl.Expr, number: int) -> pl.Expr:
    return cells.list.get(number, null_on_oob=True)


def _nothing() -> pl.Expr:
    return pl.lit(None, dtype=pl.String)


def _numbered(lines: pl.DataFrame, documents: Documents) -> pl.DataFrame:
    """Lines with the number of their document; one that is announced again under its name goes on."""
    named = lines.filter(pl.col("called").is_not_null()).select("at", "called")
    before = pl.col("called").shift(1, fill_value=documents.last)
    begins = named.select("at", new=pl.col("called") != before)
    table = lines.join(begins, on="at", how="left", maintain_order="left")
    table = table.with_columns(document=pl.col("new").fill_null(value=False).cum_sum().cast(pl.Int64) + documents.begun)
    if len(named):
        documents.begun, documents.last = int(table["document"][-1]), str(named["called"][-1])
    return table


def _tag_column(tokens: pl.DataFrame) -> str:
    """Word, tag, lemma or word, lemma, tag: tags are few, lemmas are many."""
    few = tokens.head(20_000)
    return "two" if few["two"].null_count() == 0 and few["two"].n_unique() < few["one"].n_unique() else "one"


def _unescaped(tokens: pl.DataFrame) -> pl.DataFrame:
    """Forms with `&amp;` and its like as they are meant."""
    written = tokens.filter(pl.col("form").str.contains(r"&[#\w]+;"))["form"].unique().to_list()
    if not written:
        return tokens
    meant = [html.unescape(form) for form in written]
    return tokens.with_columns(pl.col("form").replace(written, meant))


def _block(tokens: pl.DataFrame, rule: Tokeniser) -> Block:
    """Sentences of tokens, each word with the tag of the token that it is in; `glued` tokens have no space behind."""
    tokens = tokens.with_columns(pl.col("form").fill_null("").str.strip_chars())
    form = pl.col("form").str.join(" ")
    if tokens["glued"].any():
        space = pl.when("glued").then(pl.lit("")).otherwise(pl.lit(" "))
        form = (pl.col("form") + space).str.join("").str.strip_chars()
    joined = tokens.group_by("sentence", maintain_order=True).agg(
        form, pl.col("text").first(), pl.col("document").first()
    )
    given = pl.col("text").fill_null("")
    texts = joined.select(text=pl.when(given != "").then(given).otherwise("form"))["text"]
    at = tokens["sentence"].rle_id().to_numpy().astype(np.int64)
    words, lengths = words_by_line(tokens["form"].str.join("\n").item().encode(), rule, len(tokens))
    tags = None
    if tokens["pos"].null_count() < len(tokens):
        seen = tokens["pos"].fill_null("").unique().to_list()
        codes = tokens["pos"].fill_null("").replace_strict(seen, [code_of(tag) for tag in seen], return_dtype=pl.UInt8)
        tags = np.repeat(codes.to_numpy(), lengths)
    own = np.bincount(at, lengths, minlength=len(texts)).astype(np.int64)
    kept = own > 0
    return Block(texts.filter(kept), joined["document"].to_numpy()[kept], words, own[kept], tags)
