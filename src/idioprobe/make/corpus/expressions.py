"""The expressions that a corpus is asked about, and the forms that they are known in.

They come as a list, one a line; as a table with a column `expression`, further columns giving forms; as a lexicon,
finished or not; or as a dataset.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from idioprobe.core.csvfile import AT_MOST, open_csv
from idioprobe.core.errors import DatasetError
from idioprobe.core.notices import left_out
from idioprobe.core.textfile import open_text
from idioprobe.data.components import parse_components
from idioprobe.data.grammar.names import language_code
from idioprobe.data.grammar.plurals import pluralise, word_forms
from idioprobe.data.languages.language import Language, base_language, find_language
from idioprobe.data.lexicon.fields import column_name, is_component_column, is_field, numbered
from idioprobe.data.lexicon.forms import USUAL_NAMES, Form, parse_form
from idioprobe.data.lexicon.markup import parse_frame
from idioprobe.data.lexicon.mistakes import Mistakes
from idioprobe.data.lexicon.read import SPREADSHEETS
from idioprobe.data.lexicon.tomlfile import read_toml
from idioprobe.data.names import dataset_names
from idioprobe.data.registry import DataDirs, load_dataset
from idioprobe.data.sources.sheet import read_sheets
from idioprobe.data.targets import target_texts

_FORM_COLUMN = re.compile(r"(?:forms?|variants?|inflections?)[ _]?\d*")
_HAS_WORD = re.compile(r"[^\W_]")
_WORD_ENDS = re.compile(r"[\s-]+")
_ONES = re.compile(r"\b(?:some)?one['’]s\b", re.I)
_OTHER_WORDS = 2
"""Of longer expressions only the plural that a rule spells is looked for, not every word in every form."""
_READ = ("expression", "language", "draft")
ENGLISH_VERB_FORMS = ("pres", "past", "part", "ger")


@dataclass(frozen=True)
class Wanted:
    """An expression, all forms that it is known in (its citation form first), and its words.

    The language is empty where nothing says it. `entry` is what a lexicon has of it, by field; a dataset has its type,
    its class and its words.
    """

    expression: str
    language: str
    forms: tuple[str, ...]
    components: tuple[str, ...] = ()
    entry: Mapping[str, Any] = field(default_factory=dict, compare=False)


@dataclass(frozen=True)
class _Given:
    """What a row says, and where it is."""

    line: int
    cells: Mapping[str, Any]
    language: str | None = None


def read_expressions(path: str | Path, language: str | None = None, data_dir: DataDirs = None) -> list[Wanted]:
    """The expressions of a list, a table, a lexicon or a dataset (its folder or name), in their order, each once.

    `language` is that of expressions which do not say theirs. Where more is known of a language, forms are added:
    English inflection, plurals.
    """
    file = Path(path).expanduser()
    if file.suffix and not file.exists() and str(path) not in dataset_names():
        raise DatasetError(
            f"{path} does not exist; name a list of expressions, a table that has a column expression, a lexicon "
            "or a dataset."
        )
    found = _from_file(file, language) if file.is_file() else _from_dataset(path, data_dir)
    merged: dict[tuple[str, str], Wanted] = {}
    for one in found:
        key = (base_language(one.language), one.expression.casefold())
        known = merged.setdefault(key, one)
        merged[key] = replace(
            known,
            forms=_once((*known.forms, *one.forms)),
            components=known.components or one.components,
            entry={**one.entry, **known.entry},
        )
    return [
        replace(one, forms=_once((*one.forms, *inflected(one.expression, one.language)))) for one in merged.values()
    ]


def inflected(expression: str, language: str) -> tuple[str, ...]:
    """What an expression may look like in its language, as far as rules or a dictionary tell.

    >>> inflected("kick the bucket", "en")[:3]
    ('kicks the bucket', 'kicked the bucket', 'kicking the bucket')
    >>> inflected("eager beaver", "en"), "pés frios" in inflected("pé frio", "pt")
    (('eager beavers',), True)
    """
    if not language:
        return ()
    known = find_language(language)
    if not known.spaces:
        return ()
    if known.inflect:
        names = (*ENGLISH_VERB_FORMS, "pl") if _may_begin_with_verb(expression, known) else ("pl",)
        made = [expression, *filter(None, (known.inflect(expression, name) for name in names))]
        return _once(own for form in made for own in _owned(form))[1:]
    words = _WORD_ENDS.split(expression)
    if known.plural_endings and len(words) <= _OTHER_WORDS:
        inflecting = range(len(words)) if known.every_word_inflects else [len(words) - 1]
        slots = [word_forms(word, language) if at in inflecting else [word] for at, word in enumerate(words)]
        return tuple(" ".join(form) for form in itertools.product(*slots))[1:]
    plural = pluralise(expression, language)
    return () if plural is None else (plural,)


def _may_begin_with_verb(expression: str, known: Language) -> bool:
    """Whether the first word may be a verb: all forms are looked for, as one that is none is not found either."""
    first, _, rest = expression.partition(" ")
    if known.is_verb_phrase is None or not rest:
        return False
    adjective = known.is_adjective is not None and known.is_adjective(first)
    return known.is_verb_phrase(expression) or (not adjective and known.is_verb_phrase(f"{first} it"))


def _owned(form: str) -> Iterable[str]:
    """The form, and what is written where a dictionary writes one's."""
    yield form
    if _ONES.search(form):
        yield from (_ONES.sub(word, form) for word in ("my", "your", "his", "her", "its", "our", "their"))


def of_language(wanted: list[Wanted], language: str, told: str) -> list[Wanted]:
    """The expressions of a language, with those that do not say theirs; a word about the others."""
    kept = [one for one in wanted if not one.language or base_language(one.language) == base_language(language)]
    if not kept:
        others = ", ".join(sorted({one.language for one in wanted}))
        raise DatasetError(f"{told} has no expression in {language}, the language of the index; it has {others}.")
    if len(kept) < len(wanted):
        left_out(f"{told}: {len(wanted) - len(kept)} expressions are not in {language}; they are left out.")
    return kept


def _once(forms: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(forms))


def _from_dataset(name: str | Path, data_dir: DataDirs) -> list[Wanted]:
    data = load_dataset(name, data_dir)
    written = data.stimuli.select("expression", "language", "role").with_columns(target_texts(data.stimuli))
    forms: dict[tuple[str, str], dict[str, None]] = {}
    for expression, language, role, target in written.iter_rows():
        if role == "original":
            forms.setdefault((expression, language), {expression: None})[target] = None
    rows = data.expressions.select("expression", "language", "components", "type", "class").iter_rows()
    return [
        Wanted(
            name,
            code,
            tuple(forms.get((name, code), {name: None})),
            tuple(c.word for c in parse_components(listed)),
            {c.role: c.word for c in parse_components(listed)} | _filled({"type": kind, "class": label}),
        )
        for name, code, listed, kind, label in rows
    ]


def _filled(cells: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of an entry that say something, without those that are read into others."""
    return {
        name: value.strip() if isinstance(value, str) else value
        for name, value in cells.items()
        if is_field(name) and name not in _READ and (value.strip() if isinstance(value, str) else value)
    }


def _from_file(path: Path, language: str | None) -> list[Wanted]:
    default = _language(language) if language else ""
    if default is None:
        raise DatasetError(f"`language` {language!r} is no language that is known; write a code such as en or de.")
    mistakes = Mistakes(path)
    rows = _rows(path, mistakes)
    read = [_wanted(row, default, mistakes) for row in rows]
    mistakes.refuse()
    wanted = [one for one in read if one is not None]
    if not wanted:
        raise DatasetError(f"{path} has no expressions; write one a line, or in a column expression.")
    return wanted


def _rows(path: Path, mistakes: Mistakes) -> list[_Given]:
    suffix = path.suffix.lower()
    if suffix == ".toml":
        open_fields = Mistakes(path)
        rows = read_toml(path, open_fields).rows
        if not rows:
            open_fields.refuse()
        return [_Given(row.line, row.values, row.language) for row in rows]
    if suffix in SPREADSHEETS:
        sheets = [(title, cells) for title, cells in read_sheets(path, DatasetError) if cells]
        tables = [(title, cells) for title, cells in sheets if "expression" in map(column_name, cells[0])]
        if not tables:
            raise DatasetError(f"{path} has no column expression; add one.")
        return [
            given
            for title, cells in tables
            for given in _table(mistakes, cells[0], enumerate(cells[1:], 2), _language(title))
        ]
    first = open_text(path, DatasetError).readline()
    if "expression" in (column_name(cell.strip().strip('"')) for cell in re.split("[,;\t]", first)):
        file = open_csv(path, DatasetError, f"close every quote, and note that {AT_MOST}", delimiter=None)
        return _table(mistakes, file.header, file.rows, None)
    if suffix in (".csv", ".tsv"):
        mistakes.add(1, "the column 'expression' is missing; add it")
        return []
    lines = enumerate((line.strip() for line in open_text(path, DatasetError)), 1)
    return [_Given(number, {"expression": line}) for number, line in lines if line and not line.startswith("#")]


def _table(
    mistakes: Mistakes, header: list[str], rows: Iterable[tuple[int, list[str]]], language: str | None
) -> list[_Given]:
    columns = [column_name(cell) for cell in header]
    unused = [name for name in columns if name and not is_field(name) and not _gives_forms(name)]
    if unused:
        named = ", ".join(unused)
        left_out(f"{mistakes.path}: of the columns, {named} give no forms; those that do are called form or plural.")
    given = []
    for line, cells in rows:
        if any(cell.strip() for cell in cells[len(columns) :]):
            mistakes.add(line, "more cells than columns; put quotes around cells that contain what parts the others")
        elif any(cell.strip() for cell in cells):
            given.append(_Given(line, dict(zip(columns, cells, strict=False)), language))
    return given


def _gives_forms(column: str) -> bool:
    return _FORM_COLUMN.fullmatch(column) is not None or column in USUAL_NAMES


def _wanted(row: _Given, default: str, mistakes: Mistakes) -> Wanted | None:
    written = row.cells.get("language")
    language = _language(str(written)) if written else row.language or default
    if language is None:
        mistakes.add(row.line, f"{str(written)!r} is not a language code; write one such as en or de")
        return None
    text = str(row.cells.get("expression") or "").strip()
    if not _HAS_WORD.search(text):
        mistakes.add(row.line, f"{text!r} has no word; write an expression" if text else "expression is empty")
        return None
    words = [str(word) for name, word in row.cells.items() if is_component_column(name) and word]
    try:
        form = parse_form(text)
        components = tuple(parse_form(word, varies=True).citation for word in words)
    except ValueError as error:
        mistakes.add(row.line, str(error))
        return None
    name = " ".join(form.citation.split())
    given = [*spellings(form), *_given_forms(row.cells), *_in_sentences(row.cells, form, language)]
    return Wanted(name, language, _once((name, *given)), components, _filled(row.cells))


def spellings(form: Form) -> tuple[str, ...]:
    """All that a lexicon's form may look like.

    >>> spellings(parse_form("[aufgeben #past:gab … auf]"))
    ('aufgeben', 'gab auf')
    """
    verbs = form.verb.every if form.verb else ()
    return _once((*form.every, *map(form.around, verbs)))


def _given_forms(cells: Mapping[str, Any]) -> Iterable[str]:
    for name, cell in cells.items():
        if _gives_forms(name) and cell:
            parts = cell if isinstance(cell, list) else str(cell).split(";")
            yield from (" ".join(str(part).split()) for part in parts if str(part).strip())


def _in_sentences(cells: Mapping[str, Any], form: Form, language: str) -> Iterable[str]:
    """The forms that a lexicon's sentences have the expression in; a sentence still to be mended gives none."""
    spaces = find_language(language).spaces if language else True
    for name, cell in cells.items():
        if (number := numbered(name)) and number[0] == "sentence" and isinstance(cell, str) and cell.strip():
            try:
                yield parse_frame(cell, form, spaces=spaces).target
            except ValueError:
                continue


def _language(written: str) -> str | None:
    return language_code(written) if written.strip() else None
