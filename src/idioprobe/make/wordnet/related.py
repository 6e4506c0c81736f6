"""Words that may stand for another in its own meaning: synonyms, and where these are few, its other relatives."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from idioprobe.data.languages.language import find_language
from idioprobe.make.wordnet.forms import Listed, as_in, is_form_of, listed
from idioprobe.make.wordnet.wordnet import NOUN, Synset, Wordnet, key_of

SYNONYM, SIMILAR, HYPERNYM, HYPONYM, CO_HYPONYM = "synonym", "similar", "hypernym", "hyponym", "co-hyponym"
STEPS = {SYNONYM: 0.0, SIMILAR: 0.5, HYPERNYM: 0.5, HYPONYM: 2.0, CO_HYPONYM: 3.0}
"""How far a relative is from a word. `similar` is what a wordnet has between adjectives."""
PER_SENSE, PER_PART, PER_SOURCE = 0.5, 1.5, 1.0
"""How much farther the next sense is, the next part of speech, the next wordnet or thesaurus."""
ENOUGH, PER_ENOUGH = 2, 1.0
"""A sense with so many synonyms needs no other relatives: they are so much farther."""
PER_SPACE = 2.0
"""How much farther a word of several parts is."""
RARE_AT_MOST, PER_PLACE = 0.4, 0.1
"""Within a sense, frequent words and those that the wordnet lists first go first; together less than `PER_SENSE`."""
RELATED_SENSES = 3
"""Relatives other than synonyms are those of so many senses."""
RAREST = 1e-7
"""Words that make up less than this of all text are not offered."""
FREQUENT = 1e-3
MOST = 20

Frequency = Callable[[str], float]


@dataclass(frozen=True)
class Candidate:
    """A word, how it is related to the one that it may stand for, and in which of that word's senses.

    `sense` counts from 1, the most frequent; `gloss` explains the candidate; the smaller `distance`, the better.
    """

    word: str
    relation: str
    sense: int
    gloss: str
    source: str
    distance: float


@dataclass(frozen=True)
class Wanted:
    """A word whose relatives are looked for: the parts of speech that it may be, and words that no relative may be."""

    word: str
    parts: tuple[str, ...]
    others: tuple[str, ...] = ()
    only: bool = False
    """Whether other parts of speech will not do where it has none of these."""


def candidates(
    wanted: Wanted,
    sources: Sequence[Wordnet],
    frequency: Frequency | None = None,
    *,
    rarest: float = RAREST,
    most: int | None = MOST,
) -> list[Candidate]:
    """Words for `wanted` from all sources, the best first, each once and in the form that the word has itself.

    Synonyms of the most frequent sense come first. Where a sense has fewer than two, its hypernyms and co-hyponyms
    follow at once, else much later. Never the word itself or a form of it, nor a word rarer than `rarest`.
    """
    found = [
        one
        for number, source in enumerate(sources)
        for one in _relatives(wanted, source, number * PER_SOURCE, frequency, rarest)
    ]
    return _best(found)[:most]


def generic(
    wanted: Wanted, sources: Sequence[Wordnet], frequency: Frequency | None = None, *, rarest: float = RAREST
) -> list[Candidate]:
    """General words for a word: the hypernyms of its senses, those of the most frequent first.

    They are of the word's likeliest part of speech: adjectives, which have no hypernyms, have none.
    """
    found = []
    for number, source in enumerate(sources):
        form = listed(wanted.word, source, wanted.parts)
        likeliest = _parts(wanted, form, source)[:1] if form else []
        asked = replace(wanted, parts=tuple(likeliest), only=True)
        found += [one for one in _relatives(asked, source, number * PER_SOURCE, frequency, rarest) if likeliest]
    general = [one for one in _best(found) if one.relation == HYPERNYM]
    return sorted(general, key=lambda one: (one.source != sources[0].name, one.sense, one.distance))


def _best(found: Iterable[Candidate]) -> list[Candidate]:
    once: dict[str, Candidate] = {}
    for one in sorted(found, key=lambda one: (one.distance, one.word)):
        once.setdefault(key_of(one.word), one)
    return list(once.values())


def _relatives(
    wanted: Wanted, source: Wordnet, start: float, frequency: Frequency | None, rarest: float
) -> Iterator[Candidate]:
    form = listed(wanted.word, source, wanted.parts)
    if form is None:
        return
    usable = _Usable(wanted, form, source, frequency, rarest)
    number = 0
    for part_number, part in enumerate(_parts(wanted, form, source)):
        for place, sense in enumerate(source.senses_of(form.word, part)):
            number += 1
            synset = source.synsets[sense.synset]
            far = start + PER_PART * part_number + PER_SENSE * place
            own = list(usable.candidates(synset, SYNONYM, number, far))
            yield from own
            if place < RELATED_SENSES:
                far += PER_ENOUGH if len(own) >= ENOUGH else 0.0
                for relation, other in _around(source, synset):
                    yield from usable.candidates(other, relation, number, far)


def _parts(wanted: Wanted, form: Listed, source: Wordnet) -> list[str]:
    """The parts of speech in the order in which they are tried.

    Where adjectives have endings of their own, the order wanted; elsewhere (*paper* tiger) that of the word's use.
    """
    known = source.parts_of(form.word)
    fitting = [part for part in known if part in wanted.parts or not part]
    if find_language(source.language).every_word_inflects:
        fitting = [part for part in (*wanted.parts, "") if part in known]
    if form.plural and NOUN in fitting:
        fitting = [NOUN, *(part for part in fitting if part != NOUN)]
    return fitting or ([] if wanted.only else list(known))


def _around(source: Wordnet, synset: Synset) -> Iterator[tuple[str, Synset]]:
    """The other relatives of a synset, each with its relation."""

    def known(names: Iterable[str]) -> list[Synset]:
        return [source.synsets[name] for name in names if name in source.synsets]

    similar, above = known(synset.beside), known(synset.above)
    yield from ((SIMILAR, other) for other in similar)
    yield from ((HYPERNYM, other) for other in above)
    if synset.general:
        yield HYPERNYM, Synset(synset.id, synset.part, synset.general, synset.gloss)
    yield from ((HYPONYM, other) for other in known(source.below(synset.id)))
    near = [name for other in above for name in source.below(other.id)]
    near += [name for other in similar for name in other.beside]
    yield from ((CO_HYPONYM, other) for other in known(dict.fromkeys(near)) if other.id != synset.id)


@dataclass(frozen=True)
class _Usable:
    """What may be offered for a word, and in which form."""

    wanted: Wanted
    form: Listed
    source: Wordnet
    frequency: Frequency | None
    rarest: float

    def candidates(self, synset: Synset, relation: str, number: int, far: float) -> Iterator[Candidate]:
        place = 0
        for word in synset.words:
            often = self.frequency(word) if self.frequency else FREQUENT
            if often < self.rarest:
                continue
            text = self._fitting(word, synset.part)
            if text is None:
                continue
            rare = min(max(math.log10(FREQUENT / often), 0.0), 4.0) / 4.0 if often > 0 else 1.0
            within = RARE_AT_MOST * rare + PER_PLACE * place / (place + 1)
            distance = far + STEPS[relation] + within + (PER_SPACE if " " in text else 0.0)
            yield Candidate(text, relation, number, synset.gloss, self.source.name, distance)
            place += 1

    def _fitting(self, word: str, part: str) -> str | None:
        """A word in the form that is needed; None for one that may not be offered."""
        language = self.source.language
        avoided = (self.wanted.word, self.form.word, *self.wanted.others)
        if any(is_form_of(word, one, language) for one in avoided) or not any(map(str.isalpha, word)):
            return None
        if word[:1].isupper() and not self.wanted.word[:1].isupper() and find_language(language).code != "de":
            return None
        return as_in(self.form, word, part, language)
