"""The command line: parse, call the API, print.

Nothing heavy is imported before a command runs, so that help and mistakes answer at once.
"""

from __future__ import annotations

import signal
import sys
from copy import copy
from typing import Annotated

import typer

from idioprobe import __version__
from idioprobe.cli import streams
from idioprobe.cli.annotate import annotate
from idioprobe.cli.connect import export, importing
from idioprobe.cli.data import data, triples
from idioprobe.cli.flags import speak_flags
from idioprobe.cli.helppage import Headed
from idioprobe.cli.make import corpus, lexicon
from idioprobe.cli.make import judgments as from_people
from idioprobe.cli.measure import check, embed, requests, run, slurm
from idioprobe.cli.models import backends, finetune, inject, models
from idioprobe.cli.results import analyse, compare, figures, report, reported, show
from idioprobe.cli.results import folders as results
from idioprobe.cli.schemas import schema
from idioprobe.cli.shared import errors, fail, say
from idioprobe.cli.store import store
from idioprobe.core.errors import IdioprobeError, MissingExtraError
from idioprobe.core.memory import TOO_LITTLE_MEMORY, check_start, short_of_memory

INTERRUPTED = 130

app = typer.Typer(
    name="idioprobe",
    help="Does an embedding model understand idioms, or does it go by the words?",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("run", cls=Headed)(run.run)
app.command("check", cls=Headed)(check.check)
app.command("models")(models.models)
app.command("backends")(backends.backends)
app.command("requests")(requests.requests)
app.command("embed", cls=Headed)(embed.embed)
app.command("slurm", context_settings=slurm.PASSED_ON)(slurm.slurm)
app.command("analyse")(analyse.analyse)
app.command("report")(report.report)
app.command("list")(results.list_)
app.command("show")(show.show)
app.command("diff")(results.diff)
app.command("reported")(reported.reported)
app.command("published", hidden=True)(reported.published)
app.command("compare")(compare.compare)
app.command("figures")(figures.figures)
app.command("judgments")(from_people.judgments)
app.command("schema")(schema.schema)
app.command("finetune")(finetune.finetune)
app.add_typer(store.app, name="store")
app.add_typer(inject.app, name="inject")
data.app.command("triples")(triples.triples)
app.add_typer(data.app, name="data")
app.add_typer(corpus.app, name="corpus")
app.add_typer(lexicon.app, name="lexicon")
app.add_typer(annotate.app, name="annotate")
app.add_typer(export.app, name="export")
app.add_typer(importing.app, name="import")
speak_flags(app, lambda message: say(errors(), message, "yellow"))


def called(arguments: list[str]) -> typer.Typer:
    """The app with the one command or group that is called: parameters of all others need not be made out."""
    commands = [found for found in app.registered_commands if found.name in arguments[:1]]
    groups = [found for found in app.registered_groups if found.name in arguments[:1]]
    if not (commands or groups):
        return app
    one = copy(app)
    one.registered_commands, one.registered_groups = commands, groups
    return one


def main() -> None:
    """Run the command; every failure becomes one line and an exit code."""
    streams.prepare()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    arguments = sys.argv[1:]
    debug = "--debug" in arguments
    try:
        told = [a for a in arguments if a != "--debug"]
        if told and not {"--help", "--version"} & {*told}:
            check_start()
        code = called(told)(args=told, prog_name="idioprobe", standalone_mode=False)
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = INTERRUPTED
    except IdioprobeError as error:
        if debug:
            raise
        if isinstance(error, MissingExtraError) and short_of_memory(error):
            fail(TOO_LITTLE_MEMORY, 1)
        fail(str(error), error.exit_code)
    except BrokenPipeError:
        streams.discard()
        sys.exit(1)
    except streams.OutputError as error:
        streams.discard()
        fail(f"standard output cannot be written: {error}; what was saved to files is there.", 1)
    except UnicodeEncodeError as error:
        if debug:
            raise
        fail(
            f"{str(error.object)[:200]!r} has bytes that are no text in {error.encoding}; rename the file or "
            "folder, and use a UTF-8 locale such as LC_ALL=C.UTF-8.",
            2,
        )
    except Exception as error:
        if type(error).__name__ == "NoArgsIsHelpError":
            typer.echo(str(error.args[0] if error.args else error), err=True)
            sys.exit(2)
        if hasattr(error, "format_message"):
            fail(f"{error.format_message().rstrip('.')}. See idioprobe --help.", getattr(error, "exit_code", 2))
        if debug:
            raise
        if short_of_memory(error):
            fail(TOO_LITTLE_MEMORY, 1)
        detail = " ".join(str(error).split())[:300]
        fail(f"unexpected {type(error).__name__}: {detail} (--debug shows where; please report it)", 1)
    except BaseException as error:
        if debug or not short_of_memory(error):  # polars panics where it has no memory for its threads
            raise
        fail(TOO_LITTLE_MEMORY, 1)
    if code == INTERRUPTED:
        fail("interrupted; what was done is kept, and the same command continues from there.", INTERRUPTED)
    sys.exit(code if isinstance(code, int) else 0)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"idioprobe {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show a traceback when something fails.")] = False,
) -> None:
    """Shared options; they are handled before any command."""
