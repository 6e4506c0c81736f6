"""Verb phrases of a pool in all their forms, where the verb comes first and is regular."""

from __future__ import annotations

from collections.abc import Mapping

from idioprobe.data.languages.language import lines


def verb_phrases(text: str, endings: Mapping[str, str]) -> tuple[str, ...]:
    """The entries of a pool, with the forms of each verb by what its infinitive ends in.

    >>> verb_phrases("comprar pan ; batir un huevo", {"ar": "pres:a past:ó", "ir": "pres:e past:ió"})
    ('[comprar #pres:compra #past:compró] pan', '[batir #pres:bate #past:batió] un huevo')
    """
    return tuple(_inflected(*phrase.split(" ", 1), endings) for phrase in lines(text))


def _inflected(verb: str, rest: str, endings: Mapping[str, str]) -> str:
    ending = next(ending for ending in endings if verb.endswith(ending))
    forms = (form.split(":") for form in endings[ending].split())
    named = "".join(f" #{name}:{verb.removesuffix(ending)}{form}" for name, form in forms)
    return f"[{verb}{named}] {rest}"
