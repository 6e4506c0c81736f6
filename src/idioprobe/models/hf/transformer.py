"""A transformer in memory: tokens in, pooled hidden states out."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch

from idioprobe.core.answers import Answer
from idioprobe.core.encoder import Encoded, Facts, Spans
from idioprobe.core.errors import ModelError
from idioprobe.core.requests import Request
from idioprobe.core.views import STATE_POOLS, View
from idioprobe.models.common.device import first_line
from idioprobe.models.common.files.loading import Loaded, load_files, max_tokens
from idioprobe.models.common.fit import out_of_memory
from idioprobe.models.common.lookup import looked_up
from idioprobe.models.common.parallel import in_parallel, passes_at_once
from idioprobe.models.common.passes.linear import quicken
from idioprobe.models.common.passes.tree import Tree, attention_window
from idioprobe.models.common.readout import read_out
from idioprobe.models.common.spread import Spread
from idioprobe.models.hf.inject import Injected, merge
from idioprobe.models.hf.prefixes import TRIED_FROM, USUAL_COST, Group, Planned, grouped, pays, plan, token_cost

TOKENIZE_AT_ONCE = 2048
BATCH_TOKENS = {"cpu": 512}
"""Small batches stay in a processor's cache and need little padding; accelerators want large ones."""
BATCH_TOKENS_ELSEWHERE = 16_384
TREE_TOKENS = {"cpu": 192}
"""In a tree every token is compared with every other, which small trees keep cheap."""
TREE_TOKENS_ELSEWHERE = 2048

SAMPLE = "one two three four"
SAME = 1e-4
"""How exactly a text read in another way must give what it gives when read alone."""


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

    def __init__(
        self,
        loaded: Loaded,
        name: str,
        *,
        injected: Injected | None = None,
        borrowed: bool = False,
        spread: bool = False,
    ) -> None:
        self.name = name
        self.tokenizer, self.model, self.device = loaded.tokenizer, loaded.model, loaded.device
        self._untrained = torch.no_grad if borrowed else torch.inference_mode
        self._to_quicken = not (borrowed or spread)
        self._takes = inspect.signature(self.model.forward).parameters
        self.takes_types = "token_type_ids" in self.tokenizer.model_input_names and "token_type_ids" in self._takes
        self._keeps_nothing = {"use_cache": False} if "use_cache" in self._takes else {}
        self.pad = self.tokenizer.pad_token_id if self.tokenizer.pad_token_id is not None else 0
        self.batch_tokens = BATCH_TOKENS.get(self.device.type, BATCH_TOKENS_ELSEWHERE)
        self.injected: Injected | None = None
        self.facts = self._facts()
        self.reuses_prefixes = self._can_reuse_prefixes()
        if injected is not None:
            self._inject(injected)

    def _can_reuse_prefixes(self) -> bool:
        """Whether a text's beginning can be read once for several texts: tried out, not guessed.

        It can in a decoder, where later words change nothing before them, if it lets us say what a token sees
        and where in its text it is.
        """
        tokens = self.tokenize([SAMPLE])[0]
        middle = len(tokens.ids) // 2
        texts = [tokens.ids, [*tokens.ids[:middle], *tokens.ids[middle + 1 :]]]
        if not middle or any(tokens.types or ()):
            return False
        try:
            shared, places = self.states_of_tree(texts)
            alone = [self._states(torch.tensor([ids], device=self.device), None) for ids in texts]
        except (RuntimeError, TypeError, ValueError, AttributeError, KeyError, IndexError):
            return False
        return all(
            alike(whole[0].float(), tree[0][places[row, : len(ids)]].float())
            for row, ids in enumerate(texts)
            for whole, tree in zip(alone[row], shared, strict=True)
        )

    def _inject(self, injected: Injected) -> None:
        """Add the vectors below the input embeddings: from here on each expression has an id of its own.

        That the model takes such an id for what its vector says is tried out with a copy of a token's own.
        """
        ids = torch.tensor([self.tokenize([SAMPLE])[0].ids], device=self.device)
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
        special = {"cls": brackets, "cls+sep": closing}
        pools = [name for name in STATE_POOLS if special.get(name, True)]
        return Facts(len(states), int(states[-1].shape[-1]), max_tokens(self.tokenizer, self.model), pools=tuple(pools))

    def _quicken(self) -> None:
        """Before the first batch: have matrix products computed by what is quickest, in a model that is one's own."""
        if self._to_quicken:
            self._to_quicken = False
            ids = torch.tensor([self.tokenize([SAMPLE])[0].ids], device=self.device)
            quicken(self.model, lambda: self._states(ids, None))

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

    def look_up(self, requests: Set[Request]) -> dict[Request, Answer] | None:
        """What the input embeddings alone say of each request; None where the model has no such table."""
        try:
            table = self.model.get_input_embeddings()
        except (NotImplementedError, AttributeError):
            return None
        return None if table is None else looked_up(requests, self.tokenize, table, str(self.device))

    def forward_all(
        self, tokenized: Sequence[Tokens], most: int, spans: Spans, views: Sequence[View]
    ) -> Iterator[Encoded]:
        """All texts in batches of at most so many tokens; in a decoder, texts that begin alike as trees if that pays.

        One pass per batch; on a processor several batches at once, on one thread each.
        """

        def forward(planned: Planned) -> Encoded:
            return self.forward([tokenized[i] for i in planned.members], spans, views, shares=planned.shares)

        self._quicken()
        ids = [tokens.ids for tokens in tokenized]
        threads = torch.get_num_threads()
        workers = passes_at_once(self.device.type, threads)
        try:
            if workers > 1:
                torch.set_num_threads(1)
            groups, cost = self._groups(ids, most), USUAL_COST
            if len(groups) >= TRIED_FROM:
                tried = sorted(groups, key=lambda group: group.tokens)[len(groups) // 2]
                done, cost = self._try(tried, forward)
                yield done
                groups.remove(tried)
                for i in tried.members:
                    ids[i] = []
            jobs = plan(ids, [group for group in groups if pays(group, cost)], most)
            yield from in_parallel(forward, jobs, workers, lambda: torch.set_num_threads(1))
        finally:
            torch.set_num_threads(threads)

    def _groups(self, ids: Sequence[Sequence[int]], most: int) -> list[Group]:
        """The texts as trees, if the model can read such: but for those longer than what a token sees at most."""
        if not self.reuses_prefixes:
            return []
        limit = attention_window(self.model.config)
        near = [i for i, tokens in enumerate(ids) if limit is None or len(tokens) <= limit]
        budget = min(most, TREE_TOKENS.get(self.device.type, TREE_TOKENS_ELSEWHERE))
        groups = grouped([ids[i] for i in near], budget)
        return [replace(group, members=tuple(near[m] for m in group.members)) for group in groups]

    def _try(self, group: Group, forward: Callable[[Planned], Encoded]) -> tuple[Encoded, float]:
        """The vectors of a group, and what a token costs in a tree: from the time that the group takes either way."""
        clock = time.thread_time if self.device.type == "cpu" else time.perf_counter
        begun = clock()
        forward(Planned(group.members, shares=False))
        between = clock()
        done = forward(Planned(group.members, shares=True))
        return done, token_cost(clock() - between, between - begun, group)

    def forward(self, batch: list[Tokens], spans: Spans, views: Sequence[View], *, shares: bool = False) -> Encoded:
        """One pass over a batch, pooled into every view; as a tree, in which what texts `share` is read once."""
        shape = (len(batch), max(len(t.ids) for t in batch))
        try:
            if shares:
                states, places = self.states_of_tree([tokens.ids for tokens in batch])
                return read_out(states, batch, spans, views, places)
            padded, attended = np.full(shape, self.pad), np.zeros(shape, np.int64)
            for row, tokens in enumerate(batch):
                padded[row, : len(tokens.ids)] = tokens.ids
                attended[row, : len(tokens.ids)] = 1
            ids, attention = (torch.from_numpy(array).to(self.device) for array in (padded, attended))
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
        self, ids: torch.Tensor, attention: torch.Tensor | None, types: torch.Tensor | None = None, **more: torch.Tensor
    ) -> Sequence[torch.Tensor]:
        if types is not None:
            more["token_type_ids"] = types
        with self._untrained():
            output = self.model(
                input_ids=ids, attention_mask=attention, output_hidden_states=True, **self._keeps_nothing, **more
            )
        return output.hidden_states  # type: ignore[no-any-return]

    def states_of_tree(self, texts: Sequence[Sequence[int]]) -> tuple[Sequence[torch.Tensor], torch.Tensor]:
        """Hidden states of texts as one sequence, their common beginnings once; where in it each text's tokens are."""
        tree, width = Tree(), max(map(len, texts))
        places = np.zeros((len(texts), width), np.int64)
        for row, ids in enumerate(texts):
            places[row, : len(ids)] = tree.add(ids)
        hidden = torch.from_numpy(~tree.sees()).to(self.device)
        mask = torch.zeros(hidden.shape, dtype=self.model.dtype, device=self.device)
        mask.masked_fill_(hidden, torch.finfo(mask.dtype).min)
        tokens, depths = (torch.tensor([values], device=self.device) for values in (tree.tokens, tree.depths))
        states = self._states(tokens, mask[None, None], position_ids=depths)
        return states, torch.from_numpy(places).to(self.device)


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
    return Transformer(loaded, name, injected=injected, spread=spread is not None)


def _set_rows(table: torch.nn.Embedding, rows: torch.Tensor) -> None:
    table.weight = torch.nn.Parameter(rows, requires_grad=False)
    table.num_embeddings = len(rows)


def alike(one: torch.Tensor, other: torch.Tensor) -> bool:
    """Whether the vectors are the same, each as a whole: single coordinates of some models are huge."""
    return bool(((one - other).norm(dim=-1) <= SAME * (1 + one.norm(dim=-1))).all())
