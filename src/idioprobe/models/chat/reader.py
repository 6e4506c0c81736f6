"""Tokens through a language model, alone or packed: what it makes of each place it is asked about."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
import transformers
from numpy.typing import NDArray

from idioprobe.core.errors import ModelError
from idioprobe.models.common.device import first_line
from idioprobe.models.common.passes.tree import Tree, attention_window

SAME = {torch.float32: 1e-4, torch.float16: 1e-2, torch.bfloat16: 5e-2}
"""How exactly a text must give the same whichever way it is read, by precision."""

_TROUBLE = (RuntimeError, TypeError, ValueError, AttributeError, KeyError, IndexError, NotImplementedError)


class Reader:
    """A language model, and what it can do: tried out on a text, not guessed."""

    def __init__(self, model: Any, device: torch.device, name: str, sample: Sequence[int]) -> None:
        self.model, self._device = model, device
        self._keeps = "logits_to_keep" in inspect.signature(model.forward).parameters
        self.window = attention_window(model.config)
        self._check_direction(name, sample)
        self.packs = self._can_pack(sample)

    @property
    def dtype(self) -> torch.dtype:
        """The precision of the numbers."""
        dtype: torch.dtype = self.model.dtype
        return dtype

    def alone(self, tokens: Sequence[int], keep: Sequence[int]) -> torch.Tensor:
        """The logits after some of the tokens (rows) of a text that is read by itself."""
        return self._logits(tokens, keep, use_cache=False)[0]

    def on(self, tokens: Sequence[int], memory: Any = None) -> tuple[torch.Tensor, Any]:
        """The logits after a text that is read by itself, and the model's memory of it.

        With the memory of all tokens but the last, only that one is read; a model without memory reads all again.
        """
        if memory is None:
            return self._logits(tokens, [len(tokens) - 1], use_cache=True)
        return self._logits(tokens[-1:], [0], use_cache=True, past_key_values=memory)

    def packed(self, tree: Tree, sees: NDArray[np.bool_], keep: Sequence[int]) -> tuple[torch.Tensor, Any]:
        """The logits after some of the tokens of a tree, each seeing its own text only, and the model's memory."""
        return self.further(tree.tokens, tree.depths, sees, keep, transformers.DynamicCache())

    def further(
        self,
        tokens: Sequence[int],
        depths: Sequence[int],
        sees: NDArray[np.bool_],
        keep: Sequence[int],
        memory: Any,
    ) -> tuple[torch.Tensor, Any]:
        """The same after more tokens: of each its place in its text, and what it sees of all that was read."""
        hidden = torch.from_numpy(~sees).to(self._device)
        mask = torch.zeros(hidden.shape, dtype=self.dtype, device=self._device)
        mask.masked_fill_(hidden, torch.finfo(self.dtype).min)
        places = torch.tensor([list(depths)], device=self._device)
        return self._logits(
            tokens, keep, use_cache=True, past_key_values=memory, attention_mask=mask[None, None], position_ids=places
        )

    def _logits(self, tokens: Sequence[int], keep: Sequence[int], **more: Any) -> tuple[torch.Tensor, Any]:
        ids, kept = (torch.tensor(list(values), device=self._device) for values in (tokens, keep))
        more |= {"logits_to_keep": kept} if self._keeps else {}
        with torch.inference_mode():
            output = self.model(input_ids=ids[None], **more)
            logits = output.logits[0] if self._keeps else output.logits[0, kept]
        return logits, getattr(output, "past_key_values", None)

    def _check_direction(self, name: str, ids: Sequence[int]) -> None:
        """Raise unless later words change nothing before them: only then can a model write."""
        middle = len(ids) // 2
        try:
            whole, beginning = self.alone(ids, [middle]), self.alone(ids[: middle + 1], [middle])
        except _TROUBLE as error:
            raise ModelError(f"{name} does not say which token comes next: {first_line(error)}") from error
        if not self._alike(whole, beginning):
            raise ModelError(
                f"{name} reads the words to come as well, as encoders do, and cannot write; "
                "leave out chat: to measure its vectors."
            )

    def _can_pack(self, ids: Sequence[int]) -> bool:
        """Whether texts in a pack, and a token after each, give what they give alone."""
        middle = len(ids) // 2
        texts = [list(ids), [*ids[:middle], *ids[middle + 1 :]]]
        tree = Tree()
        ends = [tree.add(text)[-1] for text in texts]
        last = list(ids[:2])
        sees = tree.sees()
        reach = np.hstack([sees[ends], np.eye(len(ends), dtype=bool)])
        try:
            first, memory = self.packed(tree, sees, ends)
            after, _ = self.further(last, [len(text) for text in texts], reach, [0, 1], memory)
            alone = [self.alone(text, [len(text) - 1]) for text in texts]
            alone += [self.alone([*text, token], [len(text)]) for text, token in zip(texts, last, strict=True)]
        except _TROUBLE:
            return False
        return self._alike(torch.cat([first, after]), torch.cat(alone))

    def _alike(self, one: torch.Tensor, other: torch.Tensor) -> bool:
        apart = (one.float() - other.float()).norm(dim=-1)
        return bool((apart <= SAME[self.dtype] * (1 + other.float().norm(dim=-1))).all())
