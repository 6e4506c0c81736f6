"""Axes that many tables share, under the names that the papers use."""

from __future__ import annotations

from collections.abc import Sequence

from idioprobe.core.errors import ConfigError
from idioprobe.report.tables.spec import Entry, Expressions, Models

MODELS = Models()
EXPRESSIONS = Expressions()

NEUTRAL_RATINGS = ("token_mean", "token_avg")
"""At the token level a neutral sentence has no rating of its own, but the mean of the expression's sentences."""


def slices(nat: str, neut: str, join: str = "-") -> tuple[Entry, ...]:
    """English and Portuguese, naturalistic and neutral."""
    return tuple(
        Entry(f"{language.upper()}{join}{label}", {"language": language, "condition": condition})
        for language in ("en", "pt")
        for condition, label in (("nat", nat), ("neut", neut))
    )


def token_slices(neut: str = "Neutral") -> tuple[Entry, ...]:
    """The same at the token level, each with the rating that it has."""
    ratings = {"nat": "token", "neut": NEUTRAL_RATINGS}
    return tuple(
        Entry(entry.label, {**entry.where, "statistic": "rho_token", "rating": ratings[entry.where["condition"]]})
        for entry in slices("Nat", neut)
    )


def among(table: str, entries: Sequence[Entry], column: str, wanted: Sequence[str]) -> tuple[Entry, ...]:
    """The entries that select what is wanted; all where nothing is said. None of them is refused."""
    there = dict.fromkeys(entry.where[column] for entry in entries)
    if wanted and not set(wanted) & set(there):
        raise ConfigError(f"`{column}s` {','.join(wanted)}: {table} has {', '.join(there)}.")
    return tuple(entry for entry in entries if not wanted or entry.where[column] in wanted)


H_SLICES = slices("Nat", "Neut")
V_SLICES = token_slices()
G1_SLICES = slices("NAT", "NEU")
LANGUAGES = (Entry("EN", {"language": "en"}), Entry("PT", {"language": "pt"}))
LANGUAGE_NAMES = (Entry("English", {"language": "en"}), Entry("Portuguese", {"language": "pt"}))

H_PROBES = (
    Entry("P_Syn", {"measure": "sim_syn"}),
    Entry("P_Comp", {"measure": "sim_comp"}),
    Entry("P_WordsSyn", {"measure": "sim_words"}),
    Entry("P_Rand", {"measure": "sim_rand"}),
)
H_AFFINITIES = (
    Entry("A_Syn|WordsSyn", {"measure": "aff_syn_words"}),
    Entry("A_Syn|Rand", {"measure": "aff_syn_rand"}),
)
H_SCALED = (Entry("Sim_R|Syn", {"measure": "simr_syn"}), Entry("Sim_R|WordsSyn", {"measure": "simr_words"}))
PROBES = (
    Entry("P1", {"measure": "sim_syn"}),
    Entry("P2", {"measure": "sim_comp"}),
    Entry("P3", {"measure": "sim_words"}),
)
V_PROBES = (
    Entry("Baseline", {"measure": "sim_rand"}),
    Entry("P1_Baseline", {"measure": "sim_syn_rand"}),
    *PROBES,
    Entry("P3_ALT", {"measure": "sim_words_alt"}),
)
AFFINITIES = (Entry("A1", {"measure": "aff_syn_words"}), Entry("A2", {"measure": "aff_syn_comp"}))

UNITS = (Entry("Sent", {"unit": "sentence"}), Entry("NC", {"unit": "target"}))
MEAN_AND_SD = (Entry("mean", {"statistic": "mean"}), Entry("std", {"statistic": "sd"}))
CLASSES = (Entry("C", {"group": "C"}), Entry("PC", {"group": "PC"}), Entry("I", {"group": "NC"}))
ALL_AND_CLASSES = (Entry("all", {"group": "all"}), *CLASSES)

BY_TYPE = {"statistic": "rho_type", "rating": "type"}
"""An expression's mean over its sentences against its type-level rating."""
