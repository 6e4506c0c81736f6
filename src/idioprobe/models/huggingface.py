"""Hidden states of any Hugging Face encoder or decoder."""

from __future__ import annotations

import json
from collections.abc import Iterator, MutableMapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from idioprobe.embed.batches import token_batches
from idioprobe.errors import ConfigError, MissingExtraError, ModelError, WeightsError
from idioprobe.models.base import Encoded, Facts, Identity, Request, Spans, requests_for
from idioprobe.models.identity import file_sha256, fingerprint
from idioprobe.models.spans import tokens_in_span, trimmed
from idioprobe.models.views import POOLS, SENTENCE_POOLS, View

if TYPE_CHECKING:
    import torch

DTYPES = ("float32", "float16", "bfloat16")
TOKENIZE_AT_ONCE = 2048

_DECIDING = (
    "config.json",
    "tokenizer*",
    "vocab*",
    "merges.txt",
    "special_tokens_map.json",
    "added_tokens.json",
    "*.model",
)
_WEIGHTS = ("model*.safetensors", "model.safetensors.index.json")


class HuggingFaceEncoder:
    """A model in a local folder, in the layout that `save_pretrained` writes."""

    def __init__(
        self,
        folder: Path,
        name: str,
        *,
        revision: str | None = None,
        languages: frozenset[str] | None = None,
        dtype: str = "float32",
        device: str = "auto",
        memory: MutableMapping[str, str] | None = None,
    ) -> None:
        if dtype not in DTYPES:
            raise ConfigError(f"--dtype {dtype}: one of {', '.join(DTYPES)}.")
        self.folder = folder
        self.dtype = dtype
        self.device = device
        self._loaded: _Loaded | None = None
        weights = check_folder(folder)
        memory = {} if memory is None else memory
        hashes = {p.name: file_sha256(p, memory) for p in _files(folder, _WEIGHTS)}
        deciding = {p.name: file_sha256(p, memory) for p in _files(folder, _DECIDING)}
        self._identity = Identity(
            family="hf",
            name=name,
            fingerprint=fingerprint(["hf", dtype, json.dumps({**hashes, **deciding}, sort_keys=True)]),
            revision=revision,
            languages=languages,
            details={"weights_sha256": fingerprint(hashes.values()) if len(hashes) > 1 else hashes[weights.name]},
        )

    @property
    def identity(self) -> Identity:
        """Known from the files' hashes alone."""
        return self._identity

    def facts(self) -> Facts:
        """Loads the model: its hidden states are counted, not guessed."""
        return self._load().facts

    def encode(
        self,
        texts: Sequence[str],
        spans: Spans,
        views: Sequence[View],
        batch_tokens: int,
    ) -> Iterator[Encoded]:
        """Texts of like length share a batch; a batch is one forward pass for all views."""
        loaded = self._load()
        tokenized: list[_Tokens] = []
        refused: list[tuple[str, str]] = []
        limit = loaded.facts.max_tokens
        for text, tokens in zip(texts, loaded.tokenize(texts), strict=True):
            if limit is not None and len(tokens.ids) > limit:
                refused.append((text, f"text of {len(tokens.ids)} tokens is longer than the model takes ({limit})"))
            elif not tokens.ids:
                refused.append((text, "the text has no token"))
            else:
                tokenized.append(tokens)
        if refused:
            yield _refused(refused, spans, views)
        for batch in token_batches([len(t.ids) for t in tokenized], batch_tokens):
            yield loaded.forward([tokenized[i] for i in batch], spans, views)

    def _load(self) -> _Loaded:
        if self._loaded is None:
            self._loaded = _Loaded(self.folder, self.identity.name, self.dtype, self.device)
        return self._loaded


def check_folder(folder: Path) -> Path:
    """A weights file of a folder that has all a model needs; else an error that says what is missing."""
    if not (folder / "config.json").is_file():
        raise ModelError(f"{folder} holds no config.json: it is not a Hugging Face model folder.")
    if not any(_files(folder, ("tokenizer.json", "vocab.*", "*.model", "tokenizer.model", "spiece.model"))):
        raise ModelError(
            f"{folder} holds no tokenizer (tokenizer.json, vocab.txt or a SentencePiece model): "
            "save it there too, with tokenizer.save_pretrained(folder)."
        )
    weights = [p for p in _files(folder, _WEIGHTS) if p.suffix == ".safetensors"]
    if not weights:
        pickled = [p.name for p in _files(folder, ("*.bin", "*.pt", "*.pth"))]
        what = f"only as a pickle ({pickled[0]}), which can run code when opened" if pickled else "not at all"
        raise ModelError(
            f"{folder} holds weights {what}; idioprobe reads model.safetensors "
            "(model.save_pretrained(folder) writes it)."
        )
    return weights[0]


def _files(folder: Path, patterns: Sequence[str]) -> list[Path]:
    return sorted({p for pattern in patterns for p in folder.glob(pattern) if p.is_file()})


def _refused(texts: list[tuple[str, str]], spans: Spans, views: Sequence[View]) -> Encoded:
    failed: dict[View, list[tuple[Request, str]]] = {view: [] for view in views}
    for text, reason in texts:
        for view in views:
            failed[view] += [(request, reason) for request in requests_for(text, spans, view)]
    return Encoded(len(texts), {}, failed)


class _Tokens:
    """One tokenized text."""

    __slots__ = ("ids", "offsets", "special", "text")

    def __init__(self, text: str, ids: list[int], offsets: list[tuple[int, int]], special: list[int]) -> None:
        self.text, self.ids, self.offsets, self.special = text, ids, offsets, special


class _Loaded:
    """Tokenizer and weights in memory; the only place that imports torch and transformers."""

    def __init__(self, folder: Path, name: str, dtype: str, device: str) -> None:
        try:
            import torch
            import transformers
        except ImportError as error:
            raise MissingExtraError(f"Running {name} needs {error.name}: pip install 'idioprobe[hf]'.") from error
        self.torch = torch
        _silence(transformers)
        self.tokenizer: Any = _load_tokenizer(folder, name, transformers)
        self.device = _device(device, torch)
        self.model: Any = _load_model(folder, name, getattr(torch, dtype), transformers).to(self.device).eval()
        self.pad = self.tokenizer.pad_token_id if self.tokenizer.pad_token_id is not None else 0
        self.facts = self._facts()

    def _facts(self) -> Facts:
        tokens = self.tokenize(["a"])[0]
        states = self._states(self.torch.tensor([tokens.ids], device=self.device), None)
        brackets = bool(tokens.special and tokens.special[0])
        closing = brackets and len(tokens.special) > 1 and bool(tokens.special[-1])
        pools = [p for p in POOLS if p not in SENTENCE_POOLS or (brackets if p == "cls" else closing)]
        return Facts(len(states), int(states[-1].shape[-1]), self._max_tokens(), pools=tuple(pools))

    def _max_tokens(self) -> int | None:
        limits = []
        if self.tokenizer.model_max_length and self.tokenizer.model_max_length < 1_000_000:
            limits.append(int(self.tokenizer.model_max_length))
        positions = getattr(self.model.config, "max_position_embeddings", None) or getattr(
            self.model.config, "n_positions", None
        )
        if positions:
            table = getattr(getattr(self.model, "embeddings", None), "position_embeddings", None)
            offset = getattr(table, "padding_idx", None)
            limits.append(int(positions) - (offset + 1 if offset is not None else 0))
        return min(limits) if limits else None

    def tokenize(self, texts: Sequence[str]) -> list[_Tokens]:
        """Ids, character offsets and special tokens of each text, never truncated."""
        out: list[_Tokens] = []
        for at in range(0, len(texts), TOKENIZE_AT_ONCE):
            part = list(texts[at : at + TOKENIZE_AT_ONCE])
            batch = self.tokenizer(
                part,
                truncation=False,
                padding=False,
                return_attention_mask=False,
                return_token_type_ids=False,
                return_offsets_mapping=True,
                return_special_tokens_mask=True,
                verbose=False,
            )
            columns = (batch["input_ids"], batch["offset_mapping"], batch["special_tokens_mask"])
            out += [_Tokens(*row) for row in zip(part, *columns, strict=True)]
        return out

    def forward(self, batch: list[_Tokens], spans: Spans, views: Sequence[View]) -> Encoded:
        """One pass over a batch, pooled into every view."""
        torch = self.torch
        width = max(len(t.ids) for t in batch)
        ids = torch.full((len(batch), width), self.pad, dtype=torch.long)
        attention = torch.zeros((len(batch), width), dtype=torch.long)
        special = torch.zeros((len(batch), width), dtype=torch.long)
        for row, tokens in enumerate(batch):
            ids[row, : len(tokens.ids)] = torch.tensor(tokens.ids)
            attention[row, : len(tokens.ids)] = 1
            special[row, : len(tokens.ids)] = torch.tensor(tokens.special)
        targets = self._targets(batch, spans, width)
        failed = {
            view: [(request, "no token of the text carries the target's span") for request in targets.lost]
            for view in views
            if view.unit == "target"
        }
        wordless = [row for row, tokens in enumerate(batch) if all(tokens.special)]
        attention, special = attention.to(self.device), special.to(self.device)
        padded = bool((attention == 0).any())
        states = self._states(ids.to(self.device), attention if padded else None)
        vectors = {
            view: self._pool(view, states, batch, attention, special, targets)
            for view in views
            if view.unit == "sentence" or targets.requests
        }
        for view in (v for v in views if v.unit == "sentence" and wordless):
            gone = {batch[row].text for row in wordless}
            vectors[view] = [(request, vector) for request, vector in vectors[view] if request.text not in gone]
            failed[view] = [(Request(text), "the text has no token") for text in sorted(gone)]
        return Encoded(len(batch), vectors, failed)

    def _targets(self, batch: list[_Tokens], spans: Spans, width: int) -> _Targets:
        requests, lost, rows, marked = [], [], [], []
        for row, tokens in enumerate(batch):
            for start, end in spans.get(tokens.text, []):
                found = tokens_in_span(tokens.offsets, tokens.special, *trimmed(tokens.text, start, end))
                request = Request(tokens.text, start, end)
                if not found:
                    lost.append(request)
                    continue
                requests.append(request)
                rows.append(row)
                marked.append(found)
        mask = self.torch.zeros((len(requests), width), dtype=self.torch.long)
        for i, found in enumerate(marked):
            mask[i, found] = 1
        return _Targets(requests, lost, self.torch.tensor(rows, device=self.device), mask.to(self.device))

    def _states(self, ids: torch.Tensor, attention: torch.Tensor | None) -> Sequence[torch.Tensor]:
        with self.torch.inference_mode():
            try:
                output = self.model(input_ids=ids, attention_mask=attention, output_hidden_states=True)
            except self.torch.OutOfMemoryError as error:
                raise ModelError(
                    f"A batch of {ids.shape[0]} texts of {ids.shape[1]} tokens does not fit on the device: "
                    "try a smaller --batch-tokens."
                ) from error
        return output.hidden_states  # type: ignore[no-any-return]

    def _pool(
        self,
        view: View,
        states: Sequence[torch.Tensor],
        batch: list[_Tokens],
        attention: torch.Tensor,
        special: torch.Tensor,
        targets: _Targets,
    ) -> list[tuple[Request, Any]]:
        from idioprobe.models.pooling import combine_layers, masks, pool

        with self.torch.inference_mode():
            hidden = combine_layers(states, view.states(len(states)), view.combine)
            mask = masks(view, attention, special, targets.mask)
            requests = [Request(tokens.text) for tokens in batch]
            if view.unit == "target":
                requests = targets.requests
                hidden = hidden[targets.rows]
            pooled = pool(hidden, mask, view.pool)
            rows = (
                [row.float().cpu().numpy() for row in pooled]
                if isinstance(pooled, list)
                else list(pooled.float().cpu().numpy())
            )
        return list(zip(requests, (np.ascontiguousarray(row) for row in rows), strict=True))


class _Targets:
    """The targets of one batch: which row each is in, and which tokens it has."""

    __slots__ = ("lost", "mask", "requests", "rows")

    def __init__(self, requests: list[Request], lost: list[Request], rows: torch.Tensor, mask: torch.Tensor) -> None:
        self.requests, self.lost, self.rows, self.mask = requests, lost, rows, mask


def _silence(transformers: Any) -> None:
    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()


def _device(wanted: str, torch: Any) -> Any:
    if wanted == "auto":
        if torch.cuda.is_available():
            return torch.device("cuda")
        return torch.device("mps" if torch.backends.mps.is_available() else "cpu")
    try:
        device = torch.device(wanted)
        torch.empty(1, device=device)
    except (RuntimeError, AssertionError) as error:
        raise ConfigError(f"--device {wanted} cannot be used here ({_first_line(error)}); try --device cpu.") from error
    return device


def _load_tokenizer(folder: Path, name: str, transformers: Any) -> Any:
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(
            str(folder), use_fast=True, local_files_only=True, trust_remote_code=False
        )
    except Exception as error:
        raise ModelError(f"The tokenizer of {name} cannot be loaded from {folder}: {_first_line(error)}") from error
    if not tokenizer.is_fast:
        raise ModelError(
            f"{name} has no fast tokenizer, so characters cannot be matched to tokens; "
            "convert it to tokenizer.json, or choose a model that has one."
        )
    return tokenizer


def _load_model(folder: Path, name: str, dtype: Any, transformers: Any) -> Any:
    from safetensors import SafetensorError

    try:
        model, info = transformers.AutoModel.from_pretrained(
            str(folder),
            dtype=dtype,
            use_safetensors=True,
            local_files_only=True,
            output_loading_info=True,
            trust_remote_code=False,
        )
    except SafetensorError as error:
        raise WeightsError(f"The weights of {name} in {folder} are damaged: {_first_line(error)}") from error
    except Exception as error:
        raise ModelError(f"The model {name} cannot be loaded from {folder}: {_first_line(error)}") from error
    two_sided = hasattr(model, "encoder") and hasattr(model, "decoder")
    unused = ("decoder.",) if two_sided else ()
    missing = sorted(key for key in info["missing_keys"] if "pooler" not in key and not key.startswith(unused))
    if missing:
        raise WeightsError(
            f"The weights of {name} lack {len(missing)} tensors ({missing[0]}, …), which would be random numbers; "
            "the file does not belong to this config.json, or is incomplete."
        )
    return model.get_encoder() if two_sided else model


def _first_line(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
