"""A sentence-transformers model in memory. The only place that imports sentence-transformers."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
import transformers
from numpy.typing import NDArray
from sentence_transformers import SentenceTransformer

from idioprobe.errors import ModelError
from idioprobe.models.device import first_line, pick_device

AVERAGE_TOKENS = 32
"""How many tokens a text is taken to have when a batch is given in tokens."""
BATCH_TEXTS = 32


class SentenceModel:
    """Texts in, the model's own sentence vectors out."""

    def __init__(self, folder: Path, name: str, dtype: str, device: str, *, trust_remote_code: bool = False) -> None:
        logging.getLogger("sentence_transformers").setLevel(logging.ERROR)
        transformers.logging.set_verbosity_error()
        transformers.logging.disable_progress_bar()
        chosen = pick_device(device)
        try:
            self._model = SentenceTransformer(
                str(folder),
                device=str(chosen),
                local_files_only=True,
                trust_remote_code=trust_remote_code,
                model_kwargs={"dtype": getattr(torch, dtype)},
            ).eval()
        except (OSError, ValueError, RuntimeError, ImportError, KeyError, TypeError) as error:
            raise ModelError(f"{name} cannot be loaded by sentence-transformers: {first_line(error)}") from error
        self.device = str(chosen)
        self.dimension = int(self._model.get_embedding_dimension() or 0)
        longest = self._model.max_seq_length
        self.max_tokens = int(longest) if longest else None

    def token_counts(self, texts: Sequence[str], prompt: str) -> list[int]:
        """How many tokens each text has with its prompt, special tokens included; 1 where the model does not tell."""
        tokenizer = self._model.tokenizer
        if not callable(tokenizer):
            return [1] * len(texts)
        encoded = tokenizer([prompt + text for text in texts], truncation=False, padding=False, verbose=False)
        return [len(ids) for ids in encoded["input_ids"]]

    def embed(self, texts: list[str], prompt: str, batch_tokens: int | None) -> NDArray[np.float32]:
        """The vectors of some texts."""
        size = max(1, batch_tokens // AVERAGE_TOKENS) if batch_tokens else BATCH_TEXTS
        vectors = self._model.encode(
            texts, prompt=prompt, batch_size=size, show_progress_bar=False, convert_to_numpy=True
        )
        return np.asarray(vectors, dtype=np.float32)
