"""The models of Vieira (2023)."""

from __future__ import annotations

from dataclasses import replace

from idioprobe.papers.common.model import PaperModel
from idioprobe.papers.he2025 import models as he2025

PAPER = "vieira2023"
_ARCHITECTURE = "skip-gram or CBOW not stated"

_SHARED = (
    replace(
        he2025.BERT_ML,
        paper=PAPER,
        unstated="said to be uncased, as in He et al. (2025), who link this one, which is cased",
    ),
    replace(he2025.DISTILBERT_ML, paper=PAPER, name="DistilB ML"),
    replace(he2025.SBERT_ML, paper=PAPER, unstated="checkpoint not stated; this one is named by He et al. (2025)"),
)
EN = (
    replace(he2025.WORD2VEC_EN, paper=PAPER, name="word2vec"),
    replace(he2025.GLOVE_EN, paper=PAPER, unstated="which of the official files not stated"),
    PaperModel(
        PAPER,
        "fastText",
        "static:cc.en.300.vec",
        ("en",),
        300,
        "CC BY-SA 3.0",
        needs="cc.en.300.vec, the official fastText vectors of Grave et al. (2018)",
        unstated="file not stated; words that are not in it were skipped, so vectors without subwords",
    ),
    replace(he2025.ELMO_EN, paper=PAPER),
    replace(he2025.BERT_EN, paper=PAPER),
    *_SHARED,
)
PT = (
    replace(he2025.WORD2VEC_PT, paper=PAPER, name="word2vec", unstated=_ARCHITECTURE),
    replace(he2025.GLOVE_PT, paper=PAPER, unstated=""),
    PaperModel(
        PAPER,
        "fastText",
        "static:fasttext_skip_s300.txt",
        ("pt",),
        300,
        "CC BY 4.0",
        needs="fasttext_skip_s300.txt, NILC's fastText vectors, called skip_s300.txt there, as those of word2vec are",
        unstated=_ARCHITECTURE,
    ),
    replace(he2025.ELMO_PT, paper=PAPER),
    replace(he2025.BERT_PT, paper=PAPER),
    *_SHARED,
)

SETS = {"vieira2023-en": EN, "vieira2023-pt": PT}
