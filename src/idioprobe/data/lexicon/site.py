"""A sentence of an entry, ready to be filled: where its words stand and in which form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from idioprobe.data.languages.language import Language
from idioprobe.data.lexicon.entry import Entry
from idioprobe.data.lexicon.fields import is_function_role
from idioprobe.data.lexicon.forms import GAP, Form
from idioprobe.data.lexicon.frequency import words
from idioprobe.data.lexicon.kinds import NOUN, VERB
from idioprobe.data.lexicon.markup import Frame, Slot
from idioprobe.data.lexicon.places import Place, find_places, is_closed, occurrences, tokens

PAST = frozenset({"past", "pastpl", "part"})
_OF_NOUNS = frozenset({"pl", "acc", "dat", "gen", "link"})


@dataclass(frozen=True)
class Site:
    """One sentence, or the expression alone.

    `names` are the forms that the expression may have in it, the likeliest first: None is the citation form, and
    nothing at all says that the form is not known.
    """

    entry: Entry
    kind: str
    condition: str
    number: int | None
    frame: Frame
    language: Language
    places: Mapping[str, Place]
    names: tuple[str | None, ...]
    guessed: bool = False
    """Whether the name of the form is but the only one that the synonym has."""
    tails: Mapping[str, Place] = field(default_factory=dict)
    """Where the second piece of a word in two pieces stands: `setzte … auf`."""
    _found: dict[str, tuple[str | None, ...]] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def verb(self) -> Place | None:
        """Where the verb stands, as far as it is known."""
        place = self.places.get("verb")
        if place is None and self.frame.named is not None and len(self.frame.parts) > 1:
            place = Place(self.frame.named, 0, len(self.frame.parts[self.frame.named]))
        return place

    @cached_property
    def zero_past(self) -> bool:
        """Whether the verb has a past form that looks as in its citation form."""
        return self.frame.form is None and self.names == _unmarked(
            self.entry, self.kind, self.frame, self.language, self.places
        )

    @cached_property
    def closed(self) -> bool:
        """Whether the expression is one word made of several, and stands here as one."""
        return _closed(self.entry, self.frame, self.language)

    @cached_property
    def capital(self) -> bool:
        """Whether the target begins with a capital that it owes to its place."""
        first = self.frame.target[:1]
        starts = self.condition == "nat" and self.frame.around[0] in ((), ("",))
        return first.isupper() and (starts or not self.entry.name[:1].isupper())

    def is_last(self, place: Place) -> bool:
        """Whether a word ends the only bracket, as a German verb does that is written in one."""
        return len(self.frame.parts) == 1 and place.end == len(self.frame.parts[0])

    def written(self, role: str) -> str | None:
        """A word of the expression as it stands in this sentence."""
        place = self.places.get(role)
        return None if place is None else self.frame.parts[place.part][place.start : place.end]

    def names_of(self, role: str) -> tuple[str | None, ...]:
        """The forms that a word of the expression may have in this sentence."""
        if role not in self._found:
            self._found[role] = self._names_of(role)
        return self._found[role]

    def _names_of(self, role: str) -> tuple[str | None, ...]:
        component, written = self.entry.components[role], self.written(role)
        if is_function_role(role):
            return (None,)
        if written is None or self.closed:
            return self.names
        own = _named(component, written)
        if shared := tuple(name for name in own if name in self.names):
            return shared
        gender = self.entry.expression.gender or component.gender
        plain = component.singular if gender is None else (component.spelled(None, gender) or component.citation,)
        if written.casefold() in {form.casefold() for form in plain}:
            return self.names if role == "verb" and PAST.intersection(self.names) and self.zero_past else (None,)
        if own:
            return own
        verbal = role == "verb"
        if self.language.recognise is not None:
            found = self.language.recognise(written, component.citation, _text_before(self.frame, self.places[role]))
            known = tuple(name for name in found if (name in _OF_NOUNS) != verbal)
            return tuple(n for n in self.names if n in known) or known if verbal else known
        decides = verbal or self.kind == NOUN
        return self.names if decides and self.names != (None,) else ()


def make_site(entry: Entry, kind: str, condition: str, number: int | None, frame: Frame, language: Language) -> Site:
    """Find the words of the expression in a sentence, and the form that it has there."""
    closed = _closed(entry, frame, language)
    places = {} if closed else find_places(entry.components, entry.name, frame.parts, language, frame.named)
    names = _names(entry, kind, frame, language, places)
    synonym = entry.synonym.names if entry.synonym else ()
    guessed = not names and len(synonym) == 1
    return Site(
        entry,
        kind,
        condition,
        number,
        frame,
        language,
        places,
        synonym if guessed else names,
        guessed,
        _tails(entry, names, frame, places),
    )


def _tails(entry: Entry, names: tuple[str | None, ...], frame: Frame, places: Mapping[str, Place]) -> dict[str, Place]:
    found = {}
    for role in places:
        forms = (entry.components[role].spelled(name) or "" for name in names)
        last = next((form.rpartition(GAP)[2].strip() for form in forms if GAP in form), None)
        free = [
            place
            for place in occurrences((last,) if last else (), frame.parts, spaces=True)
            if not any(place.meets(other) for other in places.values())
        ]
        if free:
            found[role] = free[-1]
    return found


def _closed(entry: Entry, frame: Frame, language: Language) -> bool:
    return is_closed(entry.name, entry.components, spaces=language.spaces) and len(tokens(frame.target)) == 1


def _names(
    entry: Entry, kind: str, frame: Frame, language: Language, places: Mapping[str, Place]
) -> tuple[str | None, ...]:
    if frame.form is not None:
        return (frame.form,)
    asked = _after_slot(frame, language)
    likely = _likely_names(entry, kind, frame, language, places)
    return likely if asked is None else (asked, *likely)


def _after_slot(frame: Frame, language: Language) -> str | None:
    """The form that a slot directly before the target asks for, such as a case."""
    if language.slot_form is None or len(frame.parts) > 1:
        return None
    *_, slot, between = ("", "", *frame.around[0])
    if not isinstance(slot, Slot) or not isinstance(between, str) or between.strip():
        return None
    return language.slot_form(tuple(text for _, text in slot.alternatives))


def _likely_names(
    entry: Entry, kind: str, frame: Frame, language: Language, places: Mapping[str, Place]
) -> tuple[str | None, ...]:
    target = frame.target if language.spaces else "".join(frame.parts)
    written, citations = target.casefold(), {text.casefold() for text in entry.expression.singular}
    if written in citations or sorted(tokens(written)) in [sorted(tokens(text)) for text in citations if tokens(text)]:
        return _unmarked(entry, kind, frame, language, places) or (None,)
    own = _named(entry.expression, target)
    if own:
        return own
    for role in ("verb", "head", *entry.components):
        if role in places:
            place = places[role]
            text = frame.parts[place.part][place.start : place.end]
            named = _named(entry.components[role], text)
            if named and text.casefold() != entry.components[role].citation.casefold():
                return named
    decides = {VERB: "verb", NOUN: "head"}.get(kind, "")
    if language.recognise is not None and decides in places:
        place, word = places[decides], entry.components[decides].citation
        text = frame.parts[place.part][place.start : place.end]
        found = language.recognise(text, word, _text_before(frame, place))
        names = tuple(name for name in found if (name in _OF_NOUNS) != (kind == VERB))
        if names:
            return names
    return _recognised(entry, kind, frame, language)


def _unmarked(
    entry: Entry, kind: str, frame: Frame, language: Language, places: Mapping[str, Place]
) -> tuple[str | None, ...]:
    """The past forms that a verb may have which looks as in its citation form: He [let the cat out of the bag]."""
    if language.recognise is None or kind != VERB or not entry.name.strip():
        return ()
    first = entry.name.split()[0]
    place = places.get("verb", Place(0, 0, len(first)))
    if frame.parts[place.part][place.start : place.end].casefold() != first.casefold():
        return ()
    return tuple(name for name in language.recognise(first, first, _text_before(frame, place)) if name in PAST)


def _named(form: Form, written: str) -> tuple[str | None, ...]:
    """The named forms that are written so."""
    text = written.casefold()
    return tuple(
        name
        for name, forms in form.named
        if any(text in (" ".join(f.replace(GAP, " ").split()).casefold(), _first(f)) for f in forms)
    )


def _first(form: str) -> str:
    return form.partition(GAP)[0].strip().casefold()


def _recognised(entry: Entry, kind: str, frame: Frame, language: Language) -> tuple[str | None, ...]:
    """By the language's dictionary: the one word that differs, and how."""
    if language.recognise is None:
        return ()
    citation, written = words(entry.name), words(frame.target)
    differing = [pair for pair in zip(citation, written, strict=False) if pair[0].casefold() != pair[1].casefold()]
    if len(citation) != len(written) or len(differing) != 1:
        return ()
    names = language.recognise(differing[0][1], differing[0][0], _text_before(frame, Place(0, 0, 0)))
    verbal = kind == VERB or (kind != NOUN and differing[0][0] == citation[0])
    return tuple(name for name in names if (name in _OF_NOUNS) != verbal)


def _text_before(frame: Frame, place: Place) -> str:
    pieces = frame.around[place.part]
    outside = "".join(piece.alternatives[0][1] if isinstance(piece, Slot) else piece for piece in pieces)
    return outside + frame.parts[place.part][: place.start]
