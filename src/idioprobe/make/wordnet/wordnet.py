"""A wordnet as tables: sets of synonyms, what is above them, and the senses of each word."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

NOUN, VERB, ADJECTIVE, ADVERB = "n", "v", "a", "r"
PARTS = {"n": NOUN, "v": VERB, "a": ADJECTIVE, "s": ADJECTIVE, "r": ADVERB}
"""Parts of speech by the letters that wordnets write; a satellite is an adjective."""


@dataclass(frozen=True)
class Synset:
    """Words of one meaning.

    `above` are the synsets of its hypernyms, `beside` those that an adjective is similar to; `general` are hypernyms
    that a thesaurus gives as words. `count` is how often the meaning was seen in a corpus with senses.
    """

    id: str
    part: str
    words: tuple[str, ...]
    gloss: str = ""
    above: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    general: tuple[str, ...] = ()
    count: int = 0


@dataclass(frozen=True)
class Sense:
    """A meaning of a word, and how often the word was seen with it."""

    synset: str
    count: int = 0


@dataclass(frozen=True)
class Wordnet:
    """Synsets by name, and the senses of each word in small letters, the most frequent of a part of speech first."""

    name: str
    language: str
    synsets: Mapping[str, Synset]
    senses: Mapping[str, tuple[Sense, ...]] = field(repr=False)

    def __contains__(self, word: str) -> bool:
        """Whether the word has a sense here."""
        return key_of(word) in self.senses

    def senses_of(self, word: str, part: str | None = None) -> tuple[Sense, ...]:
        """The senses of a word, those of one part of speech only if it is named."""
        found = self.senses.get(key_of(word), ())
        return tuple(sense for sense in found if part is None or self.synsets[sense.synset].part == part)

    def parts_of(self, word: str) -> tuple[str, ...]:
        """The parts of speech that a word has, the one that it was seen with most often first."""
        found = self.senses_of(word)
        seen: dict[str, int] = {}
        for sense in found:
            part = self.synsets[sense.synset].part
            seen[part] = seen.get(part, 0) + sense.count
        return tuple(sorted(seen, key=lambda part: -seen[part]))

    def below(self, synset: str) -> tuple[str, ...]:
        """The hyponyms of a synset."""
        return self._below.get(synset, ())

    @cached_property
    def _below(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for synset in self.synsets.values():
            for above in synset.above:
                found.setdefault(above, []).append(synset.id)
        return {above: tuple(names) for above, names in found.items()}


def key_of(word: str) -> str:
    """A word as it is looked up: small letters, spaces for underscores.

    >>> key_of("Hot_Dog")
    'hot dog'
    """
    return word.replace("_", " ").casefold().strip()


def ordered_senses(found: Iterable[tuple[str, Sense, tuple[int, ...]]]) -> dict[str, tuple[Sense, ...]]:
    """The senses of each word from rows of word, sense and rank, the lowest rank first."""
    rows: dict[str, list[tuple[tuple[int, ...], Sense]]] = {}
    for word, sense, rank in found:
        rows.setdefault(key_of(word), []).append((rank, sense))
    return {
        word: tuple(dict.fromkeys(sense for _, sense in sorted(ranked, key=lambda row: row[0])))
        for word, ranked in rows.items()
    }
