"""He et al. (2025), Investigating Idiomaticity in Word Representations."""

from idioprobe.papers.common.paper import NCIMP_SENTENCES, Paper

PAPER = Paper(
    package=__name__,
    source="he2025",
    order=1,
    citation="He et al. (2025)",
    prefix="H",
    text="he-2025-investigating-idiomaticity.txt",
    dataset="ncimp",
    sentences=NCIMP_SENTENCES,
    static=frozenset({"Word2Vec", "GloVe"}),
    on_page=("H2", "H3", "H5", "H6", "H10", "H11", "H12", "H13"),
)
