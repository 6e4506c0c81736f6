"""The command that compares results with the papers, or with each other."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from idioprobe.cli import complete
from idioprobe.cli.flags import in_flags
from idioprobe.cli.results.tables import AsJson, Format, Out, chosen_format, show, write
from idioprobe.cli.shared import With, notices, with_reported
from idioprobe.core.errors import ConfigError

if TYPE_CHECKING:
    from idioprobe.report.leaderboard import Leaderboard

NUMBERS = ("value", "ci_low", "ci_high")
JSON: dict[str, Any] = {"indent": 2, "ensure_ascii": False}


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
    """Rank models by their idiom score; compare two on the same items, or results with what the papers report."""
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
    from idioprobe.report.leaderboard import as_grid, leaderboards
    from idioprobe.report.results import find_results
    from idioprobe.report.tables.gather import check_same

    found = find_results(results)
    for name in {result.manifest.dataset.name for result in found}:
        there = [result for result in found if result.manifest.dataset.name == name]
        check_same(there, [None] * len(there))
    boards = leaderboards(found, view)
    if not boards:
        raise ConfigError("No result there has an idiom score; it comes from the suite probes.")
    if style == "json":
        write(json.dumps([_board(board) for board in boards], **JSON) + "\n", out)
    else:
        show([as_grid(board) for board in boards], style, out)


def _board(board: Leaderboard) -> dict[str, Any]:
    return {
        "dataset": board.dataset,
        "language": board.language,
        "conclusion": board.conclusion,
        "models": [
            {
                "rank": entry.rank,
                "model": entry.label,
                "score": asdict(entry.score),
                "in_place": asdict(entry.answer.in_place) if entry.answer.in_place else None,
                "further": {name: dict(zip(NUMBERS, numbers, strict=True)) for name, numbers in entry.further.items()},
                "weights_bytes": entry.size,
                "texts_per_second": entry.speed,
            }
            for entry in board.entries
        ],
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
        text = json.dumps([one.as_dict() for one in compared], **JSON)
        write(in_flags(text, of_run=True) + "\n", out)
        return
    grids = [grid for one in compared for grid in one.grids]
    if style == "csv" and len(grids) > 1:
        notices([f"CSV takes one table: {len(grids) - 1} more with --format markdown or json."])
        grids = grids[:1]
    show(grids, style, out)


def _paired(
    results: list[Path], measures: list[str], view: str | None, style: str, out: Path | None, everything: bool
) -> None:
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
        write(table.write_csv(), out)
    elif style == "json":
        write(json.dumps({"a": labels[0], "b": labels[1], "rows": table.to_dicts()}, **JSON) + "\n", out)
    else:
        show([paired_grid(labels, table)], style, out)
