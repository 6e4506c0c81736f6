"""The commands about lexicons that are not finished yet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from idioprobe.cli.make.output import Force, check_out
from idioprobe.cli.shared import DataDirs, Json, errors, notices, output, put_json, say

if TYPE_CHECKING:
    from rich.console import Console

    from idioprobe.make.draft.openfields import Checked

app = typer.Typer(help="Begin a lexicon and see what it lacks.", no_args_is_help=True, rich_markup_mode=None)

KINDS = (".toml", ".xlsx")
Wordnets = Annotated[
    list[Path] | None,
    typer.Option(
        "--wordnet",
        help="A wordnet or thesaurus: a folder with data.noun, a tab file of OMW, WN-LMF, th_….dat; repeatable, the "
        "best first. Default: the English one of this machine.",
        metavar="PATH",
    ),
]
Language = Annotated[str | None, typer.Option(help="Language of expressions that do not say theirs: de, deu, German.")]


@app.command("draft")
def lexicon_draft(
    expressions: Annotated[
        str, typer.Argument(help="A list, one a line; a CSV with a column expression; a lexicon or a dataset.")
    ],
    out: Annotated[Path, typer.Option("-o", "--out", help="The lexicon to write, .toml or .xlsx.", metavar="FILE")],
    language: Language = None,
    wordnet: Wordnets = None,
    index: Annotated[
        list[Path] | None,
        typer.Option(help="An index of a corpus, for sentences, figures and the random pool; repeatable."),
    ] = None,
    paraphrases: Annotated[
        Path | None, typer.Option(help="A CSV with expression,paraphrase: what people gave as its meaning.")
    ] = None,
    synonyms: Annotated[int, typer.Option(min=1, help="Synonyms of each word that are filled in.")] = 3,
    candidates: Annotated[int, typer.Option(min=0, help="Further ones that stand beside them.")] = 12,
    sentences: Annotated[int, typer.Option(min=1, help="Sentences for each expression.")] = 3,
    rarest: Annotated[
        float, typer.Option(min=0, help="Leave out words rarer than this, in occurrences per million words.")
    ] = 0.1,
    data_dir: DataDirs = None,
    force: Force = False,
) -> None:
    """Begin a lexicon from a list of expressions. What a machine cannot know stays open, with candidates beside."""
    from idioprobe.core.files import replace_file
    from idioprobe.make.draft.making import Wishes, make_drafts
    from idioprobe.make.draft.sheetdraft import write_sheet
    from idioprobe.make.draft.tomldraft import toml_of
    from idioprobe.report.terminal.progress import StepProgress

    check_out(out, force=force, kinds=KINDS)
    wishes = Wishes(synonyms, candidates, sentences, rarest / 1e6)
    with StepProgress(errors()) as progress:
        made = make_drafts(
            expressions,
            language=language,
            wordnets=wordnet or [],
            indexes=index or [],
            paraphrases=paraphrases,
            data_dir=data_dir,
            wishes=wishes,
            progress=lambda done, total: progress("sentences", done, total),
        )
    if out.suffix.lower() == ".xlsx":
        write_sheet(made.drafts, out)
        made.notes.extend(["A spreadsheet holds no random pool; write a .toml for it."] if made.pools else [])
    else:
        with replace_file(out) as temporary:
            temporary.write_text(toml_of(made.drafts, made.sources, made.pools), encoding="utf-8")
    notices(made.notes)
    console = output()
    open_fields: dict[str, int] = {}
    for draft in made.drafts:
        for name in draft.open:
            open_fields[name] = open_fields.get(name, 0) + 1
    say(console, f"{out}: {_number(len(made.drafts), 'expression')}.")
    listed = ", ".join(f"{name} ({count:,})" for name, count in open_fields.items())
    say(console, f"Open: {listed or 'nothing'}.")
    first = "Fill them in" if open_fields else "Look it over"
    say(console, f"{first}, then: idioprobe lexicon check {out}; idioprobe data build {out} -o DIR")


@app.command("check")
def lexicon_check(
    lexicon: Annotated[Path, typer.Argument(help="A lexicon as CSV, TSV, XLSX or TOML.")],
    language: Language = None,
    classes: Annotated[
        str | None, typer.Option(help="Classes of your own, from idiomatic to literal: idiom,semi,free.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Say what is still open in a lexicon. It fails with 1 while an expression is unfinished, with 2 on mistakes."""
    from dataclasses import asdict

    from idioprobe.make.draft.openfields import check_draft

    own = tuple(name.strip() for name in classes.split(",") if name.strip()) if classes else None
    checked = check_draft(lexicon, language, own)
    if as_json:
        put_json(asdict(checked))
    else:
        _show(checked, lexicon, output())
    if checked.mistakes:
        raise typer.Exit(2)
    if checked.unfinished:
        raise typer.Exit(1)


def _show(checked: Checked, path: Path, console: Console) -> None:
    from rich.markup import escape
    from rich.table import Table

    grid = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("line", "expression", "needs", "better with"):
        grid.add_column(name, justify="right" if name == "line" else "left", overflow="fold")
    for entry in checked.entries:
        if entry.needed or entry.useful:
            cells = (str(entry.line), entry.expression, ", ".join(entry.needed), ", ".join(entry.useful))
            grid.add_row(*map(escape, cells))
    if grid.row_count:
        console.print(grid)
    ready = len(checked.entries) - checked.unfinished
    say(console, f"{path}: {ready:,} of {_number(len(checked.entries), 'expression')} finished.")
    for mistake in checked.mistakes:
        say(errors(), mistake, "red")


def _number(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"
