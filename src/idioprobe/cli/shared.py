"""What all commands share: the console, notices, failing, options about data."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from idioprobe.cli import complete
from idioprobe.cli.flags import in_flags
from idioprobe.core.textfile import json_text, printable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console

    from idioprobe.data.dataset import Dataset

DatasetName = Annotated[
    str,
    typer.Option(
        "-d",
        "--dataset",
        help="A name that idioprobe data list knows, such as ncimp, or a dataset folder.",
        metavar="NAME",
        autocompletion=complete.datasets,
    ),
]
DataDirs = Annotated[
    list[Path] | None,
    typer.Option(
        "--data-dir",
        help="Where datasets given by name are looked for: a copy of a published repository, "
        "or a folder that holds some; repeatable.",
        metavar="FOLDER",
    ),
]
Labelling = Annotated[
    str | None,
    typer.Option(help="Classes of NCIMP: CompScale (with NCTTI at hand), ClassType or ClassToken.", metavar="NAME"),
]
Annotations = Annotated[
    Path | None,
    typer.Option(help="Your annotations of sentences (docs/annotations.md); H9: your labels.", metavar="FILE"),
]
Json = Annotated[bool, typer.Option("--json", help="As JSON.")]
Association = Annotated[
    Path | None, typer.Option(help="Your frequencies and PPMI, or counts (docs/annotations.md).", metavar="FILE")
]


REPORTED, PUBLISHED = "reported", "published"
"""What `--with` takes, and its old name."""
With = Annotated[
    str | None, typer.Option("--with", help="reported: the papers' own models and numbers beside the results.")
]


def with_reported(given: str | None, hint: str = "") -> bool:
    """Whether `--with` asks for what the papers report."""
    from idioprobe.core.errors import ConfigError
    from idioprobe.core.notices import old_form

    if given == PUBLISHED:
        old_form(f"--with {PUBLISHED} is called --with {REPORTED} now.")
    elif given not in (None, REPORTED):
        raise ConfigError(f"--with {given}: only {REPORTED}{hint}.")
    return given is not None


def several(text: str | None) -> tuple[str, ...]:
    """The values of an option that takes a list, such as `en,pt`."""
    return tuple(part.strip() for part in (text or "").split(",") if part.strip())


def fail(message: str, code: int) -> NoReturn:
    """End with one line on standard error."""
    with suppress(OSError):
        sys.stderr.write(printable(f"idioprobe: {message}\n"))
        sys.stderr.flush()
    sys.exit(code)


def output() -> Console:
    """Standard output; in a pipe, as wide as COLUMNS says, or else wide enough for the tables."""
    from idioprobe.report.terminal.console import PlainConsole

    width = None if sys.stdout.isatty() or os.environ.get("COLUMNS") else 140
    return PlainConsole(width=width, emoji=False)


def errors() -> Console:
    """Standard error, for notices and progress."""
    from idioprobe.report.terminal.console import PlainConsole

    return PlainConsole(stderr=True, emoji=False)


def say(console: Console, message: str, style: str = "") -> None:
    """One line, as it is; in a colour it is a notice or an error, which names options as this command does."""
    message = in_flags(message) if style else message
    console.print(message, style=style, highlight=False, markup=False, soft_wrap=True)


def put(text: str) -> None:
    """Text for standard output as it is, but for control characters."""
    typer.echo(printable(text), nl=False)


def put_json(value: object) -> None:
    """A value for scripts."""
    typer.echo(json_text(value, indent=2))


def notices(messages: Iterable[str]) -> None:
    """What a user should know but need not act on."""
    console = errors()
    for message in messages:
        say(console, message, "yellow")


def load(
    name: str,
    data_dirs: list[Path] | None,
    labelling: str | None,
    annotations: Path | None = None,
    association: Path | None = None,
    *,
    language: str | None = None,
    tell: bool = True,
    cache_dir: Path | None = None,
) -> Dataset:
    """A dataset with what the user adds to it; its notes become notices. `language` is that of the annotations.

    In `cache_dir` its tables are kept for the next time.
    """
    from idioprobe.data.registry import load_dataset

    data = load_dataset(name, data_dirs, labelling=labelling, cache_dir=cache_dir)
    if annotations:
        from idioprobe.make.enrich import with_annotations

        data = with_annotations(data, annotations, language)
    if association:
        from idioprobe.make.enrich import with_association

        data = with_association(data, association)
    if tell:
        notices(data.header.notes)
    return data


def published_folders(name: str, data_dirs: list[Path] | None) -> list[Path]:
    """The folders that a published dataset is read from; none for a dataset of the user's own, whatever its name."""
    from idioprobe.data.registry import folders_of
    from idioprobe.data.sources.catalogue import sources
    from idioprobe.data.sources.layout import find_folders

    return folders_of(name, data_dirs) if name in sources() and find_folders(name, data_dirs or []) else []
