"""The columns of NCIMP's files and the roles they play, as one table per condition."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Column:
    """A role and an index in it; `keeps` names the component that the substitution leaves in place."""

    role: str
    index: int = 0
    keeps: str | None = None


def _numbered(pattern: str, role: str, count: int, first: int = 0, keeps: str | None = None) -> dict[str, Column]:
    return {pattern.format(n + 1): Column(role, first + n, keeps) for n in range(count)}


_SHARED = {
    "synonym for compound": Column("syn"),
    "synonym for compound2": Column("syn2"),
    "synonym both": Column("words"),
    "original head only": Column("head", keeps="head"),
    "original modifier only": Column("modifier", keeps="modifier"),
    "modifier synonym": Column("modifier_alt", keeps="head"),
    "synonym modifier": Column("modifier_alt", keeps="head"),
    "head synonym": Column("head_alt", keeps="modifier"),
    "synonym head": Column("head_alt", keeps="modifier"),
    **_numbered("modifier synonym alt{}", "modifier_alt", 4, 1, "head"),
    **_numbered("head synonym alt{}", "head_alt", 4, 1, "modifier"),
    **_numbered("both synonym alt{}", "words_alt", 4),
    **_numbered("nc rand freq sentence{}", "rand", 5),
    **_numbered("nc rand sentence{}", "rand_nc", 5),
    "modifier hypernym": Column("modifier_generic"),
    "generic modifier": Column("modifier_generic"),
    "head hypernym": Column("head_generic"),
    "generic head": Column("head_generic"),
}

COLUMNS: dict[str, dict[str, Column]] = {
    "nat": {"original sentence": Column("original"), **_SHARED},
    "neut": {
        "neutral sentence": Column("original"),
        **_SHARED,
        "neutral sentence hypernym": Column("generic", 0),
        "generic compound noun": Column("generic", 1),
        **_numbered("nc rand freq mod neutral sentence{}", "rand_modifier", 5),
        **_numbered("nc rand mod neutral sentence{}", "rand_modifier", 5, 5),
        **_numbered("nc rand freq head neutral sentence{}", "rand_head", 5),
        **_numbered("nc rand head neutral sentence{}", "rand_head", 5, 5),
    },
    "neut_plural": {
        "neutral sentence plural": Column("original"),
        "mwe synonym plural": Column("syn"),
        # Named after the first synonym, this column holds the second.
        "synonym for compoundplural": Column("syn2"),
        "synonym for compound2 plural": Column("syn2", 1),
        "head only plural": Column("head"),
        "head synonym plural": Column("head_alt"),
        "synonym both plural": Column("words"),
        "both synonyms plural": Column("words"),
    },
    "none": {
        "compound noun": Column("original"),
        "only mwe synonym": Column("syn"),
        "only synonym for compound2": Column("syn2"),
        "compound noun head": Column("head"),
        "compound noun modifier": Column("modifier"),
        "only synonym both": Column("words"),
        "only both synonyms": Column("words"),
        **_numbered("only both synonym alt{}", "words_alt", 4),
        **_numbered("nc rand freq{}", "rand", 5),
        **_numbered("nc rand freq mod{}", "rand_modifier", 5),
        **_numbered("nc rand mod{}", "rand_modifier", 5, 5),
        **_numbered("nc rand freq head{}", "rand_head", 5),
        **_numbered("nc rand head{}", "rand_head", 5, 5),
    },
}
"""By condition: column → role. A sentence file has `nat`, a neutral one all the others."""

TAG_COLUMNS = {"neutral sentence": "original sentence_tag"}
"""Columns whose target is tagged under another name than their own."""

DISTINCT = frozenset({"modifier_alt", "head_alt", "syn2"})
"""Roles in which a filler that is repeated counts once."""

NOT_SENTENCES = frozenset({"compound"})


def tag_column(column: str) -> str:
    """Where a column's target is tagged.

    >>> tag_column("synonym both")
    'synonym both_tag'
    """
    return TAG_COLUMNS.get(column, f"{column}_tag")


def unread(columns: list[str], conditions: tuple[str, ...]) -> list[str]:
    """The columns of a file that play no role."""
    known = {name for condition in conditions for name in COLUMNS[condition]} | NOT_SENTENCES
    return [name for name in columns if name and not name.endswith("_tag") and name not in known]
