"""What may take the place of an expression or of its words, and how it goes into a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from idioprobe.data.lexicon.entry import Entry
from idioprobe.data.lexicon.fields import field_of, is_function_role
from idioprobe.data.lexicon.forms import GAP, GENDERS, Form
from idioprobe.data.lexicon.markup import Pieces, closed_up
from idioprobe.data.lexicon.places import Place
from idioprobe.data.lexicon.site import Site

MOST_WORDS_ALT = 4
"""How many further combinations of synonyms there are at most."""
_ARTICLES = frozenset({"a", "an"})


@dataclass(frozen=True)
class Filler:
    """In a role: a whole (`form`), some words exchanged (`replacing`), or one word alone (`alone`)."""

    role: str
    index: int
    form: Form | None = None
    replacing: Mapping[str, Form] = field(default_factory=dict)
    alone: str | None = None
    only_alone: bool = False
    """Whether it is wanted without a sentence only."""


@dataclass(frozen=True, kw_only=True)
class _Inflected:
    """How a form was found.

    `derived` where a dictionary made it, `guessed` its name where nobody asked for it by name, `lacks` the word whose
    needed form is not known, and `has` the names of those that are known.
    """

    derived: bool = False
    guessed: str | None = None
    lacks: str | None = None
    has: tuple[str, ...] = ()


@dataclass(frozen=True)
class Put(_Inflected):
    """The parts of a target as a filler makes them."""

    parts: tuple[str, ...]
    tags: frozenset[str]


@dataclass(frozen=True)
class _Spelled(_Inflected):
    text: str


def fillers_of(entry: Entry) -> Iterator[Filler]:
    """All that the entry itself says may stand in its place."""
    if entry.synonym:
        yield Filler("syn", 0, entry.synonym)
    if entry.synonym2:
        yield Filler("syn2", 0, entry.synonym2)
    if entry.related:
        yield Filler("related", 0, entry.related)
    for role, word in entry.components.items():
        yield Filler(role, 0, word, alone=role)
    for index, filler in enumerate(_combinations(entry)):
        yield Filler("words" if index == 0 else "words_alt", max(0, index - 1), filler.form, filler.replacing)
    for role, words in entry.synonyms.items():
        for index, word in enumerate(words):
            yield Filler(f"{role}_alt", index, replacing={role: word})
            yield Filler(f"{role}_syn", index, word, only_alone=True)
    for role, word in entry.general.items():
        yield Filler(f"{role}_generic", 0, replacing={role: word})


def _combinations(entry: Entry) -> Iterator[Filler]:
    """The main combination of synonyms, then the others: what the lexicon writes out goes first."""
    given = ([entry.words] if entry.words else []) + list(entry.words_alt)
    if entry.words:
        yield from (Filler("", 0, form) for form in given[: 1 + MOST_WORDS_ALT])
        return
    roles = [role for role in entry.components if entry.synonyms.get(role)]
    lacking = [role for role in entry.components if role not in roles and not is_function_role(role)]
    if not roles or lacking:
        return
    choices = product(*(range(len(entry.synonyms[role])) for role in roles))
    ordered = sorted(choices, key=lambda chosen: (sum(chosen) > 0, len(set(chosen)) > 1, sum(chosen), chosen))
    yield _exchange(entry, roles, ordered[0])
    if given:
        yield from (Filler("", 0, form) for form in given[:MOST_WORDS_ALT])
        return
    for chosen in ordered[1 : 1 + MOST_WORDS_ALT]:
        yield _exchange(entry, roles, chosen)


def _exchange(entry: Entry, roles: list[str], chosen: tuple[int, ...]) -> Filler:
    pairs = zip(roles, chosen, strict=True)
    return Filler("", 0, replacing={role: entry.synonyms[role][index] for role, index in pairs})


def put(filler: Filler, site: Site) -> Put | None:
    """The filler in the form that a sentence needs; None where the words that it replaces are not found there."""
    own = _own(filler, site)
    if own is not None:
        return _capitalised(Put(_divided(own.citation, own, site, own.citation), own.tags), site)
    if filler.replacing:
        made = _joined(filler, site) if site.closed else _exchanged(filler, site)
    elif filler.alone and filler.alone in site.places:
        made = _word_alone(filler.alone, site)
    elif filler.form is not None:
        made = _whole(filler, filler.form, site)
    else:
        made = None
    return None if made is None else _capitalised(made, site)


def _own(filler: Filler, site: Site) -> Form | None:
    """What the lexicon writes out for this very sentence."""
    if site.number is None:
        return None
    forms = site.entry.own.get((field_of(filler.role), site.number), ())
    return forms[filler.index] if filler.index < len(forms) else None


def _whole(filler: Filler, form: Form, site: Site) -> Put:
    names = site.names_of(filler.alone) if filler.alone else site.names
    gender = form.gender or (site.entry.gender if filler.alone or filler.only_alone else None)
    spelled = _spell(form, names, gender, site)
    return _put(_divided(spelled.text, form, site, _verb_text(form, names, site)), form.tags, [spelled])


def _spell(form: Form, names: tuple[str | None, ...], gender: str | None, site: Site) -> _Spelled:
    """A word or phrase in one of the forms that may be needed; else as it is, with what is lacking."""
    for name in names:
        text = form.spelled(name, gender)
        if text is not None:
            return _Spelled(text)
    citation = form.spelled(None, gender) or form.citation
    if not names and len(form.names) == 1:
        text = form.spelled(form.names[0], gender)
        return _Spelled(text or citation, guessed=form.names[0])
    inflect = site.language.inflect
    for name in names if inflect else ():
        verb = form.verb.citation if form.verb else citation
        made = inflect(verb, name) if inflect and name else None
        if made is not None:
            return _Spelled(form.around(made) if form.verb else made, derived=True)
    return _Spelled(citation, lacks=form.citation, has=form.names)


def _verb_text(form: Form, names: tuple[str | None, ...], site: Site) -> str | None:
    return _spell(form.verb, names, None, site).text if form.verb else None


def _divided(text: str, form: Form, site: Site, verb: str | None) -> tuple[str, ...]:
    """A text over the brackets of a sentence: its own parts in order, or its verb to the verb and the rest behind."""
    parts = [""] * len(site.frame.parts)
    at = site.verb
    if form.verb and verb is not None:
        verb, _, last = (piece.strip() for piece in verb.partition(GAP))
        rest = form.space.join(filter(None, [form.before, form.after]))
        if len(parts) > 1:
            here = at.part if at else 0
            parts[here] = verb
            parts[next(i for i in range(len(parts)) if i != here)] = " ".join(filter(None, [rest, last]))
            return tuple(parts)
        if at is None or len(site.frame.parts[0]) == at.end - at.start:
            return (text,)
        ordered = [rest, last + verb] if at.start > 0 else [verb, rest, last]
        return (form.space.join(filter(None, ordered)),)
    if GAP in text:
        return _in_pieces([piece.strip() for piece in text.split(GAP)], form, site)
    parts[at.part if at else 0] = text
    return tuple(parts)


def _in_pieces(pieces: list[str], form: Form, site: Site) -> tuple[str, ...]:
    """Pieces in the brackets in order; in one bracket that ends in the verb, a separable verb is one word again."""
    count, target = len(site.frame.parts), site.frame.target
    if count == 1 and len(pieces) == 2 and form.citation.startswith(pieces[1]):
        at = site.verb
        if " " not in target or (at is not None and at.start > 0 and at.end == len(target)):
            return (pieces[1] + pieces[0],)
    parts = [*pieces[: count - 1], " ".join(filter(None, pieces[count - 1 :]))]
    return tuple(parts + [""] * (count - len(parts)))


def _word_alone(role: str, site: Site) -> Put:
    """A word of the expression as it stands in the sentence, the others taken away."""
    parts = [""] * len(site.frame.parts)
    parts[site.places[role].part] = site.written(role) or ""
    if tail := site.tails.get(role):
        last = site.frame.parts[tail.part][tail.start : tail.end]
        parts[tail.part] = " ".join(filter(None, [parts[tail.part], last]))
    return Put(tuple(parts), site.entry.components[role].tags)


def _exchanged(filler: Filler, site: Site) -> Put | None:
    """The target with some of its words exchanged in place; what agrees with the head does so with the new one."""
    if not filler.replacing.keys() <= site.places.keys():
        return None
    gender, tags = _agreement(filler, site)
    spelled: list[_Spelled] = []
    edits: list[tuple[Place, str]] = []
    tags_at: dict[Place, frozenset[str]] = {}
    ending = ""
    for role, place in site.places.items():
        word = filler.replacing.get(role) or _agreeing(role, site)
        if word is None:
            continue
        made = _spell(word, site.names_of(role), word.gender or gender, site)
        spelled.append(made)
        text, _, last = (piece.strip() for piece in made.text.partition(GAP))
        if role in site.tails:
            edits.append((site.tails[role], last))
        elif last and site.is_last(place):
            text = last + text
        else:
            ending = last or ending
        edits.append((place, text))
        if role in filler.replacing:
            tags_at[place] = word.tags
    parts = list(site.frame.parts)
    for place, text in sorted(edits, reverse=True):
        parts[place.part] = _replaced(parts[place.part], place, text)
        if place in tags_at and place.start:
            before, after = parts[place.part][: place.start], parts[place.part][place.start :]
            parts[place.part] = site.language.fit(before, text, tags_at[place]) + after
    parts[-1] = " ".join(filter(None, [parts[-1], ending]))
    return _put(parts, tags, spelled)


def _replaced(part: str, place: Place, text: str) -> str:
    before, after = part[: place.start], part[place.end :]
    return before + text + after if text else closed_up(before, after)


def _agreeing(role: str, site: Site) -> Form | None:
    """A word that is kept, but has forms by gender and so agrees with whatever the head becomes."""
    word = site.entry.components[role]
    return word if len(word.singular) > 1 else None


def _joined(filler: Filler, site: Site) -> Put | None:
    """A closed compound with some of its words exchanged: combining forms, then the last word in its form."""
    _, tags = _agreement(filler, site)
    *first, last = [filler.replacing.get(role, word) for role, word in site.entry.components.items()]
    ending = _spell(last, site.names, last.gender, site)
    words = [word.spelled("link") or word.citation for word in first] + [ending.text]
    text = "".join([words[0], *(word[:1].lower() + word[1:] for word in words[1:])])
    if site.entry.name[:1].isupper():
        text = text[:1].upper() + text[1:]
    return _put([text, *[""] * (len(site.frame.parts) - 1)], tags, [ending])


def _put(parts: Sequence[str], tags: frozenset[str], spelled: Sequence[_Spelled]) -> Put:
    lacking = next((word for word in spelled if word.lacks), _Inflected())
    return Put(
        tuple(parts),
        tags,
        derived=any(word.derived for word in spelled),
        guessed=next((word.guessed for word in spelled if word.guessed), None),
        lacks=lacking.lacks,
        has=lacking.has,
    )


def _agreement(filler: Filler, site: Site) -> tuple[str | None, frozenset[str]]:
    """The gender and tags of the exchanged expression: its head's, but the article goes by the first word."""
    words = {role: filler.replacing.get(role, word) for role, word in site.entry.components.items()}
    head = next((words[role] for role in ("head", "noun", "object") if role in words), list(words.values())[-1])
    first = next(iter(words.values()))
    return head.gender or site.entry.expression.gender, (head.tags - _ARTICLES) | (first.tags & _ARTICLES)


def _capitalised(made: Put, site: Site) -> Put:
    first = next((i for i, part in enumerate(made.parts) if part), 0)
    if not site.capital or not all(_blank(pieces) for pieces in site.frame.around[1 : 1 + first]):
        return made
    parts = list(made.parts)
    parts[first] = parts[first][:1].upper() + parts[first][1:]
    return replace(made, parts=tuple(parts))


def _blank(pieces: Pieces) -> bool:
    return all(isinstance(piece, str) and not piece.strip() for piece in pieces)


def with_gender(own: frozenset[str], inherited: frozenset[str]) -> frozenset[str]:
    """Tags of a filler, which takes the expression's gender where it has none."""
    return own if own.intersection(GENDERS) else own | inherited.intersection(GENDERS)
