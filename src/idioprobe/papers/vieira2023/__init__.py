"""Vieira (2023), a thesis on finding idiomaticity in word representations."""

from idioprobe.papers.common.paper import NCIMP_SENTENCES, Paper

PAPER = Paper(
    package=__name__,
    source="vieira2023",
    order=2,
    citation="Vieira (2023)",
    prefix="V",
    text="vieira-2023-finding-idiomaticity-thesis.txt",
    dataset="ncimp",
    sentences=NCIMP_SENTENCES,
    static=frozenset({"word2vec", "GloVe", "fastText"}),
)
