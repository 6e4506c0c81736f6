"""A transformer in memory: tokens in, pooled hidden states out. The only place that imports transformers."""

from __future__ import annotations

import importlib.util
import inspect
import io
from collections.abc import Iterator, Sequence
from contextlib import nullcontext, redirect_stderr
from dataclasses import dataclass
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import numpy as np
import torch
import transformers
from safetensors import SafetensorError

from idioprobe.core.encoder import Encoded, Facts, Spans
from idioprobe.core.errors import MissingExtraError, ModelError, WeightsError, install
from idioprobe.core.views import NATIVE, POOLS, View
from idioprobe.models.common.batches import token_batches
from idioprobe.models.common.device import first_line, pick_device
from idioprobe.models.common.fit import check_fit, does_not_fit, free_memory, out_of_memory, weights_bytes
from idioprobe.models.common.parallel import in_parallel
from idioprobe.models.common.readout import read_out
from idioprobe.models.common.reasons import MORE_THAN_NUMBERS, NO_FAST_TOKENIZER
from idioprobe.models.hf.ggufheader import gguf_bytes, read_header
from idioprobe.models.hf.inject import Injected, merge
from idioprobe.models.hf.prefixes import Group, group_by_prefix

TOKENIZE_AT_ONCE = 2048
BATCH_TOKENS = {"cpu": 1024}
"""Small batches stay in a processor's cache and need little padding; accelerators want large ones."""
BATCH_TOKENS_ELSEWHERE = 16_384

PROBE_PREFIX = 2
_SENTENCEPIECE = {"sentencepiece": "sentencepiece", "protobuf": "google.protobuf"}
"""Packages and their modules."""

OWN_CODE = "{} in {} needs code of its own, which is not run; if you trust it, `trust_remote_code` runs it."

SAME = 1e-4
"""How exactly a text read in two parts must give what it gives when read at once."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """One tokenized text."""

    text: str
    ids: list[int]
    offsets: list[tuple[int, int]]
    special: list[int]
    types: list[int] | None = None
    """The kind of segment that each token is of, where the tokenizer tells and the model asks."""


class Transformer:
    """A tokenizer and its model, loaded from a folder."""

    def __init__(
        self,
        folder: Path,
        name: str,
        dtype: str,
        device: str,
        *,
        gguf: str | None = None,
        trust_remote_code: bool = False,
        injected: Injected | None = None,
        allow_pickle: bool = False,
    ) -> None:
        transformers.logging.set_verbosity_error()
        transformers.logging.disable_progress_bar()
        self.name = name
        source: dict[str, Any] = {"local_files_only": True, "trust_remote_code": trust_remote_code}
        if gguf is None:
            source["use_safetensors"] = None if allow_pickle else True
            weights = weights_bytes(folder, dtype, allow_pickle=allow_pickle)
        else:
            source["gguf_file"] = gguf
            weights = gguf_bytes(folder / gguf, dtype)
        self.tokenizer = _load_tokenizer(folder, name, source)
        self.device = pick_device(device)
        check_fit(name, weights, dtype, free_memory(self.device))
        self.model = _load_model(folder, name, dtype, weights, source).to(self.device).eval()
        self.takes_types = self._takes_types()
        self.pad = self.tokenizer.pad_token_id if self.tokenizer.pad_token_id is not None else 0
        self.batch_tokens = BATCH_TOKENS.get(self.device.type, BATCH_TOKENS_ELSEWHERE)
        self.injected: Injected | None = None
        self.facts = self._facts()
        self.reuses_prefixes = self._can_reuse_prefixes()
        if injected is not None:
            self._inject(injected)

    def _takes_types(self) -> bool:
        """Whether the tokenizer tells kinds of segments, and the model asks for them."""
        told = "token_type_ids" in self.tokenizer.model_input_names
        return told and "token_type_ids" in inspect.signature(self.model.forward).parameters

    def _can_reuse_prefixes(self) -> bool:
        """Whether a text's beginning can be read once for several texts: tried out, not guessed.

        It can in a decoder, where later words change nothing before them, if its key–value cache
        gives what reading the whole gives.
        """
        tokens = self.tokenize(["one two three four"])[0]
        ids = tokens.ids
        if len(ids) <= PROBE_PREFIX or any(tokens.types or ()):
            return False
        whole = torch.tensor([ids, ids], device=self.device)
        try:
            expected = self._states(whole, None)
            beginning = self._states(whole[:, :PROBE_PREFIX], None)
            continued = self.states_after(PROBE_PREFIX, whole, torch.ones_like(whole))
        except (RuntimeError, TypeError, ValueError, AttributeError, KeyError, IndexError):
            return False
        pairs = [(e[:, :PROBE_PREFIX], b) for e, b in zip(expected, beginning, strict=True)]
        pairs += list(zip(expected, continued, strict=True))
        return all(alike(a.float(), b.float()) for a, b in pairs)

    def _inject(self, injected: Injected) -> None:
        """Add the vectors below the input embeddings: from here on each expression has an id of its own.

        That the model takes such an id for what its vector says is tried out with a copy of a token's own.
        """
        ids = torch.tensor([self.tokenize(["one two three four"])[0].ids], device=self.device)
        copied, middle = ids.clone(), ids.shape[1] // 2
        try:
            table = self.model.get_input_embeddings()
            own: torch.Tensor = table.weight.detach()
            self.first_injected = len(own)
            copied[0, middle] = self.first_injected
            expected = self._states(ids, None)
            _set_rows(table, torch.cat([own, own[ids[0, middle]].unsqueeze(0)]))
            same = all(alike(a.float(), b.float()) for a, b in zip(expected, self._states(copied, None), strict=True))
        except (RuntimeError, TypeError, ValueError, AttributeError, IndexError) as error:
            raise ModelError(
                f"{self.name} takes no further tokens, which `inject` adds: {first_line(error)}"
            ) from error
        if not same:
            raise ModelError(f"{self.name} computes something else for a token that is added: no `inject`.")
        if own.shape[1] != injected.width:
            raise ModelError(
                f"`inject`: its vectors have {injected.width} numbers, the input embeddings of {self.name} "
                f"{own.shape[1]}; use the model that they were made for."
            )
        _set_rows(table, torch.cat([own, torch.from_numpy(injected.vectors).to(own)]))
        self.injected = injected

    def _facts(self) -> Facts:
        tokens = self.tokenize(["a"])[0]
        try:
            types = self._types([tokens], (1, len(tokens.ids)))
            states = self._states(torch.tensor([tokens.ids], device=self.device), None, types)
        except (RuntimeError, TypeError, ValueError, AttributeError) as error:
            raise ModelError(f"{self.name} does not turn a text into hidden states: {first_line(error)}") from error
        if states is None:
            raise ModelError(f"{self.name} returns no hidden states.")
        brackets = bool(tokens.special and tokens.special[0])
        closing = brackets and len(tokens.special) > 1 and bool(tokens.special[-1])
        special = {"cls": brackets, "cls+sep": closing, NATIVE: False}
        pools = [name for name in POOLS if special.get(name, True)]
        return Facts(len(states), int(states[-1].shape[-1]), self._max_tokens(), pools=tuple(pools))

    def _max_tokens(self) -> int | None:
        limits = []
        if self.tokenizer.model_max_length and self.tokenizer.model_max_length < 1_000_000:
            limits.append(int(self.tokenizer.model_max_length))
        config = self.model.config
        positions = getattr(config, "max_position_embeddings", None) or getattr(config, "n_positions", None)
        if positions and positions > 0:
            table = getattr(getattr(self.model, "embeddings", None), "position_embeddings", None)
            offset = getattr(table, "padding_idx", None)
            limits.append(int(positions) - (offset + 1 if offset is not None else 0))
        return min(limits) if limits else None

    def tokenize(self, texts: Sequence[str]) -> list[Tokens]:
        """Ids, character offsets and special tokens of each text, never truncated."""
        out: list[Tokens] = []
        for at in range(0, len(texts), TOKENIZE_AT_ONCE):
            part = list(texts[at : at + TOKENIZE_AT_ONCE])
            batch = self.tokenizer(
                part,
                truncation=False,
                padding=False,
                return_attention_mask=False,
                return_token_type_ids=self.takes_types,
                return_offsets_mapping=True,
                return_special_tokens_mask=True,
                verbose=False,
            )
            types = batch["token_type_ids"] if self.takes_types else [None] * len(part)
            columns = (batch["input_ids"], batch["offset_mapping"], batch["special_tokens_mask"], types)
            out += [self._merged(Tokens(*row)) for row in zip(part, *columns, strict=True)]
        return out

    def _merged(self, tokens: Tokens) -> Tokens:
        """The same text, with one token for each expression that has a vector."""
        found = self.injected.find(tokens.text) if self.injected else []
        if not found:
            return tokens
        ids, offsets, kept = merge(tokens.ids, tokens.offsets, tokens.special, found, self.first_injected)
        types = None if tokens.types is None else [tokens.types[i] for i in kept]
        return Tokens(tokens.text, ids, offsets, [tokens.special[i] for i in kept], types)

    def forward_all(
        self, tokenized: Sequence[Tokens], most: int, spans: Spans, views: Sequence[View]
    ) -> Iterator[Encoded]:
        """All texts in batches of at most so many tokens; in a decoder, texts that begin alike together.

        One pass per batch; on a processor several batches at once, on one thread each.

        That uses the cores better than several threads on each small matrix. It needs hidden
        states to be captured per thread, as `transformers` does since it has the module for it.
        """
        ids = [tokens.ids for tokens in tokenized]
        if self.reuses_prefixes:
            groups = group_by_prefix(ids, most)
        else:
            groups = [Group(tuple(batch), 0) for batch in token_batches([len(i) for i in ids], most)]
        threads = torch.get_num_threads()
        safe = self.device.type == "cpu" and importlib.util.find_spec("transformers.utils.output_capturing")
        try:
            yield from in_parallel(
                lambda group: self.forward([tokenized[i] for i in group.members], spans, views, group.prefix),
                groups,
                threads if safe else 1,
                lambda: torch.set_num_threads(1),
            )
        finally:
            torch.set_num_threads(threads)

    def forward(self, batch: list[Tokens], spans: Spans, views: Sequence[View], prefix: int = 0) -> Encoded:
        """One pass over a batch, pooled into every view; its first `prefix` tokens, which all share, are read once."""
        shape = (len(batch), max(len(t.ids) for t in batch))
        padded, attended = np.full(shape, self.pad), np.zeros(shape, np.int64)
        for row, tokens in enumerate(batch):
            padded[row, : len(tokens.ids)] = tokens.ids
            attended[row, : len(tokens.ids)] = 1
        ids, attention = (torch.from_numpy(array).to(self.device) for array in (padded, attended))
        try:
            if prefix:
                states = self.states_after(prefix, ids, attention)
            else:
                states = self._states(ids, attention if not attended.all() else None, self._types(batch, shape))
            return read_out(states, batch, spans, views)
        except RuntimeError as error:
            if not out_of_memory(error):
                raise
            raise ModelError(
                f"A batch of {shape[0]} texts of {shape[1]} tokens does not fit on the device: "
                "try a smaller `batch_tokens`."
            ) from error

    def _types(self, batch: Sequence[Tokens], shape: tuple[int, int]) -> torch.Tensor | None:
        """The kinds of segments, unless all are 0: what models take where nothing is said."""
        if not any(any(tokens.types or ()) for tokens in batch):
            return None
        padded = np.zeros(shape, np.int64)
        for row, tokens in enumerate(batch):
            padded[row, : len(tokens.ids)] = tokens.types or 0
        return torch.from_numpy(padded).to(self.device)

    def _states(
        self, ids: torch.Tensor, attention: torch.Tensor | None, types: torch.Tensor | None = None
    ) -> Sequence[torch.Tensor]:
        more = {} if types is None else {"token_type_ids": types}
        with torch.inference_mode():
            output = self.model(input_ids=ids, attention_mask=attention, output_hidden_states=True, **more)
        return output.hidden_states  # type: ignore[no-any-return]

    def states_after(self, prefix: int, ids: torch.Tensor, attention: torch.Tensor) -> Sequence[torch.Tensor]:
        """Hidden states of texts whose first tokens are the same: read once, their keys and values kept."""
        with torch.inference_mode():
            first = self.model(input_ids=ids[:1, :prefix], use_cache=True, output_hidden_states=True)
            first.past_key_values.batch_repeat_interleave(len(ids))
            rest = self.model(
                input_ids=ids[:, prefix:],
                attention_mask=attention,
                past_key_values=first.past_key_values,
                use_cache=True,
                output_hidden_states=True,
            )
        pairs = zip(first.hidden_states, rest.hidden_states, strict=True)
        return [torch.cat([a.expand(len(ids), -1, -1), b], dim=1) for a, b in pairs]


def _load_tokenizer(folder: Path, name: str, source: dict[str, Any]) -> Any:
    if "gguf_file" not in source:
        _check_sentencepiece(folder, name)
    source = {key: value for key, value in source.items() if key != "use_safetensors"}
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(str(folder), use_fast=True, **source)
    except Exception as error:
        if "gguf_file" in source and "architecture" in str(error):
            path = folder / source["gguf_file"]
            architecture = read_header(path).architecture
            from transformers.modeling_gguf_pytorch_utils import GGUF_SUPPORTED_ARCHITECTURES

            readable = sorted(set(GGUF_SUPPORTED_ARCHITECTURES) - {"general", "tokenizer"})
            raise ModelError(
                f"{path.name} is a GGUF file of the architecture {architecture!r}, which transformers does not read; "
                f"it reads {', '.join(readable)}."
            ) from error
        if not source["trust_remote_code"] and "trust_remote_code" in str(error):
            raise ModelError(OWN_CODE.format(name, folder)) from error
        raise ModelError(f"The tokenizer of {name} cannot be loaded from {folder}: {first_line(error)}") from error
    if not tokenizer.is_fast:
        raise ModelError(NO_FAST_TOKENIZER.format(name, type(tokenizer).__name__))
    return tokenizer


def _check_sentencepiece(folder: Path, name: str) -> None:
    """A SentencePiece model alone is turned into a fast tokenizer, with the packages that it takes."""
    if (folder / "tokenizer.json").is_file() or not any(folder.glob("*.model")):
        return
    lacking = [package for package, module in _SENTENCEPIECE.items() if not installed(module)]
    if lacking:
        raise MissingExtraError(
            f"{name} has its tokenizer as a SentencePiece model only, which needs {' and '.join(lacking)}: "
            f"{install('hf')}."
        )


def installed(module: str) -> bool:
    """Whether a module can be imported."""
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:  # of the package that it is in
        return False


def _load_model(folder: Path, name: str, dtype: str, weights: int, source: dict[str, Any]) -> Any:
    # Reading GGUF draws a progress bar of its own, which nothing turns off.
    bars = redirect_stderr(io.StringIO()) if "gguf_file" in source else nullcontext()
    try:
        with bars:
            model, info = transformers.AutoModel.from_pretrained(
                str(folder), dtype=getattr(torch, dtype), output_loading_info=True, **source
            )
    except ImportError as error:
        if "gguf_file" not in source:
            raise
        raise MissingExtraError(f"Reading GGUF needs more packages: {install('gguf')} ({error}).") from error
    except UnpicklingError as error:
        raise WeightsError(MORE_THAN_NUMBERS.format(name, folder)) from error
    except SafetensorError as error:
        raise WeightsError(f"The weights of {name} in {folder} are damaged: {first_line(error)}") from error
    except Exception as error:
        if out_of_memory(error):
            raise ModelError(does_not_fit(name, weights, dtype)) from error
        if not source["trust_remote_code"] and "trust_remote_code" in str(error):
            raise ModelError(OWN_CODE.format(name, folder)) from error
        raise ModelError(f"The model {name} cannot be loaded from {folder}: {first_line(error)}") from error
    two_sided = hasattr(model, "encoder") and hasattr(model, "decoder")
    unused = ("decoder.",) if two_sided else ()
    missing = sorted(key for key in info["missing_keys"] if "pooler" not in key and not key.startswith(unused))
    if missing:
        raise WeightsError(
            f"The weights of {name} lack {len(missing)} tensors ({missing[0]}, …), which would be random numbers; "
            "the file does not belong to this config.json, or is incomplete."
        )
    return model.get_encoder() if two_sided else model


def _set_rows(table: torch.nn.Embedding, rows: torch.Tensor) -> None:
    table.weight = torch.nn.Parameter(rows, requires_grad=False)
    table.num_embeddings = len(rows)


def alike(one: torch.Tensor, other: torch.Tensor) -> bool:
    """Whether the vectors are the same, each as a whole: single coordinates of some models are huge."""
    return bool(((one - other).norm(dim=-1) <= SAME * (1 + one.norm(dim=-1))).all())
