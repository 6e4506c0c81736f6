"""Where the words of an expression stand: in its citation form, and in a sentence, whatever their form there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from idioprobe.data.languages.language import Language
from idioprobe.data.lexicon.forms import Form

_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_LEAST_STEM = 3


@dataclass(frozen=True, order=True)
class Place:
    """A stretch of one of the parts of a target."""

    part: int
    start: int
    end: int

    def meets(self, other: Place) -> bool:
        """Whether the two share a letter."""
        return self.part == other.part and self.start < other.end and other.start < self.end


def is_closed(citation: str, components: Mapping[str, Form], *, spaces: bool) -> bool:
    """Whether several words are written as one, as in Löwenzahn.

    >>> is_closed("Löwenzahn", {"modifier": Form(("Löwe",)), "head": Form(("Zahn",))}, spaces=True)
    True
    """
    return spaces and len(components) > 1 and len(_TOKEN.findall(citation)) == 1


def stands_in(component: Form, citation: str, *, spaces: bool) -> bool:
    """Whether a word is one of an expression; in a closed compound, whether its stem is a part of it."""
    if any(True for _ in occurrences(component.singular, (citation,), spaces=spaces)):
        return True
    return (
        spaces and len(_TOKEN.findall(citation)) == 1 and any(_stem(f) in citation.casefold() for f in component.every)
    )


def order_of(components: Mapping[str, Form], citation: str, *, spaces: bool) -> list[str] | None:
    """The roles in the order of their words; None where two of them would be the same word."""
    if is_closed(citation, components, spaces=spaces):
        found = {role: min(citation.casefold().find(_stem(f)) % len(citation) for f in form.every)
                 for role, form in components.items()}  # fmt: skip
        return sorted(components, key=lambda role: found[role])
    taken: dict[str, Place] = {}
    for role, form in sorted(components.items(), key=lambda pair: -max(map(len, pair[1].singular))):
        place = _first_free(occurrences(form.singular, (citation,), spaces=spaces), taken.values())
        if place is None:
            return None
        taken[role] = place
    return sorted(components, key=lambda role: taken[role])


def find_places(
    components: Mapping[str, Form], citation: str, parts: Sequence[str], language: Language, named: int | None
) -> dict[str, Place]:
    """By role, where the words stand in the parts of a target: by their forms, or else as what has changed."""
    taken: dict[str, Place] = {}
    for role, form in sorted(components.items(), key=lambda pair: -max(map(len, pair[1].every))):
        found = [*occurrences(form.every, parts, spaces=language.spaces), *_recognised(form, parts, language)]
        place = _first_free(found, taken.values())
        if place is not None:
            taken[role] = place
    missing = [role for role in components if role not in taken]
    changed = [place for place in _changed(citation, parts) if not any(place.meets(p) for p in taken.values())]
    if len(missing) == len(changed):
        taken |= dict(zip(missing, changed, strict=True))
    elif len(missing) == 1:
        mine = [place for place in changed if named is None or place.part == named]
        if mine and len({place.part for place in mine}) == 1:
            run = Place(mine[0].part, mine[0].start, mine[-1].end)
            if not any(run.meets(place) for place in taken.values()):
                taken[missing[0]] = run
    return {role: taken[role] for role in components if role in taken}


def tokens(text: str) -> list[str]:
    """The words of a text, in small letters."""
    return [token.casefold() for token in _TOKEN.findall(text)]


def _stem(word: str) -> str:
    """What of a word is left in a compound, at the least."""
    small = word.casefold()
    return small[: max(_LEAST_STEM, len(small) - 2)]


def occurrences(forms: Iterable[str], parts: Sequence[str], *, spaces: bool) -> Iterable[Place]:
    """Where one of the forms stands in the parts of a target."""
    bare = "|".join(map(re.escape, sorted(filter(None, forms), key=len, reverse=True)))
    if not bare:
        return
    pattern = re.compile(rf"(?<!\w)(?:{bare})(?!\w)" if spaces else bare, re.I)
    for number, part in enumerate(parts):
        for match in pattern.finditer(part):
            yield Place(number, *match.span())


def _recognised(form: Form, parts: Sequence[str], language: Language) -> Iterable[Place]:
    if language.recognise is None or " " in form.citation:
        return
    for number, part in enumerate(parts):
        for match in _TOKEN.finditer(part):
            if language.recognise(match.group(), form.citation, ""):
                yield Place(number, *match.span())


def _changed(citation: str, parts: Sequence[str]) -> list[Place]:
    """The words of the parts that the citation form does not have."""
    known = set(tokens(citation))
    return [
        Place(number, *match.span())
        for number, part in enumerate(parts)
        for match in _TOKEN.finditer(part)
        if match.group().casefold() not in known
    ]


def _first_free(found: Iterable[Place], taken: Iterable[Place]) -> Place | None:
    others = list(taken)
    return next((place for place in found if not any(place.meets(other) for other in others)), None)
