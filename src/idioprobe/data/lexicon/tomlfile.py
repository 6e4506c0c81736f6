"""Lexicons in TOML: entries in blocks, and at the top what holds for all of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from idioprobe.core.errors import LexiconError
from idioprobe.core.notices import old_form
from idioprobe.core.tables import CLASSES
from idioprobe.core.textfile import parse_toml
from idioprobe.data.lexicon.encoding import read_text
from idioprobe.data.lexicon.entry import ANY
from idioprobe.data.lexicon.fields import (
    MOST_SENTENCES,
    beyond_count,
    column_name,
    is_draft,
    is_field,
    is_for_people,
    likely,
    missing_fields,
    numbered,
)
from idioprobe.data.lexicon.mistakes import Mistakes
from idioprobe.data.lexicon.rawrows import RawLexicon, RawRow

BLOCK = "expression"
OLD_BLOCK = "compound"
"""What entries were written under in 0.3; still read."""
DRAFT = "draft"
NEUTRAL_CONDITIONS = ("neut", "neut_long")

_HEAD = re.compile(rf"\s*\[\[\s*({BLOCK}|{OLD_BLOCK})\s*\]\]")
_TEXTS = ("language", "name", "labelling", "labelling_note")
_KNOWN = (*_TEXTS, "classes", "random", "templates", DRAFT, BLOCK)


def read_toml(path: Path, mistakes: Mistakes, *, draft: bool = False) -> RawLexicon:
    """The entries in the order of the file, and what stands at its top; entries of a `draft` may lack fields."""
    source, _ = read_text(path)
    raw = parse_toml(source, path, LexiconError, BLOCK)
    lines = source.splitlines()
    _check_top(lines, raw, mistakes)
    if mistakes.found:
        return RawLexicon(())
    if OLD_BLOCK in raw:
        old_form(f"{path}: entries are written under [[{BLOCK}]] now; rename [[{OLD_BLOCK}]].")
    language = raw.get("language", "").strip() or None
    unknown: dict[str, None] = {}
    marked = {DRAFT: True} if draft or raw.get(DRAFT) else {}
    rows = [_row(locate, {**marked, **values}, language, mistakes, unknown) for locate, values in _blocks(lines, raw)]
    notes = [f"fields that mean nothing here are passed over: {', '.join(unknown)}"] if unknown else []
    random = raw.get("random", [])
    return RawLexicon(
        tuple(row for row in rows if row is not None),
        tuple(notes),
        raw.get("name"),
        {ANY: random} if isinstance(random, list) and random else dict(random or {}),
        raw.get("templates", {}),
        raw.get("labelling", ""),
        raw.get("labelling_note", ""),
        tuple(raw.get("classes", CLASSES)),
    )


def _row(
    locate: Callable[[str], int],
    written: dict[str, Any],
    language: str | None,
    mistakes: Mistakes,
    unknown: dict[str, None],
) -> RawRow | None:
    values = {column_name(key): value for key, value in written.items()}
    at = {column_name(key): key for key in written}
    for meant, problem in missing_fields(list(values), draft=is_draft(values)):
        mistakes.add(locate(at.get(meant, "")), problem)
    for key in values:
        if beyond_count(key):
            mistakes.add(locate(at[key]), f"{key[:40]!r}: write sentence1, sentence2, … up to sentence{MOST_SENTENCES}")
        elif key != "sentences" and not is_field(key) and not is_for_people(key):
            guess = likely(key)
            unknown[f"{at[key]} (did you mean {guess}?)" if guess else at[key]] = None
    sentences = values.pop("sentences", [])
    if not isinstance(sentences, list):
        mistakes.add(locate("sentences"), 'sentences: expected a list; write ["…", "…"]')
        return None
    single = next((key for key in values if (n := numbered(key)) and n[0] == "sentence"), None)
    if sentences and single:
        mistakes.add(locate(single), f"{single}: put it into the list sentences")
        return None
    listed = {f"sentence{i}": text for i, text in enumerate(sentences, 1)}
    known = {key: value for key, value in values.items() if is_field(key)}
    return RawRow(locate("expression"), {**known, **listed}, lambda key: locate(at.get(key, key)), language)


def _check_top(lines: list[str], raw: dict[str, Any], mistakes: Mistakes) -> None:
    """The keys at the top hold what they should."""
    pool = 'expected a list; write ["one two", "three four"], or a table of such lists by pattern'
    kinds: dict[str, tuple[Callable[[Any], bool], str]] = {
        **dict.fromkeys((BLOCK, OLD_BLOCK), (_list_of(dict), f"write each entry under [[{BLOCK}]], with two brackets")),
        "random": (lambda value: _is_pool(value), pool),
        "templates": (lambda value: isinstance(value, dict), "write it as a table, [templates]"),
        "classes": (_list_of(str), 'expected a list, from idiomatic to literal; write ["idiom", "semi", "free"]'),
        DRAFT: (lambda value: isinstance(value, bool), "write true or false, without quotes"),
        **dict.fromkeys(_TEXTS, (lambda value: isinstance(value, str), "expected text; put it in quotes")),
    }
    for key, (fits, remedy) in kinds.items():
        if key in raw and not fits(raw[key]):
            mistakes.add(_line(lines, rf"\s*\[*{key}\b"), f"{key}: {remedy}")
    for key in raw.keys() - set(_KNOWN) - {OLD_BLOCK}:
        mistakes.add(
            _line(lines, rf"\s*\[*{re.escape(key)}\b"), f"unknown key {key!r}; one of {', '.join(sorted(_KNOWN))}"
        )
    templates = raw.get("templates", {})
    for key, value in templates.items() if isinstance(templates, dict) else ():
        at = _line(lines, rf"\s*{re.escape(key)}\s*=")
        if key not in NEUTRAL_CONDITIONS:
            mistakes.add(at, f"templates: unknown key {key!r}; write {' or '.join(NEUTRAL_CONDITIONS)}")
        elif not isinstance(value, str):
            mistakes.add(at, f'templates: {key}: expected text; write {key} = "This is [X]."')


def _list_of(kind: type) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and all(isinstance(part, kind) for part in value)


def _is_pool(value: Any) -> bool:
    if isinstance(value, dict):
        return all(_list_of(str)(part) for part in value.values())
    return _list_of(str)(value)


def _line(lines: list[str], pattern: str) -> int:
    return next((i for i, line in enumerate(lines, 1) if re.match(pattern, line)), 1)


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
