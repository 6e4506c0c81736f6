"""What commands that make tables share: a file, CSV or Parquet by its ending, or a table on the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from idioprobe.core.errors import ConfigError

if TYPE_CHECKING:
    import polars as pl

Out = Annotated[
    Path | None,
    typer.Option("-o", "--out", help="The file to write, .csv or .parquet; default: print a table.", metavar="FILE"),
]
Force = Annotated[bool, typer.Option("--force", help="Replace the file if it is there.")]

KINDS = (".csv", ".parquet")
MOST_ROWS = 100
_WHOLE = 1_000
"""Numbers from here on are printed without decimals."""


def check_out(out: Path | None, *, force: bool, kinds: Sequence[str] = KINDS) -> None:
    """Refuse a file that cannot be written or should not be, before the work begins."""
    if out is None:
        return
    if out.is_dir():
        raise ConfigError(f"-o {out} is a folder; give a file, such as {out / f'table{kinds[0]}'}.")
    if out.suffix.lower() not in kinds:
        raise ConfigError(f"-o {out}: write {' or '.join(kinds)} at its end, which says how it is written.")
    if out.exists() and not force:
        raise ConfigError(f"{out} is there already; pass `force` to replace it, or name another file.")


def give(table: pl.DataFrame, out: Path | None, shown: Sequence[str] | Mapping[str, str] = ()) -> None:
    """Write a table to a file, whole or not at all, or print the columns of it that are `shown` (default: all).

    A mapping gives them shorter heads for the terminal.
    """
    from idioprobe.cli.shared import errors, output, say
    from idioprobe.core.files import replace_file
    from idioprobe.core.frames import quote_cells, write_csv, write_parquet

    if out is None:
        heads = shown if isinstance(shown, Mapping) else {name: name for name in shown or table.columns}
        _print(table, heads)
        if len(table) > MOST_ROWS:
            say(errors(), f"The first {MOST_ROWS} of {len(table):,} rows; -o FILE has them all.", "yellow")
        return
    with replace_file(out) as temporary:
        if out.suffix.lower() == ".parquet":
            write_parquet(table, temporary)
        else:
            write_csv(quote_cells(table), temporary)
    say(output(), f"Rows: {len(table):,}, in {out}.")


def _print(table: pl.DataFrame, heads: Mapping[str, str]) -> None:
    from rich.table import Table

    from idioprobe.cli.shared import output

    grid = Table(box=None, pad_edge=False, header_style="bold")
    for column, head in heads.items():
        number = table.schema[column].is_numeric()
        grid.add_column(head, overflow="fold", justify="right" if number else "left", no_wrap=number)
    for row in table.select(list(heads)).head(MOST_ROWS).iter_rows():
        grid.add_row(*(_cell(value) for value in row))
    output().print(grid)


def _cell(value: object) -> str:
    from rich.markup import escape

    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.0f}" if abs(value) >= _WHOLE else f"{value:.4g}"
    return escape(str(value))
