"""Garcia et al. (ACL 2021), who made NCTTI."""

from idioprobe.papers.common.paper import NCIMP_SENTENCES, Paper

PAPER = Paper(
    package=__name__,
    source="garcia2021-acl",
    order=4,
    citation="Garcia et al. (ACL 2021)",
    prefix="G2-",
    text="garcia-2021-acl-nctti.txt",
    dataset="nctti",
    sentences=NCIMP_SENTENCES,
    static=frozenset({"GLOVE"}),
)
