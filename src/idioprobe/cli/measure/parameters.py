"""The parameters of `run`, made from the options that runs and model families declare."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from copy import copy
from functools import cache
from typing import Annotated, Any, get_args

import typer

from idioprobe.cli.complete import completer
from idioprobe.core.options import Option, declared
from idioprobe.models.registry import families, takers
from idioprobe.run.config import RunConfig

Command = Callable[..., None]


def with_options(*headings: str) -> Callable[[Command], Command]:
    """Give a command that takes **options a parameter for each option of a run, and of each model family.

    Headings come in this order; those of families stand before the last two.
    """
    return lambda command: _extended(command, _declared(), headings)


def with_some_options(*names: str) -> Callable[[Command], Command]:
    """Give a command that takes **options some of the options of a run, without headings."""
    own = declared(RunConfig)
    return lambda command: _extended(command, [(own[name], "") for name in names], ())


def given(options: dict[str, Any]) -> dict[str, Any]:
    """The options that say something: one without a value is left to its default."""
    return {name: value for name, value in options.items() if value is not None}


def _extended(command: Command, more: list[tuple[Option, str]], headings: tuple[str, ...]) -> Command:
    signature = inspect.signature(command, eval_str=True)
    own = [p for p in signature.parameters.values() if p.kind is not inspect.Parameter.VAR_KEYWORD]
    taken = {parameter.name for parameter in own}
    made = [_parameter(one, heading) for one, heading in more if one.name not in taken]
    every = sorted([*own, *made], key=lambda p: _place(_heading(p), headings))
    kept = [_under(p, headings[0]) if headings and p.annotation is not typer.Context else p for p in every]
    kept = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in kept]
    command.__signature__ = signature.replace(parameters=kept)  # type: ignore[attr-defined]
    command.__annotations__ = {p.name: p.annotation for p in kept} | {"return": None}
    return command


@cache
def _declared() -> list[tuple[Option, str]]:
    """All options with their headings: a family's option stands under the families that have it."""
    found = {name: (one, one.heading) for name, one in declared(RunConfig).items()}
    for family in families().values():
        for name, one in family.declared().items():
            *others, last = (taker.prefix for taker in takers(name))
            prefixes = f"{', '.join(others)} and {last}" if others else last
            found.setdefault(name, (one, f"Options of {prefixes} models"))
    return list(found.values())


def _parameter(one: Option, heading: str) -> inspect.Parameter:
    kind: Any = list[str] if one.kind is None else str if one.kind is tuple else one.kind
    default = ",".join(one.default) if isinstance(one.default, tuple) else one.default
    flag = one.flag if one.kind is bool else one.flag.partition("/")[0]
    info = typer.Option(
        flag,
        help=one.help,
        metavar=None if one.kind is bool else one.metavar,
        rich_help_panel=heading or None,
        autocompletion=completer(one.known) if one.choices and one.kind is not bool else None,
    )
    optional = default is None
    annotation = Annotated[kind | None, info] if optional else Annotated[kind, info]
    return inspect.Parameter(one.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _heading(parameter: inspect.Parameter) -> str:
    found = [info.rich_help_panel for info in getattr(parameter.annotation, "__metadata__", ())]
    return next((heading for heading in found if heading), "")


def _under(parameter: inspect.Parameter, heading: str) -> inspect.Parameter:
    """A parameter of several commands has no heading of its own; here it has one."""
    kind, *infos = get_args(parameter.annotation)
    if _heading(parameter):
        return parameter
    (info,) = (copy(info) for info in infos)
    info.rich_help_panel = heading
    return parameter.replace(annotation=Annotated[kind, info])


def _place(heading: str, headings: tuple[str, ...]) -> float:
    if not heading:
        return 0
    return headings.index(heading) if heading in headings else len(headings) - 2.5
