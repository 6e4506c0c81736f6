"""A file of questions: what it says in each of its languages, or all that is wrong with it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from idioprobe.core.errors import ConfigError
from idioprobe.core.textfile import open_text, parse_toml
from idioprobe.data.grammar.names import language_code
from idioprobe.data.lexicon.mistakes import Mistakes
from idioprobe.data.questions.keylines import KeyLines, Place
from idioprobe.data.questions.questions import ANSWERS, IDIOMATIC, LITERAL, PLACEHOLDER, IdiomQuestion
from idioprobe.data.questions.slots import SLOTS

BLOCK = "idiom"
LANGUAGE = "language"
LOWEST, HIGHEST = 0, 9

_Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
_Digit = Annotated[int, Field(ge=LOWEST, le=HIGHEST)]


M = TypeVar("M", bound=BaseModel)


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, hide_input_in_errors=True)


class _Wording(_Strict):
    ask: _Text | None = None
    open: _Text | None = None
    instruction: _Text | None = None


class _Idiom(_Strict):
    expression: _Text
    question: _Text
    idiomatic: _Text | None = None
    literal: _Text | None = None
    source: _Text | None = None


class _Asked(_Strict):
    lead: _Text | None = None
    refusals: list[_Text] | None = None
    scale: list[_Digit] | None = Field(None, min_length=2, max_length=2)
    wordings: dict[str, Any] = {}
    idiom: list[Any] | None = None


@dataclass(frozen=True)
class Written:
    """What a file says in one language; what it does not say is empty, or None where nothing can be meant."""

    lead: str = ""
    wordings: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    idioms: tuple[IdiomQuestion, ...] | None = None
    scale: tuple[int, int] | None = None
    refusals: tuple[str, ...] | None = None


def read_file(path: Path) -> dict[str, Written]:
    """What a file says by language: the one that it names, or those whose codes its tables have."""
    source = open_text(path, ConfigError).read()
    raw = parse_toml(source, path, ConfigError, BLOCK)
    mistakes, lines = Mistakes(path, error=ConfigError), KeyLines(source)
    found: dict[str, Written] = {}
    for code, place, table in _languages(raw, mistakes, lines):
        if code in found:
            mistakes.add(lines.of(place), f"the language {code} is there twice; put all of it into one table")
        found[code] = _written(table, place, mistakes, lines)
    mistakes.refuse()
    return found


def _languages(raw: dict[str, Any], mistakes: Mistakes, lines: KeyLines) -> Iterable[tuple[str, Place, dict[str, Any]]]:
    """Each language of a file with its table and where that is."""
    if LANGUAGE in raw or not any(key not in _Asked.model_fields for key in raw):
        named = raw.get(LANGUAGE)
        code = language_code(named) if isinstance(named, str) else None
        if code is None:
            mistakes.add(lines.of((LANGUAGE,)), f'{LANGUAGE}: name the language at the top, as in {LANGUAGE} = "en"')
        yield code or "", (), {key: value for key, value in raw.items() if key != LANGUAGE}
        return
    for key, table in raw.items():
        if key in _Asked.model_fields or not isinstance(table, dict):
            mistakes.add(
                lines.of((key,)),
                f'{key}: in which language? Write {LANGUAGE} = "en" at the top, or put it below a table [en]',
            )
        elif (code := language_code(key)) is None:
            mistakes.add(lines.of((key,)), f"{key!r} is no language; write its code, as in [en]")
        else:
            yield code, (key,), table


def _written(table: dict[str, Any], place: Place, mistakes: Mistakes, lines: KeyLines) -> Written:
    """What a table says in its language; its mistakes are noted, of each wording and each idiom on its own."""

    def checked(model: type[M], raw: Any, *where: str | int) -> M | None:
        try:
            return model.model_validate(raw)
        except ValidationError as error:
            for problem in error.errors():
                loc = (*where, *problem["loc"])
                mistakes.add(lines.of((*place, *loc)), _told(problem["type"], loc, model))
        return None

    top = checked(_Asked, table)
    parts = {key: table[key] for key, kind in (("wordings", dict), (BLOCK, list)) if isinstance(table.get(key), kind)}
    wordings: dict[str, dict[str, str]] = {}
    for name, raw in parts.get("wordings", {}).items():
        if wording := checked(_Wording, raw, "wordings", name):
            for mistake, key in _wording_mistakes(name, wording):
                mistakes.add(lines.of((*place, "wordings", name, *key)), mistake)
            wordings[name] = _forms(name, wording)
    idioms: list[IdiomQuestion] = []
    for number, raw in enumerate(parts.get(BLOCK, [])):
        if idiom := checked(_Idiom, raw, BLOCK, number):
            for mistake, key in _idiom_mistakes(idiom, idioms):
                mistakes.add(lines.of((*place, BLOCK, number, *key)), mistake)
            idioms.append(_idiom(idiom, raw))
    if top is None:
        return Written()
    if top.scale and top.scale[0] >= top.scale[1]:
        mistakes.add(lines.of((*place, "scale")), "scale: write the lowest number first, as in [0, 5]")
    if top.scale and "rating" not in top.wordings:
        mistakes.add(
            lines.of((*place, "scale")), "scale: write [wordings.rating] too, which says what the numbers mean"
        )
    scale = (top.scale[0], top.scale[1]) if top.scale else None
    refusals = None if top.refusals is None else tuple(text.casefold().replace("’", "'") for text in top.refusals)
    return Written(top.lead or "", wordings, None if top.idiom is None else tuple(idioms), scale, refusals)


def _forms(name: str, wording: _Wording) -> dict[str, str]:
    """The forms of a wording; one that has no list of options in it may be asked in the same words without one."""
    forms: dict[str, str] = wording.model_dump(exclude_none=True)
    same = "ask" in forms and name in SLOTS and SLOTS[name].ask == SLOTS[name].open
    return {"open": forms["ask"], **forms} if same else forms


def _idiom(read: _Idiom, raw: Mapping[str, Any]) -> IdiomQuestion:
    """The question; whichever answer the file has first is the first as it is written."""
    first = next((key for key in raw if key in (IDIOMATIC, LITERAL)), IDIOMATIC)
    return IdiomQuestion(
        read.expression, read.question, read.idiomatic or "", read.literal or "", read.source or "", first
    )


def _wording_mistakes(name: str, wording: _Wording) -> Iterable[tuple[str, Place]]:
    if name not in SLOTS:
        yield f"unknown wording {name!r}{_guess(name, SLOTS)}; one of {', '.join(SLOTS)}", ()
        return
    slots = SLOTS[name]
    for form, text in wording.model_dump(exclude_none=True, exclude={"instruction"}).items():
        if form not in slots.needs:
            yield f"wordings.{name}: {form} is never asked; leave it out", (form,)
            continue
        needed = slots.needs[form]
        used = PLACEHOLDER.findall(text)
        may = (*needed, *slots.optional)
        for unknown in dict.fromkeys(used):
            if unknown not in may:
                known = ", ".join(f"{{{slot}}}" for slot in may)
                yield (
                    f"wordings.{name}.{form}: unknown placeholder {{{unknown}}}; those of this wording: {known}",
                    (form,),
                )
        for slot in needed:
            if slot not in used:
                yield f"wordings.{name}.{form}: {{{slot}}} is missing; write it where that goes", (form,)


def _idiom_mistakes(idiom: _Idiom, before: list[IdiomQuestion]) -> Iterable[tuple[str, Place]]:
    who = f"idiom {idiom.expression!r}"
    if any((idiom.expression, idiom.question) == (other.expression, other.question) for other in before):
        yield f"{who}: the same question is there twice; leave one out", ("question",)
    used = PLACEHOLDER.findall(idiom.question)
    for unknown in dict.fromkeys(used):
        if unknown not in ANSWERS:
            yield f"{who}: unknown placeholder {{{unknown}}}; write {{a}} and {{b}} for the two answers", ("question",)
    given = {name: text for name in (IDIOMATIC, LITERAL) if (text := getattr(idiom, name))}
    places = sorted(slot for slot in used if slot in ANSWERS)
    if (places or given) and places != [*ANSWERS]:
        yield f"{who}: write {{a}} and {{b}} once each, where the two answers go", ("question",)
    for name in (IDIOMATIC, LITERAL) if places or given else ():
        if name not in given:
            yield f'{who}: {name} is missing; write {name} = "…", the answer of the {name} reading', ()
    if len(given) == 2 and len({text.casefold() for text in given.values()}) == 1:
        yield f"{who}: both answers are the same; write two that differ", (LITERAL,)


_REMEDIES = {
    "missing": 'is missing; write {key} = "…"',
    "string_type": "expected text; put it in quotes",
    "string_too_short": "is empty; write a text, or leave it out",
    "list_type": "expected a list; write [… , …], or entries under [[idiom]]",
    "dict_type": "write it as a table, [wordings.pair]",
    "model_type": "write it as a table, with its keys below it",
    "too_short": "write two numbers, as in [0, 5]",
    "too_long": "write two numbers, as in [0, 5]",
    "int_type": "write whole numbers, as in [0, 5]",
    "greater_than_equal": f"write numbers of one digit, {LOWEST} to {HIGHEST}",
    "less_than_equal": f"write numbers of one digit, {LOWEST} to {HIGHEST}",
}
"""What to do about each mistake that pydantic finds."""


def _told(kind: str, loc: Place, model: type[BaseModel]) -> str:
    """A mistake of form in words."""
    names = [part for part in loc if isinstance(part, str)]
    if kind == "extra_forbidden":
        known = tuple(model.model_fields)
        return f"unknown key {names[-1]!r}{_guess(names[-1], known)}; one of {', '.join(known)}"
    return f"{'.'.join(names)}: {_REMEDIES.get(kind, 'is not of the right kind').format(key=names[-1])}"


def _guess(name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, list(known), 1)
    return f" (did you mean {near[0]}?)" if near else ""
