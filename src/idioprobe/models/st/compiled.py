"""A sentence-transformers model whose transformer openvino computes; its other modules stay as they are."""

from __future__ import annotations

from typing import Any

import torch
from sentence_transformers.sentence_transformer.modules import Transformer

from idioprobe.models.common.backends.choice import NotInBackendError
from idioprobe.models.common.backends.converted import converted
from idioprobe.models.common.parallel import passes_at_once
from idioprobe.models.st.sentencemodel import SentenceModel

_LAST = ("last_hidden_state", ("last_hidden_state",), ["last_hidden_state"])


def compute_in_openvino(loaded: SentenceModel, dtype: str) -> None:
    """Let openvino compute the transformer from now on."""
    first: Any = loaded.transformer[0]
    reads = getattr(first, "modality_config", {}).get("text", {})
    if not isinstance(first, Transformer) or reads.get("method_output_name") not in _LAST:
        raise NotInBackendError("its first module is no transformer that gives one vector per token")
    first.model = converted(
        first.model,
        loaded.transformer.tokenizer,
        torch.device(loaded.device),
        hidden=bool(getattr(first.model.config, "output_hidden_states", False)),
        at_once=passes_at_once("cpu", torch.get_num_threads()),
        longest=loaded.max_tokens,
        dtype=dtype,
    )
