"""The gender of nouns, for languages whose neutral sentences agree with it: by articles in a corpus, or by endings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import polars as pl

from idioprobe.data.languages.language import base_language, find_language, likely_gender
from idioprobe.make.corpus.index import Index
from idioprobe.make.corpus.occurrences import adjacent
from idioprobe.make.corpus.tokens import fold

NOMINAL = ("head", "noun")
"""Roles of words whose gender is that of the expression."""
ARTICLES = {
    "pt": {"m": "um do no pelo este esse", "f": "uma da na pela esta essa"},
    "gl": {"m": "un do no polo este ese", "f": "unha da na pola esta esa"},
    "es": {"m": "un el del este ese", "f": "una la esta esa"},
    "it": {"m": "un il del nel al dal", "f": "una la della nella alla dalla"},
    "fr": {"m": "un le du au ce", "f": "une la cette"},
}
"""Words before a noun in the singular that tell its gender and are little else."""
LEAST, SHARE = 3, 0.8
"""A corpus tells where there are so many articles, and so many of these agree."""


def needs_gender(language: str) -> bool:
    """Whether the neutral sentences of a language agree with a noun.

    >>> needs_gender("pt-BR"), needs_gender("en")
    (True, False)
    """
    return any("{" in sentence for sentence in find_language(language).neutral.get("noun", {}).values())


def genders_of(nouns: Iterable[str], language: str, index: Index | None = None) -> dict[str, str]:
    """The gender of each noun (`m` or `f`), those of which it is known; none where the language needs none."""
    if not needs_gender(language):
        return {}
    asked = dict.fromkeys(noun for noun in nouns if noun.strip())
    seen = _by_articles(asked, language, index) if index is not None else {}
    known = {noun: seen.get(fold(_first(noun))) or likely_gender(noun, language) for noun in asked}
    return {noun: gender for noun, gender in known.items() if gender}


def tagged(noun: str, genders: Mapping[str, str]) -> str:
    """A noun as a lexicon has it, with its gender where that is known.

    >>> tagged("rede", {"rede": "f"}), tagged("dente", {})
    ('rede #f', 'dente')
    """
    return f"{noun} #{genders[noun]}" if noun in genders else noun


def _first(noun: str) -> str:
    return noun.replace("-", " ").split()[0]


def _by_articles(nouns: Iterable[str], language: str, index: Index) -> dict[str, str]:
    articles = {
        word: gender for gender, words in ARTICLES.get(base_language(language), {}).items() for word in words.split()
    }
    asked = pl.LazyFrame({"second": sorted({fold(_first(noun)) for noun in nouns})}, schema={"second": pl.String()})
    pairs = adjacent(index).filter(pl.col("first").is_in(list(articles))).join(asked, on="second", how="semi")
    counts: dict[str, dict[str, int]] = {}
    for first, second, count in pairs.collect(engine="streaming").iter_rows():
        own = counts.setdefault(second, {})
        own[articles[first]] = own.get(articles[first], 0) + count
    found = {}
    for noun, own in counts.items():
        gender, most = max(own.items(), key=lambda item: item[1])
        if sum(own.values()) >= LEAST and most >= SHARE * sum(own.values()):
            found[noun] = gender
    return found
