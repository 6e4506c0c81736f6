"""Whether results meet what is required of them: one record for each requirement, model and language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from idioprobe.core.errors import ConfigError
from idioprobe.report.gate.against import Difference, can_be_paired, difference
from idioprobe.report.gate.found import NotFoundError, Spot, number_at, spot_of
from idioprobe.report.gate.requirement import IDIOM, SCORES, SENTENCE, Place, Requirement
from idioprobe.report.results import labels_of
from idioprobe.report.tables.gather import setting_in_words, settings
from idioprobe.run.results import Result
from idioprobe.run.views import shown_view
from idioprobe.suites.catalogue import BY_NAME

Verdict = Literal["met", "not met", "undecided"]
MET: Final = "met"
NOT_MET: Final = "not met"
UNDECIDED: Final = "undecided"
PASSED, IMPOSSIBLE, FAILED = 0, 2, 3
"""Exit codes: all is met; something cannot be decided as it is asked; something is not met."""
INTERVAL, VALUE = "interval", "value"
"""What decides: the end of the interval that is harder to meet, or the number itself."""


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", protected_namespaces=())


class Check(_Record):
    """One requirement of one model in one language, and what became of it."""

    requirement: str
    model: str
    dataset: str
    language: str
    where: str = ""
    view: str = ""
    outcome: Verdict
    value: float | None = None
    ci_low: float | None = None
    ci_high: float | None = None
    n: int | None = None
    decided_on: Literal["value", "ci_low", "ci_high", "difference"] | None = None
    baseline: str | None = None
    baseline_value: float | None = None
    difference: float | None = None
    difference_low: float | None = None
    difference_high: float | None = None
    left_out: int | None = None
    reason: str


class Gate(_Record):
    """All requirements and what became of them; true where all are met."""

    checks: list[Check] = Field(min_length=1)

    @property
    def exit_code(self) -> int:
        """0 where all are met, 3 where one is not, 2 where one cannot be decided."""
        outcomes = {check.outcome for check in self.checks}
        return IMPOSSIBLE if UNDECIDED in outcomes else FAILED if NOT_MET in outcomes else PASSED

    @property
    def passed(self) -> bool:
        """Whether all are met."""
        return self.exit_code == PASSED

    @property
    def conclusion(self) -> str:
        """How many are met."""
        met = sum(check.outcome == MET for check in self.checks)
        undecided = sum(check.outcome == UNDECIDED for check in self.checks)
        noun = "requirement is" if len(self.checks) == 1 else "requirements are"
        said = f"{met} of {len(self.checks)} {noun} met"
        return f"{said}; {undecided} cannot be decided." if undecided else f"{said}."

    def __bool__(self) -> bool:
        return self.passed

    def __str__(self) -> str:
        return "\n".join([*(line(check) for check in self.checks), self.conclusion])

    __repr__ = __str__


def line(check: Check) -> str:
    """One requirement in one line."""
    who = f"{check.model}, {check.dataset} ({check.language})"
    return f"{check.outcome}: {check.requirement}: {check.reason} ({who})"


def check_results(
    results: Sequence[Result],
    requirements: Sequence[Requirement],
    baselines: Sequence[Result] = (),
    *,
    on: str = INTERVAL,
    margin: float | None = None,
    view: str | None = None,
    languages: Sequence[str] = (),
) -> Gate:
    """Decide each requirement on each result, in each of its languages; against a baseline, the idiom score too."""
    if on not in (INTERVAL, VALUE):
        raise ConfigError(f"`on` {on}: one of {INTERVAL}, {VALUE}.")
    if margin is not None and not 0 <= margin < float("inf"):
        raise ConfigError(f"`margin` {margin}: a number of 0 or more.")
    if not requirements and not baselines:
        raise ConfigError("There is nothing to check; give `require`, as in idiom_score>=0.15, or `no_worse_than`.")
    checks: list[Check] = []
    for label, result in zip(labels_of(results), results, strict=True):
        shown = shown_view(result, view, strict=view is not None)
        base = _baseline_of(result, baselines)
        for language in _languages(result, languages):
            about: dict[str, Any] = {
                "model": label,
                "dataset": result.manifest.dataset.name,
                "language": language,
                "view": shown,
            }
            checks += [_decided(result, one, about, on) for one in requirements]
            if base is not None:
                checks += _no_worse(result, base, requirements, about, on, margin)
    return Gate(checks=checks)


def _languages(result: Result, wanted: Sequence[str]) -> list[str]:
    there = result.manifest.dataset.languages
    strange = [code for code in wanted if code not in there]
    if strange:
        raise ConfigError(f"`languages` {strange[0]}: {result.manifest.model.name} was run in {', '.join(there)}.")
    return [code for code in there if not wanted or code in wanted]


def _decided(result: Result, one: Requirement, about: dict[str, Any], on: str) -> Check:
    try:
        spot = spot_of(result, one.place, about["language"], about["view"])
        row = number_at(result, spot)
    except NotFoundError as error:
        return Check(requirement=one.written, **about, outcome=UNDECIDED, reason=f"{error}.")
    if spot.noise:
        return Check(requirement=one.written, **about, where=spot.where, outcome=NOT_MET, reason=f"{spot.noise}.")
    numbers = {name: row[name] for name in ("value", "ci_low", "ci_high", "n")}
    known: dict[str, Any] = {"requirement": one.written, **about, "where": spot.where, **numbers}
    end = "ci_low" if one.from_below else "ci_high"
    if row["value"] is None:
        return Check(**known, outcome=UNDECIDED, reason=f"it is undefined ({row['method']}).")
    if on == INTERVAL and row[end] is None:
        why = f"{_shown(row['value'])} has no interval ({row['n']} values of too few expressions)"
        return Check(**known, outcome=UNDECIDED, reason=f"{why}; `on` value decides on the value alone.")
    known["decided_on"] = decides = end if on == INTERVAL else "value"
    outcome: Verdict = MET if one.met_by(row[decides]) else NOT_MET
    reason = _shown(row["value"], row["ci_low"], row["ci_high"])
    if on == INTERVAL:
        reason += f", its {'lower' if one.from_below else 'upper'} end decides"
    return Check(**known, outcome=outcome, reason=reason)


def _baseline_of(result: Result, baselines: Sequence[Result]) -> Result | None:
    """The one baseline that was measured on the same data."""
    if not baselines:
        return None
    data = result.manifest.dataset
    same = [one for one in baselines if one.manifest.dataset.name == data.name]
    if not same:
        named = ", ".join(sorted({one.manifest.dataset.name for one in baselines}))
        raise ConfigError(f"`no_worse_than`: the baseline was measured on {named}, and this on {data.name}.")
    if len(same) > 1:
        raise ConfigError(
            f"`no_worse_than` holds {len(same)} results on {data.name} ({', '.join(labels_of(same))}); name the folder "
            "of one."
        )
    mine, theirs = settings(result, None), settings(same[0], None)
    differs = next((name for name in mine if mine[name] != theirs[name]), None)
    if differs:
        raise ConfigError(
            f"`no_worse_than`: {differs} is {setting_in_words(theirs[differs])} for the baseline and "
            f"{setting_in_words(mine[differs])} here, so that the two cannot be compared; run the baseline again."
        )
    return same[0]


def _no_worse(
    result: Result,
    base: Result,
    requirements: Sequence[Requirement],
    about: dict[str, Any],
    on: str,
    margin: float | None,
) -> Iterator[Check]:
    """The idiom score, and whatever else is required and has a direction, against the same of the baseline."""
    first = _score_of(result, base)
    places = {first: Place(first, written=first)}
    for one in requirements:
        if one.place.measure in SCORES or can_be_paired(one.place.measure):
            places.setdefault(one.place.written, one.place)
    name = labels_of([result, base])[1]
    for place in places.values():
        written = f"{place.written} no worse than {name}"
        try:
            spot = spot_of(result, place, about["language"], about["view"])
            there = spot_of(base, place, about["language"], shown_view(base, about["view"]))
            if there.measure != spot.measure:
                raise NotFoundError(f"the baseline's score is {there.measure}, this is {spot.measure}")
            if there.noise:
                raise NotFoundError(f"the baseline has no score: {there.noise}")
            number_at(result, spot)
            if spot.noise:
                why = f"{spot.noise}."
                yield Check(requirement=written, **about, where=spot.where, baseline=name, outcome=NOT_MET, reason=why)
                continue
            found = difference(result, spot, base, there)
        except NotFoundError as error:
            yield Check(requirement=written, **about, outcome=UNDECIDED, baseline=name, reason=f"{error}.")
            continue
        yield _compared(written, name, spot, found, about, on, margin)


def _score_of(result: Result, base: Result) -> str:
    """The idiom score, or that of sentences where one of the two has no other."""
    without = [one for one in (result, base) if {head.unit for head in one.manifest.headline} == {"sentence"}]
    return SENTENCE if without else IDIOM


def _compared(
    written: str, name: str, spot: Spot, found: Difference, about: dict[str, Any], on: str, margin: float | None
) -> Check:
    """By how much it is better, decided on the interval: it fails where it is certainly worse.

    With a margin, it is met where it is certainly not worse by more.
    """
    higher = BY_NAME[spot.measure].better != "lower"
    low, high = (found.ci_low, found.ci_high) if higher else _turned(found.ci_low, found.ci_high)
    ahead = found.difference if higher else -found.difference
    known = {
        "requirement": written,
        **about,
        "where": spot.where,
        "baseline": name,
        "value": found.value,
        "baseline_value": found.baseline,
        "difference": found.difference,
        "difference_low": found.ci_low,
        "difference_high": found.ci_high,
        "n": found.n,
        "left_out": found.left_out,
    }
    sign = f"{found.difference:+.3f}"
    both = f"{_shown(found.value)} against {_shown(found.baseline)}, difference {sign}"
    alone = f"; left out are {found.left_out} sentences that only one of them has" if found.left_out else ""
    outcome: Verdict
    if on == VALUE:
        outcome = MET if ahead >= -(margin or 0) else NOT_MET
        return Check(**known, outcome=outcome, decided_on="difference", reason=both + alone)
    if low is None or high is None:
        why = f"{both} has no interval (too few expressions); `on` value decides on the value alone."
        return Check(**known, outcome=UNDECIDED, reason=why)
    outcome = MET if (high >= 0 if margin is None else low >= -margin) else NOT_MET
    limit = "" if margin is None else f", at most {margin:g} worse"
    reason = f"{both} [{found.ci_low:.3f}, {found.ci_high:.3f}]{limit}{alone}"
    return Check(**known, outcome=outcome, decided_on="difference", reason=reason)


def _turned(low: float | None, high: float | None) -> tuple[float | None, float | None]:
    return (None if high is None else -high), (None if low is None else -low)


def _shown(value: float, low: float | None = None, high: float | None = None) -> str:
    return f"{value:.3f}" if low is None or high is None else f"{value:.3f} [{low:.3f}, {high:.3f}]"
