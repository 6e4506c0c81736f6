"""What people said in the place of an expression: which of it is the same, how often it was said, and of what it holds.

Paraphrases that differ only in case, white space, punctuation, hyphens, a leading article or a spelling variant are
one, which goes by its most frequent spelling.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Set
from functools import lru_cache

import polars as pl

from idioprobe.core.errors import DatasetError
from idioprobe.data.languages.language import base_language
from idioprobe.make.judgments.answers import UNIT, has_annotators

SENTENCES_OF_A_TYPE = 3
"""A paraphrase proposed for so many sentences belongs to the type."""
TYPE_FREQUENCY = 3
"""So does one proposed for one sentence fewer, so often."""
TOKEN_FREQUENCY = 2
"""A paraphrase of one sentence counts when it was proposed so often."""

LEADING: Mapping[str, str] = {
    "de": "der die das den dem des ein eine einen einem einer eines",
    "en": "a an the to",
    "es": "el la los las lo un una unos unas",
    "fr": "le la les l' un une des du",
    "gl": "o a os as un unha uns unhas",
    "it": "il lo la i gli le l' un uno una un'",
    "nl": "de het een",
    "pt": "o a os as um uma uns umas",
}
"""Articles that say nothing of a paraphrase at its beginning; in English *to* too."""

_VARIANTS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "en": (
        (r"(?<=[a-z]{2})our(?=(s|ed|ing|ful|less|able|ite|ites|er|ers)?\b)", "or"),
        (r"(?<=[a-z]{3})is(?=(e|es|ed|er|ers|ing|ation|ations)\b)", "iz"),
        (r"ys(?=(e|es|ed|er|ers|ing)\b)", "yz"),
        (r"(?<=[a-z])tre(?=s?\b)", "ter"),
        (r"ogue(?=s?\b)", "og"),
        (r"(?<=[a-z]{3})ence(?=s?\b)", "ense"),
        (r"ll(?=(ed|er|ers|ing)\b)", "l"),
        (r"\bgrey", "gray"),
        (r"\bprogramme(?=s?\b)", "program"),
        (r"\bcheque(?=s?\b)", "check"),
    ),
    "de": (("ä", "ae"), ("ö", "oe"), ("ü", "ue")),
}
"""Spellings of one word: British and American English, German without umlauts."""

_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "`": "'", "´": "'"})
_AROUND = re.compile(r"^[\W_]+|[\W_]+$")
_APART = re.compile(r"[\s\-‐‑–_]+")


@lru_cache(maxsize=1 << 16)
def cleaned(text: str, language: str = "en") -> str:
    """A paraphrase as it is shown: without an article before it, and without punctuation around it.

    >>> cleaned("The Liquid courage."), cleaned("l’argent", "fr"), cleaned("to"), cleaned("DJ")
    ('Liquid courage', 'argent', 'to', 'DJ')
    """
    plain = _AROUND.sub("", " ".join(unicodedata.normalize("NFC", text).translate(_APOSTROPHES).split()))
    small = plain.casefold()
    for article in LEADING.get(base_language(language), "").split():
        start = article if article.endswith("'") else f"{article} "
        if small.startswith(start) and plain[len(start) :].strip():
            return plain[len(start) :].strip()
    return plain or text


@lru_cache(maxsize=1 << 16)
def normal_form(text: str, language: str = "en") -> str:
    """What paraphrases that are the same have in common; it is compared, never shown.

    >>> normal_form("The Liquid-Courage."), normal_form("liquid courage"), normal_form("a colour"), normal_form("color")
    ('liquidcourage', 'liquidcourage', 'color', 'color')
    >>> normal_form("l'œuvre", "fr"), normal_form("die Maedchen", "de") == normal_form("Mädchen", "de")
    ('œuvre', True)
    """
    base = base_language(language)
    plain = cleaned(text, base).casefold()
    for pattern, other in _VARIANTS.get(base, ()):
        plain = re.sub(pattern, other, plain)
    bare = "".join(letter for letter in unicodedata.normalize("NFD", plain) if not unicodedata.combining(letter))
    return _APART.sub("", bare) or plain


def proposals(answers: pl.DataFrame) -> pl.DataFrame:
    """Who proposed which paraphrase for which sentence, one row each.

    Paraphrases that are the same go by their most frequent spelling, among equals the first, with a
    small first letter where somebody wrote it so; what an annotator writes twice for one sentence
    counts once, and the expression itself is none.
    """
    if not has_annotators(answers):
        raise DatasetError("A table of means says nothing of paraphrases: give one row for each annotator.")
    each = answers.select(*UNIT, "annotator", paraphrase="paraphrases").explode("paraphrase").drop_nulls("paraphrase")
    pairs = each.select("paraphrase", "language").rows()
    forms = [normal_form(text, code) for text, code in pairs]
    each = each.with_columns(pl.Series("paraphrase", [cleaned(text, code) for text, code in pairs], pl.String))
    whole = [normal_form(text, code) for text, code in each.select("expression", "language").iter_rows()]
    each = each.with_columns(pl.Series("form", forms, pl.String), pl.Series("whole", whole, pl.String))
    each = each.filter(pl.col("form") != pl.col("whole")).unique(
        [*UNIT, "annotator", "form"], keep="first", maintain_order=True
    )
    spelled = (
        each.with_row_index("at")
        .group_by("language", "expression", "form", "paraphrase")
        .agg(pl.len(), pl.col("at").min())
        .sort("len", "at", descending=[True, False])
        .unique(["language", "expression", "form"], keep="first", maintain_order=True)
        .select("language", "expression", "form", spelled="paraphrase")
    )
    written = set(each.select("language", "expression", "paraphrase").iter_rows())
    rows = spelled.select("language", "expression", "spelled").iter_rows()
    smaller = [_small(code, name, text, written) for code, name, text in rows]
    spelled = spelled.with_columns(pl.Series("spelled", smaller, pl.String))
    return each.join(spelled, on=["language", "expression", "form"], how="left", maintain_order="left").select(
        *UNIT, "annotator", paraphrase="spelled"
    )


def _small(language: str, expression: str, text: str, written: Set[tuple[str, str, str]]) -> str:
    """A spelling with a small first letter if anybody wrote it so: phones write the first one large by themselves.

    German has large letters of its own, and stays as most people wrote it.
    """
    small = text[:1].lower() + text[1:]
    return small if base_language(language) != "de" and (language, expression, small) in written else text


def classify_paraphrases(answers: pl.DataFrame) -> pl.DataFrame:
    """Paraphrases that hold for the expression as such (sentence null), and those of one sentence.

    The frequency is how often a paraphrase was proposed, over annotators and sentences. Of the
    type: proposed for three sentences, or for two and three times in all. Of a sentence:
    proposed for it alone, and twice. All others are too rare to say.
    """
    counted = count_paraphrases(answers).filter(pl.col("level").is_not_null())
    return counted.select("expression", "language", "sentence", "paraphrase", "frequency").sort(
        "language", "expression", "sentence", -pl.col("frequency"), "paraphrase"
    )


def count_paraphrases(answers: pl.DataFrame) -> pl.DataFrame:
    """Every paraphrase with its frequency, the sentences that it was proposed for, and its level, if it has one.

    One that was proposed twice for the expression as such is of the type, too.
    """
    whole = (
        proposals(answers)
        .group_by("expression", "language", "paraphrase")
        .agg(
            pl.col("sentence").min(),
            pl.col("sentence").drop_nulls().unique().sort().alias("sentences"),
            frequency=pl.len().cast(pl.Int64),
            annotators=pl.col("annotator").n_unique().cast(pl.Int64),
            as_such=pl.col("sentence").is_null().sum(),
        )
    )
    sentences, frequency = pl.col("sentences").list.len(), pl.col("frequency")
    of_type = (
        (sentences >= SENTENCES_OF_A_TYPE)
        | ((sentences == SENTENCES_OF_A_TYPE - 1) & (frequency >= TYPE_FREQUENCY))
        | ((pl.col("as_such") > 0) & (frequency >= TOKEN_FREQUENCY))
    )
    of_token = (sentences == 1) & (frequency >= TOKEN_FREQUENCY)
    level = pl.when(of_type).then(pl.lit("type")).when(of_token).then(pl.lit("token"))
    return (
        whole.with_columns(level=level)
        .with_columns(sentence=pl.when(pl.col("level") == "token").then("sentence"))
        .select("expression", "language", "level", "sentence", "paraphrase", "frequency", "annotators", "sentences")
        .sort(
            "language", "expression", pl.col("level") == "token", "sentence", -frequency, "paraphrase", nulls_last=True
        )
    )
