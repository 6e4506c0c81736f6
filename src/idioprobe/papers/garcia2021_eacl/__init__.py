"""Garcia et al. (EACL 2021), Probing for idiomaticity in vector space models."""

from idioprobe.papers.common.paper import NCIMP_SENTENCES, Paper

PAPER = Paper(
    package=__name__,
    source="garcia2021-eacl",
    order=3,
    citation="Garcia et al. (EACL 2021)",
    prefix="G1-",
    text="garcia-2021-eacl-probing-for-idiomaticity.txt",
    dataset="ncs",
    sentences=NCIMP_SENTENCES,
    static=frozenset({"GloVe"}),
)
