"""The commands about annotators."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from idioprobe.cli.annotate.shared import StudyFolder, Url, base_url, link_of, number_of
from idioprobe.cli.make.output import Force, check_out
from idioprobe.cli.shared import Json, errors, output, put, put_json, say
from idioprobe.core.errors import StudyError


def annotate_invite(
    study: StudyFolder,
    count: Annotated[int, typer.Option("-n", "--number", min=1, max=100_000, help="How many annotators.")] = 1,
    out: Annotated[Path | None, typer.Option("-o", "--out", help="A CSV for the links; default: print them.")] = None,
    url: Url = None,
    force: Force = False,
) -> None:
    """Make personal links, one for each annotator. A link brings its annotator back to where they stopped."""
    from idioprobe.core.files import replace_file, write_private
    from idioprobe.make.annotate.people import invite
    from idioprobe.make.annotate.study import open_study

    check_out(out, force=force, kinds=(".csv",))
    opened = open_study(study)
    base = base_url(opened, url)
    with opened.database() as database:
        links = [(number, link_of(opened, base, number)) for number in invite(database, count)]
    if out is None:
        put("".join(f"{link}\n" for _, link in links))
        return
    with replace_file(out) as temporary:
        write_private(temporary, "annotator,link\n" + "".join(f"{n},{link}\n" for n, link in links))
    say(output(), f"{number_of(len(links), 'link')} in {out}; keep it to yourself.")


def annotate_status(study: StudyFolder, url: Url = None, as_json: Json = False) -> None:
    """Say how far a study is, and the address of the researcher's page."""
    from dataclasses import asdict

    from idioprobe.make.annotate.database import source_of, state_of
    from idioprobe.make.annotate.progress import progress_of, two_digits
    from idioprobe.make.annotate.study import open_study

    opened = open_study(study)
    with opened.database() as database:
        progress, state, source = progress_of(database, opened), state_of(database), source_of(database)
    page = f"{base_url(opened, url)}/researcher/{opened.keys.token('researcher')}"
    if as_json:
        told = asdict(progress)
        for unit in told["units"]:
            unit["sentence"] = unit["sentence"] and unit["sentence"]["number"]
        put_json({"study": str(study), "source": source, "state": state, "page": page, **told})
        return
    seen, console = progress.overview, output()
    say(console, f"{study} ({source}) is {state}.")
    say(console, f"Answers: {seen.counted:,} of {seen.wanted:,} wanted; complete: {seen.complete:,} of {seen.units:,}.")
    annotators, failed = len(progress.annotators), len(progress.failed)
    say(console, f"Annotators: {annotators:,}, {seen.active:,} with answers; failed checks: {failed:,}.")
    for one in progress.agreement:
        say(console, f"α of {one.name}: {two_digits(one.alpha)} ({one.words}).")
    say(console, f"Your page, for you alone: {page}")


def annotate_forget(
    study: StudyFolder,
    number: Annotated[int, typer.Argument(help="The annotator's number.", metavar="NUMBER", show_default=False)],
) -> None:
    """Delete all data of one annotator. The link stops working; places that were taken are open again."""
    from idioprobe.make.annotate.people import forget
    from idioprobe.make.annotate.study import open_study

    with open_study(study).database() as database:
        answers = forget(database, number)
    if answers is None:
        raise StudyError(f"{study} has no annotator {number}.")
    say(output(), f"Annotator {number} is forgotten, with {number_of(answers, 'answer')}.")
    say(errors(), "Files that you exported before are yours to clean.", "yellow")
