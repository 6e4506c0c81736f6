"""Declared options: one field of a small class says what the command line, the configuration and the digits need.

>>> @dataclass(frozen=True)
... class Options:
...     casing: str = option("lower", help="How words are looked up.", choices=("lower", "exact"))
>>> declared(Options)["casing"].check("upper")
Traceback (most recent call last):
    ...
idioprobe.core.errors.ConfigError: `casing` upper: one of lower, exact.
"""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from idioprobe.core.errors import ConfigError

Choices = tuple[str, ...] | Callable[[], Iterable[str]]
"""What an option may be; a function where finding out takes an import that costs time."""

_DECLARED = "idioprobe.option"
_KINDS: dict[str, type] = {
    "bool": bool,
    "int": int,
    "float": float,
    "str": str,
    "Path": Path,
    "tuple": tuple,
}
_METAVARS = {int: "N", float: "NUMBER", str: "TEXT", Path: "PATH", tuple: "NAMES"}


@dataclass(frozen=True)
class Option:
    """An option: `name` in Python, `flag` on the command line.

    `decides`: a result with another value is another result. `later`: an option that is younger than results
    without it, whose names have to stay: its default is no part of a result's digits. `shared`: a family
    that has no use for it passes it over, because one command may name models of several families. `kind`
    is None for what is checked elsewhere.
    """

    name: str
    kind: type | None
    default: Any
    flag: str
    help: str = ""
    metavar: str = ""
    choices: Choices = ()
    decides: bool = True
    later: bool = False
    shared: bool = False
    heading: str = ""
    optional: bool = False
    at_least: float | None = None
    above: float | None = None
    below: float | None = None

    def known(self) -> tuple[str, ...]:
        """The values that it may have, where they can be listed."""
        return self.choices if isinstance(self.choices, tuple) else tuple(self.choices())

    def check(self, value: Any) -> Any:
        """The value as the option has it, or one line about what is wrong with it."""
        if self.kind is None or (value is None and self.optional):
            return value
        found = _KEPT[self.kind](value)
        if found is None or not self._within(found):
            raise ConfigError(f"`{self.name}` {_shown(value)}: {self._wanted()}.")
        if self.kind is tuple and not found:
            raise ConfigError(f"`{self.name}`: at least one is needed.")
        strange = [v for v in (found if self.kind is tuple else (found,)) if self.choices and v not in self.known()]
        if strange:
            raise ConfigError(f"`{self.name}` {strange[0]}: one of {', '.join(self.known())}.")
        return found

    def _within(self, value: Any) -> bool:
        return not (
            (self.at_least is not None and not value >= self.at_least)
            or (self.above is not None and not value > self.above)
            or (self.below is not None and not value < self.below)
        )

    def _wanted(self) -> str:
        words = {bool: "True or False", int: "a whole number", float: "a number", str: "a text", Path: "a path"}
        bounds = {"of at least": self.at_least, "above": self.above, "below": self.below}
        limits = " and ".join(f"{word} {bound:g}" for word, bound in bounds.items() if bound is not None)
        return f"{words.get(self.kind or str, 'a list of names')} {limits}".rstrip()


def option(
    default: Any,
    *,
    help: str,  # noqa: A002
    metavar: str = "",
    choices: Choices = (),
    decides: bool = True,
    later: bool = False,
    flag: str = "",
    shared: bool = False,
    heading: str = "",
    at_least: float | None = None,
    above: float | None = None,
    below: float | None = None,
) -> Any:
    """A field of an options class: its default, and all that is to be said about it."""
    about = {
        "help": help,
        "metavar": metavar,
        "choices": choices,
        "decides": decides,
        "later": later,
        "flag": flag,
        "shared": shared,
        "heading": heading,
        "at_least": at_least,
        "above": above,
        "below": below,
    }
    return dataclasses.field(default=default, metadata={_DECLARED: about})


def declared(options: type) -> dict[str, Option]:
    """The options of a class, by name."""
    return {f.name: _read(f) for f in dataclasses.fields(options) if _DECLARED in f.metadata}


def checked(options: type, values: Mapping[str, Any]) -> dict[str, Any]:
    """All options of a class: those given, checked, and the defaults of the others."""
    return {name: one.check(values.get(name, one.default)) for name, one in declared(options).items()}


def _read(field: dataclasses.Field[Any]) -> Option:
    written = field.type if isinstance(field.type, str) else getattr(field.type, "__name__", str(field.type))
    base = written.removesuffix(" | None")
    kind = _KINDS.get(base.partition("[")[0])
    about = dict(field.metadata[_DECLARED])
    about["flag"] = about["flag"] or f"--{field.name.replace('_', '-')}"
    if not about["metavar"] and isinstance(about["choices"], tuple):
        about["metavar"] = "|".join(about["choices"])
    about["metavar"] = about["metavar"] or (_METAVARS.get(kind, "TEXT") if kind else "TEXT")
    return Option(field.name, kind, field.default, optional=base != written, **about)


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _whole(value: Any) -> int | None:
    return int(value) if isinstance(value, int) and not isinstance(value, bool) else None


def _path(value: Any) -> Path | None:
    return Path(value) if isinstance(value, str | os.PathLike) else None


def _names(value: Any) -> tuple[str, ...] | None:
    """A tuple of names, each once; of a text, those between its commas."""
    if not isinstance(value, Iterable):
        return None
    parts = value.split(",") if isinstance(value, str) else list(value)
    if not all(isinstance(part, str) for part in parts):
        return None
    return tuple(dict.fromkeys(part.strip() for part in parts if part.strip()))


_KEPT: dict[type, Callable[[Any], Any]] = {
    bool: lambda value: value if isinstance(value, bool) else None,
    int: _whole,
    float: _number,
    str: lambda value: str(value) if isinstance(value, str | os.PathLike) else None,
    Path: _path,
    tuple: _names,
}
"""What becomes of a value by the kind of its option; None where it is none of that kind."""


def _shown(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
