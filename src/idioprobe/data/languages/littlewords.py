"""Articles and other little words directly before a target: found there, and exchanged for another form."""

from __future__ import annotations

import re
from collections.abc import Iterable

OPENING = r"[\"“‘«(\s]*$"
"""What may stand between a little word and the target: spaces, an opening quote or bracket."""


def last_word(words: Iterable[str]) -> re.Pattern[str]:
    """Finds one of the words at the end of a text; each is written with the space or apostrophe that follows it.

    >>> last_word(["la ", "de la ", "l'"]).search("au bord de la ")[0]
    'de la '
    """
    longest_first = sorted(set(words), key=len, reverse=True)
    written = "|".join(word.replace("'", "['’]") for word in longest_first)
    return re.compile(rf"(?<![\w-])(?:{written})(?={OPENING})", re.I)


def exchanged(before: str, match: re.Match[str], word: str) -> str:
    """The text with another word where the match is, with its capitals and with the text's apostrophe.

    >>> exchanged("L’", last_word(["l'"]).search("L’"), "le ")
    'Le '
    """
    written = match[0].rstrip(" '’")
    if written.isupper() and len(written) > 1:
        word = word.upper()
    elif written[0].isupper():
        word = word[0].upper() + word[1:]
    if "’" in before:
        word = word.replace("'", "’")
    return before[: match.start()] + word + before[match.end() :]
