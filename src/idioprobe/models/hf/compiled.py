"""Hidden states of a transformer that openvino computes."""

from __future__ import annotations

import torch

from idioprobe.models.common.backends.choice import NotInBackendError
from idioprobe.models.common.backends.converted import converted
from idioprobe.models.common.parallel import passes_at_once
from idioprobe.models.hf.transformer import Transformer


def compute_in_openvino(loaded: Transformer, dtype: str) -> None:
    """Let openvino compute an encoder from now on; a decoder stays in torch, which reads what texts share once."""
    if loaded.reuses_prefixes:
        raise NotInBackendError("it is a decoder, of which torch reads common beginnings of texts only once")
    loaded.model = converted(
        loaded.model,
        loaded.tokenizer,
        loaded.device,
        hidden=True,
        at_once=passes_at_once(loaded.device.type, torch.get_num_threads()),
        longest=loaded.facts.max_tokens,
        dtype=dtype,
    )
