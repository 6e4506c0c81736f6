"""The commands that send a study elsewhere and take answers back."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from idioprobe.cli.annotate.shared import StudyFolder, Url, base_url, number_of
from idioprobe.cli.make.output import Force
from idioprobe.cli.shared import errors, notices, output, say
from idioprobe.core.errors import ConfigError

TARGETS = ("csv", "sheet", "mturk", "prolific")
NAMES = {
    "csv": "{study}-answers.csv",
    "sheet": "{study}-sheet.csv",
    "mturk": "{study}-mturk",
    "prolific": "{study}-prolific",
}
SHOWN = 20
_EXPORTED = re.compile(r"README\.txt|links\.csv|(layout|batch)-.*\.(html|csv)")


def annotate_export(
    study: StudyFolder,
    target: Annotated[
        str, typer.Option("--for", help="csv: the answers; sheet, mturk, prolific: the task.", metavar="WHOM")
    ] = "csv",
    out: Annotated[
        Path | None, typer.Option("-o", "--out", help="The file (csv) or folder to write; default: beside the study.")
    ] = None,
    number: Annotated[int, typer.Option("-n", "--number", min=1, help="Personal links for Prolific.")] = 20,
    batch: Annotated[int, typer.Option(min=1, help="Rows of a batch for Mechanical Turk at most.")] = 500,
    url: Url = None,
    force: Force = False,
) -> None:
    """Write the answers as a table, or the task: for a spreadsheet, Mechanical Turk or Prolific."""
    from idioprobe.core.files import replace_file, replace_folder, write_private
    from idioprobe.make.annotate.export import csv_bytes, sheet_bytes
    from idioprobe.make.annotate.study import open_study

    if target not in TARGETS:
        raise ConfigError(f"--for {target}: one of {', '.join(TARGETS)}.")
    opened = open_study(study)
    path = out or study.resolve().parent / NAMES[target].format(study=study.resolve().name)
    if path.exists() and not force:
        raise ConfigError(f"{path} is there already; pass `force` to replace it, or name another with `out`.")
    if target in ("csv", "sheet"):
        if path.is_dir():
            raise ConfigError(f"{path} is a folder; name a file, such as {path / 'answers.csv'}.")
        content = csv_bytes(opened) if target == "csv" else sheet_bytes(opened)
        with replace_file(path) as temporary:
            temporary.write_bytes(content)
        say(
            output(),
            f"{number_of(content.count(bytes([10])) - 1, 'answer' if target == 'csv' else 'question')} in {path}.",
        )
        return
    if path.is_dir() and not all(_EXPORTED.fullmatch(file.name) for file in path.iterdir()):
        raise ConfigError(f"{path} holds files of something else, which would be lost; name another folder with `out`.")
    if target == "mturk":
        from idioprobe.make.annotate.mturk import mturk_files

        files = mturk_files(opened, batch)
    else:
        from idioprobe.make.annotate.prolific import prolific_files

        files = prolific_files(opened, base_url(opened, url), number)
    with replace_folder(path) as temporary:
        for name, text in files.items():
            write_private(temporary / name, text)
    say(output(), f"{path}: {', '.join(files)}. README.txt says what to do with them.")


def annotate_import(
    study: StudyFolder,
    file: Annotated[Path, typer.Argument(help="Mechanical Turk's results, or a table as docs/annotations.md has it.")],
) -> None:
    """Take answers from elsewhere. What is there already is not taken twice; it ends with 1 if rows had problems."""
    from idioprobe.make.annotate.intake import take_file
    from idioprobe.make.annotate.study import open_study

    taken = take_file(open_study(study), file)
    say(
        output(),
        f"New: {number_of(taken.new, 'answer')} by {number_of(taken.annotators, 'annotator')}; "
        f"there already: {taken.known:,}; problems: {len(taken.problems):,}.",
    )
    notices(taken.notes)
    for problem in taken.problems[:SHOWN]:
        say(errors(), problem, "red")
    if len(taken.problems) > SHOWN:
        say(errors(), f"… and {len(taken.problems) - SHOWN:,} more.", "red")
    if taken.problems:
        raise typer.Exit(1)
