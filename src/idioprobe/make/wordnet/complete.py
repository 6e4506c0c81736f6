"""Datasets completed by a wordnet: further synonyms of the words of an expression, in every sentence that it has."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

import polars as pl

from idioprobe.core.errors import DatasetError
from idioprobe.core.requests import format_spans, parse_spans
from idioprobe.core.tables import STIMULI
from idioprobe.data.components import Component, components_of
from idioprobe.data.dataset import Dataset, fit_name
from idioprobe.data.languages.language import find_language, likely_gender
from idioprobe.data.lexicon.frequency import wordfreq_frequency
from idioprobe.data.sources.cells import Target
from idioprobe.data.sources.substitute import substitute
from idioprobe.make.draft.parts import PARTS_OF_ROLE
from idioprobe.make.wordnet.related import Frequency, Wanted, candidates, generic
from idioprobe.make.wordnet.wordnet import NOUN, Wordnet

ENOUGH = 3
"""How many synonyms each word of an expression should have; ε needs two."""
COMBINATIONS = 4
"""How many combinations of synonyms there are beside the main one, as in the thesis."""


@dataclass
class Completed:
    """A dataset with what was added to it: synonyms by language and role, and words that still have too few."""

    dataset: Dataset
    added: dict[tuple[str, str], int] = field(default_factory=dict)
    lacking: dict[str, list[str]] = field(default_factory=dict)
    stimuli: int = 0


@dataclass(frozen=True)
class _Added:
    """The words of an expression by role, and what may stand for each and for all of them together."""

    own: Mapping[str, str]
    synonyms: Mapping[str, Sequence[tuple[int, str]]]
    general: Mapping[str, str]
    combinations: Sequence[str]


def complete(
    data: Dataset,
    sources: Mapping[str, Sequence[Wordnet]],
    *,
    enough: int = ENOUGH,
    frequency: Callable[[str], Frequency | None] = wordfreq_frequency,
) -> Completed:
    """The dataset with `enough` synonyms of each word of its expressions, as far as the wordnets have them.

    Everything that is added is marked as derived. Words alone, combinations of synonyms and general words are added
    where the dataset has none.
    """
    able = [code for code in data.languages if code in sources]
    if not able:
        raise DatasetError(
            f"{data.name} is in {', '.join(data.languages)}, the wordnets are in {', '.join(sources)}; name one for it."
        )
    result = Completed(data)
    made: list[dict[str, Any]] = []
    components = components_of(data.expressions)
    parts = data.stimuli.partition_by("language", "expression", as_dict=True, include_key=True)
    for code in able:
        known = frequency(code)
        for (language, name), stimuli in parts.items():
            words = components.get((str(language), str(name)), ())
            if language == code and words:
                added = _added(str(name), code, words, stimuli, sources[code], known, enough, result)
                made += _stimuli(str(name), code, stimuli, added)
    table = pl.concat([data.stimuli, pl.DataFrame(made, schema=STIMULI)])
    names = ", ".join(one.name for code in able for one in sources[code])
    note = f"{len(made):,} stimuli were made with synonyms from {names}; they are marked as derived."
    header = data.header.model_copy(
        update={"name": fit_name(f"{data.name}-completed"), "notes": [*data.header.notes, note]}
    )
    result.dataset = replace(data, header=header, stimuli=table)
    result.stimuli = len(made)
    return result


def _added(
    name: str,
    language: str,
    words: Sequence[Component],
    stimuli: pl.DataFrame,
    sources: Sequence[Wordnet],
    frequency: Frequency | None,
    enough: int,
    result: Completed,
) -> _Added:
    synonyms: dict[str, list[tuple[int, str]]] = {}
    general: dict[str, str] = {}
    every: dict[str, list[str]] = {}
    for role, word in ((one.role, one.word) for one in words):
        parts = PARTS_OF_ROLE.get(role.rstrip("23456789"))
        if parts is None:
            continue
        wanted = Wanted(word, parts, tuple(other.word for other in words if other.word != word))
        there = _there(stimuli, role)
        found = [
            one.word
            for one in candidates(wanted, sources, frequency, most=None)
            if " " not in one.word and _agrees(one.word, word, role, language)
        ]
        new = [text for text in dict.fromkeys(found) if text.casefold() not in map(str.casefold, there)]
        new = new[: max(0, enough - len(there))]
        first = _next_index(stimuli, role)
        synonyms[role] = list(enumerate(new, first))
        every[role] = [*(text for text in there if _agrees(text, word, role, language)), *new]
        result.added[language, role] = result.added.get((language, role), 0) + len(new)
        if len(there) + len(new) < enough:
            result.lacking.setdefault(language, []).append(f"{word} ({name})")
        if f"{role}_generic" not in stimuli["role"]:
            above = [one.word for one in generic(wanted, sources, frequency) if " " not in one.word]
            general |= {role: above[0]} if above else {}
    return _Added(
        {one.role: one.word for one in words}, synonyms, general, list(_combinations(name, words, every, stimuli))
    )


def _there(stimuli: pl.DataFrame, role: str) -> list[str]:
    """The synonyms of a word that the dataset has, alone."""
    own = stimuli.filter(pl.col("role") == f"{role}_syn").sort("index")
    return list(dict.fromkeys(own["text"].to_list()))


def _next_index(stimuli: pl.DataFrame, role: str) -> int:
    taken = stimuli.filter(pl.col("role").is_in([f"{role}_alt", f"{role}_syn"]))["index"].to_list()
    return max(taken, default=-1) + 1


def _agrees(candidate: str, word: str, role: str, language: str) -> bool:
    """Whether a noun may take another's place without changing its gender, as far as endings tell."""
    if PARTS_OF_ROLE[role.rstrip("23456789")] != (NOUN,):
        return True
    one, other = likely_gender(candidate, language), likely_gender(word, language)
    return one is None or other is None or one == other


def _combinations(
    name: str, words: Sequence[Component], every: Mapping[str, Sequence[str]], stimuli: pl.DataFrame
) -> Iterator[str]:
    """The expression with all its words replaced, the nearest synonyms first; none where the dataset has some."""
    roles = [one.role for one in words if one.role in every]
    if "words_alt" in stimuli["role"] or not roles or not all(every[role] for role in roles):
        return
    own = {one.role: one.word for one in words}
    ordered = sorted(product(*(range(len(every[role])) for role in roles)), key=lambda chosen: (sum(chosen), chosen))
    main = "words" in stimuli["role"]
    for chosen in ordered[1 if main else 0 :][:COMBINATIONS]:
        text = name
        for role, at in zip(roles, chosen, strict=True):
            text = _exchanged(text, own[role], every[role][at])
        yield text


def _exchanged(text: str, word: str, other: str) -> str:
    """An expression with another word in the place of one of its own; hyphens do not hold what is no expression.

    >>> _exchanged("pé frio", "pé", "mão"), _exchanged("pão-duro", "pão", "bolo")
    ('mão frio', 'bolo duro')
    """
    text = text if " " in text else text.replace("-", " ")
    return re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", lambda _: other, text, count=1, flags=re.IGNORECASE)


def _in_sentence(
    target: Target, name: str, own: Mapping[str, str], role: str, text: str, language: str
) -> Target | None:
    """A sentence with one word of its expression replaced; where that word is inflected, as far as a rule inflects."""
    exchanged = _exchanged(target.written, own[role], text)
    plain = target.written.replace("-", " ") if " " not in target.written else target.written
    others = [word for other, word in own.items() if other != role]
    if exchanged != plain and all(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", plain, re.I) for word in others):
        return _put(target, exchanged, language)
    if exchanged != plain and not find_language(language).every_word_inflects:
        return _put(target, exchanged, language)
    return _whole(target, name, own, _exchanged(name, own[role], text), language)


def _put(target: Target, text: str, language: str) -> Target:
    """The sentence with another text in its target's place, with its capital, and what stands before made to agree."""
    if target.written[:1].isupper():
        text = text[:1].upper() + text[1:]
    before = find_language(language).fit(target.text[: target.start], text, frozenset())
    return Target(before + text + target.text[target.end :], len(before), len(before) + len(text))


def _whole(target: Target, name: str, own: Mapping[str, str], text: str, language: str) -> Target | None:
    """A sentence with another expression in its place; None where a verb would have to be inflected."""
    if "verb" in own and target.written.casefold() != name.casefold():
        return None
    return substitute(target, name, text, language)


def _stimuli(name: str, language: str, stimuli: pl.DataFrame, added: _Added) -> Iterator[dict[str, Any]]:
    """Every sentence of an expression with what was added in its place, and without a sentence the words alone."""
    combined = {("words_alt", index): text for index, text in enumerate(added.combinations)}
    alone = {(f"{role}_syn", at): text for role, found in added.synonyms.items() for at, text in found} | combined
    single = {(f"{role}_alt", at): (role, text) for role, found in added.synonyms.items() for at, text in found}
    single |= {(f"{role}_generic", 0): (role, text) for role, text in added.general.items()}
    for row in stimuli.filter(pl.col("role") == "original").iter_rows(named=True):
        spans = parse_spans(row["spans"])
        if row["condition"] == "none":
            made = {key: Target(text, 0, len(text)) for key, text in alone.items()}
        elif len(spans) == 1:
            target = Target(row["text"], *spans[0])
            tried = {
                key: _in_sentence(target, name, added.own, role, text, language) for key, (role, text) in single.items()
            } | {key: _whole(target, name, added.own, text, language) for key, text in combined.items()}
            made = {key: one for key, one in tried.items() if one is not None and one.text != row["text"]}
        else:
            made = {}
        for (role, index), one in made.items():
            placed = {"text": one.text, "spans": format_spans([(one.start, one.end)])}
            yield {**row, "role": role, "index": index, **placed, "derived": True}
