"""Wold et al. (2025), who compare how far a word and its sentence move (ε)."""

from idioprobe.papers.common.paper import Paper

PAPER = Paper(
    package=__name__,
    source="wold2025",
    order=5,
    citation="Wold et al. (2025)",
    prefix="W",
    text="wold-2025-epsilon-compositionality.txt",
    dataset="ncimp",
    sentences={"en": 825},
    on_page=("W1",),
)
