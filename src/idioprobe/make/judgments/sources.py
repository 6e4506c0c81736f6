"""What answers are about: a dataset or a lexicon, its sentences, its type ratings and classes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import polars as pl

from idioprobe.core.errors import DatasetError
from idioprobe.core.tables import CLASSES, TARGET
from idioprobe.data.components import component_roles, components_of
from idioprobe.data.dataset import Dataset
from idioprobe.data.grammar.names import language_code
from idioprobe.data.languages.language import find_language
from idioprobe.data.lexicon.fields import is_component_column, numbered
from idioprobe.data.lexicon.forms import parse_form
from idioprobe.data.lexicon.places import order_of, stands_in
from idioprobe.data.lexicon.rawrows import RawLexicon
from idioprobe.data.lexicon.read import raw_lexicon
from idioprobe.data.targets import pieces, target_text
from idioprobe.make.judgments.answers import Known
from idioprobe.make.judgments.judge import Beside

LEXICONS = (".toml", ".csv", ".tsv", ".xlsx", ".xlsm", ".xls", ".xlsb", ".ods")
Key = tuple[str, str]
"""Language and expression."""


@dataclass(frozen=True)
class Entry:
    """An expression with the fields of a lexicon, as they are written there."""

    language: str
    name: str
    fields: Mapping[str, Any]


@dataclass(frozen=True)
class Source:
    """A dataset or a lexicon: its entries, and what its top says of all of them.

    Of a dataset, `dataset` is the whole; of a lexicon, `top` is what is written above its entries.
    """

    name: str
    known: Known
    beside: Beside
    entries: Sequence[Entry]
    top: RawLexicon = field(default_factory=lambda: RawLexicon(()))
    dataset: Dataset | None = None


def source_of_lexicon(path: Path, language: str | None = None) -> Source:
    """A lexicon, as it is written."""
    raw = raw_lexicon(path, language)
    entries, sentences, types, classes = [], {}, {}, {}
    for row in raw.rows:
        values = {name: value for name, value in row.values.items() if value not in (None, "", []) and name != "draft"}
        written = str(values.pop("language", "") or row.language or language or "")
        code = language_code(written) if written else None
        if code is None:
            raise DatasetError(f"{path}:{row.line}: language is missing; add it, or pass `language`.")
        name = parse_form(str(values["expression"])).citation
        entries.append(Entry(code, name, values))
        numbers = frozenset(n[1] for key in values if (n := numbered(key)) and n[0] == "sentence")
        sentences[code, name.casefold()] = (name, numbers)
        if "class" in values:
            classes[code, name] = str(values["class"])
        if "rating" in values:
            types[code, name] = float(str(values["rating"]).replace(",", "."))
    roles = tuple(dict.fromkeys(key for one in entries for key in one.fields if is_component_column(key)))
    return Source(path.name, Known(path.name, sentences, roles), Beside(path.name, types, classes), entries, raw)


def source_of_dataset(data: Dataset) -> Source:
    """A dataset, with its entries as a lexicon would have them."""
    natural = data.stimuli.filter(pl.col("condition") == "nat", pl.col("role") == "original")
    numbers: dict[Key, set[int]] = {}
    for language, name, sentence in natural.select("language", "expression", "sentence").iter_rows():
        numbers.setdefault((language, name), set()).add(sentence if sentence is not None else 1)
    for language, name, sentence in data.ratings.select("language", "expression", "sentence").iter_rows():
        if sentence is not None:  # A sentence under copyright has ratings, and no text.
            numbers.setdefault((language, name), set()).add(sentence)
    names = data.expressions.select("language", "expression").rows()
    sentences = {(a, b.casefold()): (b, frozenset(numbers.get((a, b), ()))) for a, b in names}
    rated = data.ratings.filter(pl.col("rating") == "type", pl.col("target") == TARGET)
    types = {(a, b): mean for a, b, mean in rated.select("language", "expression", "mean").iter_rows()}
    labelled = data.expressions.drop_nulls("class").select("language", "expression", "class")
    classes = {(a, b): label for a, b, label in labelled.iter_rows()}
    top = RawLexicon(
        (), labelling=data.header.labelling, labelling_note=data.header.labelling_note, classes=data.classes
    )
    known = Known(data.name, sentences, component_roles(data.expressions))
    return Source(data.name, known, Beside(data.name, types, classes), _entries(data), top, data)


def source_of_answers(answers: pl.DataFrame) -> Source:
    """Answers whose sentences nobody gave: entries to be filled in."""
    names = answers.select("language", "expression").unique(maintain_order=True).rows()
    entries = [Entry(language, name, {"expression": name}) for language, name in names]
    return Source("", Known("", {}), Beside(""), entries, RawLexicon((), classes=CLASSES))


def _entries(data: Dataset) -> list[Entry]:
    """The expressions of a dataset as a lexicon has them, as far as its stimuli tell."""
    words = components_of(data.expressions)
    own: dict[Key, list[dict[str, Any]]] = {}
    for row in data.stimuli.filter(pl.col("condition").is_in(["nat", "none"])).iter_rows(named=True):
        own.setdefault((row["language"], row["expression"]), []).append(row)
    entries = []
    for row in data.expressions.iter_rows(named=True):
        key = (row["language"], row["expression"])
        fields: dict[str, Any] = {"expression": row["expression"]}
        fields |= {name: row[name] for name in ("type", "class") if row[name]}
        parts = fitting({one.role: one.word for one in words.get(key, ())}, *key)
        fields |= parts
        fields |= _stimuli(own.get(key, []), parts)
        entries.append(Entry(*key, fields))
    return entries


def fitting(words: Mapping[str, str], language: str, name: str) -> dict[str, str]:
    """The words of an expression by their roles, if a lexicon has such roles and finds the words in the expression."""
    spaces = find_language(language).spaces
    parts = {role: word for role, word in words.items() if is_component_column(role)}
    forms = {role: parse_form(word, varies=True) for role, word in parts.items()}
    found = all(stands_in(form, name, spaces=spaces) for form in forms.values())
    return parts if found and order_of(forms, name, spaces=spaces) is not None else {}


_ROLES = {"syn": "synonym", "syn2": "synonym2", "words": "words"}


def _stimuli(rows: Sequence[Mapping[str, Any]], parts: Mapping[str, str]) -> dict[str, Any]:
    """Sentences, synonyms and words' synonyms, and what stands in a sentence in a form of its own."""
    fields: dict[str, Any] = {}
    several: dict[str, list[str]] = {}
    alone = [row for row in rows if row["condition"] == "none"]
    natural = [row for row in rows if row["condition"] == "nat"]
    for row in sorted(alone, key=lambda row: row["index"] or 0):
        role, text = row["role"], row["text"]
        component, _, kind = role.partition("_")
        if role in _ROLES and _ROLES[role] not in fields:
            fields[_ROLES[role]] = text
        elif kind == "syn" and component in parts:
            several.setdefault(f"{component}_synonyms", []).append(text)
    fields |= several
    for row in natural:
        number = row["sentence"] if row["sentence"] is not None else 1
        if row["role"] == "original":
            fields[f"sentence{number}"] = marked_sentence(row["text"], row["spans"])
        elif row["role"] in _ROLES:
            name, shown = _ROLES[row["role"]], target_text(row["text"], row["spans"], row["language"])
            if name in fields and fields[name].casefold() != shown.casefold():
                fields[f"{name}_sentence{number}"] = shown
    return fields


def marked_sentence(text: str, spans: str) -> str:
    """A sentence with its target in brackets, as lexicons have it.

    >>> marked_sentence("They gave it up.", "5:9 13:15")
    'They [gave] it [up].'
    """

    def plain(piece: str) -> str:
        return "".join(f"\\{letter}" if letter in "[]{}\\" else letter for letter in piece)

    return "".join(f"[{piece}]" if target else plain(piece) for piece, target in pieces(text, spans))
