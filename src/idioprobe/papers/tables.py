"""All tables by name."""

from __future__ import annotations

import difflib
from functools import lru_cache

from idioprobe.core.errors import ConfigError
from idioprobe.papers.registry import all_papers
from idioprobe.report.tables.needs import needs
from idioprobe.report.tables.spec import LayoutTable, Table
from idioprobe.report.words.table import TABLES


@lru_cache(maxsize=1)
def all_tables() -> dict[str, Table]:
    """The tables of the papers by their names, in the papers' order, and then idioprobe's own."""
    papers = [table for paper in all_papers().values() for table in paper.tables]
    return {table.name: table for table in (*papers, *TABLES)}


def find_table(name: str) -> Table:
    """The table of that name, however it is written; an unknown one suggests the nearest."""
    by_key = {_key(known): table for known, table in all_tables().items()}
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
