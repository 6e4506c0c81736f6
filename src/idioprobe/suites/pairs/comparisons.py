"""Minimal pairs that several measures share."""

from __future__ import annotations

from idioprobe.suites.measure import COMPONENT as EACH
from idioprobe.suites.measure import IN_SENTENCE, Comparison

SYN = Comparison("syn", "original", "syn", (*IN_SENTENCE, "none"))
SYN2 = Comparison("syn2", "original", "syn2")
SYN_FREE = Comparison("syn_free", "original", "free_synonym")
COMPONENT = Comparison("component", "original", EACH)
WORDS = Comparison("words", "original", "words")
WORDS_ALT = Comparison("words_alt", "original", "words_alt")
RAND = Comparison("rand", "original", "rand")
RELATED = Comparison("related", "original", "related", ("nat",))
CROSSED = tuple(
    Comparison(f"{name} crossed", "original", name, ("nat",), crossed=True)
    for name in ("syn", "words", "words_alt", "rand")
)
"""The same with each variant in another sentence of the expression."""
SYN_RAND = Comparison("syn_rand", "syn", "rand")
IN_OUT = Comparison("in_out", "original", "alone", units=("target",))
NAT_NEUT = Comparison("nat_neut", "original", "neutral", ("nat",), ("target",))
SYN_Z = Comparison("syn_z", "original", "syn", standardise="all")
SYN_ZTOP = Comparison("syn_ztop", "original", "syn", standardise="top")
OUT_COMP = Comparison("out_comp", "original", "components", units=("target",))
ACROSS = Comparison("across", "original", "sentences", ("nat",))
