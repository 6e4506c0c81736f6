"""The commands that make and serve a study."""

from __future__ import annotations

import ipaddress
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from idioprobe.cli.annotate.shared import StudyFolder, Url, base_url, number_of
from idioprobe.cli.make.output import Force, check_out
from idioprobe.cli.shared import DataDirs, errors, notices, output, put, say
from idioprobe.core.errors import ConfigError, MissingExtraError, install

if TYPE_CHECKING:
    from idioprobe.make.annotate.settings import Scale

LEVELS = ("token", "type", "both")
_SCALE = re.compile(r"(-?\d+)\s*(?:-|–|:|\.\.)\s*(-?\d+)")


def annotate_new(
    source: Annotated[
        str, typer.Argument(help="A dataset, its name or folder, or a lexicon.", metavar="DATASET|LEXICON")
    ],
    out: Annotated[Path, typer.Option("-o", "--out", help="The folder to make.", metavar="STUDY")],
    language: Annotated[str | None, typer.Option(help="Language of the expressions, where there are several.")] = None,
    interface: Annotated[
        str | None,
        typer.Option(help="Language that participants read: en, pt, de, es, or a translation file. Default: language."),
    ] = None,
    level: Annotated[
        str, typer.Option(help="token: one sentence at a time; type: all sentences of an expression at once; both.")
    ] = "token",
    annotations: Annotated[int, typer.Option("-n", "--annotations", min=1, help="Wanted for each sentence.")] = 10,
    scale: Annotated[str, typer.Option(help="The lowest and the highest answer.", metavar="LOW-HIGH")] = "0-5",
    title: Annotated[str, typer.Option(help="What participants see at the top.")] = "",
    data_dir: DataDirs = None,
) -> None:
    """Make a study from a dataset or a lexicon. Its settings are in settings.toml, to be changed as you like."""
    from idioprobe.make.annotate.interface.words import read_interface, shipped
    from idioprobe.make.annotate.settingsfile import settings_text
    from idioprobe.make.annotate.study import new_study
    from idioprobe.make.annotate.units import read_source

    if level not in LEVELS:
        raise ConfigError(f"`level` {level}: one of {', '.join(LEVELS)}.")
    chosen = _scale(scale)
    found = read_source(source, language, data_dir)
    code = found.asked[0].language
    named = interface or (code if code in shipped() else "en")
    words = read_interface(named, Path.cwd())
    copied = {} if named in shipped() else {Path(named).name: Path(named).expanduser().read_bytes()}
    studied = {one.expression for one in found.asked}
    sentences = sum(len(one.sentences) for one in found.asked)
    text = settings_text(
        words,
        next(iter(copied), named),
        code,
        level=level,
        annotations=annotations,
        scale=chosen,
        title=title,
        studied=studied,
        questions=len(found.asked) if level != "token" else sentences,
    )
    new_study(out, found, text, copied)
    notices(found.notes)
    if words.code != code:
        notices(
            [f"The interface is in {words.code}, the expressions in {code}: add practice items and checks yourself."]
        )
    console = output()
    say(console, f"{out}: {number_of(len(found.asked), 'expression')}, {number_of(sentences, 'sentence')}.")
    say(console, f"Look at {out / 'settings.toml'}, then:")
    say(console, f"idioprobe annotate invite {out} -n 20; idioprobe annotate serve {out}")


def _scale(written: str) -> Scale:
    from pydantic import ValidationError

    from idioprobe.make.annotate.settings import Scale

    found = _SCALE.fullmatch(written.strip())
    try:
        if found:
            return Scale(low=int(found[1]), high=int(found[2]))
    except ValidationError:
        found = None
    raise ConfigError(
        f"`scale` {written!r}: write the lowest and the highest whole number, such as 0-5; ten steps at most."
    )


def annotate_serve(
    study: StudyFolder,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes any that is free.")] = 8000,
    url: Url = None,
) -> None:
    """Serve a study on this machine. Stop it with Ctrl-C and start it again whenever you like: all answers are kept."""
    try:
        from idioprobe.make.annotate.web.serving import serve
    except ImportError as error:
        raise MissingExtraError(
            f"The server needs {error.name}, which is not installed: {install('annotate')}."
        ) from error
    from idioprobe.make.annotate.study import open_study

    opened = open_study(study)

    def started(address: str) -> None:
        base = base_url(opened, url, address)
        console, keys = output(), opened.keys
        say(console, f"Serving {study} at {address}; Ctrl-C stops it.")
        say(console, f"Your page, for you alone: {base}/researcher/{keys.token('researcher')}")
        if opened.settings.joining:
            say(console, f"Joining link, for anyone: {base}/joining/{keys.token('joining')}")
        where = "" if base == base_url(opened, None) else f" --url {base}"
        say(console, f"Personal links: idioprobe annotate invite {study} -n 20{where}")
        console.file.flush()
        if not _loopback(host):
            notices(
                [
                    f"The server listens on {host}, beyond this machine, and speaks plain HTTP: whoever is on the way "
                    "reads links and answers. A public study needs TLS in front: a server such as Caddy or nginx that "
                    "passes requests on to 127.0.0.1; docs/annotate.md shows how."
                ]
            )

    try:
        serve(study, host, port, started)
    except KeyboardInterrupt:
        say(
            errors(),
            "Stopped; all answers are in the study, and the same command goes on from here.",
        )


def _loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def annotate_words(
    language: Annotated[str, typer.Argument(help="en, pt, de or es.")] = "en",
    out: Annotated[Path | None, typer.Option("-o", "--out", help="A file, .toml; default: print them.")] = None,
    force: Force = False,
) -> None:
    """Give the texts of the interface in a language. Translate them, and name the file as the interface of a study."""
    from idioprobe.core.files import replace_file
    from idioprobe.make.annotate.interface.words import shipped_source

    check_out(out, force=force, kinds=(".toml",))
    if out is None:
        put(shipped_source(language))
        return
    with replace_file(out) as temporary:
        temporary.write_text(shipped_source(language), encoding="utf-8")
    say(output(), f"{out}: translate the texts, keep their names and their slots in braces.")
