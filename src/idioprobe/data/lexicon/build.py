"""From a lexicon to a dataset of minimal pairs: every role in every condition."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import polars as pl

from idioprobe.core.errors import LexiconError
from idioprobe.core.tables import EXPRESSIONS, NOUN_COMPOUND, RATINGS, STIMULI, item_name
from idioprobe.data.components import modifier_and_head
from idioprobe.data.dataset import Dataset, Header, fit_name, shares_word
from idioprobe.data.languages.language import find_language
from idioprobe.data.lexicon.forms import GENDERS, Form
from idioprobe.data.lexicon.frequency import (
    Counts,
    Frequency,
    average_frequency,
    nearest,
    wordfreq_frequency,
    words,
)
from idioprobe.data.lexicon.markup import Frame, parse_frame, render
from idioprobe.data.lexicon.read import Entry, Lexicon

RANDOM_FILLERS = 5


@dataclass
class Built:
    """A dataset, and what could not be built from the lexicon, in words."""

    dataset: Dataset
    left_out: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Filler:
    """What may take the expression's place: its form in the singular and plural, and its tags."""

    role: str
    index: int
    singular: str
    plural: str | None
    tags: frozenset[str]


def build_dataset(
    lexicon: Lexicon, name: str | None = None, frequency: Callable[[str], Frequency | None] = wordfreq_frequency
) -> Built:
    """Every minimal pair that the lexicon allows; `frequency` gives a language's frequencies."""
    frequencies = {language: frequency(language) for language in sorted({e.language for e in lexicon.entries})}
    pools = {language: _pool(lexicon.pool.get(language, ()), known) for language, known in frequencies.items()}
    left_out: Counter[str] = Counter()
    stimuli: list[dict[str, Any]] = []
    expressions: list[dict[str, Any]] = []
    for entry in lexicon.entries:
        known = frequencies[entry.language]
        fillers = [*_fillers(entry), *_random(entry, pools[entry.language], known, left_out)]
        for condition, number, frame in _frames(entry, lexicon, left_out):
            stimuli += _item(lexicon, entry, condition, number, frame, fillers, left_out)
        expressions.append(_expression(entry, known))
    header = Header(
        name=name or fit_name(lexicon.name or lexicon.path.stem),
        labelling=lexicon.labelling or ("lexicon" if any(e.label for e in lexicon.entries) else ""),
        labelling_note=lexicon.labelling_note,
        notes=_counted(frequencies.values(), expressions),
    )
    dataset = Dataset(
        header,
        pl.DataFrame(stimuli, schema=STIMULI),
        pl.DataFrame(expressions, schema=EXPRESSIONS),
        pl.DataFrame([r for e in lexicon.entries for r in _ratings(e)], schema=RATINGS),
    )
    return Built(dataset, [f"{reason} ({count})" for reason, count in sorted(left_out.items())])


def _frames(entry: Entry, lexicon: Lexicon, left_out: Counter[str]) -> Iterator[tuple[str, int | None, Frame]]:
    for number, frame in entry.frames.items():
        yield "nat", number, frame
    templates = {**find_language(entry.language).neutral.get("noun", {}), **lexicon.templates.get(entry.language, {})}
    for condition in ("neut", "neut_long"):
        template = templates.get(condition)
        if template is None:
            left_out[
                f"no neutral sentence ({condition}) is known for language {entry.language}; give one with `templates`"
            ] += 1
            continue
        if not template.strip():
            continue
        try:
            frame = parse_frame(template, Form(("X",)))
        except ValueError as error:
            raise LexiconError(f"template {condition} for {entry.language}: {error}.") from None
        yield condition, None, Frame(frame.before, entry.expression.citation, frame.after)
    yield "none", None, Frame((), entry.expression.citation, ())


def _item(
    lexicon: Lexicon,
    entry: Entry,
    condition: str,
    number: int | None,
    frame: Frame,
    fillers: Sequence[Filler],
    left_out: Counter[str],
) -> Iterator[dict[str, Any]]:
    name = entry.expression.citation
    written = frame.target.casefold()
    plural = written != name.casefold() and written in {form.casefold() for form in entry.expression.plural}
    starts = condition == "nat" and frame.before in ((), ("",))
    capital = frame.target[:1].isupper() and (starts or not name[:1].isupper())
    original = Filler("original", 0, frame.target, frame.target, entry.expression.tags)
    for filler in (original, *fillers):
        if filler.role in _ALONE and condition != "none":
            continue
        target = filler.plural if plural else filler.singular
        if target is None:
            left_out[
                f"line {entry.line}: no plural of {filler.singular!r} for a plural sentence of {name!r}; write #pl:…"
            ] += 1
            continue
        if capital:
            target = target[:1].upper() + target[1:]
        tags = _agreement(filler.tags, entry.expression.tags)
        try:
            before, after = render(frame.before, tags), render(frame.after, tags)
        except ValueError as error:
            raise LexiconError(
                f"{lexicon.path}:{entry.line}: {filler.singular!r}: {error}; add one, as in {filler.singular!r} #f."
            ) from None
        as_written = condition == "nat" and filler is original
        if not as_written:
            before = find_language(entry.language).fit(before, target, filler.tags)
        yield {
            "item": item_name(entry.language, name, condition, number),
            "expression": name,
            "language": entry.language,
            "condition": condition,
            "sentence": number,
            "role": filler.role,
            "index": filler.index,
            "text": before + target + after,
            "start": len(before),
            "end": len(before) + len(target),
            "derived": False,
        }


_ALONE = frozenset({"modifier_syn", "head_syn"})


def _agreement(own: frozenset[str], inherited: frozenset[str]) -> frozenset[str]:
    """A filler without a gender takes the expression's."""
    return own if own.intersection(GENDERS) else own | inherited.intersection(GENDERS)


def _fillers(entry: Entry) -> Iterator[Filler]:
    yield _whole("syn", 0, entry.synonym)
    if entry.synonym2:
        yield _whole("syn2", 0, entry.synonym2)
    for role, component in (("head", entry.head), ("modifier", entry.modifier)):
        if component:
            yield _component_alone(role, component, entry)
    modifiers, heads = entry.modifier_synonyms, entry.head_synonyms
    if modifiers and heads and entry.modifier and entry.head:
        for index, (modifier, head) in enumerate(zip(modifiers, heads, strict=False)):
            yield _combined(entry, "words" if index == 0 else "words_alt", max(0, index - 1), modifier, head)
    for role, forms, other in (("modifier", modifiers, entry.head), ("head", heads, entry.modifier)):
        for index, form in enumerate(forms):
            if getattr(entry, role) and other:
                pair = (form, other) if role == "modifier" else (other, form)
                yield _combined(entry, f"{role}_alt", index, *pair)
            yield _component_alone(f"{role}_syn", form, entry, index)


def _whole(role: str, index: int, form: Form) -> Filler:
    return Filler(role, index, form.citation, form.agreeing(form.gender, plural=True), form.tags)


def _component_alone(role: str, form: Form, entry: Entry, index: int = 0) -> Filler:
    """A component as it stands in the expression: in its own gender, or agreeing with the head."""
    gender = form.gender or (entry.head.gender if entry.head else None) or entry.expression.gender
    return Filler(
        role,
        index,
        form.agreeing(gender, plural=False) or form.singular[0],
        form.agreeing(gender, plural=True),
        form.tags,
    )


def _combined(entry: Entry, role: str, index: int, modifier: Form, head: Form) -> Filler:
    """The expression with its components exchanged in place; the modifier agrees with the head."""
    gender = head.gender or entry.expression.gender
    singular = _exchange(entry, entry.expression.citation, modifier, head, gender, plural=False)
    plural = None
    if entry.expression.plural:
        plural = _exchange(entry, entry.expression.plural[0], modifier, head, gender, plural=True)
    # In English the article goes by the first word, whichever component it is.
    articles = frozenset({"a", "an"})
    first = next((f for f in (modifier, head) if (singular or "").startswith(f.singular)), None)
    return Filler(
        role, index, singular or "", plural, (head.tags - articles) | (first.tags & articles if first else set())
    )


def _exchange(
    entry: Entry, written: str, modifier: Form, head: Form, gender: str | None, *, plural: bool
) -> str | None:
    if entry.modifier is None or entry.head is None:
        return None
    replacements: dict[str, str] = {}
    for key, new in (("modifier", modifier), ("head", head)):
        form = new.agreeing(gender, plural=plural and bool(new.plural))
        if form is None or (plural and new is head and not new.plural):
            return None
        replacements[key] = form
    pattern = _components(entry.modifier, entry.head)
    if {match.lastgroup for match in pattern.finditer(written)} != set(replacements):
        return None
    return pattern.sub(lambda match: replacements[str(match.lastgroup)], written)


@lru_cache(maxsize=64)
def _components(modifier: Form, head: Form) -> re.Pattern[str]:
    """Finds the two words of an expression in any of their forms."""
    patterns = []
    for key, word in (("modifier", modifier), ("head", head)):
        forms = sorted((*word.singular, *word.plural), key=len, reverse=True)
        patterns.append(f"(?P<{key}>{'|'.join(map(re.escape, forms))})")
    return re.compile(rf"(?<!\w)(?:{'|'.join(patterns)})(?!\w)", re.I)


@dataclass(frozen=True)
class _Pool:
    """Random combinations by their text, and how frequent each is."""

    forms: dict[str, Form]
    levels: dict[str, float]


def _pool(pool: Sequence[Form], frequency: Frequency | None) -> _Pool:
    forms = {form.citation: form for form in pool}
    return _Pool(forms, {text: average_frequency(text, frequency) if frequency else 0.0 for text in forms})


def _random(entry: Entry, pool: _Pool, frequency: Frequency | None, left_out: Counter[str]) -> Iterator[Filler]:
    if not pool.forms or frequency is None:
        what = "no pool of random combinations" if not pool.forms else "no word frequencies"
        remedy = "`random`" if not pool.forms else "`counts`"
        left_out[f"{what} for language {entry.language}: give {remedy} for random replacements"] += 1
        return
    name = entry.expression.citation
    chosen = nearest(name, average_frequency(name, frequency), pool.levels, RANDOM_FILLERS)
    if len(chosen) < RANDOM_FILLERS:
        left_out[
            f"fewer than {RANDOM_FILLERS} random combinations for language {entry.language} share no word with an "
            "expression; give a larger pool with `random`"
        ] += 1
    for index, text in enumerate(chosen):
        yield _whole("rand", index, pool.forms[text])


def _expression(entry: Entry, frequency: Frequency | None) -> dict[str, Any]:
    name = entry.expression.citation
    modifier = _component_alone("modifier", entry.modifier, entry).singular if entry.modifier else None
    head = _component_alone("head", entry.head, entry).singular if entry.head else None
    count = exact = positive = None
    if isinstance(frequency, Counts):
        count, exact, positive = frequency.association(name, [modifier, head] if modifier and head else words(name))
    return {
        "expression": name,
        "language": entry.language,
        "components": modifier_and_head(name, modifier, head),
        "type": NOUN_COMPOUND,
        "class": entry.label,
        "synonym_overlap": shares_word(name, entry.synonym.citation),
        "frequency": count,
        "ppmi": positive,
        "pmi": exact,
        "average_frequency": average_frequency(name, frequency) if frequency else None,
    }


def _counted(frequencies: Iterable[Frequency | None], expressions: Sequence[Mapping[str, Any]]) -> list[str]:
    """A word about PPMI whose corpus has no size of its own."""
    totals = {known.total for known in frequencies if isinstance(known, Counts) and known.summed}
    if not totals or all(row["ppmi"] is None for row in expressions):
        return []
    return [f"PMI and PPMI take the corpus to have {totals.pop():,.0f} words, the sum of those counted."]


def _ratings(entry: Entry) -> Iterator[dict[str, Any]]:
    name = entry.expression.citation
    given = [(None, entry.rating), *entry.sentence_ratings.items()]
    for sentence, mean in given:
        if mean is not None:
            yield {
                "expression": name,
                "language": entry.language,
                "sentence": sentence,
                "target": "expression",
                "rating": "type" if sentence is None else "token",
                "mean": mean,
                "sd": None,
                "n": None,
            }
