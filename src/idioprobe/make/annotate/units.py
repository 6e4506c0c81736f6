"""What people are asked about: an expression in one sentence, or in all of its sentences."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from idioprobe.core.errors import StudyError
from idioprobe.core.requests import format_spans
from idioprobe.data.components import Component, Components, components_of, is_role
from idioprobe.data.grammar.names import language_code
from idioprobe.data.lexicon.entry import Entry
from idioprobe.data.lexicon.forms import Form
from idioprobe.data.lexicon.markup import fill, parse_frame
from idioprobe.data.lexicon.read import read_entries
from idioprobe.data.names import dataset_names
from idioprobe.data.registry import DataDirs, load_dataset
from idioprobe.data.targets import pieces

TYPE, TOKEN = "type", "token"
LEVELS = (TYPE, TOKEN)
SCORE = "score"
"""The name of the answer about the whole expression; those about components have the names of their roles."""
_PAIR_OF_WORDS = 2
_TAKEN = re.compile(
    r"annotator|expression|compound|language|sentence|score|paraphrases?\d*|level|check|text|unit|item|form|agree"
)
"""Words that mean something else in forms and tables of answers."""


@dataclass(frozen=True)
class Sentence:
    """One sentence, its number among those of its expression, and where the expression is in it."""

    number: int
    text: str
    spans: str

    def pieces(self) -> list[tuple[str, bool]]:
        """The text in pieces, each with whether it is to be marked."""
        return [(text, marked) for text, marked in pieces(self.text, self.spans) if text]


@dataclass(frozen=True)
class Asked:
    """An expression with its words that are asked about, and its sentences."""

    expression: str
    language: str
    components: Components
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True)
class Unit:
    """What is asked on one screen: an expression in one sentence (token level) or in all of them (type level)."""

    item: str
    """`12` is a unit of the study, `practice:…` and `check:…` are from the settings."""
    level: str
    asked: Asked

    @property
    def fields(self) -> tuple[str, ...]:
        """The answers on the scale, in the order of the questions."""
        return (*(one.role for one in self.asked.components), SCORE)


@dataclass(frozen=True)
class Source:
    """The expressions that a study is made of, where they are from, and what is to be said about them."""

    name: str
    asked: tuple[Asked, ...]
    notes: tuple[str, ...] = ()


def read_source(source: str, language: str | None = None, data_dir: DataDirs = None) -> Source:
    """The expressions of a lexicon (a file) or a dataset (its name or folder), in one language."""
    path = Path(source).expanduser()
    code = language_code(language) if language else None
    if language and code is None:
        raise StudyError(f"`language` {language!r} is no language that is known; write a code such as en or de.")
    if path.is_file():
        name, everything = path.stem, [_of_entry(entry, path) for entry in read_entries(path, language)]
    elif path.suffix and not path.exists() and source not in dataset_names():
        raise StudyError(f"{source} does not exist; name a lexicon, a dataset folder or a dataset.")
    else:
        name, everything = _of_dataset(source, data_dir)
    counts = Counter(one.language for one in everything)
    languages, notes = sorted(counts), []
    if code is None and len(languages) > 1:
        code = max(languages, key=counts.__getitem__)
        others = ", ".join(one for one in languages if one != code)
        notes.append(f"A study is about one language: this one is about {code}; `language` chooses among {others} too.")
    chosen = [one for one in everything if code in (None, one.language)]
    silent = [one.expression for one in chosen if not one.sentences]
    kept = tuple(one for one in chosen if one.sentences)
    if not kept:
        where = f" in {code}" if code else ""
        lacks = "with a natural sentence" if chosen else f"(it has {', '.join(languages) or 'none at all'})"
        raise StudyError(f"{source} has no expression{where} {lacks}.")
    notes += [f"Without a sentence, and left out: {_some(silent)}."] if silent else []
    bare = [one.expression for one in kept if not one.components]
    if bare:
        notes.append(f"Their words are not listed, so that only the whole is asked about: {_some(bare)}.")
    return Source(name, kept, tuple(notes))


def _some(names: list[str], most: int = 10) -> str:
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")


def _of_entry(entry: Entry, path: Path) -> Asked:
    sentences = []
    for number, frame in entry.frames.items():
        try:
            text, spans = fill(frame, frame.parts, entry.expression.tags)
        except ValueError as error:
            raise StudyError(f"{path}:{entry.line}: sentence{number}: {error}.") from error
        sentences.append(Sentence(number, text, format_spans(spans)))
    listed = tuple(Component(role, form.citation) for role, form in entry.components.items())
    return Asked(entry.name, entry.language, _asked_about(entry.name, listed), tuple(sentences))


def _of_dataset(source: str, data_dir: DataDirs) -> tuple[str, list[Asked]]:
    data = load_dataset(source, data_dir)
    sentences: dict[tuple[str, str], dict[int, Sentence]] = {}
    columns = ("language", "expression", "condition", "role", "sentence", "text", "spans")
    for language, expression, condition, role, number, text, spans in data.stimuli.select(columns).iter_rows():
        if condition == "nat" and role == "original":
            of_one = sentences.setdefault((language, expression), {})
            place = number or len(of_one) + 1
            of_one.setdefault(place, Sentence(place, text, spans))
    return data.name, [
        Asked(expression, language, _asked_about(expression, listed), tuple(sentences.get(key, {}).values()))
        for key, listed in components_of(data.expressions).items()
        for language, expression in [key]
    ]


def _asked_about(expression: str, listed: Components) -> Components:
    """The words that are asked about: those listed; two that nobody has listed are called by their places."""
    if not listed:
        words = [word for word in re.split(r"[\s-]+", expression) if word]
        return (
            tuple(Component(f"word{n}", word) for n, word in enumerate(words, 1))
            if len(words) == _PAIR_OF_WORDS
            else ()
        )
    for one in listed:
        if _TAKEN.fullmatch(one.role):
            raise StudyError(
                f"{expression!r}: a component has the role {one.role}, which means something else; rename it."
            )
    return listed


def marked_unit(item: str, expression: str, language: str, sentence: str, components: str) -> Unit:
    """A unit that the settings write down: `She is a [paper tiger].`; a ValueError says what is wrong."""
    from idioprobe.data.components import parse_components

    frame = parse_frame(sentence, Form((expression,)))
    text, spans = fill(frame, frame.parts, frozenset())
    one = Sentence(1, text, format_spans(spans))
    return Unit(
        item, TOKEN, Asked(expression, language, _asked_about(expression, parse_components(components)), (one,))
    )


def roles(asked: Iterator[Asked] | tuple[Asked, ...] | list[Asked]) -> tuple[str, ...]:
    """All roles that are asked about, in the order in which they appear."""
    return tuple(dict.fromkeys(c.role for one in asked for c in one.components if is_role(c.role)))
