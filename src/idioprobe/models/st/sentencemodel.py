"""A sentence-transformers model in memory. The only place that imports sentence-transformers."""

from __future__ import annotations

import logging
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import numpy as np
import torch
import transformers
from numpy.typing import NDArray
from safetensors import SafetensorError
from sentence_transformers import SentenceTransformer
from sentence_transformers.util import batch_to_device

from idioprobe.core.encoder import Spans
from idioprobe.core.errors import ModelError, WeightsError
from idioprobe.models.common.device import first_line, pick_device
from idioprobe.models.common.fit import check_fit, does_not_fit, free_memory, out_of_memory, weights_bytes
from idioprobe.models.common.reasons import MORE_THAN_NUMBERS
from idioprobe.models.common.spans import tokens_of_target

AVERAGE_TOKENS = 32
"""How many tokens a text is taken to have when a batch is given in tokens."""
BATCH_TEXTS = 32
_OTHERWISE = re.compile(r"\bignor|\bfall(s|ing)? back\b|\bmay not support\b|\bnot trusted\b", re.IGNORECASE)


class SentenceModel:
    """Texts in, the model's own sentence vectors out."""

    def __init__(self, model: SentenceTransformer, *, on_the_right: bool = True) -> None:
        self._model = model
        self.device = str(model.device)
        self.dimension = int(model.get_embedding_dimension() or 0)
        longest = model.max_seq_length
        self.max_tokens = int(longest) if longest and math.isfinite(longest) else None
        self.warnings: list[str] = []
        self._fill_up(on_the_right=on_the_right)
        self.has_tokens = self._has_tokens()

    @property
    def transformer(self) -> SentenceTransformer:
        """The model itself."""
        return self._model

    def _fill_up(self, *, on_the_right: bool) -> None:
        """Say how shorter texts of a batch are filled up, so that a batch changes no vector.

        What is filled up is not attended to, so a tokenizer without a token for that takes any. On the
        right it moves no word to another position; only code of the model's own may count on the left.
        """
        tokenizer = self._model.tokenizer
        if on_the_right and getattr(tokenizer, "padding_side", "right") == "left":
            tokenizer.padding_side = "right"
        if getattr(tokenizer, "pad_token", "") is None:
            tokenizer.pad_token = tokenizer.eos_token or tokenizer.unk_token or tokenizer.convert_ids_to_tokens(0)

    def _has_tokens(self) -> bool:
        """Whether the model gives one vector per token, and its tokenizer tells where each stands."""
        if not getattr(self._model.tokenizer, "is_fast", False):
            return False
        made = self._model.encode(["a"], output_value=None, convert_to_numpy=False, show_progress_bar=False)
        return "token_embeddings" in made[0]

    def token_counts(self, texts: Sequence[str], prompt: str) -> list[int]:
        """How many tokens each text has with its prompt, special tokens included; 1 where the model does not tell."""
        tokenizer = self._model.tokenizer
        if not callable(tokenizer):
            return [1] * len(texts)
        encoded = tokenizer([prompt + text for text in texts], truncation=False, padding=False, verbose=False)
        return [len(ids) for ids in encoded["input_ids"]]

    def embed(self, texts: list[str], prompt: str, batch_tokens: int | None) -> NDArray[np.float32]:
        """The sentence vectors of some texts."""
        vectors = self._model.encode(
            texts,
            prompt=prompt,
            batch_size=texts_in_batch(batch_tokens),
            show_progress_bar=False,
            convert_to_numpy=True,
        )
        return np.asarray(vectors, dtype=np.float32)

    def embed_with_targets(
        self, texts: list[str], spans: Spans, prompt: str, batch_tokens: int | None
    ) -> tuple[NDArray[np.float32], list[list[NDArray[np.float32] | None]]]:
        """Sentence vectors, and for each text the mean of the token vectors of each of its targets.

        A target that meets no token has none.
        """
        outputs = self._model.encode(
            texts,
            prompt=prompt,
            batch_size=texts_in_batch(batch_tokens),
            output_value=None,
            convert_to_numpy=False,
            show_progress_bar=False,
        )
        sentences = np.stack([output["sentence_embedding"].float().cpu().numpy() for output in outputs])
        places = self.target_tokens(texts, spans, prompt)
        rows = [_targets(output, own) for output, own in zip(outputs, places, strict=True)]
        return sentences, rows

    def target_tokens(self, texts: list[str], spans: Spans, prompt: str) -> list[list[list[int]]]:
        """For each text, which tokens each of its targets is made of."""
        encoded = self._model.tokenizer(
            [prompt + text for text in texts],
            truncation=False,
            padding=False,
            return_offsets_mapping=True,
            return_special_tokens_mask=True,
            verbose=False,
        )
        rows = zip(texts, encoded["offset_mapping"], encoded["special_tokens_mask"], strict=True)
        return [
            [tokens_of_target(text, target, offsets, special, shift=len(prompt)) for target in spans.get(text, [])]
            for text, offsets, special in rows
        ]

    def features(self, texts: list[str], prompt: str) -> dict[str, Any]:
        """What the model is given for some texts: their tokens."""
        made: dict[str, Any] = self._model.preprocess(texts, prompt=prompt)
        return made

    def forward(
        self, features: dict[str, Any], places: list[list[list[int]]]
    ) -> tuple[NDArray[np.float32], list[list[NDArray[np.float32] | None]]]:
        """Sentence vectors, and those of each text's targets, from what `features` and `target_tokens` have made."""
        with torch.no_grad():
            out = self._model(batch_to_device(dict(features), self._model.device))
        sentences = out["sentence_embedding"][..., : self._model.truncate_dim].float().cpu().numpy()
        if not any(places):
            return sentences, [[] for _ in places]
        kept = ("attention_mask", "token_embeddings")
        return sentences, [_targets({name: out[name][row] for name in kept}, own) for row, own in enumerate(places)]


def _targets(output: Mapping[str, torch.Tensor], places: list[list[int]]) -> list[NDArray[np.float32] | None]:
    """The mean of the token vectors of each target of a text; none where it meets no token."""
    real = output["attention_mask"].bool().cpu().numpy()
    tokens = output["token_embeddings"].float().cpu().numpy()[real[-len(output["token_embeddings"]) :]]
    return [tokens[inside].mean(axis=0) if inside else None for inside in places]


def load_sentence_model(
    folder: Path,
    name: str,
    dtype: str,
    device: str,
    *,
    trust_remote_code: bool = False,
    allow_pickle: bool = False,
) -> SentenceModel:
    """The model of a folder."""
    logging.getLogger("sentence_transformers").setLevel(logging.ERROR)
    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
    chosen = pick_device(device)
    weights = weights_bytes(folder, dtype, nested=True, allow_pickle=allow_pickle)
    check_fit(name, weights, dtype, free_memory(chosen))
    try:
        with _missing_tensors() as missing, _told() as warnings:
            model = SentenceTransformer(
                str(folder),
                device=str(chosen),
                local_files_only=True,
                trust_remote_code=trust_remote_code,
                model_kwargs={"dtype": getattr(torch, dtype), "use_safetensors": None if allow_pickle else True},
            ).eval()
    except UnpicklingError as error:
        raise WeightsError(MORE_THAN_NUMBERS.format(name, folder)) from error
    except SafetensorError as error:
        raise WeightsError(f"The weights of {name} in {folder} are damaged: {first_line(error)}") from error
    except (OSError, ValueError, RuntimeError, ImportError, KeyError, TypeError, MemoryError) as error:
        if out_of_memory(error):
            raise ModelError(does_not_fit(name, weights, dtype)) from error
        raise ModelError(f"{name} cannot be loaded by sentence-transformers: {first_line(error)}") from error
    if missing:
        raise WeightsError(
            f"The weights of {name} lack tensors ({missing[0]}, …), which would be random numbers; "
            "the file does not belong to this config.json, or is incomplete."
        )
    made = SentenceModel(model, on_the_right=not trust_remote_code)
    made.warnings = warnings
    return made


@contextmanager
def _missing_tensors() -> Iterator[list[str]]:
    """The tensors that transformers reports as newly initialised while a model is loaded, but poolers."""
    missing: list[str] = []

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines = re.findall(r"^(.+?) *\|.*\bMISSING\b", record.getMessage(), re.MULTILINE)
            missing.extend(name for name in lines if "pooler" not in name)

    logger, listener = logging.getLogger("transformers.modeling_utils"), Listener()
    before = logger.level, logger.propagate
    logger.setLevel(logging.WARNING)
    logger.propagate = False
    logger.addHandler(listener)
    try:
        yield missing
    finally:
        logger.removeHandler(listener)
        logger.setLevel(before[0])
        logger.propagate = before[1]


@contextmanager
def _told() -> Iterator[list[str]]:
    """What the library says while a model is loaded about parts of it that it passes over or takes otherwise."""
    lines: list[str] = []

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            line = " ".join(record.getMessage().split())
            if record.levelno == logging.WARNING and _OTHERWISE.search(line):
                lines.append(line)

    logger, listener = logging.getLogger("sentence_transformers"), Listener()
    before = logger.level, logger.propagate, logger.handlers
    logger.setLevel(logging.WARNING)
    logger.propagate, logger.handlers = False, [listener]
    try:
        yield lines
    finally:
        logger.setLevel(before[0])
        logger.propagate, logger.handlers = before[1:]


def texts_in_batch(batch_tokens: int | None) -> int:
    """How many texts go together where a batch may have so many tokens."""
    return max(1, batch_tokens // AVERAGE_TOKENS) if batch_tokens else BATCH_TEXTS
