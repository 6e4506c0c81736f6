"""Whether a form that a rule has made is one that people write."""

from __future__ import annotations

RAREST = 1 / 300
"""A form is in use where it occurs at least this often for one occurrence of the word."""
_UNKNOWN_BELOW = 2e-7
"""Of a word that is itself rarer than this, frequency lists say nothing about its forms."""


def attested(form: str, word: str, language: str) -> bool:
    """Whether a form is in use beside its word, as far as word frequencies tell.

    >>> attested("children", "child", "en"), attested("humen", "human", "en"), attested("alemões", "alemão", "pt")
    (True, False, False)
    """
    import wordfreq

    of_word = wordfreq.word_frequency(word, language)
    return bool(of_word < _UNKNOWN_BELOW or wordfreq.word_frequency(form, language) >= RAREST * of_word)
