"""Models that sentence-transformers saves and that are no sentence encoders: it would turn them into one, silently."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from idioprobe.core.errors import ModelError
from idioprobe.models.common.files.code import json_object

_SPARSE = "a sparse model such as SPLADE, whose vectors count words"
_MULTI = "a model of many vectors for each text, such as ColBERT"
_CROSS = "a cross-encoder, which compares two texts and has no vector of one"
_ENCODER = "SentenceTransformer"
_KINDS = {"SparseEncoder": _SPARSE, "MultiVectorEncoder": _MULTI, "ColBERT": _MULTI, "CrossEncoder": _CROSS}
_MODULES = {
    ".sparse_encoder.": _SPARSE,
    "SpladePooling": _SPARSE,
    "MLMTransformer": _SPARSE,
    "SparseAutoEncoder": _SPARSE,
    "SparseStaticEmbedding": _SPARSE,
    ".multi_vector_encoder.": _MULTI,
    "MultiVectorMask": _MULTI,
    "pylate.": _MULTI,
    ".cross_encoder.": _CROSS,
    "LogitScore": _CROSS,
}
_TASKS = {"fill-mask": _SPARSE, "sequence-classification": _CROSS}
_ARCHITECTURES = {"ForSequenceClassification": _CROSS, "HF_ColBERT": _MULTI}


def refuse_other_kinds(folder: Path, name: str) -> None:
    """Raise if a folder holds another kind of model than a sentence encoder."""
    kind = _kind(folder)
    if kind is not None:
        raise ModelError(
            f"{name} is {kind}: idioprobe does not measure such models yet, and as a sentence encoder it would be "
            f"another model. hf: in place of st: measures the hidden states of its transformer."
        )


def _kind(folder: Path) -> str | None:
    """What a folder says that it holds, where that is no sentence encoder."""
    said = str(json_object(folder / "config_sentence_transformers.json").get("model_type", _ENCODER))
    if said != _ENCODER:
        return _KINDS.get(said, f"a model of the kind {said!r}")
    modules = _types(folder / "modules.json")
    for written, kind in _MODULES.items():
        if any(written in module for module in modules):
            return kind
    task = str(json_object(folder / "sentence_bert_config.json").get("transformer_task"))
    if task in _TASKS and len(modules) < 2:
        return _TASKS[task]
    if modules:
        return None
    architectures = [str(one) for one in json_object(folder / "config.json").get("architectures") or ()]
    return next((kind for end, kind in _ARCHITECTURES.items() if any(one.endswith(end) for one in architectures)), None)


def _types(path: Path) -> list[str]:
    """The modules of a model by their classes."""
    try:
        told: Any = json.loads(path.read_text(encoding="utf-8"))
        return [str(module["type"]) for module in told]
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return []
