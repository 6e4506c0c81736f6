"""What is required of a measure: `MEASURE[@UNIT][/CONDITION][:GROUP]`, a comparison and a number."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import ge, gt, le, lt

from idioprobe.core.errors import ConfigError
from idioprobe.core.tables import CONDITIONS
from idioprobe.core.views import ANSWER, UNITS
from idioprobe.suites.catalogue import BY_NAME

IDIOM, SENTENCE = "idiom_score", "sentence_score"
SCORES = (IDIOM, SENTENCE)
"""The headlines: of phrases, or of models that answer in words, and of sentences."""
EXAMPLE = "idiom_score>=0.15 or sim_rand@target/nat:all<0.5"

_COMPARED: dict[str, Callable[[float, float], bool]] = {">=": ge, "<=": le, ">": gt, "<": lt}
_PLACE = re.compile(r"(?P<measure>\w+)(?:@(?P<unit>\w+))?(?:/(?P<condition>\w+))?(?::(?P<group>[^<>=]*[^<>=\s]))?")
_WHOLE = re.compile(rf"(?P<place>{_PLACE.pattern})\s*(?P<sign>>=|<=|>|<)\s*(?P<number>\S+(?:\s+%)?)")


@dataclass(frozen=True)
class Place:
    """A measure and where it is looked up; what is None is as in the headline."""

    measure: str
    unit: str | None = None
    condition: str | None = None
    group: str | None = None
    written: str = ""


@dataclass(frozen=True)
class Requirement:
    """A bound that a measure has to keep."""

    place: Place
    sign: str
    bound: float
    written: str

    @property
    def from_below(self) -> bool:
        """Whether the number has to be high: then the lower end of its interval is the harder to meet."""
        return self.sign.startswith(">")

    def met_by(self, number: float) -> bool:
        """Whether a number keeps the bound."""
        return _COMPARED[self.sign](number, self.bound)


def parse_requirements(written: Sequence[str]) -> list[Requirement]:
    """All requirements; the mistakes of all of them are told together."""
    found: list[Requirement] = []
    wrong: list[str] = []
    for text in written:
        try:
            found.append(parse_requirement(text))
        except ConfigError as error:
            wrong.append(str(error))
    if wrong:
        raise ConfigError("\n".join(wrong))
    return found


def parse_requirement(written: str) -> Requirement:
    """One requirement as a user writes it; a share may be in per cent.

    >>> one = parse_requirement("sim_rand@target/nat:all < 50%")
    >>> one.place.unit, one.place.group, one.sign, one.bound
    ('target', 'all', '<', 0.5)
    """
    match = _WHOLE.fullmatch(written.strip())
    if match is None:
        raise ConfigError(
            f"`require` {written!r}: write MEASURE[@UNIT][/CONDITION][:GROUP], one of >= > <= <, and a number, as in "
            f"{EXAMPLE}."
        )
    place, bound = _place(written, match), _number(written, match["number"])
    if place.measure in SCORES and abs(bound) > 1:
        raise ConfigError(
            f"`require` {written!r}: a score is at most 1; write {bound / 100:g} or {bound:g}% for {bound:g} of 100."
        )
    return Requirement(place, match["sign"], bound, written.strip())


def _place(written: str, match: re.Match[str]) -> Place:
    measure, unit, condition = match["measure"], match["unit"], match["condition"]
    known = (*SCORES, *BY_NAME)
    if measure not in known:
        raise ConfigError(f"`require` {written!r}: there is no measure {measure!r}; {_hint(measure, known)}")
    units = (*UNITS, ANSWER)
    if unit is not None and unit not in units:
        raise ConfigError(f"`require` {written!r}: there is no unit {unit!r}; one of {', '.join(units)}.")
    if condition is not None and condition not in CONDITIONS:
        raise ConfigError(
            f"`require` {written!r}: there is no condition {condition!r}; one of {', '.join(CONDITIONS)}."
        )
    return Place(measure, unit, condition, match["group"], match["place"])


def _hint(measure: str, known: Sequence[str]) -> str:
    near = difflib.get_close_matches(measure.casefold(), known, 1)
    return f"did you mean {near[0]}?" if near else f"one of {', '.join(known)}."


def _number(written: str, text: str) -> float:
    try:
        number = float(text.removesuffix("%").rstrip()) / (100 if text.endswith("%") else 1)
    except ValueError:
        number = float("nan")
    if not abs(number) < float("inf"):
        raise ConfigError(f"`require` {written!r}: {text!r} is no number; write one such as 0.4 or 40%.")
    return number
