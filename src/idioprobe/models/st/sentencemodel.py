"""A sentence-transformers model in memory. The only place that imports sentence-transformers."""

from __future__ import annotations

import logging
import math
import re
from collections.abc import Iterable, Iterator, Sequence, Set
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

from idioprobe.core.answers import Answer
from idioprobe.core.encoder import Spans
from idioprobe.core.errors import ModelError, WeightsError
from idioprobe.core.requests import Request
from idioprobe.models.common.batches import token_batches
from idioprobe.models.common.device import first_line, pick_device
from idioprobe.models.common.files.code import forget_code
from idioprobe.models.common.files.loading import own_memory
from idioprobe.models.common.fit import check_fit, does_not_fit, free_memory, out_of_memory, weights_bytes
from idioprobe.models.common.lookup import Table, looked_up
from idioprobe.models.common.parallel import in_parallel, passes_at_once
from idioprobe.models.common.passes.linear import quicken
from idioprobe.models.common.reasons import MORE_THAN_NUMBERS
from idioprobe.models.hf.transformer import BATCH_TOKENS, BATCH_TOKENS_ELSEWHERE, Tokens
from idioprobe.models.st.reading import SAMPLES, Batch, Filling, Read, agreed, long_samples

AVERAGE_TOKENS = 32
"""How many tokens a text is taken to have where a batch is given in texts."""

Sentences = NDArray[np.float32]
Targets = list[list[NDArray[np.float32] | None]]

_OTHERWISE = re.compile(r"\bignor|\bfall(s|ing)? back\b|\bmay not support\b|\bnot trusted\b", re.IGNORECASE)


class SentenceModel:
    """Texts in, the model's own sentence vectors out.

    One that is somebody else's (`borrowed`) may be trained on: it is not changed, nor used in inference mode.
    """

    def __init__(self, model: SentenceTransformer, *, on_the_right: bool = True, borrowed: bool = False) -> None:
        self._model, self._borrowed, self._quickened = model, borrowed, False
        self._fillings: dict[str, Filling | None] = {}
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

    def read(self, texts: Sequence[str], prompt: str) -> list[Read]:
        """Each text in tokens, with its prompt and the special tokens; of a model that does not tell them, one each."""
        tokenizer = self._model.tokenizer
        if not callable(tokenizer):
            return [Read(text, [0]) for text in texts]
        fast = bool(getattr(tokenizer, "is_fast", False))
        made = tokenizer(
            [prompt + text for text in texts],
            truncation=False,
            padding=False,
            return_attention_mask=False,
            return_offsets_mapping=fast,
            return_special_tokens_mask=fast,
            verbose=False,
        )
        nothing = [()] * len(texts)
        names = ("input_ids", "offset_mapping", "special_tokens_mask", "token_type_ids")
        return [Read(*row) for row in zip(texts, *(made.get(name, nothing) for name in names), strict=True)]

    def look_up(self, requests: Set[Request], prompt: str) -> dict[Request, Answer] | None:
        """What the input embeddings alone say of each request; None where the model has no such table, or no offsets.

        What a prompt adds to a text is left out, as special tokens are.
        """
        table = _table(self._model[0])
        if table is None or not self.has_tokens:
            return None

        def tokenize(texts: list[str]) -> list[Tokens]:
            return [_without(one, len(prompt)) for one in self.read(texts, prompt)]

        return looked_up(requests, tokenize, table, self.device)

    def batches(
        self, read: Sequence[Read], spans: Spans, prompt: str, batch_tokens: int | None, *, targets: bool
    ) -> Iterator[Batch]:
        """Texts of like length together, in batches of at most so many tokens."""
        most = batch_tokens or BATCH_TOKENS.get(self._model.device.type, BATCH_TOKENS_ELSEWHERE)
        filling = self._filling(prompt)
        for members in token_batches([len(one.ids) for one in read], most):
            batch = [read[i] for i in members]
            texts = [one.text for one in batch]
            features = filling.fill(batch) if filling else self.features(texts, prompt)
            places = [one.targets(spans, len(prompt)) if targets and self.has_tokens else [] for one in batch]
            yield Batch(texts, features, places)

    def _filling(self, prompt: str) -> Filling | None:
        """How tokens become what the model is given, if we do that as the library does: tried out, not guessed.

        A text then is turned into tokens once. Otherwise the library does it again.
        """
        if prompt not in self._fillings:
            samples = list(SAMPLES)
            if self.max_tokens is not None:
                samples += long_samples(lambda text: len(self.read([text], prompt)[0].ids), self.max_tokens)
            theirs = self.features(samples, prompt)
            self._fillings[prompt] = agreed(theirs, self.read(samples, prompt), self._model.tokenizer)
        return self._fillings[prompt]

    def features(self, texts: list[str], prompt: str) -> dict[str, Any]:
        """What the library gives to the model for some texts: their tokens."""
        made: dict[str, Any] = self._model.preprocess(texts, prompt=prompt)
        return made

    def forward_all(self, batches: Iterable[Batch]) -> Iterator[tuple[Batch, Sentences, Targets]]:
        """The vectors of all batches; several at once where `passes_at_once` says so and the model is a usual one."""
        if not self._borrowed and not self._quickened:
            self._quickened = True
            quicken(self._model, self._tried)
        threads = torch.get_num_threads()
        usual = type(self._model[0]).__name__ == "Transformer"
        workers = passes_at_once(self._model.device.type, threads) if usual else 1
        try:
            yield from in_parallel(self._forward, batches, workers, lambda: torch.set_num_threads(1))
        finally:
            torch.set_num_threads(threads)

    def _tried(self) -> list[torch.Tensor]:
        """What the model makes of a few texts."""
        with torch.inference_mode():
            return [self._model(self.features(list(SAMPLES), ""))["sentence_embedding"]]

    def _forward(self, batch: Batch) -> tuple[Batch, Sentences, Targets]:
        """Sentence vectors, and for each text the mean of the token vectors of each of its targets."""
        given = batch_to_device(dict(batch.features), self._model.device)
        attended = given.get("attention_mask")
        try:
            with torch.no_grad() if self._borrowed else torch.inference_mode():
                out = self._model(given)
            sentences = out["sentence_embedding"][..., : self._model.truncate_dim].float().cpu().numpy()
            if attended is None or not any(batch.places):
                return batch, sentences, [[] for _ in batch.texts]
            tokens, real = (tensor.cpu().numpy() for tensor in (out["token_embeddings"].float(), attended.bool()))
        except RuntimeError as error:
            if not out_of_memory(error):
                raise
            raise ModelError(
                f"A batch of {len(batch.texts)} texts does not fit on the device: try a smaller `batch_tokens`."
            ) from error
        rows = zip(tokens, real[:, -tokens.shape[1] :], batch.places, strict=True)
        return batch, sentences, [_targets(own, mask, places) for own, mask, places in rows]


def _targets(
    tokens: NDArray[np.float32], real: NDArray[np.bool_], places: list[list[int]]
) -> list[NDArray[np.float32] | None]:
    """The mean of the token vectors of each target of a text; none where it meets no token."""
    own = tokens[real]
    return [own[inside].mean(axis=0) if inside else None for inside in places]


def _table(module: Any) -> Table | None:
    """The input embeddings of a model's first module."""
    inner = getattr(module, "auto_model", None)
    if inner is None:
        return getattr(module, "emb_layer", None)
    try:
        found: Table | None = inner.get_input_embeddings()
    except (NotImplementedError, AttributeError):
        return None
    return found


def _without(read: Read, prompt: int) -> Tokens:
    """A text in tokens that knows nothing of the characters that stand before it."""
    special = [int(own or end <= prompt) for own, (_, end) in zip(read.special, read.offsets, strict=True)]
    offsets = [(max(0, start - prompt), max(0, end - prompt)) for start, end in read.offsets]
    return Tokens(read.text, list(read.ids), offsets, special)


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
    if trust_remote_code:
        forget_code()
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
    made = SentenceModel(own_memory(model), on_the_right=not trust_remote_code)
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
