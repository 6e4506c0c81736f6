"""All suites and measures by name: a folder beside this file with a `SUITE` is one."""

from __future__ import annotations

import pkgutil
from collections.abc import Collection, Iterable
from importlib import import_module

from idioprobe import suites as _here
from idioprobe.core.views import Unit
from idioprobe.suites.base import Suite
from idioprobe.suites.controls.measures import MEASURES as OF_CONTROLS
from idioprobe.suites.measure import Measure


def _found() -> list[Suite]:
    packages = (found.name for found in pkgutil.iter_modules(_here.__path__) if found.ispkg)
    modules = (import_module(f"{_here.__name__}.{name}") for name in packages)
    return sorted((module.SUITE for module in modules if hasattr(module, "SUITE")), key=lambda suite: suite.order)


SUITES: dict[str, Suite] = {suite.name: suite for suite in _found()}
"""Suites by name, in the order in which they are shown."""

MEASURES: tuple[Measure, ...] = (
    *(measure for suite in SUITES.values() for measure in suite.measures),
    *OF_CONTROLS,
)
"""All measures, in the order in which they are shown; those of ordinary words come last."""

BY_NAME = {measure.name: measure for measure in MEASURES}


def suites_of(names: Iterable[str]) -> list[Suite]:
    """The suites of these names."""
    return [SUITES[name] for name in names]


def split_by_units(measures: Iterable[Measure], units: Collection[Unit]) -> tuple[list[str], list[str]]:
    """The names of the measures that exist in some of the units, and of those that do not."""
    kept: list[str] = []
    lost: list[str] = []
    for measure in measures:
        (kept if set(measure.units).intersection(units) else lost).append(measure.name)
    return kept, lost
