"""Whether a sentence is fit for a benchmark, as expressions that polars computes."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

_BEGINS = r"^[\s\"'“‘„«(\[¿¡–—-]*(?:\p{Lu}|\p{Lt}|\p{Lo}|\p{N}+[^\p{N}.):\]])"
_BEGINS_SMALL = r"^[\s\"'“‘„«(\[¿¡–—-]*[\p{L}\p{N}]"
_ENDS = r"(?:[^.…\s]\s*\.|[!?。！？।؟])[\s\"'”’»)\]]*$"
_PAIRED = (("(", ")"), ("[", "]"), ("“", "”"), ("«", "»"))
_SIGNS = r"https?:|www\.|\S@\S|[|©®™•·►■→#{}<>\\=_~^*]|\.\.|^\s*[-–—>]"
_LEGAL = (
    r"(?i)all rights reserved|todos os direitos|todos los derechos|tous droits|alle rechte|tutti i diritti|"
    r"copyright|cookies?\b|javascript|click here|clique aqui|haga clic|cliquez ici|klicken sie|"
    r"terms of (?:use|service)|privacy policy|log in|sign up|posted (?:by|on)\b"
)
_MOST_CAPITALS, _MOST_SHOUTED, _MOST_NUMBERS, _FEWEST_DIFFERENT, _FEWEST_LETTERS = 0.6, 0.3, 0.25, 0.6, 0.7


def faults(shortest: int, longest: int, word: str, *, cased: bool) -> Mapping[str, pl.Expr]:
    """What may be wrong with the column `text`, by name; `occurrences` has how often the expression is in it.

    `word` is the index's regular expression for words. Where a corpus is not `cased`, sentences begin with any letter.
    """
    text = pl.col("text")
    words = text.str.count_matches(word)
    return {
        "more than once": pl.col("occurrences") > 1,
        "too short": words < shortest,
        "too long": words > longest,
        "not a complete sentence": ~_complete(text, cased=cased),
        "boilerplate": _boilerplate(text, words, word),
    }


def _complete(text: pl.Expr, *, cased: bool) -> pl.Expr:
    paired = [
        text.str.count_matches(one, literal=True) == text.str.count_matches(other, literal=True)
        for one, other in _PAIRED
    ]
    even = text.str.count_matches('"', literal=True) % 2 == 0
    begins = text.str.contains(_BEGINS if cased else _BEGINS_SMALL)
    return pl.all_horizontal(begins, text.str.contains(_ENDS), even, *paired)


def _boilerplate(text: pl.Expr, words: pl.Expr, word: str) -> pl.Expr:
    """Menus, headings, legal notes, lists of numbers, and what says the same words over and over."""
    capitals = text.str.count_matches(r"\b\p{Lu}")
    shouted = text.str.count_matches(r"\b\p{Lu}{2,}\b")
    numbers = text.str.count_matches(r"\b\p{N}")
    different = text.str.to_lowercase().str.extract_all(word).list.n_unique()
    letters = text.str.count_matches(r"[\p{L}\p{M}\s]")
    return pl.any_horizontal(
        text.str.contains(_SIGNS),
        text.str.contains(_LEGAL),
        capitals > _MOST_CAPITALS * words,
        shouted > _MOST_SHOUTED * words,
        numbers > _MOST_NUMBERS * words,
        different < _FEWEST_DIFFERENT * words,
        letters < _FEWEST_LETTERS * text.str.len_chars(),
    )
