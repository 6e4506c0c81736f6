"""What a shell proposes for the values of options."""

from __future__ import annotations

from collections.abc import Callable, Iterable

Completer = Callable[[str], list[str]]


def completer(values: Callable[[], Iterable[str]]) -> Completer:
    """Proposes values that begin as what was typed; of a list such as `a,b` the last one is completed."""

    def complete(incomplete: str) -> list[str]:
        done, comma, last = incomplete.rpartition(",")
        return [f"{done}{comma}{value}" for value in values() if value.startswith(last)]

    return complete


def _models() -> list[str]:
    from idioprobe.models.known import KNOWN_MODELS
    from idioprobe.models.registry import families
    from idioprobe.papers.models import PAPER_MODELS

    names = [*(known.name for known in KNOWN_MODELS), *(row.name for row in PAPER_MODELS)]
    return list(dict.fromkeys([*names, *(f"{family}:" for family in families())]))


def _sets() -> Iterable[str]:
    from idioprobe.papers.models import SETS

    return SETS


def _datasets() -> list[str]:
    from idioprobe.data.sources.catalogue import SOURCES

    return ["starter", *SOURCES]


def _tables() -> Iterable[str]:
    from idioprobe.papers.tables import TABLES

    return TABLES


def _published_tables() -> Iterable[str]:
    from idioprobe.papers.grids import published_tables

    return published_tables()


def _figures() -> Iterable[str]:
    from idioprobe.papers.figures import FIGURES

    return FIGURES


models = completer(_models)
sets = completer(_sets)
datasets = completer(_datasets)
tables = completer(_tables)
published_tables = completer(_published_tables)
figures = completer(_figures)
