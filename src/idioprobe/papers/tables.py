"""All tables by name."""

from __future__ import annotations

import difflib

from idioprobe.core.errors import ConfigError
from idioprobe.papers import beyond
from idioprobe.papers.garcia2021_eacl import tables as garcia2021
from idioprobe.papers.he2025 import tables as he2025
from idioprobe.papers.vieira2023 import tables as vieira2023
from idioprobe.papers.wold2025 import tables as wold2025
from idioprobe.report.tables.fill import needs
from idioprobe.report.tables.spec import LayoutTable, Table

TABLES: dict[str, Table] = {
    table.name: table
    for table in (*he2025.TABLES, *vieira2023.TABLES, *garcia2021.TABLES, *wold2025.TABLES, *beyond.TABLES)
}


def find_table(name: str) -> Table:
    """The table of that name, however it is written; an unknown one suggests the nearest."""
    by_key = {_key(known): table for known, table in TABLES.items()}
    key = _key(name)
    if key in by_key:
        return by_key[key]
    near = difflib.get_close_matches(key, by_key, 3, cutoff=0.3)
    hint = f"; did you mean {', '.join(by_key[n].name for n in near)}?" if near else "."
    raise ConfigError(f"There is no table {name!r}{hint} idioprobe analyse --list shows all.".replace("..", "."))


def _key(name: str) -> str:
    return name.lower().replace(" ", "").replace("_", "-")


def what_it_needs(table: Table) -> str:
    """The inputs of a table, in words."""
    return needs(table) if isinstance(table, LayoutTable) else table.needs
