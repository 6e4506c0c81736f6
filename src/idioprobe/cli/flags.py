"""What library code says of arguments (`views`), in the words of the command that runs (--view)."""

from __future__ import annotations

import inspect
import re
import warnings
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from functools import wraps
from types import MappingProxyType
from typing import Any, get_args

import typer

from idioprobe.core.errors import IdioprobeError
from idioprobe.core.notices import LeftOutWarning, OldFormWarning

_RUNNING: ContextVar[Mapping[str, str]] = ContextVar("flags of the running command", default=MappingProxyType({}))
_NAMED = re.compile(r"`(\w+)`")
_OTHER_NAMES = {"correction": "correct"}
NOTICES = (OldFormWarning, LeftOutWarning)
_SAID: set[str] = set()


def speak_flags(app: typer.Typer, notice: Callable[[str], None]) -> None:
    """Let all commands of an app say flags where library code names arguments, and old forms as notices."""
    for command in app.registered_commands:
        if command.callback is not None:
            command.callback = _speaking(command.callback, notice)
    for group in app.registered_groups:
        if group.typer_instance is not None:
            speak_flags(group.typer_instance, notice)


def in_flags(message: str, *, of_run: bool = False) -> str:
    """The message with the arguments that it names as the running command's flags; others stay as they are.

    What commands that read results say also names options of the run that made these (`of_run`).
    """
    own, of_runs = _RUNNING.get(), _flags_of_run() if of_run else {}
    return _NAMED.sub(lambda match: _flag(match[1], own) or _flag(match[1], of_runs) or match[0], message)


def flags_of(command: Callable[..., Any]) -> dict[str, str]:
    """The long flag of each parameter of a command; an argument has none, and is named as its help names it."""
    found = {}
    for parameter in inspect.signature(command, eval_str=True).parameters.values():
        if parameter.annotation is typer.Context:
            continue
        shown = [info.metavar for info in get_args(parameter.annotation) if isinstance(info, typer.models.ArgumentInfo)]
        if any(shown):
            found[parameter.name] = str(shown[0]).rstrip(".")
            continue
        infos = [info for info in get_args(parameter.annotation) if isinstance(info, typer.models.OptionInfo)]
        written = [word for info in infos for word in (info.default, *(info.param_decls or ()))]
        long = [word for word in written if isinstance(word, str) and word.startswith("--")]
        found[parameter.name] = (long[0] if long else f"--{parameter.name.replace('_', '-')}").partition("/")[0]
    return found


def _flags_of_run() -> dict[str, str]:
    from idioprobe.cli.measure.run import run

    return flags_of(run)


def _flag(name: str, flags: Mapping[str, str]) -> str | None:
    """By its name, or its name in the singular where the flag is: `languages` is --language."""
    written = {flag.removeprefix("--").replace("-", "_"): flag for flag in flags.values()}
    for one in (name, _OTHER_NAMES.get(name, name), name.removesuffix("s")):
        if one in flags or one in written:
            return flags.get(one) or written[one]
    return None


def _speaking(command: Callable[..., Any], notice: Callable[[str], None]) -> Callable[..., Any]:
    @wraps(command)
    def call(*arguments: Any, **options: Any) -> Any:
        token = _RUNNING.set(flags_of(command))
        try:
            with warnings.catch_warnings():
                for category in NOTICES:
                    warnings.simplefilter("always", category)
                warnings.showwarning = _as_notices(warnings.showwarning, notice)
                return command(*arguments, **options)
        except IdioprobeError as error:
            error.args = (in_flags(str(error), of_run="results" in _RUNNING.get()),)
            raise
        finally:
            _RUNNING.reset(token)

    return call


def _as_notices(otherwise: Callable[..., None], notice: Callable[[str], None]) -> Callable[..., None]:
    """Old forms and what is left out are said as notices, each once; other warnings go their way."""

    def show(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
        if not issubclass(category, NOTICES):
            otherwise(message, category, *place, **more)
        elif str(message) not in _SAID:
            _SAID.add(str(message))
            notice(str(message))

    return show
