"""The answer of a page, by language: what is said first, the models from best to worst, the references beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from idioprobe.core.tables import CONDITIONS, is_class
from idioprobe.core.views import ANSWER
from idioprobe.data.components import component_roles
from idioprobe.report.answer import BETWEEN, BY_MEANING, BY_WORDS, UNTOLD, sentences, spoken_verdict
from idioprobe.report.leaderboard import (
    ASKED,
    NUMBERS,
    OTHER_MEASURE,
    Entry,
    Leaderboard,
    leaderboards,
    points,
    second_name,
)
from idioprobe.report.page.groups import Group
from idioprobe.report.results import labels_of
from idioprobe.report.tables.gather import Model
from idioprobe.run.languages import not_made_words
from idioprobe.suites.catalogue import BY_NAME
from idioprobe.suites.controls.measures import GAP
from idioprobe.suites.headline import (
    ADDS_UP,
    ALONE,
    FEW,
    GOES_BEYOND,
    NET,
    NOISE,
    OPEN,
    UNIT_WORDS,
    VERDICTS,
    Headline,
    Level,
    means_beside,
    shown_score,
)

WAYS = {
    BY_WORDS: "words",
    BY_MEANING: "meaning",
    BETWEEN: "open",
    UNTOLD: "open",
    GOES_BEYOND: "meaning",
    ADDS_UP: "words",
    OPEN: "open",
    NOISE: "noise",
    FEW: "open",
    ALONE: "open",
}
"""Verdicts as the page colours them."""


def rivals(groups: Sequence[Group]) -> dict[str, dict[str, Any]]:
    """What the meaning is compared with: variants, their similarity, the difference of both, and a name for it."""
    listed = (role for group in groups for role in component_roles(group.inputs.material.expressions))
    components = sorted(dict.fromkeys(listed))
    words = {"roles": ["words"], "measure": "sim_words", "gap": "aff_syn_words", "words": "its words"}
    return {
        NET: words,
        "pref_words": words,
        "pref_comp": {"roles": components, "measure": "sim_comp", "gap": "aff_syn_comp", "words": "its words"},
        "pref_rand": {"roles": ["rand"], "measure": "sim_rand", "gap": "aff_syn_rand", "words": "random words"},
        "qa_pref_words": {"roles": ["words"], "measure": "", "gap": "qa_pref_words", "words": "its words"},
    }


PLAIN = {
    GAP: ("idiom gap", "idioms relative to ordinary words; 1: treated alike"),
    "choice": ("its meaning", "of meaning, words and random words it takes the meaning"),
    "choice_random": ("random words", "of the three it takes the random words"),
    "qa_choice": ("of all options", "takes the synonym among all options"),
    "qa_idiom": ("idioms in questions", "answers that follow from the idiom"),
    "qa_rating": ("ratings", "agrees with people on how literal it is (ρ)"),
    "qa_paraphrase": ("paraphrases", "finds a synonym that people give too"),
    "qa_consistency": ("sticks to it", "the same answer when options change places or it is asked again"),
    "qa_position_bias": (
        "favours a place",
        "how far above chance its favourite place is, whatever stands there; 0 % is fair",
    ),
    "qa_short_bias": ("favours the short", "how far above chance the shortest option is; 0 % is fair"),
    "qa_refused": ("no usable answer", "refused, empty or unclear"),
}
"""Measures as a reader would call them, and what they say."""


@dataclass(frozen=True)
class Board:
    """What the page says first in one language, and all that it draws from it."""

    title: str
    answer: str
    more: list[str]
    way: str
    notes: list[str]
    conclusion: str
    facts: dict[str, Any] = field(default_factory=dict)

    @property
    def models(self) -> list[int]:
        """The models that it is about, by their places."""
        entries = [entry for part in (self.facts, *self.facts["words"]) for entry in part["entries"]]
        return list(dict.fromkeys(entry["model"] for entry in entries))


def boards(group: Group) -> list[Board]:
    """One for each language that has a score, in the order of the dataset; with it, those of answers in words."""
    every = leaderboards(group.results, group.view)
    spoken = sorted((one for one in every if one.in_words), key=lambda one: list(ASKED).index(one.score.view))
    seen = [one for one in every if not one.in_words]
    alone = {one.language: one for one in reversed(spoken)}
    made = seen + [one for language, one in alone.items() if all(other.language != language for other in seen)]
    order = group.results[0].manifest.dataset.languages
    made.sort(key=lambda one: order.index(one.language) if one.language in order else len(order))
    places = dict(zip(labels_of(group.results), range(len(group.results)), strict=True))
    return [
        _board(one, title, group, places, [b for b in spoken if b.language == one.language and b is not one])
        for one, title in zip(made, _titles(made), strict=True)
    ]


def _titles(made: Sequence[Leaderboard]) -> list[str]:
    """The language; with how it was measured, where there are several boards of it."""
    languages = [one.language for one in made]
    return [
        one.language.upper()
        if languages.count(one.language) == 1
        else f"{one.language.upper()}, {CONDITIONS[one.score.condition]}, {one.score.unit}"
        for one in made
    ]


def _board(
    board: Leaderboard, title: str, group: Group, places: dict[str, int], in_words: Sequence[Leaderboard]
) -> Board:
    score = board.score
    models = group.inputs.models
    entries = [(places[entry.label], entry) for entry in board.entries]
    answer, *more = _said(board, models[entries[0][0]].label, alone=not in_words)
    for one in in_words:
        more += _said_beside(one, models[places[one.entries[0].label]].label)
    facts = {
        **_facts(board, title, group, places),
        "words": [_facts(one, title, group, places) for one in in_words],
    }
    way = _way(board.entries[0].score) if len(entries) == 1 else _common_way(board)
    notes = [*_not_made(board.language, [models[place] for place, _ in entries]), *score.notes]
    return Board(title, answer, more, way, notes, board.conclusion, facts)


def _said_beside(board: Leaderboard, best: str) -> list[str]:
    """What answers in words say, below what vectors say."""
    if len(board.entries) == 1:
        return [" ".join(sentences(replace(board.entries[0].answer, model=best)))]
    how = f"Asked in words ({ASKED[board.score.view]}):"
    counted = _counted([spoken_verdict(entry.score) for entry in board.entries])
    return [f"{how} {counted} {best} has the highest {board.score.name}: {shown_score(board.score)}."]


def _way(score: Headline) -> str:
    """A verdict as the page colours it."""
    if score.former:
        return "open"
    return WAYS[spoken_verdict(score) if score.unit == ANSWER else str(score.verdict)]


def _facts(board: Leaderboard, title: str, group: Group, places: dict[str, int]) -> dict[str, Any]:
    """What the page draws a board from."""
    score = board.score
    models = group.inputs.models
    entries = [(places[entry.label], entry) for entry in board.entries]
    return {
        "title": title,
        "language": board.language,
        "name": score.name,
        "measure": score.measure,
        "condition": score.condition,
        "unit": score.unit,
        "view": score.view if board.in_words else None,
        "group": score.group,
        "chance": score.chance,
        "of100": score.measure == NET,
        "unitName": UNIT_WORDS[score.unit],
        "second": second_name(board),
        "idiomatic": group.results[0].classes[0],
        "entries": [_entry(place, entry, board) for place, entry in entries],
        "references": [
            {
                "label": one.label,
                "score": _numbers(one.score),
                "second": _numbers(one.second),
                "further": {name: one.means[name] for name in board.further if name in one.means},
            }
            for one in board.references
        ],
        "further": list(_further(board, models[entries[0][0]])),
        "layers": list(_layers(board, models, [place for place, _ in entries])),
        "asked": ASKED[score.view] if board.in_words else None,
        "notes": list(score.notes),
        "conclusion": board.conclusion,
        "other": OTHER_MEASURE,
    }


def _not_made(language: str, models: Sequence[Model]) -> list[str]:
    """A warning for each model that was scored in a language that it was not made for."""
    return [not_made_words(m.label, [language]) for m in models if language in m.result.manifest.not_made_for]


def _said(board: Leaderboard, best: str, *, alone: bool) -> list[str]:
    """The answer, and what it means; of several models how many go which way, and which is ahead.

    Not `alone`: another board says what models answer in words, so that a model may be there twice.
    """
    if len(board.entries) == 1:
        answer = board.entries[0].answer
        return sentences(answer if alone else replace(answer, model=best))
    score = board.score
    which = "an idiom" if is_class(score.group) else "an expression"
    where = CONDITIONS[score.condition] if score.condition == "nat" else "neutral sentences"
    highest = f"{best} has the highest: {shown_score(score)}"
    if board.in_words:
        asked = (
            f"The score is how often a model takes the synonym of {which} in {where} rather than synonyms of its "
            f"words, when it is asked which keeps the meaning ({ASKED[score.view]}); chance is "
            f"{100 * score.chance:.0f} %. {highest}."
        )
        return [_counted([spoken_verdict(entry.score) for entry in board.entries]), asked]
    if score.former:
        return [f"These results are of an older version; {highest} by the {score.name}."]
    explained = (
        f"Offered its meaning, its words and random words, how often a model takes the meaning of {which}, less how "
        f"often it takes the random words: 0 by the words or by guessing, 100 for every idiom. {highest}."
    )
    return [_counted([VERDICTS[entry.score.verdict] for entry in board.entries if entry.score.verdict]), explained]


PLURALS = {
    BY_MEANING: "go by the meaning",
    BY_WORDS: "go by the words",
    BETWEEN: "lie between words and meaning",
    UNTOLD: UNTOLD,
    VERDICTS[GOES_BEYOND]: "go beyond their words",
    VERDICTS[ADDS_UP]: "add up their words",
    VERDICTS[OPEN]: "cannot be shown to go beyond their words",
    VERDICTS[NOISE]: VERDICTS[NOISE],
    VERDICTS[FEW]: "have too few idiomatic expressions for a verdict",
    VERDICTS[ALONE]: "have no tokens to be compared with",
}
"""Each verdict as it is said of several models."""


def _counted(verdicts: Sequence[str]) -> str:
    """How many models each verdict is on.

    >>> _counted([BY_WORDS, BY_WORDS]), _counted([BY_WORDS, BETWEEN, BY_MEANING])
    ('Both models go by the words.', \
'Of 3 models 1 goes by the meaning, 1 goes by the words, 1 lies between words and meaning.')
    >>> _counted([VERDICTS[NOISE]] * 3)
    'All 3 models cannot tell meaning from noise.'
    """
    counts = {verdict: verdicts.count(verdict) for verdict in PLURALS if verdict in verdicts}
    total = len(verdicts)
    if len(counts) == 1:
        everyone = "Both models" if total == 2 else f"All {total} models"
        return f"{everyone} {PLURALS[verdicts[0]]}."
    said = (f"{count} {verdict if count == 1 else PLURALS[verdict]}" for verdict, count in counts.items())
    return f"Of {total} models {', '.join(said)}."


def _common_way(board: Leaderboard) -> str:
    ways = {_way(entry.score) for entry in board.entries}
    return ways.pop() if len(ways) == 1 else "mixed"


def _entry(place: int, entry: Entry, board: Leaderboard) -> dict[str, Any]:
    return {
        "model": place,
        "rank": entry.rank,
        "tied": entry.rank is not None and sum(other.rank == entry.rank for other in board.entries) > 1,
        "way": _way(entry.score),
        "verdict": _verdict(entry.score),
        "score": _numbers(entry.score),
        "n": entry.score.n,
        "tokens": _numbers(entry.score.tokens),
        "second": _numbers(entry.answer.second),
        "further": {name: list(numbers) for name, numbers in entry.further.items()},
        "behind": _behind(board, entry),
        "size": entry.size,
        "speed": entry.speed,
    }


def _verdict(score: Headline) -> str:
    if score.unit == ANSWER:
        return spoken_verdict(score)
    return VERDICTS[score.verdict] if score.verdict else score.measure


def _behind(board: Leaderboard, entry: Entry) -> list[Any] | None:
    """By how much it is behind the best, and whether that is certain."""
    between = board.gaps.get((board.entries[0].label, entry.label))
    return None if between is None else [points(between), between.certain]


def _numbers(score: Headline | Level | None) -> list[float | None] | None:
    return None if score is None or score.value is None else [score.value, score.ci_low, score.ci_high]


def _further(board: Leaderboard, best: Model) -> Iterator[dict[str, Any]]:
    """The measures beside the score, each with what guessing would give."""
    score = board.score
    means = dict(means_beside(score, best.result.summary).select("measure", "value").iter_rows())
    for name in board.further:
        if name != score.measure:
            chance = BY_NAME[name].chance
            level = means.get(chance) if isinstance(chance, str) else chance
            head, title = PLAIN.get(name, (None, BY_NAME[name].title))
            yield {"name": name, "head": head, "title": title, "chance": level, "share": name not in NUMBERS}


def _layers(board: Leaderboard, models: Sequence[Model], places: Sequence[int]) -> Iterator[list[Any]]:
    """Scores in single layers, of models that have several: model, layer, unit, and the numbers."""
    for place in places:
        found = [
            [place, int(one.view.partition("@")[2]), one.unit, *(_numbers(one) or ())]
            for one in models[place].result.manifest.headline
            if one.language == board.language and one.ranked and one.view.partition("@")[2].isdecimal()
        ]
        if len({layer for _, layer, *_ in found}) > 1:
            yield from sorted(found, key=lambda row: row[1])
