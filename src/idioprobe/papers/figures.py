"""All figures by name."""

from __future__ import annotations

import difflib

from idioprobe.core.errors import ConfigError
from idioprobe.papers.he2025 import figures as he2025
from idioprobe.papers.vieira2023 import figures as vieira2023
from idioprobe.papers.wold2025 import figures as others
from idioprobe.report.figures.spec import Figure

FIGURES: dict[str, Figure] = {figure.name: figure for figure in (*he2025.FIGURES, *vieira2023.FIGURES, *others.FIGURES)}


def find_figure(name: str) -> Figure:
    """The figure of that name, however it is written; an unknown one suggests the nearest."""
    by_key = {known.lower(): figure for known, figure in FIGURES.items()}
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
