"""What the others of this folder are held against: bare forward passes, and the processor's peak in matrix products."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

import torch
from torch import Tensor

from idioprobe.models.common.batches import token_batches
from idioprobe.models.common.parallel import in_parallel
from idioprobe.models.common.passes.linear import PackedLinear, packed
from idioprobe.models.hf.transformer import Tokens, Transformer

BUDGETS = (512, 1024, 2048)
SAMPLED = 256
SIZES = ((1024, 384, 1536), (1024, 1024, 1024), (2048, 2048, 2048))
Padded = tuple[Tensor, Tensor | None]


def passes(loaded: Transformer, texts: list[str]) -> Callable[[], None]:
    """Forward passes of texts in the best of some batch sizes; tokens and batches are made before."""
    tokens = loaded.tokenize(texts)
    sample = tokens[:: max(1, len(tokens) // SAMPLED)]
    tries = {most: [seconds(run(loaded, batches(sample, most))) for _ in range(2)] for most in BUDGETS}
    return run(loaded, batches(tokens, min(tries, key=lambda most: min(tries[most]))))


def run(loaded: Transformer, padded: list[Padded]) -> Callable[[], None]:
    """As many batches at once as there are threads, each on one."""
    threads = torch.get_num_threads()

    def forward(batch: Padded) -> None:
        with torch.inference_mode():
            loaded.model(input_ids=batch[0], attention_mask=batch[1])

    def all_of_them() -> None:
        try:
            exhaust(in_parallel(forward, padded, threads, lambda: torch.set_num_threads(1)))
        finally:
            torch.set_num_threads(threads)

    return all_of_them


def batches(tokens: list[Tokens], most: int) -> list[Padded]:
    """Texts of like length together, filled up."""
    made: list[Padded] = []
    for members in token_batches([len(one.ids) for one in tokens], most):
        rows = [torch.tensor(tokens[i].ids) for i in members]
        ids = torch.nn.utils.rnn.pad_sequence(rows, batch_first=True)
        attended = torch.nn.utils.rnn.pad_sequence([torch.ones_like(row) for row in rows], batch_first=True)
        made.append((ids, None if attended.all() else attended))
    return made


def flops_of(loaded: Transformer, texts: list[str]) -> float:
    """Floating-point operations that the texts need, without padding: of linear layers and of attention."""
    layers = [m for m in loaded.model.encoder.modules() if isinstance(m, torch.nn.Linear | PackedLinear)]
    weights = sum(layer.in_features * layer.out_features for layer in layers)
    config = loaded.model.config
    each = (len(tokens.ids) for tokens in loaded.tokenize(texts))
    return float(sum(2 * n * weights + 4 * n * n * config.hidden_size * config.num_hidden_layers for n in each))


def peak_of_a_thread() -> float:
    """Operations per second of processor time in the quickest matrix product on one thread, by torch or oneDNN."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        with torch.inference_mode():
            return max(_rate(*size, onednn=onednn) for size in SIZES for onednn in (False, True))
    finally:
        torch.set_num_threads(threads)


def _rate(rows: int, wide: int, out: int, *, onednn: bool) -> float:
    layer = torch.nn.Linear(wide, out)
    computed = packed(layer) if onednn else layer
    given = torch.randn(rows, wide)
    return 2 * rows * wide * out / min(seconds(lambda: computed(given)) for _ in range(7))


def seconds(work: Callable[[], object]) -> float:
    """Of the processor."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def exhaust(results: Iterable[object]) -> None:
    """Take all, keep none."""
    for _ in results:
        pass
