"""The command that compares results with the papers, or with each other."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from idioprobe.cli import complete
from idioprobe.cli.flags import in_flags
from idioprobe.cli.results.tables import AsJson, Format, Out, chosen_format, show, write
from idioprobe.cli.shared import With, notices, with_reported
from idioprobe.core.errors import ConfigError
from idioprobe.core.textfile import json_text

if TYPE_CHECKING:
    from idioprobe.report.leaderboard import Leaderboard
    from idioprobe.report.tables.grid import Grid

NUMBERS = ("value", "ci_low", "ci_high")


def compare(
    results: Annotated[list[Path], typer.Argument(help="Result folders, or folders that hold some.")],
    beside: With = None,
    table: Annotated[
        list[str] | None,
        typer.Option(
            "-t",
            "--table",
            help="With --with reported: a table, such as H5; repeatable; default: all.",
            autocompletion=complete.reported_tables,
        ),
    ] = None,
    measure: Annotated[
        list[str] | None, typer.Option(help="For two results: a measure to compare; repeatable.")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="For two results: every measure, group and rating too.")
    ] = False,
    view: Annotated[str | None, typer.Option(help="Which view, where results have several.")] = None,
    intervals: Annotated[bool, typer.Option("--intervals", help="Print 95 % intervals beside the numbers.")] = False,
    style: Format = None,
    as_json: AsJson = False,
    out: Out = None,
) -> None:
    """Rank models by their idiom score. Or compare two measure by measure, or results with what the papers report."""
    reported = with_reported(beside, "; two results are compared by naming both")
    if reported and (measure or everything):
        raise ConfigError("--measure and --all are for two results; with --with reported, name a --table.")
    if not reported and (table or intervals):
        raise ConfigError("--table and --intervals go with --with reported.")
    form = chosen_format(style, out, len(table or (1, 2)) if reported else 1, as_json=as_json)
    if reported:
        _with_reported(results, table or [], view, form, out, intervals)
    elif measure or everything:
        _paired(results, measure or [], view, form, out, everything)
    else:
        _ranked(results, view, form, out)


def _ranked(results: list[Path], view: str | None, style: str, out: Path | None) -> None:
    from idioprobe.report.answer import lacking_words
    from idioprobe.report.comparison import compare_results
    from idioprobe.report.layers import by_layer, sweeps_of
    from idioprobe.report.leaderboard import as_grid
    from idioprobe.report.results import find_results
    from idioprobe.report.words.answered import without_score
    from idioprobe.report.words.table import agreement_grids

    found = find_results(results)
    boards = compare_results(found, view)
    notices([*without_score(found), *lacking_words(found)])
    layers = by_layer(found[0]) if len(found) == 1 and view is None else []
    if style == "json":
        swept = [asdict(one) for one in sweeps_of(found[0])] if layers else []
        both = boards.words_vectors.to_dicts()
        write(json_text([_board(board, swept, both) for board in boards], indent=2) + "\n", out)
    else:
        grids = layers or [*map(as_grid, boards), *agreement_grids(boards.words_vectors)]
        show(_tables(grids, style), style, out)


def _tables(grids: list[Grid], style: str) -> list[Grid]:
    """All of them, or in CSV the first."""
    if style == "csv" and len(grids) > 1:
        notices([f"CSV takes one table: {len(grids) - 1} more with --format markdown or json."])
        return grids[:1]
    return grids


def _board(board: Leaderboard, swept: list[dict[str, Any]], both: list[dict[str, Any]]) -> dict[str, Any]:
    """A board with all numbers; of answers in words, with how far vectors of the same models know them."""
    here = {"dataset": board.dataset, "language": board.language, "words_view": board.score.view}
    return {
        "dataset": board.dataset,
        "language": board.language,
        "conclusion": board.conclusion,
        "models": [
            {
                "rank": entry.rank,
                "model": entry.label,
                "score": asdict(entry.score),
                "sentence_score": asdict(entry.answer.second) if entry.answer.second else None,
                "further": {name: dict(zip(NUMBERS, numbers, strict=True)) for name, numbers in entry.further.items()},
                "parameters": entry.size,
                "texts_per_second": entry.speed,
            }
            for entry in board.entries
        ],
        "layers": [one for one in swept if one["layers"][0]["language"] == board.language],
        "words_vectors": [row for row in both if all(row[name] == value for name, value in here.items())],
        "differences": [{"a": a, "b": b, **asdict(gap)} for (a, b), gap in board.gaps.items()],
    }


def _with_reported(
    results: list[Path], tables: list[str], view: str | None, style: str, out: Path | None, intervals: bool
) -> None:
    from idioprobe.data.registry import load_dataset
    from idioprobe.papers.beside.compare import compare_all, compare_with_reported
    from idioprobe.papers.maketable import TableMaker
    from idioprobe.report.tables.fill import Options

    maker = TableMaker(results, view, lambda: load_dataset("ncimp"))
    options = Options(intervals=intervals)
    compared = [compare_with_reported(maker, name, options) for name in tables] or compare_all(maker, options)
    if style == "json":
        text = json_text([one.as_dict() for one in compared], indent=2)
        write(in_flags(text, of_run=True) + "\n", out)
        return
    grids = [grid for one in compared for grid in one.grids]
    show(_tables(grids, style), style, out)


def _paired(
    results: list[Path], measures: list[str], view: str | None, style: str, out: Path | None, everything: bool
) -> None:
    from idioprobe.core.frames import quote_cells
    from idioprobe.report.paired import paired_differences, paired_grid
    from idioprobe.report.results import find_results

    found = find_results(results)
    if len(found) != 2:
        raise ConfigError(
            f"Two results can be compared with each other, not {len(found)}; name two folders, or add --with reported."
        )
    first, second = found
    labels, table = paired_differences(first, second, view, measures, everything=everything)
    if style == "csv":
        write(quote_cells(table).write_csv(), out)
    elif style == "json":
        write(json_text({"a": labels[0], "b": labels[1], "rows": table.to_dicts()}, indent=2) + "\n", out)
    else:
        show([paired_grid(labels, table)], style, out)
