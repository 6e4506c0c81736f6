"""From a dataset to questions: every item in every kind, order and repetition; and what cannot be asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from idioprobe.core.requests import Question
from idioprobe.core.tables import DROPPED, ITEM, item_name
from idioprobe.core.views import ANSWER, GENERATED, LIKELIHOOD
from idioprobe.data.components import components_of, roles_of
from idioprobe.data.dataset import Dataset
from idioprobe.data.questions.questions import IDIOMATIC, LITERAL, IdiomQuestion, Questions, filled, one_line
from idioprobe.data.targets import target_text
from idioprobe.suites.base import Settings
from idioprobe.suites.questions.kinds import (
    CHOOSE,
    COMPONENT,
    FREE,
    IDIOM,
    PAIR,
    PARAPHRASE,
    QUESTION,
    RATE,
    SYNONYM,
    Kind,
)
from idioprobe.suites.questions.orders import orders_of
from idioprobe.suites.questions.tables import ASKED
from idioprobe.suites.questions.vocabulary import LETTERS

SYNONYMS = ("syn", "syn2")
HEAD = "head"
NO_WORDING = "the file of questions has no wording {key}"


@dataclass(frozen=True)
class Asked:
    """All questions, a row of `table` for each, and what could not be asked."""

    table: pl.DataFrame
    questions: tuple[Question, ...]
    dropped: pl.DataFrame


@dataclass(frozen=True)
class Option:
    """One thing that a question offers."""

    role: str
    text: str


@dataclass(frozen=True)
class Item:
    """An expression in one sentence, or alone: what names it, how it is written there, and what may take its place."""

    named: Mapping[str, Any]
    sentence: str
    expression: str
    variants: Mapping[str, str]
    components: str
    people: tuple[str, ...] = ()

    @property
    def alone(self) -> bool:
        """Whether there is no sentence around it."""
        return str(self.named["condition"]) == "none"


def ask(data: Dataset, settings: Settings) -> Asked:
    """All that is asked of a dataset."""
    made = [one for language in settings.languages for one in _in_language(data, settings, language)]
    rows = [row for row, _ in made if "reason" not in row]
    lost = [row for row, _ in made if "reason" in row]
    return Asked(
        pl.DataFrame(rows, schema=ASKED),
        tuple(question for _, question in made if question is not None),
        pl.DataFrame(lost, schema=DROPPED),
    )


Made = Iterator[tuple[dict[str, Any], Question | None]]


def _in_language(data: Dataset, settings: Settings, language: str) -> Made:
    asked = settings.questions.get(language)
    if asked is None:
        return
    yield from _idioms(data, asked, settings)
    judged = _judged(data, language)
    wanted = {*settings.conditions, "none"}
    for item in _items(data, language):
        for kind in (PAIR, CHOOSE, RATE, PARAPHRASE):
            if not settings.asks(kind.name):
                continue
            if item.named["condition"] in kind.conditions and item.named["condition"] in wanted:
                yield from _of_item(kind, item, asked, settings, judged)


def _idioms(data: Dataset, asked: Questions, settings: Settings) -> Made:
    """Questions with an idiom of the dataset in them; those that a paper asked, and those without two answers."""
    here = data.expressions.filter(language=asked.language)["expression"]
    known = {name.casefold(): name for name in here}
    counts: dict[str, int] = {}
    for one in asked.idioms:
        name = known.get(one.expression.casefold(), one.expression)
        counts[name] = counts.get(name, 0) + 1
        named = {
            "item": item_name(asked.language, name, QUESTION, counts[name]),
            "expression": name,
            "language": asked.language,
            "condition": QUESTION,
            "sentence": None,
        }
        kind = FREE if one.source or not one.is_choice else IDIOM
        if not settings.asks(kind.name):
            continue
        if kind is FREE:
            yield from _put(FREE, named, [], {"question": one.written}, asked, settings)
        elif one.expression.casefold() in known:
            options = [Option(IDIOMATIC, one.idiomatic), Option(LITERAL, one.literal)]
            yield from _put(IDIOM, named, options, {}, asked, settings, one)


def _items(data: Dataset, language: str) -> Iterator[Item]:
    stimuli = data.stimuli.filter(language=language).sort("role", "index", maintain_order=True)
    components = components_of(data.expressions)
    alone = {(e, r): text for e, r, text in _alone(stimuli)}
    said = _paraphrases(data, language)
    for _, part in stimuli.group_by("item", maintain_order=True):
        rows = part.to_dicts()
        original = next((row for row in rows if row["role"] == "original"), None)
        if original is None:
            continue
        first: dict[str, str] = {}
        for row in rows:
            first.setdefault(row["role"], one_line(target_text(row["text"], row["spans"], language)))
        name = original["expression"]
        parts = components.get((language, name), ())
        roles = roles_of(parts)
        component = next((r for r in sorted(roles, key=lambda role: role != HEAD) if r in first), None)
        offered = {role: text for role, text in first.items() if role in (*CHOOSE.offers, *SYNONYMS)}
        if component:
            offered[component] = first[component]
        written = one_line(target_text(original["text"], original["spans"], language))
        given = [*(first.get(role) for role in SYNONYMS), *(alone.get((name, role)) for role in SYNONYMS)]
        given += [*said.get((name, None), ()), *said.get((name, original["sentence"]), ())]
        people = tuple(dict.fromkeys(text for text in given if text))
        words = ", ".join(one.word for one in parts) or ", ".join(name.split())
        named = {key: original[key] for key in ITEM}
        yield Item(named, one_line(original["text"]), written, offered, one_line(words), people)


def _alone(stimuli: pl.DataFrame) -> Iterator[tuple[str, str, str]]:
    """The synonyms as a dictionary would have them."""
    here = stimuli.filter(pl.col("condition") == "none", pl.col("role").is_in(SYNONYMS))
    for expression, role, text in here.select("expression", "role", "text").iter_rows():
        yield expression, role, one_line(text)


def _paraphrases(data: Dataset, language: str) -> dict[tuple[str, int | None], list[str]]:
    """All that people said for an expression as such (null), and in one sentence."""
    found: dict[tuple[str, int | None], list[str]] = {}
    rows = data.paraphrases.filter(language=language).select("expression", "sentence", "paraphrase").iter_rows()
    for expression, sentence, paraphrase in rows:
        found.setdefault((expression, sentence), []).append(one_line(paraphrase))
    return found


def _judged(data: Dataset, language: str) -> set[str]:
    """The expressions of which something is known that a rating can be compared with."""
    rated = data.ratings.filter(language=language, target="expression")["expression"]
    classed = data.expressions.filter(pl.col("class").is_in(data.classes), language=language)["expression"]
    return {*rated, *classed}


def _of_item(kind: Kind, item: Item, asked: Questions, settings: Settings, judged: set[str]) -> Made:
    options: list[Option] = []
    if kind.offers:
        options, reason = _options(kind, item)
    elif kind is PARAPHRASE:
        options = [Option(SYNONYM, text) for text in item.people]
        reason = "" if options else "no synonym to compare with"
    else:
        reason = "" if item.named["expression"] in judged else "neither a rating nor a class to compare with"
    if reason:
        yield _lost(kind, item.named, reason), None
        return
    texts = {"sentence": item.sentence, "expression": item.expression, "components": item.components}
    yield from _put(kind, item.named, options, texts, asked, settings)


def _options(kind: Kind, item: Item) -> tuple[list[Option], str]:
    """What a question offers: what differs from the expression and from each other; or why there is no choice."""
    own = {role: text for role, text in item.variants.items() if role not in SYNONYMS[1:]}
    component = next((role for role in own if role not in (*kind.offers, *CHOOSE.offers)), "")
    found: list[Option] = []
    equal = ""
    for offer in kind.offers:
        role = component if offer == COMPONENT else offer
        text = own.get(role, "")
        same = next((o.role for o in found if o.text.casefold() == text.casefold()), "")
        if text.casefold() == item.expression.casefold():
            same = "the expression"
        if text and not same:
            found.append(Option(role, text))
        elif same:
            equal = equal or f"{role} and {same} are the same: {text}"
    if kind.offers[0] not in {one.role for one in found}:
        return [], equal or "no synonym"
    if len(found) < 2:
        return [], equal or f"nothing to choose from beside the synonym: no {' or '.join(kind.offers[1:])}"
    return found, ""


def _put(
    kind: Kind,
    named: Mapping[str, Any],
    options: Sequence[Option],
    texts: Mapping[str, str],
    asked: Questions,
    settings: Settings,
    idiom: IdiomQuestion | None = None,
) -> Made:
    """One question in every way, order and repetition."""
    key = kind.alone if kind.alone and named["condition"] == "none" else kind.wording
    wording = asked.wordings.get(key)
    if wording is None:
        yield _lost(kind, named, NO_WORDING.format(key=key)), None
        return
    for way in kind.ways:
        template = wording.ask if way == GENERATED else wording.open
        if not template:
            continue
        turns = orders_of(len(options), settings.orders) if kind.offers else [()]
        if way == LIKELIHOOD and idiom is None:
            turns = turns[:1]
        for number, turn in enumerate(turns, 1):
            shown = [options[place] for place in turn] if turn else list(options)
            if way == LIKELIHOOD and not shown:
                shown = [Option(str(step), str(step)) for step in range(asked.scale[0], asked.scale[1] + 1)]
            parts = {**texts, "options": _list(shown)}
            if idiom:
                parts["question"] = idiom.asked(shown[0].role)
            words = filled(template, parts)
            row, question = _row(kind, named, way, number, shown, words, asked.lead, wording.instruction)
            for sample in range(settings.samples if way == GENERATED else 1):
                yield {**row, "sample": sample}, replace(question, sample=sample)


def _list(options: Sequence[Option]) -> str:
    return "\n".join(f"{letter}) {option.text}" for letter, option in zip(LETTERS, options, strict=False))


def _row(
    kind: Kind,
    named: Mapping[str, Any],
    way: str,
    number: int,
    shown: Sequence[Option],
    words: str,
    lead: str,
    instruction: str,
) -> tuple[dict[str, Any], Question]:
    texts, roles = [option.text for option in shown], [option.role for option in shown]
    question = Question(words, tokens=kind.tokens, instruction=instruction)
    if way == LIKELIHOOD:
        question = Question(words, options=tuple(texts), lead=lead, instruction=instruction)
    row = {**named, "kind": kind.name, "order": number, "unit": ANSWER, "view": way, "prompt": question.prompt}
    return row | {"options": texts, "roles": roles}, question


def _lost(kind: Kind, named: Mapping[str, Any], reason: str) -> dict[str, Any]:
    return {**named, "role": None, "index": None, "unit": ANSWER, "view": None, "what": kind.name, "reason": reason}
