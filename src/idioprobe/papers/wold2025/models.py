"""The models of Wold et al. (2025)."""

from __future__ import annotations

from idioprobe.papers.common.model import PaperModel

PAPER = "wold2025"
_PROMPTED = (("prompt_name", "wold-2025"),)
_SGPT = "st:Muennighoff/SGPT-125M-weightedmean-nli-bitfit"

EN = (
    PaperModel(PAPER, "BERT", "hf:google-bert/bert-base-uncased", ("en",), 768, "Apache-2.0"),
    PaperModel(PAPER, "ModernBERT", "hf:answerdotai/ModernBERT-base", ("en",), 768, "Apache-2.0"),
    PaperModel(PAPER, "DeBERTa-v3", "hf:microsoft/deberta-v3-base", ("en",), 768, "MIT"),
    PaperModel(PAPER, "S-BERT", "st:all-MiniLM-L6-v2", ("en",), 384, "Apache-2.0"),
    PaperModel(PAPER, "S-GPT", _SGPT, ("en",), 768, "none stated"),
    PaperModel(PAPER, "E5", "st:intfloat/multilingual-e5-large-instruct", ("many",), 1024, "MIT", _PROMPTED),
    PaperModel(PAPER, "UAE", "st:WhereIsAI/UAE-Large-V1", ("en",), 1024, "MIT"),
    PaperModel(
        PAPER,
        "QWEN3",
        "st:Qwen/Qwen3-Embedding-0.6B",
        ("many",),
        1024,
        "Apache-2.0",
        _PROMPTED,
        unstated="mean pooling in the paper; as published, which is how it runs here, it takes the last token",
    ),
)

SETS = {"wold2025": EN}
