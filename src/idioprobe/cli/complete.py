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
    from idioprobe.papers.models import paper_models

    names = [*(known.name for known in KNOWN_MODELS), *(row.name for row in paper_models())]
    return list(dict.fromkeys([*names, *(f"{family}:" for family in families())]))


def _sets() -> Iterable[str]:
    from idioprobe.papers.models import model_sets

    return model_sets()


def _papers() -> Iterable[str]:
    from idioprobe.papers.registry import all_papers

    return all_papers()


def _datasets() -> list[str]:
    from idioprobe.data.names import dataset_names

    return dataset_names()


def _tables() -> Iterable[str]:
    from idioprobe.papers.tables import all_tables

    return all_tables()


def _reported_tables() -> Iterable[str]:
    from idioprobe.papers.beside.grids import reported_tables

    return reported_tables()


def _figures() -> Iterable[str]:
    from idioprobe.papers.figures import all_figures

    return all_figures()


models = completer(_models)
sets = completer(_sets)
papers = completer(_papers)
datasets = completer(_datasets)
tables = completer(_tables)
reported_tables = completer(_reported_tables)
figures = completer(_figures)
