"""From a lexicon to a dataset of minimal pairs: every role in every condition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import polars as pl

from idioprobe.core.errors import LexiconError
from idioprobe.core.notices import some
from idioprobe.core.requests import format_spans
from idioprobe.core.tables import EXPRESSIONS, RATINGS, STIMULI, item_name
from idioprobe.data.components import Component, format_components
from idioprobe.data.dataset import Dataset, Header, fit_name, shares_word
from idioprobe.data.languages.language import Language, find_language
from idioprobe.data.lexicon.entry import Entry, Lexicon
from idioprobe.data.lexicon.fields import FOR_A_SENTENCE, field_of
from idioprobe.data.lexicon.fillers import Filler, Put, fillers_of, put, with_gender
from idioprobe.data.lexicon.forms import GAP, GENDERS, Form
from idioprobe.data.lexicon.frequency import Counts, Figures, Frequency, average_frequency, wordfreq_frequency
from idioprobe.data.lexicon.kinds import NOUN, VERB, kind_of, pattern_of, type_of
from idioprobe.data.lexicon.markup import Fit, Frame, fill, parse_frame
from idioprobe.data.lexicon.mistakes import Lacking, Mistakes
from idioprobe.data.lexicon.pools import choosers
from idioprobe.data.lexicon.site import Site, make_site
from idioprobe.data.lexicon.tomlfile import NEUTRAL_CONDITIONS


@dataclass
class Built:
    """A dataset, what could not be built from the lexicon, and what was taken for granted, in words."""

    dataset: Dataset
    left_out: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass
class _Builder:
    """Gathers the rows of all entries, and what is to be said about them."""

    lexicon: Lexicon
    keep_uninflected: bool
    mistakes: Mistakes
    left_out: Counter[str] = field(default_factory=Counter)
    notes: Counter[str] = field(default_factory=Counter)
    lacking: dict[tuple[str, str, str, int | None], Lacking] = field(default_factory=dict)
    genderless: dict[str, dict[str, None]] = field(default_factory=dict)

    def item(self, site: Site, fillers: Iterable[Filler]) -> Iterator[dict[str, Any]]:
        """All variants of one sentence that can be made."""
        original = self._row(site, Filler("original", 0), Put(site.frame.parts, site.entry.expression.tags))
        if original is None:
            return
        yield original
        if site.guessed and site.entry.synonym:
            self.notes[_guess(site, site.entry.synonym.citation, str(site.names[0]))] += 1
        for filler in fillers:
            if filler.only_alone and site.condition != "none":
                continue
            made = put(filler, site)
            row = None if made is None else self._row(site, filler, made)
            if made is None:
                self.left_out[_not_found(filler, site)] += 1
            elif row is not None and self._inflected(row, made, filler, site):
                yield row

    def _inflected(self, row: Mapping[str, Any], made: Put, filler: Filler, site: Site) -> bool:
        """Whether a variant is in the form that its sentence needs; if not, that is said."""
        if made.guessed and filler.role != "rand":
            self.notes[_guess(site, _shown(made), made.guessed)] += 1
        if made.derived and filler.role != "rand":
            self.notes[f"inflected by dictionary: {_shown(made)} ({_marked(site)})"] += 1
        if made.lacks is None:
            return True
        key = (site.entry.language, site.entry.name, site.condition, site.number)
        lacking = self.lacking.setdefault(
            key, Lacking(_at(site), _marked(site), site.names, row["text"], "pl" if site.kind == NOUN else "past")
        )
        if filler.role != "rand":
            lacking.forms.setdefault(made.lacks, made.has)
            lacking.columns |= dict.fromkeys(_columns(filler, site))
        return self.keep_uninflected

    def _row(self, site: Site, filler: Filler, made: Put) -> dict[str, Any] | None:
        tags = with_gender(made.tags, site.entry.expression.tags)
        as_written = site.condition == "nat" and filler.role == "original" and not site.frame.agrees
        try:
            text, spans = fill(site.frame, made.parts, tags, None if as_written else _fit(site, made.tags))
        except ValueError as error:
            self._disagreement(site, filler, made, str(error))
            return None
        if not spans:
            return None
        return {
            "item": item_name(site.entry.language, site.entry.name, site.condition, site.number),
            "expression": site.entry.name,
            "language": site.entry.language,
            "condition": site.condition,
            "sentence": site.number,
            "role": filler.role,
            "index": filler.index,
            "text": text,
            "spans": format_spans(spans),
            "derived": made.derived,
        }

    def _disagreement(self, site: Site, filler: Filler, made: Put, why: str) -> None:
        """A word that has to agree cannot: the user's mistake in the user's own sentence, else left out."""
        if site.condition == "nat" and filler.role != "rand":
            shown = _shown(made)
            self.mistakes.add(site.entry.line, f"sentence{site.number}: {shown!r}: {why}; add one, as in {shown} #f")
        elif filler.role == "original":
            self.genderless.setdefault(site.entry.language, {})[site.entry.name] = None


def build_dataset(
    lexicon: Lexicon,
    name: str | None = None,
    frequency: Callable[[str], Frequency | None] = wordfreq_frequency,
    *,
    keep_uninflected: bool = False,
    skip_bad: bool = False,
) -> Built:
    """Every minimal pair that the lexicon allows; `frequency` gives a language's frequencies."""
    languages = {code: find_language(code) for code in sorted({e.language for e in lexicon.entries})}
    frequencies = {code: frequency(code) for code in languages}
    mistakes = Mistakes(lexicon.path)
    builder = _Builder(lexicon, keep_uninflected, mistakes)
    kinds = {n: kind_of(entry, languages[entry.language]) for n, entry in enumerate(lexicon.entries)}
    sites = {
        n: list(_sites(builder, entry, kinds[n], languages[entry.language])) for n, entry in enumerate(lexicon.entries)
    }
    chooser = choosers(lexicon, sites, kinds, frequencies, languages)
    stimuli: list[dict[str, Any]] = []
    expressions: list[dict[str, Any]] = []
    kept: list[Entry] = []
    for number, entry in enumerate(lexicon.entries):
        language = languages[entry.language]
        own, before = sites[number], len(mistakes.found)
        random = chooser[entry.language].choose(entry, kinds[number], pattern_of(entry, language), own)
        fillers = [*fillers_of(entry), *random]
        rows = [row for site in own for row in builder.item(site, fillers)]
        if len(mistakes.found) > before:
            continue
        stimuli += rows
        expressions.append(_expression(entry, frequencies[entry.language], language))
        kept.append(entry)
    if not skip_bad or not kept:
        mistakes.refuse()
    header = Header(
        name=name or fit_name(lexicon.name or lexicon.path.stem),
        labelling=lexicon.labelling or ("lexicon" if any(e.label for e in kept) else ""),
        labelling_note=lexicon.labelling_note,
        notes=_counted(frequencies.values(), expressions),
        classes=list(lexicon.classes),
    )
    dataset = Dataset(
        header,
        pl.DataFrame(stimuli, schema=STIMULI),
        pl.DataFrame(expressions, schema=EXPRESSIONS),
        pl.DataFrame([r for e in kept for r in _ratings(e)], schema=RATINGS),
    )
    taken = [*_types(kept, languages), *(line for one in chooser.values() for line in one.told())]
    notes = Counter(dict.fromkeys(lexicon.notes, 1)) + builder.notes + Counter(taken)
    left_out = builder.left_out + Counter(_genderless(builder.genderless))
    lacking = [one for one in builder.lacking.values() if one.forms]
    if keep_uninflected:
        notes += Counter(one.told("kept uninflected") for one in lacking)
    else:
        left_out += Counter(one.told("left out") for one in lacking)
    return Built(dataset, [*lexicon.left_out, *mistakes.told(), *_told(left_out)], _told(notes))


def _genderless(found: Mapping[str, Mapping[str, None]]) -> Iterator[str]:
    for code, names in found.items():
        yield (
            f"the neutral sentences of {code} agree with the gender of the expression, which is not given for "
            f"{some(map(repr, names))}; write it behind the expression: {next(iter(names))} #f if that is feminine"
        )


def _told(counted: Counter[str]) -> list[str]:
    return [f"{reason} ({count} times)" if count > 1 else reason for reason, count in counted.items()]


def _types(entries: Sequence[Entry], languages: Mapping[str, Language]) -> Iterator[str]:
    """What was taken for the type of expressions whose entry says none and names no words."""
    silent = [entry for entry in entries if entry.type is None and not entry.components]
    taken = Counter(type_of(entry, languages[entry.language]) for entry in silent)
    if taken:
        listed = ", ".join(f"{name} ({count:,})" for name, count in taken.most_common())
        yield f"expressions that say neither their type nor their words are taken for {listed}; write it as type"


def _sites(builder: _Builder, entry: Entry, kind: str, language: Language) -> Iterator[Site]:
    for number, frame in entry.frames.items():
        yield make_site(entry, kind, "nat", number, frame, language)
    templates = {**language.neutral.get(kind, {}), **builder.lexicon.templates.get(entry.language, {})}
    for condition in NEUTRAL_CONDITIONS:
        template = templates.get(condition)
        if template is None:
            builder.left_out[
                f"no neutral sentence ({condition}) is known for {entry.language}; give one with `templates`, as in "
                f"{condition}='… [X] …'"
            ] += 1
        elif template.strip():
            yield make_site(entry, kind, condition, None, _neutral(template, condition, entry), language)
    alone = Frame(((), ()), (entry.name,))
    yield make_site(entry, kind, "none", None, alone, language)


def _neutral(template: str, condition: str, entry: Entry) -> Frame:
    try:
        frame = parse_frame(template, Form(("X",)))
    except ValueError as error:
        raise LexiconError(f"template {condition} for {entry.language}: {error}.") from None
    if len(frame.parts) > 1:
        raise LexiconError(f"template {condition} for {entry.language}: put [X] in one place.")
    return Frame(frame.around, (entry.name,))


def _fit(site: Site, tags: frozenset[str]) -> Fit:
    """What stands before a verb phrase is a pronoun, which does not go by the gender of the phrase's object."""
    known = tags.difference(GENDERS) if site.kind == VERB else tags
    return lambda before, part: site.language.fit(before, part, known)


def _sentence(site: Site) -> str:
    return f"sentence {site.number}" if site.condition == "nat" else f"the neutral sentence ({site.condition})"


def _shown(made: Put) -> str:
    return " ".join(filter(None, made.parts))


def _at(site: Site) -> str:
    sheet = f"sheet {site.entry.sheet!r}, " if site.entry.sheet else ""
    return f"{sheet}line {site.entry.line}, {_sentence(site)}"


def _marked(site: Site) -> str:
    return f" {GAP} ".join(site.frame.parts) if site.language.spaces else GAP.join(site.frame.parts)


def _guess(site: Site, word: str, name: str) -> str:
    return f"{_at(site)}: the form of [{_marked(site)}] has no name; the only one of {word!r} is taken, #{name}"


def _columns(filler: Filler, site: Site) -> Iterator[str]:
    """Where a lexicon would write out what stands in this sentence."""
    name = field_of(filler.role)
    if site.number is not None and name in FOR_A_SENTENCE:
        yield f"{name}_sentence{site.number}"


def _not_found(filler: Filler, site: Site) -> str:
    missing = [role for role in filler.replacing if role not in site.places]
    words = " and ".join(f"the {role} {site.entry.components[role].citation!r}" for role in missing) or filler.role
    first = missing[0] if missing else "verb"
    return (
        f"{_at(site)}: {words} cannot be told in [{_marked(site)}], so that its synonyms are left out there; write "
        f"its form, as in {first} = {site.entry.components[first].citation if missing else '…'} "
        f"#{'pl' if site.kind == NOUN else 'past'}:…"
    )


def _expression(entry: Entry, frequency: Frequency | None, language: Language) -> dict[str, Any]:
    parts = [
        Component(role, word.spelled(None, word.gender or entry.gender) or word.citation)
        for role, word in entry.components.items()
    ]
    figures = Figures()
    if isinstance(frequency, Counts):
        figures = frequency.figures(entry.name, [part.word for part in parts])
    average = average_frequency(entry.name, frequency) if frequency else None
    known = {**asdict(figures), "average_frequency": average, **entry.figures}
    return {
        "expression": entry.name,
        "language": entry.language,
        "components": format_components(parts) or None,
        "type": type_of(entry, language),
        "class": entry.label,
        "synonym_overlap": shares_word(entry.name, entry.synonym.citation) if entry.synonym else None,
        **known,
    }


def _counted(frequencies: Iterable[Frequency | None], expressions: Sequence[Mapping[str, Any]]) -> list[str]:
    """A word about PPMI whose corpus has no size of its own."""
    totals = {known.total for known in frequencies if isinstance(known, Counts) and known.summed}
    if not totals or all(row["ppmi"] is None for row in expressions):
        return []
    return [f"PMI and PPMI take the corpus to have {totals.pop():,.0f} words, the sum of those counted."]


def _ratings(entry: Entry) -> Iterator[dict[str, Any]]:
    given = [(None, entry.rating), *entry.sentence_ratings.items()]
    for sentence, mean in given:
        if mean is not None:
            yield {
                "expression": entry.name,
                "language": entry.language,
                "sentence": sentence,
                "target": "expression",
                "rating": "type" if sentence is None else "token",
                "mean": mean,
                "sd": None,
                "n": None,
            }
