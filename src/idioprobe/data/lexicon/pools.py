"""Random replacements: ordinary combinations of the expression's pattern and of about its frequency."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from idioprobe.core.notices import some
from idioprobe.data.languages.language import Language
from idioprobe.data.lexicon.entry import ANY, Entry, Lexicon, Pools
from idioprobe.data.lexicon.fillers import Filler, put
from idioprobe.data.lexicon.forms import GAP, Form, parse_form
from idioprobe.data.lexicon.frequency import (
    Counts,
    Frequency,
    average_frequency,
    by_nearness,
    content_words,
    wordfreq_frequency,
    words,
)
from idioprobe.data.lexicon.kinds import OF_KIND
from idioprobe.data.lexicon.site import Site

RANDOM_FILLERS = 5
MOST_OTHERS = 500
"""How many expressions of a large file stand in for a pool."""


@dataclass(frozen=True)
class Pool:
    """Combinations by their text, and how frequent each is; None where nobody knows."""

    forms: Mapping[str, Form]
    levels: Mapping[str, float] | None

    @classmethod
    def of(cls, forms: Sequence[Form], frequency: Frequency | None) -> Pool:
        """With the average frequency of each."""
        by_text = {form.citation: form for form in forms}
        levels = {text: average_frequency(text, frequency) for text in by_text} if frequency else None
        return cls(by_text, levels)


@dataclass
class Chooser:
    """The pools of one language: those that the user brings, the language's own, and the file's other expressions."""

    language: Language
    frequency: Frequency | None
    given: Mapping[str, Pool]
    shipped: Mapping[str, Pool]
    others: Mapping[str, Pool]
    uncounted: bool = False
    """Whether the user's counts have none of the combinations."""
    stood_in: dict[str, dict[str, None]] = field(default_factory=dict)
    partly: dict[str, None] = field(default_factory=dict)
    few: dict[str, int] = field(default_factory=dict)

    def choose(self, entry: Entry, kind: str, pattern: str, sites: Sequence[Site]) -> Iterator[Filler]:
        """Five combinations that share no word with the expression and have the forms that its sentences need.

        Where too few have all of them, others stand at least in the sentences whose form they have.
        """
        found: dict[str, Form] = {}
        for everywhere in (True, False):
            for source, pool in self._sources(kind, pattern, found):
                if len(found) == RANDOM_FILLERS:
                    break
                ordered = _agreeing(entry, sites, self._ordered(entry, pool))
                usable = (f for f in ordered if f.citation not in found and (not everywhere or _fits(f, sites)))
                taken = list(islice(usable, RANDOM_FILLERS - len(found)))
                found |= {form.citation: form for form in taken}
                if taken and source:
                    self.stood_in.setdefault(source, {})[entry.name] = None
                if taken and not everywhere:
                    self.partly[entry.name] = None
        if len(found) < RANDOM_FILLERS:
            self.few[entry.name] = len(found)
        for index, form in enumerate(found.values()):
            yield Filler("rand", index, form)

    def told(self) -> Iterator[str]:
        """Where random combinations came from, if not from a pool of their pattern, and whom they do not suffice."""
        code = self.language.code
        for source, names in self.stood_in.items():
            yield f"{source} ({some(map(repr, names))})"
        if self.partly:
            yield (
                f"some random combinations lack a form that sentences of {some(map(repr, self.partly))} need, and "
                "stand in the others only; give some that have it with `random`"
            )
        if self.few:
            least = min(self.few.values())
            count = "no" if least == 0 else f"fewer than {RANDOM_FILLERS}"
            yield f"{count} random combinations of {code} fit {some(map(repr, self.few))}; give more with `random`"
        if self.uncounted:
            yield (
                f"`counts` has none of the random combinations of {code}, so these are chosen by the frequencies of "
                "wordfreq; count them too"
            )
        if self.frequency is None:
            yield (
                f"word frequencies of {code} are not known, so random combinations are chosen in a fixed order; "
                "`counts` gives them"
            )

    def _sources(self, kind: str, pattern: str, found: Mapping[str, Form]) -> Iterator[tuple[str, Pool]]:
        if self.given:
            yield from (("", pool) for name, pool in self.given.items() if name in (pattern, ANY))
            if pattern in self.given or ANY in self.given:
                return
        if pattern in self.shipped:
            yield "", self.shipped[pattern]
        for other in OF_KIND[kind]:
            if other != pattern and other in self.shipped:
                yield (
                    f"random combinations {other} stand in for {pattern}; the column pattern chooses",
                    self.shipped[other],
                )
        for other in (kind, *(name for name in self.others if name != kind)):
            if other in self.others and (other == kind or not found):
                size = len(self.others[other].forms)
                yield (
                    f"{self.language.code} has no pool of random combinations; the file's own expressions, {size:,} in "
                    "all, stand in for them",
                    self.others[other],
                )

    def _ordered(self, entry: Entry, pool: Pool) -> Iterator[Form]:
        if pool.levels is None or self.frequency is None:
            levels: Callable[[str], tuple[float, str]] = _fixed(entry.name)
        else:
            level, known = average_frequency(entry.name, self.frequency), pool.levels
            levels = lambda text: (abs(known[text] - level), text)  # noqa: E731
        for text in by_nearness(content_words(entry.name, self.frequency), pool.forms, levels):
            yield pool.forms[text]


def _fixed(name: str) -> Callable[[str], tuple[float, str]]:
    """An order that depends on nothing but the two texts."""
    return lambda text: (0.0, hashlib.sha256(f"{name}\0{text}".encode()).hexdigest())


def _agreeing(entry: Entry, sites: Sequence[Site], ordered: Iterator[Form]) -> Iterator[Form]:
    """Those of the expression's gender first, where a sentence needs that.

    It does where no sentence says what agrees, or one in an inflected form does not.
    """
    gender = entry.expression.gender
    natural = [site for site in sites if site.condition == "nat"]
    silent = [site for site in natural if not site.frame.agrees and not site.frame.bare]
    if gender is None or not (silent == natural or any(site.names != (None,) for site in silent)):
        yield from ordered
        return
    others = []
    for form in ordered:
        if form.gender == gender:
            yield form
        else:
            others.append(form)
    yield from others


def _fits(form: Form, sites: Sequence[Site]) -> bool:
    made = (put(Filler("rand", 0, form), site) for site in sites if site.names)
    return all(one is not None and one.lacks is None and one.guessed is None for one in made)


def choosers(
    lexicon: Lexicon,
    sites: Mapping[int, Sequence[Site]],
    kinds: Mapping[int, str],
    frequencies: Mapping[str, Frequency | None],
    languages: Mapping[str, Language],
) -> dict[str, Chooser]:
    """By language, where random combinations come from; `sites` and `kinds` are by the number of an entry."""
    made = {}
    for code, language in languages.items():
        known, uncounted = _of_pools(frequencies[code], lexicon.pool.get(code) or shipped_pools(language), code)
        given = {pattern: Pool.of(forms, known) for pattern, forms in lexicon.pool.get(code, {}).items()}
        shipped = {pattern: Pool.of(forms, known) for pattern, forms in shipped_pools(language).items()}
        others = {} if shipped or given else _others(lexicon, code, sites, kinds, known)
        made[code] = Chooser(language, known, given, shipped, others, uncounted)
    return made


def _of_pools(frequency: Frequency | None, pools: Pools, code: str) -> tuple[Frequency | None, bool]:
    """The frequencies that combinations are compared by: not counts that have none of them, nor most of their words."""
    if not isinstance(frequency, Counts):
        return frequency, False
    texts = [form.citation.casefold() for forms in pools.values() for form in forms]
    single = [word in frequency.known for text in texts for word in words(text)]
    if any(text in frequency.known for text in texts) or 2 * sum(single) >= len(single):
        return frequency, False
    return wordfreq_frequency(code), True


def shipped_pools(language: Language) -> Pools:
    """The pools that a language's file brings along."""
    return {pattern: tuple(map(parse_form, texts)) for pattern, texts in language.pools.items()}


def _others(
    lexicon: Lexicon,
    code: str,
    sites: Mapping[int, Sequence[Site]],
    kinds: Mapping[int, str],
    frequency: Frequency | None,
) -> dict[str, Pool]:
    """The expressions of the file by their kind, each with the forms that its own sentences show."""
    by_kind: dict[str, list[Form]] = {}
    numbered = [number for number, entry in enumerate(lexicon.entries) if entry.language == code]
    for number in numbered[:: 1 + len(numbered) // MOST_OTHERS]:
        by_kind.setdefault(kinds[number], []).append(_with_forms(lexicon.entries[number], sites[number]))
    return {kind: Pool.of(forms, frequency) for kind, forms in by_kind.items()}


def _with_forms(entry: Entry, sites: Sequence[Site]) -> Form:
    seen = {
        str(site.names[0]): (f" {GAP} ".join(site.frame.parts),)
        for site in sites
        if len(site.names) == 1 and site.names[0] is not None
    }
    named = tuple(sorted({**seen, **dict(entry.expression.named)}.items()))
    return Form(entry.expression.singular, named, entry.expression.tags)
