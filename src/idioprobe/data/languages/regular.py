"""Entries of a pool in all their forms, where these are regular: verb phrases with the verb first, nouns of Romance."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from idioprobe.data.languages.language import Ending, lines

_LINK = re.compile(r" d[ei] ")


def verb_phrases(text: str, endings: Mapping[str, str]) -> tuple[str, ...]:
    """Each with the forms of its verb, by what the infinitive ends in.

    >>> verb_phrases("comprar pan ; batir un huevo", {"ar": "pres:a past:ó", "ir": "pres:e past:ió"})
    ('[comprar #pres:compra #past:compró] pan', '[batir #pres:bate #past:batió] un huevo')
    """
    return tuple(_conjugated(phrase, endings) for phrase in lines(text))


def _conjugated(phrase: str, endings: Mapping[str, str]) -> str:
    verb, _, rest = phrase.partition(" ")
    ending = next(ending for ending in endings if verb.endswith(ending))
    forms = (form.split(":") for form in endings[ending].split())
    named = "".join(f" #{name}:{verb.removesuffix(ending)}{form}" for name, form in forms)
    return f"[{verb}{named}] {rest}"


def noun_phrases(text: str, plurals: Sequence[Ending]) -> tuple[str, ...]:
    """Each with its plural, of every word before `de` or `di`: the first ending that fits decides, unless one is given.

    >>> noun_phrases("flor roja #f ; taza de té #f ; lunes gris #m #pl:lunes grises", [("r$", "res"), ("$", "s")])
    ('flor roja #f #pl:flores rojas', 'taza de té #f #pl:tazas de té', 'lunes gris #m #pl:lunes grises')
    """
    return tuple(phrase if "#pl:" in phrase else _pluralised(phrase, plurals) for phrase in lines(text))


def _pluralised(phrase: str, plurals: Sequence[Ending]) -> str:
    noun, _, _ = phrase.partition(" #")
    words = _LINK.split(noun)[0].split()
    rest = noun.removeprefix(" ".join(words))
    changed = (next(re.sub(end, new, word, count=1) for end, new in plurals if re.search(end, word)) for word in words)
    return f"{phrase} #pl:{' '.join(changed)}{rest}"
