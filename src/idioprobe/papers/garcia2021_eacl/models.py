"""The models of the two papers of Garcia et al. (2021)."""

from __future__ import annotations

from dataclasses import replace

from idioprobe.papers.he2025 import models as he2025
from idioprobe.papers.row import PaperModel

EACL, ACL = "garcia2021-eacl", "garcia2021-acl"
ONE_TOKEN = "expressions.safetensors, a vector per expression, which idioprobe inject learn makes"  # noqa: S105
_FILE = ("inject", "expressions.safetensors")
_PREDICTION = ("suites", "prediction")
_LAST_FOUR = (_PREDICTION, ("views", "mean@last4:concat"))
_CASING = "casing not stated; cased in the ACL paper of the same authors"
_SENTENCE_BERT = "checkpoint not stated; this one is named by He et al. (2025)"

_EACL_BERT = replace(he2025.BERT_ML, paper=EACL, name="BERT", unstated=_CASING)
_EACL_SHARED = (
    _EACL_BERT,
    replace(he2025.DISTILBERT_ML, paper=EACL, name="DistilB"),
    replace(
        he2025.SBERT_ML,
        paper=EACL,
        name="SBERT",
        unstated="checkpoint not stated; this one is named by He et al. (2025), whose numbers for it are others",
    ),
    replace(_EACL_BERT, name="BERTRAM", languages=("en", "pt"), options=(_FILE,), needs=ONE_TOKEN),
)
EACL_EN = (
    replace(
        he2025.GLOVE_EN, paper=EACL, unstated="file not stated; this one is named in the ACL paper of the same authors"
    ),
    replace(he2025.ELMO_EN, paper=EACL),
    *_EACL_SHARED,
)
EACL_PT = (
    replace(he2025.GLOVE_PT, paper=EACL, unstated="dimension not stated; 300 in the ACL paper of the same authors"),
    replace(he2025.ELMO_PT, paper=EACL),
    *_EACL_SHARED,
)

_BERT_EN = replace(he2025.BERT_EN, paper=ACL, options=_LAST_FOUR)
_BERT_PT = replace(he2025.BERT_ML, paper=ACL, name="BERT", languages=("pt",), options=_LAST_FOUR)
ACL_EN = (
    _BERT_EN,
    PaperModel(
        ACL,
        "DBERT",
        "hf:distilbert/distilbert-base-uncased-distilled-squad",
        ("en",),
        768,
        "Apache-2.0",
        _LAST_FOUR,
        unstated="casing not stated; there is a cased one as well",
    ),
    PaperModel(
        ACL,
        "SBERT",
        "hf:sentence-transformers/bert-large-nli-mean-tokens",
        ("en",),
        1024,
        "Apache-2.0",
        _LAST_FOUR,
        unstated="pooling that it was trained with not stated; there are cls and max ones as well",
    ),
    replace(he2025.ELMO_EN, paper=ACL, name="ELMO", options=(_PREDICTION,)),
    replace(he2025.GLOVE_EN, paper=ACL, name="GLOVE", options=(_PREDICTION,)),
    replace(_BERT_EN, name="BERTRAM", options=(*_LAST_FOUR, _FILE), needs=ONE_TOKEN),
)
ACL_PT = (
    _BERT_PT,
    replace(he2025.DISTILBERT_ML, paper=ACL, name="DBERT", languages=("pt",), options=_LAST_FOUR),
    replace(he2025.SBERT_ML, paper=ACL, name="SBERT", languages=("pt",), options=_LAST_FOUR, unstated=_SENTENCE_BERT),
    replace(he2025.ELMO_PT, paper=ACL, name="ELMO", options=(_PREDICTION,)),
    replace(he2025.GLOVE_PT, paper=ACL, name="GLOVE", options=(_PREDICTION,)),
    replace(_BERT_PT, name="BERTRAM", options=(*_LAST_FOUR, _FILE), needs=ONE_TOKEN),
)
