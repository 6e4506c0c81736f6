"""Lexicons: a list of expressions that a benchmark is built from, as CSV, TSV, XLSX or TOML.

Only the expression, one sentence and one synonym are required, and of a draft the expression alone. All formats have
the same fields; the mistakes of a file are told together, each with its line.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from idioprobe.core.errors import LexiconError
from idioprobe.core.notices import some
from idioprobe.core.textfile import LONGEST_CELL, open_text
from idioprobe.data.grammar.names import language_code
from idioprobe.data.languages.language import find_language
from idioprobe.data.lexicon.entry import Entry, Lexicon
from idioprobe.data.lexicon.fields import FIELDS, FIGURES, is_component_column, is_draft, numbered, own_of, role_of
from idioprobe.data.lexicon.forms import Form, parse_form
from idioprobe.data.lexicon.markup import Frame, parse_frame
from idioprobe.data.lexicon.mistakes import Mistakes
from idioprobe.data.lexicon.places import order_of, stands_in
from idioprobe.data.lexicon.rawrows import RawLexicon, RawRow, read_spreadsheet, read_table
from idioprobe.data.lexicon.tomlfile import read_toml

SPREADSHEETS = (".xlsx", ".xlsm", ".xls", ".xlsb", ".ods")
_NUMBER = re.compile(r"[+-]?\d+,\d+")


@dataclass(frozen=True)
class Examined:
    """The rows of a lexicon as they are written, and what is wrong with them."""

    rows: tuple[RawRow, ...]
    mistakes: tuple[str, ...]


def examine_lexicon(path: Path, language: str | None = None, *, classes: tuple[str, ...] | None = None) -> Examined:
    """A lexicon as a draft: fields that are still open are no mistakes."""
    mistakes, unfinished = Mistakes(path), Mistakes(path)
    default = _default_language(language)
    raw = _read_raw(_there(path), default, mistakes)
    rows = [replace(row, values={**row.values, "draft": True}) for row in raw.rows]
    chosen = classes or raw.classes
    read = [_Reader(row, mistakes, unfinished, default, chosen).entry() for row in rows]
    _once([entry for entry in read if entry is not None], mistakes)
    return Examined(raw.rows, tuple(mistakes.told()))


def read_entries(path: Path, language: str | None = None) -> tuple[Entry, ...]:
    """The entries of a lexicon that need be no more than expressions and their sentences."""
    mistakes, unfinished = Mistakes(path), Mistakes(path)
    default = _default_language(language)
    raw = _read_raw(_there(path), default, mistakes, draft=True)
    rows = [replace(row, values={**row.values, "draft": True}) for row in raw.rows]
    read = [_Reader(row, mistakes, unfinished, default, raw.classes).entry() for row in rows]
    entries, _ = _once([entry for entry in read if entry is not None], mistakes)
    mistakes.refuse()
    return tuple(entries)


def _there(path: Path) -> Path:
    if not path.is_file():
        raise LexiconError(f"{path} does not exist; name a lexicon in CSV, TSV, XLSX or TOML.")
    return path


def read_lexicon(
    path: Path, language: str | None = None, *, skip_bad: bool = False, classes: tuple[str, ...] | None = None
) -> Lexicon:
    """Read a lexicon; `language` is for files that do not name one themselves.

    A file with mistakes is refused, all of them told, unless `skip_bad` asks for the rest of it.
    """
    default = _default_language(language)
    mistakes = Mistakes(path)
    raw = _read_raw(_there(path), default, mistakes)
    classes = classes or raw.classes
    unfinished = Mistakes(path)
    read = [_Reader(row, mistakes, unfinished, default, classes).entry() for row in raw.rows]
    entries, notes = _once([entry for entry in read if entry is not None], mistakes)
    if not skip_bad:
        mistakes.refuse()
    if not entries:
        mistakes.refuse()
        raise LexiconError(f"{path} has no entries.")
    pools = {pattern: tuple(_pool_form(path, text) for text in texts) for pattern, texts in raw.pools.items()}
    languages = sorted({entry.language for entry in entries})
    return Lexicon(
        path,
        raw.name,
        tuple(entries),
        dict.fromkeys(languages, pools) if pools else {},
        dict.fromkeys(languages, raw.templates) if raw.templates else {},
        raw.labelling,
        raw.labelling_note,
        classes,
        (*mistakes.told(), *unfinished.told()),
        (*raw.notes, *notes),
    )


def _default_language(written: str | None) -> str | None:
    if written is None or not written.strip():
        return None
    code = language_code(written)
    if code is None:
        raise LexiconError(f"`language` {written!r} is no language that is known; write a code such as en or de.")
    return code


def _read_raw(path: Path, language: str | None, mistakes: Mistakes, *, draft: bool = False) -> RawLexicon:
    suffix = path.suffix.lower()
    if suffix == ".toml":
        return read_toml(path, mistakes, draft=draft)
    if suffix in SPREADSHEETS:
        return _without_repeats(read_spreadsheet(path, mistakes, draft=draft))
    return _without_repeats(read_table(path, language, mistakes, draft=draft))


def _without_repeats(raw: RawLexicon) -> RawLexicon:
    """Without rows that repeat an expression and are otherwise empty, as spreadsheets have them; with a note."""
    identify = ("expression", "language")
    names = [" ".join(str(row.values.get("expression", "")).split()).casefold() for row in raw.rows]
    codes = [language_code(str(row.values.get("language", ""))) or row.language for row in raw.rows]
    empty = [not any(str(v).strip() for name, v in row.values.items() if name not in identify) for row in raw.rows]
    whole: dict[str, set[str | None]] = {}
    for name, code, bare in zip(names, codes, empty, strict=True):
        if not bare:
            whole.setdefault(name, set()).add(code)
    repeats = [
        bare and name in whole and (code is None or not whole[name].isdisjoint((code, None)))
        for name, code, bare in zip(names, codes, empty, strict=True)
    ]
    if not any(repeats):
        return raw
    lines = some((str(row.line) for row, repeat in zip(raw.rows, repeats, strict=True) if repeat), shown=10)
    rows = tuple(row for row, repeat in zip(raw.rows, repeats, strict=True) if not repeat)
    note = f"rows that repeat an expression and are otherwise empty are passed over: line {lines}"
    return replace(raw, rows=rows, notes=(*raw.notes, note))


def read_pool(path: Path) -> tuple[Form, ...]:
    """A pool of random combinations, one a line."""
    lines = enumerate(open_text(path, LexiconError), 1)
    return tuple(_pool_form(path, line, number) for number, line in lines if line.strip())


def _pool_form(path: Path, text: str, line: int | None = None) -> Form:
    try:
        return parse_form(text)
    except ValueError as error:
        at = line or next((i for i, row in enumerate(open_text(path, LexiconError), 1) if text in row), 1)
        raise LexiconError(f"{path}:{at}: {error}; write one combination.") from None


def _once(entries: list[Entry], mistakes: Mistakes) -> tuple[list[Entry], list[str]]:
    """Each expression once: a row that says nothing new is skipped, one that does is a mistake."""
    kept: dict[tuple[str, str], Entry] = {}
    notes: list[str] = []
    for entry in entries:
        key = (entry.language, entry.name.casefold())
        first = kept.setdefault(key, entry)
        if first is entry:
            continue
        if replace(entry, line=first.line) == first:
            notes.append(f"line {entry.line} repeats {entry.name!r} of line {first.line} and is skipped")
        else:
            mistakes.add(
                entry.line, f"{entry.name!r} is on line {first.line} already; put all its sentences into one entry"
            )
    return list(kept.values()), notes


def _gendered(expression: Form, components: Mapping[str, Form]) -> Form:
    """An expression that has no gender of its own takes that of its head."""
    head = next((components[role] for role in ("head", "noun") if role in components), None)
    if expression.gender or head is None or head.gender is None:
        return expression
    return replace(expression, tags=expression.tags | {head.gender})


@dataclass
class _Reader:
    """Reads one row; what is wrong with it is gathered, and what a draft leaves open."""

    row: RawRow
    mistakes: Mistakes
    unfinished: Mistakes
    language: str | None
    classes: tuple[str, ...]
    lacks: list[str] = field(default_factory=list)

    def wrong(self, key: str, message: str) -> None:
        where = f"sheet {self.row.sheet!r}: " if self.row.sheet else ""
        self.mistakes.add(self.row.locate(key), f"{where}{key}: {message}")

    def entry(self) -> Entry | None:
        before = len(self.mistakes.found)
        language = self._language()
        expression = self._required("expression")
        synonym = self._required("synonym")
        frames = self._frames(expression, language) if expression else {}
        components = self._components(expression, language) if expression else {}
        label = self._label()
        synonyms = {role: forms for role in components if (forms := self._forms(f"{role}_synonyms"))}
        general = {role: form for role in components if (form := self._form(f"{role}_generic", varies=True))}
        figures = {name: value for name in FIGURES if (value := self._number(name)) is not None}
        ratings = self._sentence_ratings()
        second, words, type_ = self._form("synonym2"), self._form("words"), self._text("type")
        words_alt, own = self._forms("words_alt", varies=False), self._own()
        related = self._form("related")
        pattern, rating = self._text("pattern"), self._number("rating")
        self._check_roles(components)
        self._leave()
        unread = synonym is None and not self.lacks
        if len(self.mistakes.found) > before or unread or language is None or expression is None:
            return None
        return Entry(
            self.row.line,
            language,
            _gendered(expression, components),
            frames,
            synonym,
            second,
            type_,
            pattern,
            components,
            synonyms,
            general,
            words,
            words_alt,
            own,
            label,
            rating,
            ratings,
            figures,
            related,
            self.row.sheet,
        )

    def _open(self, key: str, message: str) -> None:
        """A field that an entry needs and lacks: a mistake, unless it is a draft's."""
        if is_draft(self.row.values) and key != "expression":
            self.lacks.append(key)
        else:
            self.wrong(key, message)

    def _leave(self) -> None:
        """Say once what a draft's entry lacks."""
        if self.lacks:
            where = f"sheet {self.row.sheet!r}: " if self.row.sheet else ""
            listed = f"{' and '.join(self.lacks)} {'is' if len(self.lacks) == 1 else 'are'} open, and what needs"
            named = self.row.values.get("expression")
            self.unfinished.add(
                self.row.locate("expression"),
                f"{where}{named!r}: {listed} {'it' if len(self.lacks) == 1 else 'them'} is left out",
            )

    def _given(self, key: str) -> bool:
        value = self.row.values.get(key)
        return value is not None and (not isinstance(value, (str, list)) or bool(len(value) and str(value).strip()))

    def _text(self, key: str) -> str | None:
        value = self.row.values.get(key)
        if value is None or (isinstance(value, str) and not value.strip()):
            return None
        if isinstance(value, (list, dict)):
            self.wrong(key, "expected text; put it in quotes")
            return None
        text = str(value).strip()
        if len(text) > LONGEST_CELL:
            self.wrong(key, f"{len(text):,} characters; a field holds {LONGEST_CELL:,} characters at most")
            return None
        return text

    def _parse(self, key: str, text: str, *, varies: bool) -> Form | None:
        try:
            return parse_form(text, varies=varies)
        except ValueError as error:
            self.wrong(key, str(error))
            return None

    def _form(self, key: str, *, varies: bool = False) -> Form | None:
        text = self._text(key)
        return None if text is None else self._parse(key, text, varies=varies)

    def _required(self, key: str) -> Form | None:
        if not self._given(key):
            if key in self.row.values or is_draft(self.row.values):
                self._open(key, f"is missing; write {FIELDS[key]}")
            return None
        return self._form(key)

    def _forms(self, key: str, *, varies: bool = True) -> tuple[Form, ...]:
        value: Any = self.row.values.get(key) or []
        parts = value.split(";") if isinstance(value, str) else value
        if not isinstance(parts, list) or not all(isinstance(part, str) for part in parts):
            self.wrong(key, "expected a list of words; write ['one', 'two']")
            return ()
        read = (self._parse(key, part, varies=varies) for part in parts if part.strip())
        return tuple(form for form in read if form is not None)

    def _number(self, key: str) -> float | None:
        text = self._text(key)
        if text is None:
            return None
        try:
            number = float(text.replace(",", ".") if _NUMBER.fullmatch(text) else text)
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            self.wrong(key, f"{text!r} is not a number; write one such as 3.5, or leave it out")
            return None
        return number

    def _language(self) -> str | None:
        written = self._text("language")
        if written is None:
            known = self.row.language or self.language
            if known is None:
                self.wrong("language", "is missing; add a column language, or pass `language` en")
            written = known
        code = language_code(written) if written is not None else None
        if written is not None and code is None:
            self.wrong("language", f"{written!r} is not a language code; write one such as en or de")
        return code

    def _label(self) -> str | None:
        label = self._text("class")
        if label is not None and label not in self.classes:
            self.wrong(
                "class",
                f"{label!r} is not one of {', '.join(self.classes)}; for classes of your own give `classes`, "
                "from idiomatic to literal",
            )
        return label

    def _sentence_ratings(self) -> dict[int, float]:
        return {
            n[1]: value
            for key in self.row.values
            if (n := numbered(key)) and n[0] == "rating_sentence" and (value := self._number(key)) is not None
        }

    def _check_roles(self, components: Mapping[str, Form]) -> None:
        """Whatever may stand for a word needs that word."""
        for key in self.row.values:
            role = role_of(key)
            if role and role not in components and self._given(key):
                self.wrong(key, f"give the word too, as {role}")

    def _frames(self, expression: Form, language: str | None) -> dict[int, Frame]:
        frames: dict[int, Frame] = {}
        spaces = find_language(language).spaces if language else True
        given = [(n[1], key) for key in self.row.values if (n := numbered(key)) and n[0] == "sentence"]
        for number, key in sorted(given):
            text = self._text(key)
            if text is None:
                continue
            try:
                frames[number] = parse_frame(text, expression, spaces=spaces)
            except ValueError as error:
                self.wrong(key, str(error))
        if not any(self._given(key) for _, key in given):
            self._open("sentence", f"{expression.citation!r} has no sentence; write at least one")
        return frames

    def _components(self, expression: Form, language: str | None) -> dict[str, Form]:
        spaces = find_language(language).spaces if language else True
        given: dict[str, Form] = {}
        for role in filter(is_component_column, self.row.values):
            form = self._form(role, varies=True)
            if form is None:
                continue
            if not stands_in(form, expression.citation, spaces=spaces):
                self.wrong(
                    role,
                    f"{form.singular[0]!r} is not one word of {expression.citation!r}; write it as it stands there",
                )
                continue
            given[role] = form
        order = order_of(given, expression.citation, spaces=spaces)
        if order is None:
            self.wrong(
                list(given)[-1],
                f"it overlaps another word of {expression.citation!r}; name different words of it",
            )
            return given
        return {role: given[role] for role in order}

    def _own(self) -> dict[tuple[str, int], tuple[Form, ...]]:
        found = {}
        for key in self.row.values:
            at = own_of(key)
            if at and (forms := self._forms(key, varies=False)):
                found[at] = forms
        return found


def raw_lexicon(path: Path, language: str | None = None) -> RawLexicon:
    """A lexicon as it is written, for those who add to it; a file that cannot be read is refused."""
    mistakes = Mistakes(path)
    raw = _read_raw(_there(path), _default_language(language), mistakes, draft=True)
    mistakes.refuse()
    return raw
