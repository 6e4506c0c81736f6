"""All figures by name: the papers', and idioprobe's own."""

from __future__ import annotations

import difflib
from functools import lru_cache

from idioprobe.core.errors import ConfigError, MissingExtraError, install
from idioprobe.papers.registry import all_papers
from idioprobe.report.figures.spec import Figure


@lru_cache(maxsize=1)
def all_figures() -> dict[str, Figure]:
    """Every figure by its name; they need altair, which is loaded here."""
    try:
        from idioprobe.report.figures.own import FIGURES
    except ImportError as error:
        raise MissingExtraError(f"Drawing figures needs {error.name}: {install('report')}.") from error
    papers = [figure for paper in all_papers().values() for figure in paper.figures]
    return {figure.name: figure for figure in (*papers, *FIGURES)}


def find_figure(name: str) -> Figure:
    """The figure of that name, however it is written; an unknown one suggests the nearest."""
    by_key = {known.lower(): figure for known, figure in all_figures().items()}
    key = name.strip().lower()
    if key in by_key:
        return by_key[key]
    near = [by_key[n].name for n in difflib.get_close_matches(key, by_key, 3, cutoff=0.3)]
    hint = f"; did you mean {', '.join(near)}?" if near else "."
    raise ConfigError(f"There is no figure {name!r}{hint} idioprobe figures --list shows all.")


def what_it_needs(figure: Figure) -> str:
    """The inputs of a figure, in words."""
    if figure.needs:
        return figure.needs
    parts = ["results"] if figure.suite == "probes" else [f"results of the suite {figure.suite}"]
    parts += ["/".join(figure.fixed[name]) for name in ("condition", "unit") if name in figure.fixed]
    return ", ".join(parts)
