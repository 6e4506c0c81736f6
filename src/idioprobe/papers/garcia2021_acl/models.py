"""The models of Garcia et al. (ACL 2021)."""

from __future__ import annotations

from dataclasses import replace

from idioprobe.papers.common.model import BERTRAM, EXPRESSIONS_FILE, NEEDS_BERTRAM, PaperModel
from idioprobe.papers.he2025 import models as he2025

PAPER = "garcia2021-acl"
_SENTENCE_BERT = "checkpoint not stated; this one is named by He et al. (2025)"

_BERT_EN = replace(he2025.BERT_EN, paper=PAPER)
_BERT_PT = replace(he2025.BERT_ML, paper=PAPER, name="BERT", languages=("pt",), unstated="")
EN = (
    _BERT_EN,
    PaperModel(
        PAPER,
        "DBERT",
        "hf:distilbert/distilbert-base-uncased-distilled-squad",
        ("en",),
        768,
        "Apache-2.0",
        unstated="casing not stated; there is a cased one as well",
    ),
    PaperModel(
        PAPER,
        "SBERT",
        "hf:sentence-transformers/bert-large-nli-mean-tokens",
        ("en",),
        1024,
        "Apache-2.0",
        unstated="pooling that it was trained with not stated; there are cls and max ones as well",
    ),
    replace(he2025.ELMO_EN, paper=PAPER, name="ELMO"),
    replace(he2025.GLOVE_EN, paper=PAPER, name="GLOVE", unstated=""),
    replace(_BERT_EN, name=BERTRAM, options=(EXPRESSIONS_FILE,), needs=NEEDS_BERTRAM, method=BERTRAM),
)
PT = (
    _BERT_PT,
    replace(he2025.DISTILBERT_ML, paper=PAPER, name="DBERT", languages=("pt",)),
    replace(he2025.SBERT_ML, paper=PAPER, name="SBERT", languages=("pt",), unstated=_SENTENCE_BERT),
    replace(he2025.ELMO_PT, paper=PAPER, name="ELMO"),
    replace(he2025.GLOVE_PT, paper=PAPER, name="GLOVE", unstated=""),
    replace(_BERT_PT, name=BERTRAM, options=(EXPRESSIONS_FILE,), needs=NEEDS_BERTRAM, method=BERTRAM),
)

SETS = {"garcia2021-acl-en": EN, "garcia2021-acl-pt": PT}
