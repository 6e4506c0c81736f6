"""Cells of a published file: a sentence, the words of it that are tagged, the component it keeps."""

from __future__ import annotations

import re
from dataclasses import dataclass

from idioprobe.data.lexicon.frequency import words

_TAGS = re.compile(r"\[\s*(?:(?:True|False)\s*(?:,\s*(?:True|False)\s*)*)?\]")
_WORD = re.compile(r"True|False")
ALIKE = 0.25
"""Forms of one word share at least this much of the longer one from its beginning (vôo, voos)."""


@dataclass(frozen=True)
class Target:
    """A text with white space normalised, and the span of its target."""

    text: str
    start: int
    end: int

    @property
    def written(self) -> str:
        """The target as it stands in the text."""
        return self.text[self.start : self.end]


def locate(text: str, tags: str) -> Target:
    """The target of a sentence from its tag list, one True or False for each white-space token.

    A ValueError says what is wrong with the tags.

    >>> locate("This is an  eager beaver", "[False, False, False, True, True]").written
    'eager beaver'
    """
    tokens = text.split()
    if not _TAGS.fullmatch(tags.strip()):
        raise ValueError(f"the tags {tags.strip()[:40]!r} are not a list of True and False")
    marked = [word == "True" for word in _WORD.findall(tags)]
    if len(marked) != len(tokens):
        raise ValueError(f"the tag list has {len(marked)} entries for {len(tokens)} words")
    if True not in marked:
        raise ValueError("no word is tagged as the target")
    first, last = marked.index(True), len(marked) - 1 - marked[::-1].index(True)
    if not all(marked[first : last + 1]):
        raise ValueError("the tagged words are not next to each other")
    start = len(" ".join(tokens[:first])) + (first > 0)
    return Target(" ".join(tokens), start, start + len(" ".join(tokens[first : last + 1])))


def words_of(text: str) -> list[str]:
    """Lower-cased words, split at white space and hyphens.

    >>> words_of("Ano-Novo feliz")
    ['ano', 'novo', 'feliz']
    """
    return words(text.lower())


def likeness(word: str, other: str) -> float:
    """How much of the longer of two words they share from the beginning: forms of a word share most.

    >>> likeness("sísmico", "sísmicos")
    0.875
    """
    shared = 0
    for a, b in zip(word, other, strict=False):
        if a != b:
            break
        shared += 1
    return shared / max(len(word), len(other), 1)


def presence(component: str, text: str) -> float:
    """How likely some word of the text is a form of the component."""
    return max((likeness(a, b) for a in words_of(component) for b in words_of(text)), default=0.0)


def swapped(first: str, second: str, keeps_first: str, keeps_second: str) -> bool:
    """Whether two texts keep each other's components rather than those they are filed under.

    >>> swapped("necessidade", "primeira", "primeira", "necessidade")
    True
    """
    straight = presence(keeps_first, first) + presence(keeps_second, second)
    crossed = presence(keeps_second, first) + presence(keeps_first, second)
    return crossed > straight


def without(component: str, text: str) -> str | None:
    """The rest of a target when the component it keeps is taken away, at its beginning or its end.

    >>> without("study", "instance studies")
    'instance'
    """
    tokens = text.split()
    size = len(component.split())
    sides = ((tokens[-size:], tokens[:-size]), (tokens[:size], tokens[size:]))
    alike, rest = max((likeness(" ".join(kept).lower(), component.lower()), " ".join(rest)) for kept, rest in sides)
    return rest if rest and alike >= ALIKE else None
