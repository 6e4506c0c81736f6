"""The models of He et al. (2025); other papers took many of the same."""

from __future__ import annotations

from idioprobe.papers.common.model import PaperModel

PAPER = "he2025"
_DIMENSIONS = "300 dimensions in the article, 1000 in its code"
NILC = "the 300-dimensional Portuguese vectors of Hartmann et al. (2017), from NILC"

WORD2VEC_EN = PaperModel(
    PAPER,
    "Word2Vec",
    "static:GoogleNews-vectors-negative300.bin",
    ("en",),
    300,
    "Apache-2.0",
    needs="GoogleNews-vectors-negative300.bin, the official word2vec vectors",
)
GLOVE_EN = PaperModel(
    PAPER,
    "GloVe",
    "static:glove.840B.300d.txt",
    ("en",),
    300,
    "PDDL",
    needs="glove.840B.300d.txt, the official GloVe vectors",
    unstated="file not stated in the article; this one is named in its code, and its numbers fit",
)
ELMO_EN = PaperModel(
    PAPER,
    "ELMo",
    "elmo:elmo_2x1024_128_2048cnn_1xhighway",
    ("en",),
    256,
    "Apache-2.0",
    needs="a folder with options and weights of the small ELMo of Peters et al. (2018)",
)
WORD2VEC_PT = PaperModel(
    PAPER, "Word2Vec", "static:skip_s300.txt", ("pt",), 300, "CC BY 4.0", needs=NILC, unstated=_DIMENSIONS
)
GLOVE_PT = PaperModel(
    PAPER, "GloVe", "static:glove_s300.txt", ("pt",), 300, "CC BY 4.0", needs=NILC, unstated=_DIMENSIONS
)
ELMO_PT = PaperModel(
    PAPER,
    "ELMo",
    "elmo:elmo_pt_wikipedia",
    ("pt",),
    1024,
    "unknown",
    needs="a folder with options and weights of the Portuguese ELMo of Quinta de Castro et al. (2018)",
)
BERT_EN = PaperModel(PAPER, "BERT", "hf:google-bert/bert-large-uncased", ("en",), 1024, "Apache-2.0")
BERT_PT = PaperModel(PAPER, "BERT", "hf:neuralmind/bert-large-portuguese-cased", ("pt",), 1024, "MIT")
SBERT_ML = PaperModel(
    PAPER, "SBERT ML", "hf:sentence-transformers/distiluse-base-multilingual-cased", ("many",), 768, "Apache-2.0"
)
BERT_ML = PaperModel(
    PAPER,
    "BERT ML",
    "hf:google-bert/bert-base-multilingual-cased",
    ("many",),
    768,
    "Apache-2.0",
    unstated="said to be uncased; the article links this one, which is cased, and its code has it",
)
DISTILBERT_ML = PaperModel(
    PAPER, "DistilBERT ML", "hf:distilbert/distilbert-base-multilingual-cased", ("many",), 768, "Apache-2.0"
)
LLAMA2 = PaperModel(
    PAPER,
    "Llama2",
    "hf:meta-llama/Llama-2-13b-hf",
    ("many",),
    5120,
    "Llama 2 Community",
    (("dtype", "bfloat16"),),
    unstated="13B in the article; its code has 7B for Portuguese",
)
OPENAI = PaperModel(PAPER, "OpenAI", "openai:text-embedding-ada-002", ("many",), 1536, "proprietary")

_SHARED = (SBERT_ML, BERT_ML, DISTILBERT_ML, LLAMA2, OPENAI)
EN = (WORD2VEC_EN, GLOVE_EN, ELMO_EN, BERT_EN, *_SHARED)
PT = (WORD2VEC_PT, GLOVE_PT, ELMO_PT, BERT_PT, *_SHARED)

SETS = {"he2025-en": EN, "he2025-pt": PT}
