"""How a word or phrase is written in a lexicon: its forms and its grammatical tags.

`gelado/gelada` has a masculine and a feminine form; `oportunidade #f` is feminine; `sterben #past:starb` and
`hard worker #pl:hard workers` have a named form. A verb phrase may mark its verb, whose forms stand with it:
`den Dienst [quittieren #past:quittierte]`. Tags are free: a sentence slot may ask for any.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cached_property

GENDERS = ("m", "f", "n")
GAP = "…"
"""Parts the pieces of a form that fills several brackets: `gab … auf`."""

SAME_FORM = {
    "plural": "pl",
    "present": "pres",
    "pres3": "pres",
    "3sg": "pres",
    "pret": "past",
    "preterite": "past",
    "praet": "past",
    "prät": "past",
    "imperfect": "impf",
    "pp": "part",
    "ptcp": "part",
    "participle": "part",
    "partizip": "part",
    "ing": "ger",
    "gerund": "ger",
    "imperative": "imp",
    "fuge": "link",
}
"""Other names that people give to forms."""

_NAME = r"\d*[^\W\d_][\w-]*"
_TAG = re.compile(rf"\s#({_NAME})(?::((?:(?!\s#).)*))?", re.S)
_VERB = re.compile(r"\[([^\[\]]*)\]")
_NAMED = re.compile(rf"\s#({_NAME})(?=\s|$)")
USUAL_NAMES = frozenset(
    {"acc", "cond", "dat", "fut", "gen", "ger", "imp", "impf", "inf", "link", "nom", "part", "past", "pastpl", "pl"}
    | {"pres", "prespl", "subj", *SAME_FORM}
)
"""Names of forms that are recognised wherever they stand in a bracket."""


def form_name(written: str) -> str:
    """The name that a form goes by here.

    >>> form_name("Prät"), form_name("past"), form_name("dat")
    ('past', 'past', 'dat')
    """
    name = written.casefold()
    return SAME_FORM.get(name, name)


def without_name(marked: str) -> tuple[str, str | None]:
    """The text of a bracket, and the name of its form: any at its end, a usual one anywhere.

    >>> without_name("biss #past"), without_name("estiró #past la pata"), without_name("the #metoo movement")
    (('biss', 'past'), ('estiró la pata', 'past'), ('the #metoo movement', None))
    """
    padded = " " + marked.rstrip()
    for match in _NAMED.finditer(padded):
        if match.end() == len(padded) or match[1].casefold() in USUAL_NAMES:
            return " ".join((padded[: match.start()] + padded[match.end() :]).split()), form_name(match[1])
    return " ".join(marked.split()), None


@dataclass(frozen=True)
class Form:
    """A filler with one form per gender (one form: it does not vary), named forms alike, and tags.

    Of a verb phrase whose verb is marked, `verb` has the verb's forms, `before` and `after` the rest, and `space` what
    is written between them. A verb's form may be in two pieces, `gab … ab`: the second goes to the end.
    """

    singular: tuple[str, ...]
    named: tuple[tuple[str, tuple[str, ...]], ...] = ()
    tags: frozenset[str] = field(default_factory=frozenset)
    verb: Form | None = None
    before: str = ""
    after: str = ""
    space: str = " "

    @cached_property
    def gender(self) -> str | None:
        """The grammatical gender it is tagged with."""
        return next((g for g in GENDERS if g in self.tags), None)

    @cached_property
    def citation(self) -> str:
        """The form in its own gender that a dictionary gives.

        >>> parse_form("gelado/gelada #f", varies=True).citation
        'gelada'
        """
        return self.spelled(None, self.gender) or self.singular[0]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the forms that it has beside the citation form."""
        return tuple(name for name, _ in (self.verb or self).named)

    @cached_property
    def every(self) -> tuple[str, ...]:
        """All that it may look like."""
        return (*self.singular, *(text for _, texts in self.named for text in texts))

    def has(self, name: str | None) -> bool:
        """Whether a form of that name is given; the citation form always is."""
        return name is None or name in self.names

    def around(self, verb: str) -> str:
        """The verb phrase with its verb written so."""
        verb, _, last = (piece.strip() for piece in verb.partition(GAP))
        return self.space.join(filter(None, [self.before, verb, self.after, last]))

    def spelled(self, name: str | None, gender: str | None = None) -> str | None:
        """The form of a name (None: the citation form) that agrees with a gender; None where none is given."""
        if name is None:
            forms: tuple[str, ...] = self.singular
        elif self.verb:
            verb = self.verb.spelled(name)
            forms = () if verb is None else (self.around(verb),)
        else:
            forms = dict(self.named).get(name, ())
        if not forms:
            return None
        position = GENDERS.index(gender) if gender in GENDERS else 0
        return forms[position] if position < len(forms) else forms[0]


def parse_form(text: str, *, varies: bool = False) -> Form:
    """Read a filler as written; only where it `varies` does a slash part forms by gender.

    >>> parse_form("hard worker #pl:hard workers").spelled("pl")
    'hard workers'
    >>> parse_form("[kaufen #past:kaufte] Brot").spelled("past")
    'kaufte Brot'
    """
    marked = _VERB.findall(text)
    if len(marked) > 1:
        raise ValueError(f"{text.strip()!r} marks two verbs; put [ ] around one")
    if marked:
        return _verb_phrase(text)
    padded = " " + text.strip()
    tags: set[str] = set()
    named: dict[str, tuple[str, ...]] = {}
    for tag, value in _TAG.findall(padded):
        if not value.strip():
            tags.add(tag.casefold())
            continue
        name = form_name(tag)
        if name in GENDERS:
            raise ValueError(
                f"#{tag}:{value.strip()} cannot be read; a gender takes no form; name the form, as in #pl:"
            )
        if name in named:
            raise ValueError(f"{text.strip()!r} has the form #{tag}: twice")
        named[name] = _split(value, varies)
    if len(tags.intersection(GENDERS)) > 1:
        raise ValueError(f"{text.strip()!r} has two genders")
    singular = _split(_TAG.sub("", padded), varies)
    if not all((*singular, *(form for forms in named.values() for form in forms))):
        raise ValueError(f"{text.strip()!r} has an empty form")
    return Form(singular, tuple(sorted(named.items())), frozenset(tags))


def _verb_phrase(text: str) -> Form:
    match = _VERB.search(text)
    assert match is not None  # noqa: S101 (the caller found it)
    if not match[1].strip():
        raise ValueError(f"{text.strip()!r} has empty brackets; put the verb between them")
    verb = parse_form(match[1])
    rest = parse_form(f"{text[: match.start()]} {GAP} {text[match.end() :]}")
    if rest.named:
        raise ValueError(f"{text.strip()!r}: write the forms of the verb inside its brackets")
    before, _, after = (part.strip() for part in rest.singular[0].partition(GAP))
    beside = text[: match.start()][-1:] + text[match.end() :][:1]
    space = "" if beside and not any(map(str.isspace, beside)) else " "
    phrase = Form((), (), rest.tags | verb.tags, verb, before, after, space)
    return replace(phrase, singular=(phrase.around(verb.citation),))


def _split(text: str, varies: bool) -> tuple[str, ...]:
    parts = text.split("/") if varies else [text]
    return tuple(" ".join(part.split()) for part in parts)
