"""Results expression by expression: one with all its sentences and variants, or those where a model fails most."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import polars as pl

from idioprobe.core.errors import ConfigError
from idioprobe.core.requests import parse_spans
from idioprobe.core.tables import CONDITIONS
from idioprobe.core.views import ANSWER
from idioprobe.report.results import labels_of
from idioprobe.report.words.answered import Answered, answered, answers_in_words, answers_of
from idioprobe.run.results import Result
from idioprobe.run.views import shown_view
from idioprobe.suites.catalogue import BY_NAME, MEASURES
from idioprobe.suites.headline import VERDICTS

UNIT_ORDER = ("target", "sentence", ANSWER)
FAILURES = ("aff_syn_words", "aff_syn_rand", "qa_pref_words")
"""What tells where a model fails: the first of them that a result has."""
KEYS = ["expression", "language"]
NEAR = 3
"""How many names are suggested for one that is not there."""


@dataclass(frozen=True)
class Variant:
    """What stands in the expression's place, and how similar each model finds the two; None where it has no value."""

    role: str
    index: int
    written: str
    text: str
    similarities: tuple[float | None, ...]


@dataclass(frozen=True)
class Sentence:
    """A sentence of an expression with its variants; what is marked in it stands in `spans`."""

    item: str
    condition: str
    number: int | None
    text: str
    spans: tuple[tuple[int, int], ...]
    variants: tuple[Variant, ...]


@dataclass(frozen=True)
class Level:
    """A measure of an expression in one model: its mean over sentences, its rank, and among how many."""

    value: float
    rank: int
    among: int


@dataclass(frozen=True)
class ShownExpression:
    """An expression of one dataset in all models that measured it; levels by measure, in the order of the models.

    `models` are those with vectors; what models that answer in words were asked stands in `answered`.
    """

    expression: str
    language: str
    dataset: str
    about: Mapping[str, str]
    models: tuple[str, ...]
    views: tuple[str, ...]
    unit: str
    condition: str
    sentences: tuple[Sentence, ...]
    levels: Mapping[str, tuple[Level | None, ...]]
    answered: tuple[Answered, ...]
    verdicts: tuple[str, ...]
    """The verdict on each model, in the order of the models; empty where there is none."""

    def to_dict(self) -> dict[str, Any]:
        """Fit for JSON."""
        return asdict(self)


@dataclass(frozen=True)
class Failure:
    """An expression where a model does badly, or well: how much nearer its synonym is than what it is compared with.

    Of a model that answers in words, `value` is how often it takes the synonym.
    """

    rank: int
    expression: str
    language: str
    label: str | None
    value: float
    synonym: float | None
    rival: float | None
    sentences: int


@dataclass(frozen=True)
class Failures:
    """The expressions of a result in one language from worst to best, or from best to worst, by one measure."""

    model: str
    dataset: str
    language: str
    measure: str
    condition: str
    unit: str
    view: str
    among: int
    rows: tuple[Failure, ...]
    verdict: str = ""
    """On the model as a whole, where it has one."""

    @property
    def rival(self) -> str | None:
        """The similarity that the synonym's is compared with; none where answers are counted."""
        return RIVALS.get(self.measure)

    def to_dict(self) -> dict[str, Any]:
        """Fit for JSON."""
        return asdict(self)


RIVALS = {"aff_syn_words": "sim_words", "aff_syn_rand": "sim_rand"}


def show_expression(
    results: Sequence[Result],
    expression: str,
    *,
    languages: Sequence[str] = (),
    unit: str | None = None,
    view: str | None = None,
) -> list[ShownExpression]:
    """An expression in each dataset and language that has it; an error suggests others where none does."""
    wanted = _folded(expression)
    groups: dict[tuple[str, str, str, str], list[Result]] = {}
    for result in results:
        for name, language in _known(result):
            if _folded(name) == wanted and (not languages or language in languages):
                data = result.manifest.dataset
                groups.setdefault((data.name, data.sha256, name, language), []).append(result)
    if not groups:
        raise ConfigError(_unknown(results, expression, languages))
    return [_shown(key, there, unit, view) for key, there in groups.items()]


def worst_expressions(
    results: Sequence[Result],
    count: int = 20,
    *,
    best: bool = False,
    languages: Sequence[str] = (),
    unit: str | None = None,
    view: str | None = None,
) -> list[Failures]:
    """Where each model fails most, or with `best` least, by language; results without such a measure are left out."""
    if count < 1:
        raise ConfigError(f"{'`best`' if best else '`worst`'} {count}: at least 1.")
    found: list[Failures] = []
    for data in dict.fromkeys(result.manifest.dataset.sha256 for result in results):
        there = [result for result in results if result.manifest.dataset.sha256 == data]
        for label, result in zip(labels_of(there), there, strict=True):
            for language in result.manifest.dataset.languages:
                if not languages or language in languages:
                    found += _failures(label, result, language, count, unit, view, best=best)
    if not found:
        known = sorted({language for result in results for language in result.manifest.dataset.languages})
        if languages and not set(languages) & set(known):
            raise ConfigError(f"`languages` {', '.join(languages)}: these results have {', '.join(known)}.")
        raise ConfigError(f"These results have neither {' nor '.join(FAILURES)}; the suite probes makes them.")
    return found


def _failures(
    label: str, result: Result, language: str, count: int, unit: str | None, view: str | None, *, best: bool
) -> Iterator[Failures]:
    shown, chosen = _place(result, unit, view)
    scores = _scores(result, chosen, shown).filter(pl.col("language") == language)
    measure = next((name for name in FAILURES if name in scores["measure"]), None)
    if measure is None:
        return
    judged = scores.filter(pl.col("measure") == measure)
    condition = _condition(judged)
    levels = _levels(scores.filter(pl.col("condition") == condition).join(judged, on="item", how="semi"))
    ranked = levels.filter(pl.col("measure") == measure).sort("value", pl.col("expression"), descending=[best, False])
    beside = {(row[0], row[1]): row[2] for row in levels.select("expression", "measure", "value").iter_rows()}
    classes = dict(result.expressions.filter(language=language).select("expression", "class").iter_rows())
    rows = [
        Failure(
            place,
            name,
            language,
            classes.get(name),
            value,
            beside.get((name, "sim_syn")),
            beside.get((name, RIVALS.get(measure, ""))),
            sentences,
        )
        for place, (name, value, sentences) in enumerate(
            ranked.head(count).select("expression", "value", "sentences").iter_rows(), 1
        )
    ]
    where = (result.manifest.dataset.name, language, measure, condition, chosen, shown)
    yield Failures(label, *where, len(ranked), tuple(rows), _verdict(result, language, shown))


def _verdict(result: Result, language: str, view: str) -> str:
    own = [one for one in result.headline if (one.language, one.view) == (language, view)]
    return next((VERDICTS[one.verdict] for one in own if one.verdict), "")


def _shown(
    key: tuple[str, str, str, str], every: Sequence[Result], unit: str | None, view: str | None
) -> ShownExpression:
    dataset, _, name, language = key
    labels = labels_of(every)
    there = [result for result in every if not answers_in_words(result)]
    spoken = [answered(label, result, name, language, view) for label, result in zip(labels, every, strict=True)]
    places = [_place(result, unit, view) for result in there]
    common = places[0][1] if places else ANSWER
    own = [
        _scores(result, chosen, shown).filter(pl.col("language") == language)
        for result, (shown, chosen) in zip(there, places, strict=True)
    ]
    condition = next((_condition(scores) for scores in own if len(scores)), "nat")
    known = every[0].expressions.filter(expression=name, language=language).to_dicts()
    row = known[0] if known else {}
    return ShownExpression(
        name,
        language,
        dataset,
        {column: str(row[column]) for column in ("type", "class") if row.get(column)},
        tuple(label for label, result in zip(labels, every, strict=True) if not answers_in_words(result)),
        tuple(shown for shown, _ in places),
        common,
        condition,
        tuple(_sentences(name, language, there, places)) if there else (),
        _ranked(name, [scores.filter(pl.col("condition") == condition) for scores in own]),
        tuple(one for one in spoken if one is not None),
        tuple(_verdict(result, language, shown) for result, (shown, _) in zip(there, places, strict=True)),
    )


def _known(result: Result) -> list[tuple[str, str]]:
    """The expressions of a result with their languages; those that were asked about beyond the dataset's too."""
    asked = answers_of(result)
    tables = [result.expressions, *([] if asked is None else [asked])]
    rows = pl.concat([table.select(KEYS) for table in tables]).unique(maintain_order=True)
    return [(str(name), str(language)) for name, language in rows.iter_rows()]


def _ranked(name: str, own: Sequence[pl.DataFrame]) -> dict[str, tuple[Level | None, ...]]:
    """The levels of an expression by measure; the rank counts from the better end, or else from the highest."""
    levels = [_levels(scores) for scores in own]
    there = {measure for table in levels for measure in table.filter(expression=name)["measure"]}
    found = {}
    for measure in [one.name for one in MEASURES if one.name in there]:
        row: list[Level | None] = []
        for table in levels:
            here = table.filter(pl.col("measure") == measure)
            mine = here.filter(pl.col("expression") == name)
            if mine.is_empty():
                row.append(None)
                continue
            value = float(mine["value"][0])
            lower = BY_NAME[measure].better == "lower"
            ahead = (here["value"] < value) if lower else (here["value"] > value)
            row.append(Level(value, int(ahead.sum()) + 1, len(here)))
        found[measure] = tuple(row)
    return found


def _sentences(
    name: str, language: str, results: Sequence[Result], places: Sequence[tuple[str, str]]
) -> Iterator[Sentence]:
    """The sentences that some model was measured on, each variant with the similarity of all models."""
    similar = [_similar(result, name, language, *place) for result, place in zip(results, places, strict=True)]
    measured = {item for found in similar for item, _, _ in found}
    stimuli = pl.concat([result.stimuli.filter(expression=name, language=language) for result in results])
    stimuli = stimuli.unique(["item", "role", "index"], keep="first", maintain_order=True)
    order = {condition: place for place, condition in enumerate(CONDITIONS)}
    items = stimuli.filter(pl.col("role") == "original")
    if measured:
        items = items.filter(pl.col("item").is_in(sorted(measured)))
    sorted_items = sorted(
        items.iter_rows(named=True), key=lambda row: (order.get(row["condition"], len(order)), row["sentence"] or 0)
    )
    for original in sorted_items:
        mine = stimuli.filter(pl.col("item") == original["item"]).to_dicts()
        variants = [Variant(v["role"], v["index"], written(v), v["text"], _values(similar, v)) for v in mine]
        variants = [one for one in variants if set(one.similarities) != {None}]
        spans = tuple(spans_of(original))
        where = (original["item"], original["condition"], original["sentence"])
        yield Sentence(*where, original["text"], spans, tuple(variants))


def _values(
    similar: Sequence[Mapping[tuple[str, str, int], float]], row: Mapping[str, Any]
) -> tuple[float | None, ...]:
    return tuple(found.get((row["item"], row["role"], row["index"])) for found in similar)


def _similar(result: Result, name: str, language: str, view: str, unit: str) -> dict[tuple[str, str, int], float]:
    """By item, role and index: how similar the expression and what replaces it are."""
    here = result.similarities.filter(
        pl.col("expression") == name,
        pl.col("language") == language,
        pl.col("unit") == unit,
        pl.col("view") == view,
        pl.col("comparison") == pl.col("role"),
    )
    return {(row[0], row[1], row[2]): row[3] for row in here.select("item", "role", "index", "value").iter_rows()}


def spans_of(stimulus: Mapping[str, Any]) -> list[tuple[int, int]]:
    """Where the target stands in a stimulus."""
    return list(parse_spans(stimulus["spans"]))


def written(stimulus: Mapping[str, Any]) -> str:
    """The target as it stands in a stimulus, its parts joined where there are several."""
    return " … ".join(stimulus["text"][start:end] for start, end in spans_of(stimulus))


def _place(result: Result, unit: str | None, view: str | None) -> tuple[str, str]:
    """The view and the unit that are shown: phrases first, as for the idiom score."""
    there = set(result.scores["unit"].unique())
    if unit is not None and unit not in there:
        name = result.manifest.model.name
        raise ConfigError(f"`unit` {unit}: {name} has {', '.join(sorted(there)) or 'none'}.")
    return shown_view(result, view), unit or next((one for one in UNIT_ORDER if one in there), UNIT_ORDER[0])


def _scores(result: Result, unit: str, view: str) -> pl.DataFrame:
    return result.scores.filter(pl.col("unit") == unit, pl.col("view") == view, pl.col("value").is_not_null())


def _condition(scores: pl.DataFrame) -> str:
    """Naturalistic sentences, or else the first kind there is."""
    there = set(scores["condition"])
    return next((condition for condition in CONDITIONS if condition in there), "nat")


def _levels(scores: pl.DataFrame) -> pl.DataFrame:
    """The mean of each measure over the sentences of each expression."""
    groups = scores.group_by(*KEYS, "measure", maintain_order=True)
    return groups.agg(pl.col("value").mean(), sentences=pl.len())


def _unknown(results: Sequence[Result], expression: str, languages: Sequence[str]) -> str:
    """What to say of an expression that no result has."""
    rows = [row for result in results for row in _known(result)]
    known = {_folded(name): name for name, language in rows if not languages or language in languages}
    near = difflib.get_close_matches(_folded(expression), list(known), n=NEAR)
    in_them = f" in {', '.join(languages)}" if languages else ""
    hint = f"did you mean {' or '.join(repr(known[name]) for name in near)}?" if near else "`worst` lists some."
    return f"These results have no expression {expression!r}{in_them}; {hint}"


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
