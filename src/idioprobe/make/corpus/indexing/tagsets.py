"""Parts of speech under one name each, whatever a corpus calls them."""

from __future__ import annotations

import re
from functools import lru_cache

import numpy as np
import numpy.typing as npt

PARTS: dict[str, str] = {
    "proper": r"PROPN|PROP|NNPS?|NPS?|NP0|NE",
    "noun": r"NOUN|N|NOM|NC|NN.*|SUBST",
    "adjective": r"ADJ.*|JJ.*|AJ.|A",
    "verb": r"VERB|V|V[BVMHD].*|V-.*|VER",
    "adverb": r"ADV.*|RB.*|AV.|R",
    "particle": r"PART|RP|PTK.*",
    "preposition": r"ADP|IN|PREP|APPR.*|SPS?",
    "determiner": r"DET|DT|ART|AT0",
    "pronoun": r"PRON.*|PP.*",
    "number": r"NUM|CD|CARD|CRD",
    "conjunction": r"[CS]?CONJ|CC|KON",
}
"""Each part of speech with the tags that mean it: of Universal Dependencies, Penn and TreeTagger, PALAVRAS, STTS."""
NAMES = ("other", *PARTS)
"""Names by their code; 0 is what no rule knows."""
WIDTH = 16
"""Codes are below this, so that two of them fit into a byte."""
_RULES = tuple(re.compile(rule) for rule in PARTS.values())


@lru_cache(maxsize=10_000)
def code_of(tag: str) -> int:
    """The code of a tag's part of speech.

    >>> [NAMES[code_of(tag)] for tag in ("NNS", "JJ", "v-fin", "VER:pres", "PUNCT")]
    ['noun', 'adjective', 'verb', 'verb', 'other']
    """
    plain = tag.partition(":")[0].upper()
    return next((code for code, rule in enumerate(_RULES, 1) if rule.fullmatch(plain)), 0)


def _codes(names: tuple[str, ...], known: tuple[str, ...]) -> npt.NDArray[np.int32]:
    """The place of each name in a list; what is not there is not asked for."""
    return np.array([known.index(name) if name in known else 0 for name in names], np.int32)


PATTERNS = tuple(sorted(f"{first}-{second}" for first in PARTS for second in PARTS))
"""The names of patterns, two parts of speech each, in alphabetical order."""
TAGS = tuple(sorted(NAMES))
"""The names of parts of speech in alphabetical order."""
_PADDED = (*NAMES, *[""] * (WIDTH - len(NAMES)))
PATTERN_CODES = _codes(tuple(f"{first}-{second}" for first in _PADDED for second in _PADDED), PATTERNS)
"""The place of a pattern among the names, by the first part's code times `WIDTH` and the second's."""
TAG_CODES = _codes(_PADDED, TAGS)
"""The place of a part of speech among the names, by its code."""
