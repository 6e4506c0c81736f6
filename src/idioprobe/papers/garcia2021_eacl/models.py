"""The models of Garcia et al. (EACL 2021)."""

from __future__ import annotations

from dataclasses import replace

from idioprobe.papers.common.model import BERTRAM, EXPRESSIONS_FILE, NEEDS_BERTRAM
from idioprobe.papers.he2025 import models as he2025

PAPER = "garcia2021-eacl"
_CASING = "casing not stated; cased in the ACL paper of the same authors"

_BERT = replace(he2025.BERT_ML, paper=PAPER, name="BERT", unstated=_CASING)
_SHARED = (
    _BERT,
    replace(he2025.DISTILBERT_ML, paper=PAPER, name="DistilB"),
    replace(
        he2025.SBERT_ML,
        paper=PAPER,
        name="SBERT",
        unstated="checkpoint not stated; this one is named by He et al. (2025), whose numbers for it are others",
    ),
    replace(
        _BERT, name=BERTRAM, languages=("en", "pt"), options=(EXPRESSIONS_FILE,), needs=NEEDS_BERTRAM, method=BERTRAM
    ),
)
EN = (
    replace(
        he2025.GLOVE_EN, paper=PAPER, unstated="file not stated; this one is named in the ACL paper of the same authors"
    ),
    replace(he2025.ELMO_EN, paper=PAPER),
    *_SHARED,
)
PT = (
    replace(he2025.GLOVE_PT, paper=PAPER, unstated="dimension not stated; 300 in the ACL paper of the same authors"),
    replace(he2025.ELMO_PT, paper=PAPER),
    *_SHARED,
)

SETS = {"garcia2021-eacl-en": EN, "garcia2021-eacl-pt": PT}
