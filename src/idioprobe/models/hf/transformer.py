"""A transformer in memory: tokens in, pooled hidden states out."""

from __future__ import annotations

import importlib.util
import inspect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from idioprobe.core.encoder import Encoded, Facts, Spans
from idioprobe.core.errors import ModelError
from idioprobe.core.views import NATIVE, POOLS, View
from idioprobe.models.common.batches import token_batches
from idioprobe.models.common.device import first_line
from idioprobe.models.common.files.loading import Loaded, load_files, max_tokens
from idioprobe.models.common.fit import out_of_memory
from idioprobe.models.common.parallel import in_parallel
from idioprobe.models.common.readout import read_out
from idioprobe.models.common.spread import Spread
from idioprobe.models.hf.inject import Injected, merge
from idioprobe.models.hf.prefixes import Group, group_by_prefix

TOKENIZE_AT_ONCE = 2048
BATCH_TOKENS = {"cpu": 1024}
"""Small batches stay in a processor's cache and need little padding; accelerators want large ones."""
BATCH_TOKENS_ELSEWHERE = 16_384

PROBE_PREFIX = 2
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
    """A tokenizer and its model, in memory.

    Of a model that is somebody else's (`borrowed`), which may be trained on, nothing is computed in PyTorch's inference
    mode: what a model keeps from there can never be trained.
    """

    def __init__(self, loaded: Loaded, name: str, *, injected: Injected | None = None, borrowed: bool = False) -> None:
        self.name = name
        self.tokenizer, self.model, self.device = loaded.tokenizer, loaded.model, loaded.device
        self._untrained = torch.no_grad if borrowed else torch.inference_mode
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
        return Facts(len(states), int(states[-1].shape[-1]), max_tokens(self.tokenizer, self.model), pools=tuple(pools))

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
        with self._untrained():
            output = self.model(input_ids=ids, attention_mask=attention, output_hidden_states=True, **more)
        return output.hidden_states  # type: ignore[no-any-return]

    def states_after(self, prefix: int, ids: torch.Tensor, attention: torch.Tensor) -> Sequence[torch.Tensor]:
        """Hidden states of texts whose first tokens are the same: read once, their keys and values kept."""
        with self._untrained():
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


def load_transformer(
    folder: Path,
    name: str,
    dtype: str,
    device: str,
    *,
    gguf: str | None = None,
    trust_remote_code: bool = False,
    injected: Injected | None = None,
    allow_pickle: bool = False,
    spread: Spread | None = None,
) -> Transformer:
    """The model of a folder."""
    loaded = load_files(
        folder,
        name,
        dtype,
        device,
        gguf=gguf,
        trust_remote_code=trust_remote_code,
        allow_pickle=allow_pickle,
        spread=spread,
    )
    return Transformer(loaded, name, injected=injected)


def _set_rows(table: torch.nn.Embedding, rows: torch.Tensor) -> None:
    table.weight = torch.nn.Parameter(rows, requires_grad=False)
    table.num_embeddings = len(rows)


def alike(one: torch.Tensor, other: torch.Tensor) -> bool:
    """Whether the vectors are the same, each as a whole: single coordinates of some models are huge."""
    return bool(((one - other).norm(dim=-1) <= SAME * (1 + one.norm(dim=-1))).all())
