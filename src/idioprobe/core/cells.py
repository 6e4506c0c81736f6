"""Text cells of CSV files that a spreadsheet would run as a formula, and how they are kept from it."""

from __future__ import annotations

import re

import polars as pl

_FORMULA = r"^'*[=+\-@\t\r]"
_QUOTED = r"^'+[=+\-@\t\r]"
_NUMBER = r"^[-+]?(\d[\d.,]*|[.,]\d+)([eE][-+]?\d+)?%?$|^[-+]$"


def is_formula(text: str) -> bool:
    """Whether a spreadsheet would take a cell for a formula; numbers and a sign alone are none.

    >>> is_formula("=1+1"), is_formula("-0.5"), is_formula("-ish")
    (True, False, True)
    """
    return re.match(_FORMULA, text) is not None and re.fullmatch(_NUMBER, text) is None


def quoted(text: str) -> str:
    """The cell with an apostrophe before it if it would be a formula, which spreadsheets show as text.

    >>> quoted("=1+1"), quoted("eager beaver")
    ("'=1+1", 'eager beaver')
    """
    return f"'{text}" if is_formula(text) else text


def unquoted(text: str) -> str:
    """What `quoted` was given.

    >>> unquoted(quoted("=1+1")), unquoted(quoted("'=1+1"))
    ('=1+1', "'=1+1")
    """
    return text[1:] if re.match(_QUOTED, text) else text


def quote_cells(table: pl.DataFrame) -> pl.DataFrame:
    """The table with `quoted` text; numbers are numbers already."""
    return table.with_columns(
        pl.when(pl.col(pl.String).str.contains(_FORMULA) & ~pl.col(pl.String).str.contains(_NUMBER))
        .then(pl.lit("'") + pl.col(pl.String))
        .otherwise(pl.col(pl.String))
        .name.keep()
    )


def unquote_cells(table: pl.DataFrame) -> pl.DataFrame:
    """The table that `quote_cells` was given."""
    return table.with_columns(pl.col(pl.String).str.replace(rf"^'('*[=+\-@\t\r])", "$1"))
