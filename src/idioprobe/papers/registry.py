"""The papers, found in this folder."""

from __future__ import annotations

import pkgutil
from functools import lru_cache
from importlib import import_module

from idioprobe import papers
from idioprobe.papers.common.paper import Paper


@lru_cache(maxsize=1)
def all_papers() -> dict[str, Paper]:
    """Every paper by its source, in the order that they declare."""
    packages = (import_module(f"{papers.__name__}.{m.name}") for m in pkgutil.iter_modules(papers.__path__) if m.ispkg)
    declared = [package.PAPER for package in packages if hasattr(package, "PAPER")]
    return {paper.source: paper for paper in sorted(declared, key=lambda paper: (paper.order, paper.source))}


def paper_of(table: str) -> Paper | None:
    """The paper that prints a table, by the table's name."""
    return next((paper for paper in all_papers().values() if paper.owns(table)), None)
