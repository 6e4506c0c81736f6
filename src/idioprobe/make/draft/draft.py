"""Drafts of a lexicon: what a machine can fill in of each expression, and what is left open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from idioprobe.data.lexicon.fields import is_function_role
from idioprobe.make.draft.genders import NOMINAL, tagged
from idioprobe.make.draft.kept import Kept, analysed, citation
from idioprobe.make.draft.parts import PARTS_OF_ROLE
from idioprobe.make.wordnet.related import (
    HYPERNYM,
    RAREST,
    SIMILAR,
    SYNONYM,
    Candidate,
    Frequency,
    Wanted,
    candidates,
    generic,
)
from idioprobe.make.wordnet.wordnet import NOUN, VERB, Wordnet

CHOSEN = 3
"""How many synonyms of a word are filled in; the others are beside them to choose from."""
OFFERED = 12
GENERIC = 3


@dataclass(frozen=True)
class Word:
    """A word of an expression by its role: the synonyms filled in, the others to choose from, general words."""

    role: str
    word: str
    chosen: tuple[Candidate, ...] = ()
    offered: tuple[Candidate, ...] = ()
    general: tuple[Candidate, ...] = ()


@dataclass(frozen=True)
class Known:
    """What a corpus and people say of an expression: sentences with it in brackets, figures, paraphrases."""

    sentences: tuple[str, ...] = ()
    figures: Mapping[str, float] = field(default_factory=dict)
    paraphrases: tuple[str, ...] = ()


@dataclass(frozen=True)
class Draft:
    """An entry of a lexicon, as far as it can be made; `offered` may be synonyms of the whole."""

    expression: str
    language: str
    type: str
    pattern: str
    words: tuple[Word, ...]
    offered: tuple[Candidate, ...]
    known: Known
    genders: Mapping[str, str] = field(default_factory=dict)
    """Of its nouns, where the language needs it and it is known."""
    kept: Kept = field(default_factory=Kept)
    """What a lexicon had of it already."""

    @property
    def open(self) -> tuple[str, ...]:
        """The fields that are still to be filled in, those first without which nothing can be built."""
        return tuple(self._open())

    def written(self, text: str, role: str) -> str:
        """A word of some role as a lexicon has it, a noun with its gender."""
        return tagged(text, self.genders) if role in NOMINAL else text

    def nouns(self) -> Iterator[str]:
        """The words whose gender matters: heads, and what may take their place."""
        for word in self.words:
            if word.role in NOMINAL:
                texts = (word.word, *(one.word for one in (*word.chosen, *word.offered, *word.general)))
                yield from (text for text in texts if "#" not in text)

    def _open(self) -> Iterator[str]:
        if "synonym" not in self.kept.whole:
            yield "synonym"
        if not self.known.sentences:
            yield "sentence"
        if "class" not in self.kept.whole:
            yield "class"
        if not self.words:
            yield "words"
        yield from (f"{one.role}_synonyms" for one in self.words if not one.chosen and not is_function_role(one.role))


def draft_entry(
    expression: str,
    language: str,
    sources: Sequence[Wordnet],
    frequency: Frequency | None,
    known: Known | None = None,
    *,
    chosen: int = CHOSEN,
    offered: int = OFFERED,
    rarest: float = RAREST,
    kept: Kept | None = None,
) -> Draft:
    """What wordnets say of an expression and its words, beside what is `known` of it otherwise and what is `kept`."""
    known, kept = known or Known(), kept or Kept()
    analysis = analysed(expression, language, sources, kept)
    words = []
    for role, word in analysis.words:
        own = tuple(map(_own, kept.synonyms.get(role, ())))
        own_general = tuple(map(_own, filter(None, (kept.generic.get(role),))))
        parts = PARTS_OF_ROLE.get(role.rstrip("23456789"))
        if parts is None:
            words.append(Word(role, word, own, (), own_general))
            continue
        others = tuple(citation(other) for _, other in analysis.words if other != word)
        wanted = Wanted(citation(word), parts, others)
        found = candidates(wanted, sources, frequency, rarest=rarest, most=chosen + offered)
        further = [one for one in found if one.word not in {citation(mine.word) for mine in own}]
        filled, rest = (own, further[:offered]) if own else (found[:chosen], found[chosen:])
        general = own_general or generic(wanted, sources, frequency, rarest=rarest)[:GENERIC]
        words.append(Word(role, word, tuple(filled), tuple(rest), tuple(general)))
    whole = _whole(expression, analysis.type, sources, known)
    made = (analysis.type, analysis.pattern, tuple(words), tuple(whole[:offered]), known)
    return Draft(expression, language, *made, kept=kept)


def _own(text: str) -> Candidate:
    return Candidate(text, SYNONYM, 0, "", "lexicon", 0.0)


def _whole(expression: str, type_: str, sources: Sequence[Wordnet], known: Known) -> list[Candidate]:
    """What may be a synonym of the whole: paraphrases that people gave, then the wordnets' own."""
    part = VERB if type_ in ("verb-object", "phrasal-verb", "idiom") else NOUN
    said = [Candidate(text, SYNONYM, 0, "", "paraphrases", 0.0) for text in known.paraphrases]
    found = candidates(Wanted(expression, (part,)), sources, None, most=None)
    near = [one for one in found if one.relation in (SYNONYM, SIMILAR)]
    near += [one for one in found if one.relation == HYPERNYM and one.sense == 1]
    return said + near
