"""The words of an expression and what they are to each other, as far as rules and a wordnet tell."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from idioprobe.data.languages.language import base_language, find_language
from idioprobe.make.wordnet.forms import listed
from idioprobe.make.wordnet.wordnet import ADJECTIVE, ADVERB, NOUN, VERB, Wordnet

PARTS_OF_ROLE = {
    "modifier": (ADJECTIVE, NOUN),
    "head": (NOUN,),
    "verb": (VERB,),
    "object": (NOUN,),
    "adjective": (ADJECTIVE,),
    "noun": (NOUN,),
    "adverb": (ADVERB,),
    "first": (NOUN, ADJECTIVE, VERB),
    "second": (NOUN, ADJECTIVE, VERB),
}
"""The parts of speech that the word of a role may have; those of other roles have no relatives."""


def _these(text: str) -> frozenset[str]:
    return frozenset(text.split())


_LINKS = _these("of de da do das dos del della dello dell di du des d van von")
_AND = _these("and or e ou y o und oder et en i lub ve")
_ARTICLES = _these(
    "a an the one's your his her their my our someone's somebody's it o os as um uma el la los las un una le les une "
    "des il lo gli i der die das den dem ein eine einen einem einer de het een"
)
_PREPOSITIONS = _these(
    "in im ins an am ans auf aufs aus bei beim durch für gegen hinter mit nach ohne über um unter vom vor zu zum zur "
    "aan achter bij door met na naar om onder op over tegen uit voor zonder te ten ter"
)
_HEAD_FIRST = _these("ca es fr gl it pt ro")
"""Languages whose nouns have most modifiers behind them."""
_PARTICLES = _these("about across along apart around away back by down forward in off on out over through up upon with")
_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


@dataclass(frozen=True)
class Analysis:
    """The type of an expression, its pattern, and its words by their roles in their order; empty what is not known."""

    type: str = ""
    pattern: str = ""
    words: tuple[tuple[str, str], ...] = ()


def analyse(expression: str, language: str, sources: Sequence[Wordnet] = ()) -> Analysis:
    """What an expression of two or three words is made of.

    >>> analyse("paper tiger", "en").words, analyse("kick the bucket", "en").words
    ((('modifier', 'paper'), ('head', 'tiger')), (('verb', 'kick'), ('object', 'bucket')))
    >>> analyse("give up", "en").type, analyse("leão de chácara", "pt").words
    ('phrasal-verb', (('head', 'leão'), ('modifier', 'chácara')))
    """
    known = find_language(language)
    words = _TOKEN.findall(expression)
    if not known.spaces or len(words) < 2:
        return Analysis()
    if _is_verbal(expression, language):
        return _verbal_last(words) if known.verb_last else _verbal(words, language)
    if len(words) == 3 and words[1].casefold() in _AND - _LINKS:
        return Analysis("binomial", "binomial", (("first", words[0]), ("second", words[2])))
    if len(words) > 2 and words[1].casefold() in _LINKS:
        rest = [word for word in words[2:] if word.casefold() not in _ARTICLES]
        return (
            Analysis("noun-compound", "noun-noun", (("head", words[0]), ("modifier", rest[-1]))) if rest else Analysis()
        )
    if len(words) > 2:
        return Analysis()
    first, second = words
    head_first = base_language(language) in _HEAD_FIRST and not _modifies(first, second, sources)
    roles = (("head", first), ("modifier", second)) if head_first else (("modifier", first), ("head", second))
    modifier = second if head_first else first
    return Analysis(
        "noun-compound", "adjective-noun" if _is_adjective(modifier, language, sources) else "noun-noun", roles
    )


def _is_verbal(expression: str, language: str) -> bool:
    known = find_language(language)
    if known.verb_phrase is not None:
        return known.verb_phrase.search(expression) is not None
    return known.is_verb_phrase is not None and known.is_verb_phrase(expression)


def _verbal(words: list[str], language: str) -> Analysis:
    verb, *rest = words
    if len(rest) == 1 and rest[0].casefold() in _PARTICLES and base_language(language) == "en":
        return Analysis("phrasal-verb", "verb-particle", (("verb", verb), ("particle", rest[0])))
    content = [word for word in rest if word.casefold() not in _ARTICLES]
    if len(content) == 1:
        return Analysis("verb-object", "verb-noun", (("verb", verb), ("object", content[0])))
    return Analysis("idiom", "verb-noun", (("verb", verb),))


def _verbal_last(words: list[str]) -> Analysis:
    """A verb phrase of a language that has the verb behind the rest: *ins Gras beißen*."""
    *rest, verb = words
    content = [word for word in rest if word.casefold() not in _ARTICLES | _LINKS | _PREPOSITIONS]
    if len(content) == 1:
        return Analysis("verb-object", "verb-noun", (("object", content[0]), ("verb", verb)))
    return Analysis("idiom", "verb-noun", (("verb", verb),))


def _modifies(first: str, second: str, sources: Sequence[Wordnet]) -> bool:
    """Whether the first of two words is an adjective before its noun, in a language that has most of them behind."""
    one, other = _parts(first, sources), _parts(second, sources)
    return ADJECTIVE in one[:1] and NOUN in other[:1]


def _is_adjective(word: str, language: str, sources: Sequence[Wordnet]) -> bool:
    known = find_language(language)
    if known.is_adjective is not None:
        return known.is_adjective(word)
    if base_language(language) == "de":
        return word[:1].islower()
    parts = _parts(word, sources, (ADJECTIVE, NOUN))
    return ADJECTIVE in parts if parts else base_language(language) in _HEAD_FIRST


def _parts(word: str, sources: Sequence[Wordnet], wanted: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The parts of speech of a word in the first source that has it, the most frequent first.

    Of its citation forms, the one is taken that has the first of the parts `wanted` (*negro*, not *negra*).
    """
    for source in sources:
        form = listed(word, source, wanted)
        if form is not None and (parts := source.parts_of(form.word)):
            return parts
    return ()
