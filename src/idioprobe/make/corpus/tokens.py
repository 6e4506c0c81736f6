"""What a word is: one rule for every table, every search and every machine.

Text is folded first: composed (NFC), then without case. A word is a run of letters, marks and
digits; a hyphen or an apostrophe between two such runs belongs to it. In scripts without spaces
every letter, with its marks, is a word; a user who has a better division gives text whose words are
parted by spaces and says so (`spaces`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from idioprobe.core.errors import ConfigError
from idioprobe.data.languages.language import find_language

_RUN = r"\p{L}\p{M}\p{N}"
_UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}"
JOINERS = "-'’"
"""What may stand inside a word, between two letters, marks or digits."""


@dataclass(frozen=True)
class Tokeniser:
    """A rule for words: its name, as manifests give it, and what a word is, as a regular expression of Rust's `regex`.

    `run` is the class of characters that words are made of, `joiners` what may stand between two of them. Where words
    are `whole` runs, they are found without the regular expression, which is much faster.
    """

    name: str
    pattern: str
    run: str
    joiners: str = ""
    whole: bool = True


UNICODE_WORDS = Tokeniser("unicode-words-1", rf"[{_RUN}]+(?:[{JOINERS}][{_RUN}]+)*", rf"[{_RUN}]", JOINERS)
CHARACTERS = Tokeniser(
    "characters-1",
    rf"[[{_UNSPACED}]&&\p{{L}}]\p{{M}}*|[{_RUN}--[{_UNSPACED}]]+(?:[{JOINERS}][{_RUN}--[{_UNSPACED}]]+)*",
    rf"[{_RUN}]",
    JOINERS,
    whole=False,
)
SPACES = Tokeniser("spaces-1", r"\S+", r"\S")
TOKENISERS = {rule.name: rule for rule in (UNICODE_WORDS, CHARACTERS, SPACES)}


def tokeniser_of(language: str, *, spaces: bool = False) -> Tokeniser:
    """The rule for a language; `spaces` where the user's text has its words parted by spaces already.

    >>> tokeniser_of("pt-BR").name, tokeniser_of("ja").name
    ('unicode-words-1', 'characters-1')
    """
    if spaces:
        return SPACES
    return UNICODE_WORDS if find_language(language).spaces else CHARACTERS


def find_tokeniser(name: str) -> Tokeniser:
    """The rule that a manifest names."""
    if name not in TOKENISERS:
        raise ConfigError(f"an index by the rule {name!r} for words, which this version does not know; index again.")
    return TOKENISERS[name]


def fold(text: str) -> str:
    """The text as words are compared: composed, and without case.

    >>> fold("Straße"), fold("CAFE" + chr(0x301)) == "caf" + chr(0xE9)
    ('strasse', True)
    """
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())


def words_of(texts: Iterable[str], rule: Tokeniser = UNICODE_WORDS) -> list[list[str]]:
    """The words of each text, folded.

    >>> words_of(["The well-known 'Eager Beaver' isn't here."])
    [['the', 'well-known', 'eager', 'beaver', "isn't", 'here']]
    """
    import polars as pl

    folded = pl.Series("text", [fold(text) for text in texts], dtype=pl.String)
    found: list[list[str]] = folded.str.extract_all(rule.pattern).to_list()
    return found
