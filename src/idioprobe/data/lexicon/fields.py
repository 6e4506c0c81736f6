"""The columns of a lexicon: which there are, what they mean, and what a mistyped one may mean."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

FIELDS = {
    "expression": "the expression, in its citation form",
    "language": "language code, such as en (once for all in TOML, or `language`)",
    "type": "noun-compound, adjective-noun, verb-object, phrasal-verb, binomial, idiom, or a word of your own",
    "class": "NC idiomatic, PC partly compositional, C compositional, or one of `classes`",
    "synonym": "a synonym of the whole expression",
    "synonym2": "another one",
    "related": "a related word or phrase that is no synonym",
    "words": "the expression with each of its words replaced by a synonym",
    "words_alt": "further such combinations, separated by ;",
    "pattern": "what its random replacements look like: noun-noun, adjective-noun, verb-noun, …",
    "sentence": "a sentence with the expression, marked [so] (sentence1, sentence2, … for several)",
    "rating": "human compositionality of the expression",
    "rating_sentence": "human compositionality in one sentence (rating_sentence1, …)",
    "frequency": "how often the expression occurs in a corpus",
    "average_frequency": "the mean of how often it and each of its words occur there (f_avg)",
    "pmi": "the pointwise mutual information of its words there",
    "ppmi": "the same, 0 where it is negative",
    "draft": "true where fields that are still open are no mistakes",
}
"""Fields of an entry, with their meaning; the words of the expression come beside them, by their roles."""

COMPONENT_ROLES = (
    "modifier",
    "head",
    "verb",
    "object",
    "particle",
    "subject",
    "adverb",
    "adjective",
    "noun",
    "preposition",
    "complement",
    "first",
    "second",
    "third",
    "word",
)
"""Roles that a word of an expression may have; a number behind it tells two of a kind apart."""
FOR_A_SENTENCE = ("synonym", "synonym2", "related", "words", "words_alt", *COMPONENT_ROLES)
"""Fields that a sentence may give for itself: synonym_sentence2."""
FIGURES = ("frequency", "average_frequency", "pmi", "ppmi")
"""What a corpus says of an expression."""
REQUIRED = ("expression", "synonym")
MOST_SENTENCES = 999_999

_FUNCTION_ROLES = frozenset({"particle", "preposition"})
_FIELDS_OF_ROLES = {"syn": "synonym", "syn2": "synonym2"}
_ROLE = re.compile(rf"({'|'.join(COMPONENT_ROLES)})([2-9]?)")
_NUMBERED = re.compile(r"(sentence|rating_sentence)_?(\d*)")
_OWN = re.compile(r"(.+)_sentence_?(\d+)")
_OF_ROLE = re.compile(r"(.+)_(?:synonyms|generic)")
_FOR_PEOPLE = re.compile(r".+_candidates")
_OTHER_NAMES = {"mwe": "expression", "idiom": "expression", "phrase": "expression", "lang": "language"}


def is_component_column(name: str) -> bool:
    """Whether a column holds a word of the expression.

    >>> is_component_column("verb"), is_component_column("modifier2"), is_component_column("synonym")
    (True, True, False)
    """
    return _ROLE.fullmatch(name) is not None


def is_function_role(role: str) -> bool:
    """Whether a word of this role does not inflect, and stays as it is where no synonym is given.

    >>> is_function_role("particle"), is_function_role("preposition2"), is_function_role("verb")
    (True, True, False)
    """
    return role.rstrip("23456789") in _FUNCTION_ROLES


def field_of(role: str) -> str:
    """The field of an entry that gives what stands in a role of stimuli.

    >>> field_of("syn2"), field_of("words_alt")
    ('synonym2', 'words_alt')
    """
    return _FIELDS_OF_ROLES.get(role, role)


def role_of(name: str) -> str | None:
    """The role whose word a column gives others for.

    >>> role_of("verb_synonyms"), role_of("head_generic"), role_of("synonym2")
    ('verb', 'head', None)
    """
    match = _OF_ROLE.fullmatch(name)
    return match[1] if match and is_component_column(match[1]) else None


def is_for_people(name: str) -> bool:
    """Whether a column is there to choose from, and is not read: what a draft offers.

    >>> is_for_people("head_candidates"), is_for_people("head")
    (True, False)
    """
    return _FOR_PEOPLE.fullmatch(name) is not None


def is_draft(values: Mapping[str, Any]) -> bool:
    """Whether an entry says that it is not finished.

    >>> is_draft({"draft": True}), is_draft({"draft": "yes"}), is_draft({"draft": ""})
    (True, True, False)
    """
    return str(values.get("draft") or "").strip().casefold() in ("true", "yes", "1", "1.0", "x")


def numbered(name: str) -> tuple[str, int] | None:
    """A column of a sentence or its rating, and the sentence's number.

    >>> numbered("sentence2"), numbered("rating_sentence"), numbered("synonym_sentence2")
    (('sentence', 2), ('rating_sentence', 1), None)
    """
    match = _NUMBERED.fullmatch(name)
    return (match[1], int(match[2] or 1)) if match and len(match[2]) <= len(str(MOST_SENTENCES)) else None


def own_of(name: str) -> tuple[str, int] | None:
    """The field and sentence of a column that holds for one sentence.

    >>> own_of("synonym_sentence2"), own_of("rating_sentence2")
    (('synonym', 2), None)
    """
    match = _OWN.fullmatch(name)
    if not match or len(match[2]) > len(str(MOST_SENTENCES)):
        return None
    return (match[1], int(match[2])) if match[1] in FOR_A_SENTENCE or is_component_column(match[1]) else None


def beyond_count(name: str) -> bool:
    """Whether a column numbers its sentence higher than anybody counts."""
    match = _NUMBERED.fullmatch(name) or _OWN.fullmatch(name)
    return match is not None and len(match[2]) > len(str(MOST_SENTENCES))


def is_field(name: str) -> bool:
    """Whether a column means something here."""
    return (
        name in FIELDS
        or is_component_column(name)
        or role_of(name) is not None
        or numbered(name) is not None
        or own_of(name) is not None
    )


def column_name(written: str) -> str:
    """A column's name as it is looked for: small letters, underscores for spaces and hyphens.

    >>> column_name(" Rating Sentence 2 ")
    'rating_sentence2'
    """
    name = re.sub(r"[\s-]+", "_", written.strip().casefold())
    name = re.sub(r"_(\d+)$", r"\1", name)
    return _OTHER_NAMES.get(name, name)


def likely(name: str) -> str | None:
    """The field that a mistyped name may mean.

    >>> likely("synomym"), likely("notes")
    ('synonym', None)
    """
    synonyms = [f"{role}_synonyms" for role in COMPONENT_ROLES[:5]]
    found = difflib.get_close_matches(name, [*FIELDS, *COMPONENT_ROLES, *synonyms, "sentences"], 1, 0.75)
    return found[0] if found else None


def told_unknown(names: Iterable[str]) -> str:
    """One sentence about columns that are passed over."""
    guesses = [f"{name} (did you mean {guess}?)" if (guess := likely(name)) else name for name in names]
    return f"columns that mean nothing here are passed over: {', '.join(guesses)}"


def missing_fields(names: Sequence[str], *, draft: bool = False) -> list[tuple[str, str]]:
    """What is wrong with fields that lack a required one, each with the name that may have been meant for it.

    A draft needs its expression only.
    """
    problems = []
    for needed in REQUIRED[:1] if draft else REQUIRED:
        if needed not in names:
            meant = next((name for name in names if not is_field(name) and likely(name) == needed), None)
            hint = f"did you mean it by {meant!r}?" if meant else f"write {FIELDS[needed]}"
            problems.append((meant or "", f"{needed!r} is missing; {hint}"))
    return problems
