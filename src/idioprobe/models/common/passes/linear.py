"""Matrix products on a processor, by oneDNN where that is quicker than what torch takes.

Torch hands float32 products to MKL, which on some processors leaves their widest instructions unused. oneDNN, which
comes with torch too, asks the processor what it can do. Which of them is quicker is measured before a model's first
batch; both give the same numbers within float rounding.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import torch
from torch import Tensor

from idioprobe.models.common.fit import free_memory

LEAST_NUMBERS = 1 << 16
"""A layer with fewer weights gains nothing: tiny models stay as they are."""
ROWS = 64
ROUNDS = 3
GAIN = 1.1
"""How many times as fast oneDNN has to be: less may be chance."""
SAME = 1e-5
"""How exactly a layer must give the same, relative to the length of what it gives."""
_TROUBLE = (RuntimeError, NotImplementedError, TypeError, ValueError, AttributeError)


class PackedLinear(torch.nn.Module):
    """A linear layer whose weights lie in memory as oneDNN wants them, and nowhere else."""

    def __init__(self, weight: Tensor, bias: Tensor | None) -> None:
        super().__init__()
        self.out_features, self.in_features = weight.shape
        self.weight = torch.ops.mkldnn._reorder_linear_weight(weight.detach())  # noqa: SLF001
        self.bias = None if bias is None else bias.detach()

    def forward(self, given: Tensor) -> Tensor:
        """As `torch.nn.Linear`."""
        made: Tensor = torch.ops.mkldnn._linear_pointwise(given, self.weight, self.bias, "none", [], "")  # noqa: SLF001
        return made


def quicken(model: object, try_out: Callable[[], Sequence[Tensor]]) -> bool:
    """Let oneDNN compute a model's linear layers, if it is quicker here and the model gives the same with it.

    `try_out` computes something with the model. While both forms of the weights are compared they are both in memory,
    so nothing is done where there is no room for that.
    """
    layers = list(_layers(model)) if isinstance(model, torch.nn.Module) else []
    size = sum(layer.weight.numel() * layer.weight.element_size() for _, _, layer in layers)
    free = free_memory(torch.device("cpu"))
    if not layers or (free is not None and size > free // 2):
        return False
    try:
        if not _is_quicker(max((layer for _, _, layer in layers), key=lambda layer: layer.weight.numel())):
            return False
        expected = [one.clone() for one in try_out()]
        for parent, name, layer in layers:
            setattr(parent, name, packed(layer))
        same = all(alike(one, other) for one, other in zip(try_out(), expected, strict=True))
    except _TROUBLE:
        same = False
    if not same:
        for parent, name, layer in layers:
            setattr(parent, name, layer)
    return same


def packed(layer: Any) -> PackedLinear:
    """The same layer in oneDNN's form; the weights of GPT-2's lie the other way round."""
    with torch.inference_mode():
        weight = layer.weight if isinstance(layer, torch.nn.Linear) else layer.weight.t().contiguous()
        return PackedLinear(weight, layer.bias).train(layer.training)


def pays(torchs: Sequence[float], onednns: Sequence[float]) -> bool:
    """Whether oneDNN is quicker, from what each took in some rounds, of which the best was disturbed least.

    >>> pays([2.0, 2.1], [1.0, 9.0]), pays([1.0], [0.95])
    (True, False)
    """
    return min(torchs) > GAIN * min(onednns)


def alike(one: Tensor, other: Tensor) -> bool:
    """Whether vectors are the same within float rounding, each as a whole."""
    apart = (one.float() - other.float()).norm(dim=-1)
    return bool((apart <= SAME * (1 + other.float().norm(dim=-1))).all())


def _layers(model: torch.nn.Module) -> Iterator[tuple[torch.nn.Module, str, Any]]:
    """Linear layers in float32 on the processor, with what they are parts of; each once, and no kinds of their own."""
    from transformers.pytorch_utils import Conv1D

    seen: set[int] = set()
    for parent in model.modules():
        for name, layer in parent.named_children():
            if type(layer) not in (torch.nn.Linear, Conv1D) or id(layer) in seen:
                continue
            hooked = layer._forward_hooks or layer._forward_pre_hooks  # noqa: SLF001
            weight = layer.weight
            fits = weight.dtype == torch.float32 and weight.device.type == "cpu" and weight.numel() >= LEAST_NUMBERS
            if fits and not hooked:
                seen.add(id(layer))
                yield parent, name, layer


def _is_quicker(layer: Any) -> bool:
    """On one thread, as batches are computed; in processor time, so that other programs do not decide."""
    if not torch.backends.mkldnn.is_available():  # type: ignore[no-untyped-call]
        return False
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        with torch.inference_mode():
            other = packed(layer)
            rows = torch.randn(ROWS, other.in_features)
            if not alike(other(rows), layer(rows)):
                return False
            spent = [(_seconds(layer, rows), _seconds(other, rows)) for _ in range(ROUNDS)]
        return pays([one for one, _ in spent], [two for _, two in spent])
    finally:
        torch.set_num_threads(threads)


def _seconds(layer: torch.nn.Module, rows: Tensor) -> float:
    begun = time.thread_time()
    layer(rows)
    return time.thread_time() - begun
