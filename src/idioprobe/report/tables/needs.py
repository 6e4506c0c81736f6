"""What a table has to be filled from, and what of it the results lack."""

from __future__ import annotations

from collections.abc import Iterator

from idioprobe.report.tables.gather import Inputs
from idioprobe.report.tables.narrow import unmeasured
from idioprobe.report.tables.spec import ANY_LANGUAGE, LayoutTable, Models, alternatives
from idioprobe.suites.measure import COUNTS, HUMAN

PLACES = {"language": "languages", "condition": "conditions", "unit": "units"}
"""Where something is measured, and how users say it."""
UNDEFINED = "numbers that are undefined or were dropped (dropped.csv says why)"
WITH_NEUTRAL = {"rho_neut", "rho_neut_type"}
"""Statistics of naturalistic sentences that take neutral ones as well."""


def rated(table: LayoutTable) -> bool:
    """Whether the table correlates with human judgments, so that another one can take their place."""
    return any(rating in HUMAN for rating in asked_for(table).get("rating", ()))


def missing(table: LayoutTable, inputs: Inputs, rating: str | None, instead: str | None) -> str:
    """Which of the table's inputs the results lack, in words.

    `rating` is the user's instead of the table's; `instead` one that would fill cells that are empty without it.
    """
    wanted = asked_for(table)
    if rating:
        wanted["rating"] = {name for name in wanted.get("rating", ()) if name not in HUMAN}
    lacking = []
    for setting, option in PLACES.items():
        there = {value for m in inputs.models for value in m.result.summary[setting].unique()}
        gone = sorted(wanted.get(setting, set()) - there)
        if gone:
            lacking.append(f"{option} {', '.join(gone)}")
    suites = {suite for m in inputs.models for suite in m.result.manifest.config.suites}
    if table.suite not in suites:
        lacking.append(f"suite {table.suite} (idioprobe run --suite {table.suite})")
    for setting in ("measure", "rating"):
        there = {value for m in inputs.models for value in m.result.summary[setting].unique() if value}
        gone = sorted(wanted.get(setting, set()) - there)
        if gone:
            source = " (idioprobe run --association FILE)" if set(gone) & set(COUNTS) else ""
            lacking.append(f"{setting}s {', '.join(gone)}{source}")
    if instead:
        lacking.append(f"`rating` {instead} fills the table")
    if rating and rated(table):
        known = {c for m in inputs.models for c in m.result.summary.filter(rating=rating)["condition"].unique()}
        unrated = sorted(wanted.get("condition", set()) - known)
        lacking += [f"rating {rating} of the conditions {', '.join(unrated)}"] if unrated else []
        grouped = {g for m in inputs.models for g in m.result.summary.filter(rating=rating)["group"].unique()}
        ungrouped = sorted(wanted.get("group", set()) - grouped)
        lacking += [f"rating {rating} within {', '.join(ungrouped)}"] if ungrouped else []
    lacking += unmeasured(inputs, wanted)
    return "; ".join(lacking)


def lacking_of(table: LayoutTable, inputs: Inputs) -> Iterator[str]:
    """What single models lack of that which others have, in words."""
    wanted = asked_for(table)
    for setting, option in PLACES.items():
        own = {m.label: set(m.result.summary[setting].unique()) for m in inputs.models}
        there = set().union(*own.values())
        for label, some in own.items():
            gone = sorted(wanted.get(setting, there) & there - some)
            if gone:
                yield f"{option} {', '.join(gone)} of {label}"


def asked_for(table: LayoutTable) -> dict[str, set[str]]:
    """All values that the axes ask for, by column."""
    wheres = [table.base]
    for part in (*table.rows, *table.columns):
        for axis in part:
            if isinstance(axis, tuple):
                wheres += [entry.where for entry in axis]
            elif isinstance(axis, Models) and axis.per_family:
                wheres += [entry.where for entries in axis.per_family.values() for entry in entries]
    wanted: dict[str, set[str]] = {}
    for where in wheres:
        for name, value in where.items():
            plain = (v for v in alternatives(value)[:1] if v not in (None, ANY_LANGUAGE))
            wanted.setdefault(name, set()).update(plain)
    if wanted.get("statistic", set()) & WITH_NEUTRAL:
        wanted["condition"].add("neut")
    return wanted


OUT_OF_CONTEXT = {"none": "out of context"}


def needs(table: LayoutTable) -> str:
    """What a table has to be filled from, in words."""
    wanted = asked_for(table)
    parts = [f"results of {table.family} models" if table.family else "results"]
    for name in ("condition", "unit"):
        if wanted.get(name):
            parts.append("/".join(OUT_OF_CONTEXT.get(value, value) for value in sorted(wanted[name])))
    if table.suite != "probes":
        parts.append(f"suite {table.suite}")
    return ", ".join([*parts, *filter(None, [table.needs])])
