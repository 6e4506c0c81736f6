"""The settings of a study: a plain file in TOML that the researcher may change between two starts of the server."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from idioprobe.core.errors import StudyError
from idioprobe.core.textfile import open_text, parse_toml
from idioprobe.data.lexicon.mistakes import Mistakes
from idioprobe.data.questions.keylines import KeyLines
from idioprobe.make.annotate.units import Unit, marked_unit

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

SETTINGS_FILE = "settings.toml"
MOST_PARAPHRASES = 10
MOST_STEPS = 10
Text = Annotated[str, Field(max_length=20_000)]
Line = Annotated[str, Field(max_length=2_000)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Scale(_Part):
    """Whole numbers from `low` (idiomatic) to `high` (literal)."""

    low: int = Field(default=0, ge=-100, le=100)
    high: int = Field(default=5, ge=-100, le=100)

    @model_validator(mode="after")
    def _ascends(self) -> Self:
        if not 0 < self.high - self.low <= MOST_STEPS:
            raise ValueError(f"high must be above low, by {MOST_STEPS} at most")
        return self

    @property
    def values(self) -> range:
        """The answers that there are."""
        return range(self.low, self.high + 1)


class Wording(_Part):
    """Questions of the researcher's own; where one is empty, that of the interface is asked."""

    whole: Line = ""
    component: Line = ""
    paraphrases: Line = ""
    components: dict[str, Line] = {}
    """By role: a question of its own for the verb, say."""


class Practice(_Part):
    """An item that is asked first and does not count."""

    expression: Line = Field(min_length=1)
    sentence: Line = Field(min_length=1)
    components: Line = ""
    feedback: Text = ""
    """What is said after the answer."""


class Check(_Part):
    """An item whose answer is known: who answers otherwise was not attending."""

    expression: Line = Field(min_length=1)
    sentence: Line = Field(min_length=1)
    components: Line = ""
    expected: dict[str, tuple[int, int]] = Field(min_length=1)
    """The lowest and the highest answer that pass, for `score` or the role of a component."""


class Checks(_Part):
    """When checks come, and how many may be failed."""

    every: int = Field(default=10, ge=1)
    """So many sentences before each."""
    allowed: int = Field(default=0, ge=0)


class Server(_Part):
    """What the server goes by."""

    public_url: Annotated[str, Field(max_length=500, pattern=r"^(https?://[^\s?#]+)?$")] = ""
    requests_per_minute: int = Field(default=600, ge=1)


class Prolific(_Part):
    """What participants from Prolific are told at the end."""

    completion_code: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{0,64}$")] = ""


class Settings(_Part):
    """All that can be chosen about a study."""

    title: Line = Field(default="", min_length=0)
    interface: Line = "en"
    language: Line = "en"
    level: Literal["token", "type", "both"] = "token"
    annotations: int = Field(default=10, ge=1, le=100_000)
    per_annotator: int = Field(default=0, ge=0)
    reserved_minutes: float = Field(default=30, gt=0, le=100_000)
    paraphrases: int = Field(default=3, ge=0, le=MOST_PARAPHRASES)
    joining: bool = False
    contact: Line = ""
    introduction: Text = ""
    consent: Text = ""
    scale: Scale = Scale()
    questions: Wording = Wording()
    checks: Checks = Checks()
    server: Server = Server()
    prolific: Prolific = Prolific()
    practice: tuple[Practice, ...] = ()
    check: tuple[Check, ...] = ()

    def practice_units(self) -> tuple[Unit, ...]:
        """The practice items, in their order."""
        return tuple(self._unit("practice", one) for one in self.practice)

    def check_units(self) -> tuple[Unit, ...]:
        """The attention checks, in their order."""
        return tuple(self._unit("check", one) for one in self.check)

    def _unit(self, kind: str, one: Practice | Check) -> Unit:
        digest = hashlib.sha256(repr((one, self.scale)).encode("utf-8", "surrogatepass")).hexdigest()[:12]
        return marked_unit(f"{kind}:{digest}", one.expression, self.language, one.sentence, one.components)


def read_settings(folder: Path) -> Settings:
    """The settings of a study; all mistakes are told at once, each with its line."""
    path = folder / SETTINGS_FILE
    if not path.is_file():
        raise StudyError(
            f"{folder} is not a study folder: it has no {SETTINGS_FILE}; make one with idioprobe annotate new."
        )
    source = open_text(path, StudyError).getvalue()
    raw = parse_toml(source, path, StudyError, "practice")
    lines, mistakes = KeyLines(source), Mistakes(path, error=StudyError)
    try:
        settings = Settings.model_validate(raw)
    except ValidationError as error:
        for one in error.errors():
            place = tuple(one["loc"])
            named = ".".join(str(part + 1) if isinstance(part, int) else part for part in place)
            mistakes.add(lines.of(place), f"{named}: {_told(one)}")
        mistakes.refuse()
        raise
    _check_items(settings, lines, mistakes)
    mistakes.refuse()
    return settings


def _told(one: ErrorDetails) -> str:
    if one["type"] == "extra_forbidden":
        return "there is no such setting; see docs/annotate.md for those that there are"
    message = one["msg"].removeprefix("Value error, ")
    return message[:1].lower() + message[1:]


def _check_items(settings: Settings, lines: KeyLines, mistakes: Mistakes) -> None:
    of_kinds: dict[str, Sequence[Practice | Check]] = {"practice": settings.practice, "check": settings.check}
    for kind, items in of_kinds.items():
        for number, one in enumerate(items):
            try:
                unit = marked_unit(kind, one.expression, settings.language, one.sentence, one.components)
            except ValueError as error:
                mistakes.add(lines.of((kind, number, "sentence")), f"{kind} {number + 1}: {error}")
                continue
            for name, (low, high) in one.expected.items() if isinstance(one, Check) else ():
                if name not in unit.fields:
                    known = ", ".join(unit.fields)
                    problem = f"expected.{name} is not asked; it may be {known}"
                elif low > high or low not in settings.scale.values or high not in settings.scale.values:
                    problem = f"expected.{name} is no range of the scale {settings.scale.low} to {settings.scale.high}"
                else:
                    continue
                mistakes.add(lines.of((kind, number, "expected")), f"{kind} {number + 1}: {problem}")


def passes(check: Check, scores: dict[str, int]) -> bool:
    """Whether an answer to a check is one that somebody who attends gives."""
    return all(low <= scores.get(name, low - 1) <= high for name, (low, high) in check.expected.items())
