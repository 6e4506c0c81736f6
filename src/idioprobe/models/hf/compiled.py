"""Hidden states of a transformer that openvino computes."""

from __future__ import annotations

import importlib.util

import torch

from idioprobe.models.common.backends.choice import NotInBackendError
from idioprobe.models.common.backends.converted import converted
from idioprobe.models.hf.transformer import Transformer


def compute_in_openvino(loaded: Transformer, dtype: str) -> None:
    """Let openvino compute an encoder from now on; a decoder stays in torch, which reads what texts share once."""
    if loaded.reuses_prefixes:
        raise NotInBackendError("it is a decoder, of which torch reads common beginnings of texts only once")
    parallel = importlib.util.find_spec("transformers.utils.output_capturing")
    loaded.model = converted(
        loaded.model,
        loaded.tokenizer,
        loaded.device,
        hidden=True,
        at_once=torch.get_num_threads() if parallel else 1,
        longest=loaded.facts.max_tokens,
        dtype=dtype,
    )
