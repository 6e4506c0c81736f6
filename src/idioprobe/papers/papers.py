"""The papers whose results are kept, and what is known of how their numbers were made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Paper:
    """A paper, its static models, and its settings where they are known.

    `sentences` are the naturalistic sentences by language; `sentence_special_tokens` says whether
    special tokens took part in sentence means.
    """

    source: str
    citation: str
    prefix: str
    dataset: str
    sentences: Mapping[str, int]
    static: frozenset[str] = frozenset()
    view: str | None = None
    labelling: str | None = None
    sentence_special_tokens: bool | None = None
    winner: str | None = None
    pairing: str | None = None
    metric: str = "cosine"


NCIMP_SENTENCES = {"en": 840, "pt": 540}

PAPERS: dict[str, Paper] = {
    paper.source: paper
    for paper in (
        Paper(
            "he2025",
            "He et al. (2025)",
            "H",
            "ncimp",
            NCIMP_SENTENCES,
            frozenset({"Word2Vec", "GloVe"}),
            view="mean@last4",
            sentence_special_tokens=True,
            winner="target",
        ),
        Paper(
            "vieira2023",
            "Vieira (2023)",
            "V",
            "ncimp",
            NCIMP_SENTENCES,
            frozenset({"word2vec", "GloVe", "fastText"}),
            view="mean@last4",
            labelling="CompScale",
            winner="unit",
        ),
        Paper(
            "garcia2021-eacl",
            "Garcia et al. (EACL 2021)",
            "G1-",
            "ncs",
            NCIMP_SENTENCES,
            frozenset({"GloVe"}),
            view="mean@last4",
        ),
        Paper(
            "garcia2021-acl",
            "Garcia et al. (ACL 2021)",
            "G2-",
            "nctti",
            NCIMP_SENTENCES,
            frozenset({"GLOVE"}),
            view="mean@last4:concat",
            labelling="CompScale",
        ),
        Paper(
            "wold2025",
            "Wold et al. (2025)",
            "W",
            "ncimp",
            {"en": 825},
            labelling="ClassType",
            pairing="one",
        ),
    )
}
"""Papers by the name of their file."""


def paper_of(table: str) -> Paper | None:
    """The paper that a table is of, by the first letters of the table's name; `H-…` and the like are no table's."""
    return next(
        (p for p in PAPERS.values() if table.startswith(p.prefix) and table.removeprefix(p.prefix)[:1].isalnum()), None
    )
