"""What a shell proposes for the values of options."""

from __future__ import annotations

from collections.abc import Callable, Iterable

Completer = Callable[[str], list[str]]


def _completer(values: Callable[[], Iterable[str]]) -> Completer:
    """Values that begin as what was typed; of a list such as `a,b` the last one is completed."""

    def complete(incomplete: str) -> list[str]:
        done, comma, last = incomplete.rpartition(",")
        return [f"{done}{comma}{value}" for value in values() if value.startswith(last)]

    return complete


def _models() -> list[str]:
    from idioprobe.models.registry import FAMILIES, KNOWN_MODELS
    from idioprobe.papers.models import paper_models

    names = [*(known.name for known in KNOWN_MODELS), *(row.name for row in paper_models())]
    return list(dict.fromkeys([*names, *(f"{family}:" for family in FAMILIES if family != "hf")]))


def _sets() -> Iterable[str]:
    from idioprobe.papers.models import model_sets

    return model_sets()


def _datasets() -> list[str]:
    from idioprobe.data.names import dataset_names

    return dataset_names()


def _suites() -> Iterable[str]:
    from idioprobe.suites.catalogue import SUITES

    return SUITES


def _metrics() -> Iterable[str]:
    from idioprobe.stats.similarity import METRICS

    return METRICS


def _tables() -> Iterable[str]:
    from idioprobe.papers.tables import all_tables

    return all_tables()


def _reported_tables() -> Iterable[str]:
    from idioprobe.papers.beside.grids import reported_tables

    return reported_tables()


def _figures() -> Iterable[str]:
    from idioprobe.papers.figures import all_figures

    return all_figures()


models = _completer(_models)
sets = _completer(_sets)
datasets = _completer(_datasets)
suites = _completer(_suites)
metrics = _completer(_metrics)
tables = _completer(_tables)
reported_tables = _completer(_reported_tables)
figures = _completer(_figures)
