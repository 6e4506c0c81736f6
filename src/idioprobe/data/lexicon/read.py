"""Lexicons: a list of expressions that a benchmark is built from, as CSV or TOML.

Only the expression, one sentence and one synonym are required. Both formats have the
same fields; a mistake is reported with file and line.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from idioprobe.core.csvfile import AT_MOST, open_csv
from idioprobe.core.errors import LexiconError
from idioprobe.core.notices import old_form
from idioprobe.core.tables import CLASSES
from idioprobe.core.textfile import LONGEST_CELL, open_text
from idioprobe.data.lexicon.forms import Form, parse_form
from idioprobe.data.lexicon.markup import Frame, parse_frame

FIELDS = {
    "expression": "the expression, in its citation form",
    "language": "language code, such as en (once for all in TOML, or `language`)",
    "class": "NC idiomatic, PC partly compositional, C compositional",
    "modifier": "the modifying word of the expression",
    "head": "the head word of the expression",
    "synonym": "a synonym of the whole expression",
    "synonym2": "another one",
    "modifier_synonyms": "synonyms of the modifier, the main one first, separated by ;",
    "head_synonyms": "synonyms of the head, the main one first, separated by ;",
    "sentence": "a sentence with the expression, marked [so] (sentence1, sentence2, … for several)",
    "rating": "human compositionality of the expression",
    "rating_sentence": "human compositionality in one sentence (rating_sentence1, …)",
}
"""Fields of an entry, with their meaning."""

BLOCK = "expression"
OLD_BLOCK = "compound"
"""What TOML entries were written under in 0.3; still read."""

NEUTRAL_CONDITIONS = ("neut", "neut_long")
MOST_SENTENCES = 999_999
_LANGUAGE = re.compile(r"[^\W_]+([_-][^\W_]+)*")
_HEAD = re.compile(rf"\s*\[\[\s*({BLOCK}|{OLD_BLOCK})\s*\]\]")
_NUMBERED = re.compile(r"(sentence|rating_sentence)_?(\d*)")


@dataclass(frozen=True)
class Entry:
    """One expression with all that its lexicon says of it."""

    line: int
    language: str
    expression: Form
    frames: dict[int, Frame]
    synonym: Form
    synonym2: Form | None = None
    modifier: Form | None = None
    head: Form | None = None
    modifier_synonyms: tuple[Form, ...] = ()
    head_synonyms: tuple[Form, ...] = ()
    label: str | None = None
    rating: float | None = None
    sentence_ratings: dict[int, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Lexicon:
    """Entries, the pool of random combinations by language, and neutral sentences."""

    path: Path
    name: str | None
    entries: tuple[Entry, ...]
    pool: dict[str, tuple[Form, ...]] = field(default_factory=dict)
    templates: dict[str, dict[str, str]] = field(default_factory=dict)
    labelling: str = ""
    labelling_note: str = ""


class _Row:
    """The raw fields of one entry and where they stand, for messages."""

    def __init__(self, path: Path, line: int, values: dict[str, Any], locate: Callable[[str], int]) -> None:
        self.path, self.line, self.values, self.locate = path, line, values, locate

    def fail(self, key: str, message: str) -> LexiconError:
        return LexiconError(f"{self.path}:{self.locate(key)}: {key}: {message}.")

    def text(self, key: str) -> str | None:
        value = self.values.get(key)
        if value is None or (isinstance(value, str) and not value.strip()):
            return None
        if isinstance(value, (list, dict)):
            raise self.fail(key, "expected text; put it in quotes")
        if len(str(value)) > LONGEST_CELL:
            raise self.fail(key, f"{len(str(value)):,} characters; a field holds {LONGEST_CELL:,} characters at most")
        return str(value).strip()

    def required(self, key: str) -> str:
        value = self.text(key)
        if value is None:
            raise self.fail(key, f"is missing; write {FIELDS[key]}")
        return value

    def form(self, key: str, *, varies: bool = False) -> Form | None:
        value = self.text(key)
        return None if value is None else self.parse(key, value, varies=varies)

    def parse(self, key: str, value: str, *, varies: bool) -> Form:
        try:
            return parse_form(value, varies=varies)
        except ValueError as error:
            raise self.fail(key, str(error)) from None

    def forms(self, key: str) -> tuple[Form, ...]:
        value = self.values.get(key) or []
        parts = value.split(";") if isinstance(value, str) else value
        if not isinstance(parts, list) or not all(isinstance(part, str) for part in parts):
            raise self.fail(key, "expected a list of words; write ['one', 'two']")
        return tuple(self.parse(key, part, varies=True) for part in parts if part.strip())

    def number(self, key: str) -> float | None:
        value = self.text(key)
        if value is None:
            return None
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            raise self.fail(key, f"{value!r} is not a number; write it with a decimal point, or leave it out")
        return number


def read_lexicon(path: Path, language: str | None = None) -> Lexicon:
    """Read a lexicon; `language` is for files that do not name one themselves."""
    if not path.is_file():
        raise LexiconError(f"{path} does not exist; name a lexicon in CSV or TOML.")
    lexicon = _read_toml(path, language) if path.suffix.lower() == ".toml" else _read_table(path, language)
    if not lexicon.entries:
        raise LexiconError(f"{path} has no entries.")
    seen: dict[tuple[str, str], int] = {}
    for entry in lexicon.entries:
        key = (entry.language, entry.expression.citation.casefold())
        if key in seen:
            raise LexiconError(
                f"{path}:{entry.line}: {entry.expression.citation!r} is on line {seen[key]} already; "
                "put all its sentences into one entry."
            )
        seen[key] = entry.line
    return lexicon


def read_pool(path: Path) -> tuple[Form, ...]:
    """A pool of random combinations, one a line."""
    lines = enumerate(open_text(path, LexiconError), 1)
    return tuple(_pool_form(path, partial(int, number), line) for number, line in lines if line.strip())


def _pool_form(path: Path, line: Callable[[], int], text: str) -> Form:
    try:
        return parse_form(text)
    except ValueError as error:
        raise LexiconError(f"{path}:{line()}: {error}; write one combination.") from None


def _read_table(path: Path, language: str | None) -> Lexicon:
    file = open_csv(path, LexiconError, AT_MOST, delimiter=None, strict=False)
    columns = [column.strip().lower() for column in file.header]
    _check_fields(path, 1, columns)
    entries = []
    for line, row in file.rows:
        if len(row) > len(columns):
            raise LexiconError(
                f"{path}:{line}: more cells than columns; put quotes around cells that contain {file.delimiter!r}."
            )
        if any(cell.strip() for cell in row):
            values = dict(zip(columns, row, strict=False))
            entries.append(_entry(_Row(path, line, values, _always(line)), language))
    return Lexicon(path, None, tuple(entries))


def _always(line: int) -> Callable[[str], int]:
    return lambda _: line


def _read_toml(path: Path, language: str | None) -> Lexicon:
    source = open_text(path, LexiconError).getvalue()
    try:
        raw = tomllib.loads(source)
    except RecursionError as error:
        raise LexiconError(f"{path}:1: lists or tables are nested too deeply; write [[{BLOCK}]] entries.") from error
    except ValueError as error:  # TOML that is none, or a number longer than Python reads
        line = re.search(r"line (\d+)", str(error))
        raise LexiconError(
            f'{path}:{line.group(1) if line else 1}: not valid TOML: {error}; write key = "value".'
        ) from error
    lines = source.splitlines()
    entries = []
    _check_kinds(path, lines, raw)
    _check_templates(path, lines, raw.get("templates", {}))
    language = raw.get("language", "").strip() or language
    if OLD_BLOCK in raw:
        old_form(f"{path}: entries are written under [[{BLOCK}]] now; rename [[{OLD_BLOCK}]].")
    for locate, values in _blocks(lines, raw):
        _check_fields(path, locate(""), list(values), locate)
        sentences = values.pop("sentences", [])
        if not isinstance(sentences, list):
            raise LexiconError(f'{path}:{locate("sentences")}: sentences: expected a list; write ["…", "…"].')
        single = next((key for key in values if (m := _NUMBERED.fullmatch(key)) and m[1] == "sentence"), None)
        if sentences and single:
            raise LexiconError(f"{path}:{locate(single)}: {single}: put it into the list sentences.")
        numbered = {f"sentence{i}": text for i, text in enumerate(sentences, 1)}
        entries.append(_entry(_Row(path, locate("expression"), {**values, **numbered}, locate), language))
    known = {"language", "labelling", "labelling_note", "name", "random", "templates", BLOCK}
    for key in raw.keys() - known - {OLD_BLOCK}:
        raise LexiconError(f"{path}: unknown key {key!r}; one of {', '.join(sorted(known))}.")
    pool = tuple(_pool_form(path, partial(_line_of, lines, text), text) for text in raw.get("random", []))
    languages = sorted({entry.language for entry in entries})
    return Lexicon(
        path,
        raw.get("name"),
        tuple(entries),
        dict.fromkeys(languages, pool) if pool else {},
        dict.fromkeys(languages, raw["templates"]) if "templates" in raw else {},
        raw.get("labelling", ""),
        raw.get("labelling_note", ""),
    )


def _line_of(lines: list[str], text: str) -> int:
    return next((i for i, line in enumerate(lines, 1) if text in line), 1)


def _check_kinds(path: Path, lines: list[str], raw: dict[str, Any]) -> None:
    """The keys at the top of a TOML file hold what they should."""
    kinds: dict[str, tuple[Any, Any, str]] = {
        **dict.fromkeys((BLOCK, OLD_BLOCK), (list, dict, f"write each entry under [[{BLOCK}]], with two brackets")),
        "random": (list, str, 'expected a list; write ["one two", "three four"]'),
        "templates": (dict, None, "write it as a table, [templates]"),
        **dict.fromkeys(
            ("language", "name", "labelling", "labelling_note"), (str, None, "expected text; put it in quotes")
        ),
    }
    for key, (kind, part, remedy) in kinds.items():
        value = raw.get(key)
        if value is None or (isinstance(value, kind) and (part is None or all(isinstance(v, part) for v in value))):
            continue
        at = next((i for i, line in enumerate(lines, 1) if re.match(rf"\s*\[*{key}\b", line)), 1)
        raise LexiconError(f"{path}:{at}: {key}: {remedy}.")


def _check_templates(path: Path, lines: list[str], templates: dict[str, Any]) -> None:
    for key, value in templates.items():
        at = next((i for i, line in enumerate(lines, 1) if re.match(rf"\s*{re.escape(key)}\s*=", line)), 1)
        if key not in NEUTRAL_CONDITIONS:
            known = " or ".join(NEUTRAL_CONDITIONS)
            raise LexiconError(f"{path}:{at}: templates: unknown key {key!r}; write {known}.")
        if not isinstance(value, str):
            raise LexiconError(f'{path}:{at}: templates: {key}: expected text; write {key} = "This is [X]."')


def _blocks(lines: list[str], raw: dict[str, Any]) -> Iterator[tuple[Callable[[str], int], dict[str, Any]]]:
    """The entries in the order of the file, each with where its keys are; the TOML reader does not say."""
    heads = [(i, match[1]) for i, line in enumerate(lines) if (match := _HEAD.match(line))]
    ends = [i for i, _ in heads[1:]] + [len(lines)]
    placed = []
    for block in (BLOCK, OLD_BLOCK):
        own = [(i, end) for (i, name), end in zip(heads, ends, strict=False) if name == block]
        for number, values in enumerate(raw.get(block, [])):
            start, end = own[number] if number < len(own) else (0, 0)
            placed.append((start, _locator(lines, start, end), values))
    for _, locate, values in sorted(placed, key=lambda block: block[0]):
        yield locate, values


def _locator(lines: list[str], start: int, end: int) -> Callable[[str], int]:
    """The line of each key of the entry between two lines."""

    def locate(key: str) -> int:
        for i in range(start, end):
            if re.match(rf"\s*{re.escape(key)}\s*=", lines[i]):
                return i + 1
        sentence = re.fullmatch(r"sentence(\d+)", key)
        if sentence:
            listed = locate("sentences")
            return listed + (int(sentence.group(1)) if lines[listed - 1].rstrip().endswith("[") else 0)
        return start + 1

    return locate


def _check_fields(path: Path, line: int, names: list[str], locate: Callable[[str], int] | None = None) -> None:
    for name in names:
        if name not in FIELDS and name != "sentences" and not _NUMBERED.fullmatch(name):
            where = locate(name) if locate else line
            raise LexiconError(f"{path}:{where}: unknown field {name!r}; one of {', '.join(FIELDS)}.")
    for name in names:
        if (m := _NUMBERED.fullmatch(name)) and len(m[2]) > len(str(MOST_SENTENCES)):
            where = locate(name) if locate else line
            raise LexiconError(
                f"{path}:{where}: {name[:40]!r}: write {m[1]}1, {m[1]}2, … up to {m[1]}{MOST_SENTENCES}."
            )
    numbered = [f"{m[1]}{m[2] or 1}" if (m := _NUMBERED.fullmatch(name)) else name for name in names]
    if len(set(numbered)) < len(numbered):
        at = next(at for at, name in enumerate(numbered) if name in numbered[:at])
        raise LexiconError(f"{path}:{line}: {names[at]!r} is there twice; number the sentences 1, 2, ….")
    for needed in ("expression", "synonym"):
        if needed not in names:
            raise LexiconError(f"{path}:{line}: {needed!r} is missing; write {FIELDS[needed]}.")


def _numbered(row: _Row, kind: str) -> Iterator[tuple[int, str]]:
    for key in row.values:
        match = _NUMBERED.fullmatch(key)
        if match and match.group(1) == kind and row.text(key) is not None:
            yield int(match.group(2) or 1), key


def _entry(row: _Row, default_language: str | None) -> Entry:
    expression = row.parse("expression", row.required("expression"), varies=False)
    language = row.text("language") or default_language
    if language is None or not language.strip():
        raise row.fail("language", "is missing; add a column language, or pass `language` en")
    if not _LANGUAGE.fullmatch(language):
        raise row.fail("language", f"{language!r} is not a language code; write one such as en or pt-BR")
    frames = {}
    for number, key in _numbered(row, "sentence"):
        try:
            frames[number] = parse_frame(row.required(key) if key in FIELDS else str(row.text(key)), expression)
        except ValueError as error:
            raise row.fail(key, str(error)) from None
    if not frames:
        raise row.fail("sentence", f"{expression.citation!r} has no sentence; write at least one")
    label = row.text("class")
    if label is not None and label not in CLASSES:
        raise row.fail("class", f"{label!r} is not one of {', '.join(CLASSES)}")
    components = {key: row.form(key, varies=True) for key in ("modifier", "head")}
    places = [
        _check_component(row, key, component, expression)
        for key, component in components.items()
        if component is not None
    ]
    if len(places) > 1 and max(start for start, _ in places) < min(end for _, end in places):
        raise row.fail("head", f"it overlaps the modifier in {expression.citation!r}; name two different words of it")
    return Entry(
        line=row.line,
        language=language,
        expression=expression,
        frames=dict(sorted(frames.items())),
        synonym=row.parse("synonym", row.required("synonym"), varies=False),
        synonym2=row.form("synonym2"),
        modifier=components["modifier"],
        head=components["head"],
        modifier_synonyms=row.forms("modifier_synonyms"),
        head_synonyms=row.forms("head_synonyms"),
        label=label,
        rating=row.number("rating"),
        sentence_ratings={n: v for n, key in _numbered(row, "rating_sentence") if (v := row.number(key)) is not None},
    )


def _check_component(row: _Row, key: str, component: Form, expression: Form) -> tuple[int, int]:
    """Where in the expression a component stands; it must stand there exactly once."""
    for form in component.singular:
        found = list(re.finditer(rf"(?<!\w){re.escape(form)}(?!\w)", expression.citation, re.I))
        if len(found) == 1:
            return found[0].span()
    raise row.fail(
        key, f"{component.singular[0]!r} is not one word of {expression.citation!r}; write it as it stands there"
    )
