"""Which paraphrases a written answer lists. A sentence is none, but what it quotes is one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from idioprobe.suites.questions import vocabulary as said
from idioprobe.suites.questions.parsing import EDGE, Reading, Refuses, bare, clean, denied, never
from idioprobe.suites.questions.tables import EMPTY, NONE, PARAPHRASES, REFUSED

MOST_PARAPHRASES = 3
LONGEST_PARAPHRASE = 8
"""More words than this are no synonym."""

_QUOTED = re.compile(r'"([^"]+)"')
_PARTS = re.compile(r"[,;/|]|\.(?=\s|$)|\s(?:or|oder|ou)\s")


def parse_paraphrases(text: str, refuses: Refuses = never, expression: str = "") -> Reading:
    """Up to three paraphrases, whether in lines, with commas, numbers or quotes.

    What a sentence quotes is one unless it has the `expression` that was asked about in it.

    >>> parse_paraphrases('1. hard worker 2. "busy bee", 3. go-getter').texts
    ('hard worker', 'busy bee', 'go-getter')
    >>> parse_paraphrases('Instead of "eager beaver," one could say "hard worker".', expression="eager beaver").texts
    ('hard worker',)
    """
    shown = clean(text)
    if not bare(shown):
        return Reading(EMPTY)
    if refuses(shown):
        return Reading(REFUSED)
    if bare(shown) in said.NOTHING:
        return Reading(NONE)
    found: dict[str, str] = {}
    for entry in _entries(shown):
        for phrase in _phrases(entry, bare(expression)):
            found.setdefault(phrase.casefold(), phrase)
    texts = tuple(found.values())[:MOST_PARAPHRASES]
    return Reading(PARAPHRASES, texts=texts) if texts else Reading(NONE)


def _entries(shown: str) -> Iterator[str]:
    """The entries of a list, each with one phrase or several; a line that announces one is none, nor are reasons."""
    lines = [line for line in shown.splitlines() if line.strip()]
    announced = [re.sub(r"^[^:]{3,}:\s*", "", line) if len(lines) == 1 else line for line in lines]
    for line in announced:
        if len(lines) > 1 and line.rstrip().endswith(":"):
            continue
        for entry in re.split(r"(?:^|(?<=[\s,;]))\d+[.)]\s*", re.sub(r"^\s*[-•–]\s*", "", line)):
            yield re.sub(r"\s*\(.*?\)|\s+[-–—]\s+.*$|:\s.*$", "", entry)


def _phrases(entry: str, expression: str) -> list[str]:
    """The phrases of an entry: those that a sentence quotes, else its parts, of which none may be too long."""
    parts = _PARTS.split(re.sub(r'([,.;]+)"(?=\W|$)', r'"\1', entry))
    if any(_quotes(part) for part in parts):
        quoted = [match for match in _QUOTED.finditer(entry) if not denied(entry, *match.span())]
        phrases = [_phrase(match[1]) for match in quoted if not expression or expression not in bare(match[1])]
        return [phrase for phrase in phrases if bare(phrase) and _short(phrase)]
    phrases = [_phrase(part) for part in parts]
    return [phrase for phrase in phrases if bare(phrase)] if all(map(_short, phrases)) else []


def _quotes(part: str) -> bool:
    """Whether a part of an entry quotes several phrases, or has words around what it quotes."""
    quoted = len(_QUOTED.findall(part))
    around = said.JOINED.sub("", _QUOTED.sub("", part).lstrip())
    return quoted > 1 or (quoted == 1 and bool(re.search(r"\w", around)))


def _short(phrase: str) -> bool:
    return len(phrase.split()) <= LONGEST_PARAPHRASE


def _phrase(piece: str) -> str:
    return " ".join(said.JOINED.sub("", piece.strip(EDGE + " ")).strip(EDGE + " ").split())
