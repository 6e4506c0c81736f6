"""What damage does to the idiom score: noise on weights and on vectors, fewer dimensions, sign bits, random adapters.

All on all-MiniLM-L6-v2 and what `IdiomEvaluator` measures: the idioms of the English starter set, and a sample of its
other expressions. No damaged model should be above the interval of the
whole one, and what can no longer tell meaning from noise should have no score (`--json FILE` keeps the numbers, from
which docs/figures/sweep.py draws).
"""

from __future__ import annotations

import argparse
import copy
import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from rich.console import Console
from rich.table import Table
from sentence_transformers import SentenceTransformer

from idioprobe.core.encoder import Encoded, Facts
from idioprobe.core.requests import Request
from idioprobe.models.known import known_model
from idioprobe.models.registry import load_encoder
from idioprobe.models.st.live import LiveSentenceTransformer
from idioprobe.run.watch import Watch
from idioprobe.suites.headline import NOISE, VERDICTS, main_score

MODEL = "all-MiniLM-L6-v2"
SEEDS = (0, 1, 2)


@dataclass(frozen=True)
class Measured:
    """One damaged model."""

    damage: str
    amount: str
    seed: int | None
    net: float
    low: float
    high: float
    sentence: float
    random: float
    verdict: str


def noisy(model: SentenceTransformer, sd: float, seed: int, where: Callable[[str], bool]) -> SentenceTransformer:
    """Gaussian noise on the weights whose names are meant."""
    made = copy.deepcopy(model)
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, weight in sorted(made.named_parameters()):
            if where(name):
                weight += sd * torch.randn(weight.shape, generator=generator)
    return made


def adapted(model: SentenceTransformer, scale: float, seed: int, rank: int = 8) -> SentenceTransformer:
    """A random low-rank change of every query, key and value, as a LoRA that was never trained adds."""
    made = copy.deepcopy(model)
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, weight in sorted(made.named_parameters()):
            if weight.ndim == 2 and any(f".{part}." in name for part in ("query", "key", "value")):
                down = torch.randn(rank, weight.shape[1], generator=generator) / rank**0.5
                up = torch.randn(weight.shape[0], rank, generator=generator)
                weight += scale * up @ down
    return made


class Changed:
    """The vectors of a model that was asked once, each changed by itself."""

    def __init__(
        self, facts: Facts, encoded: Sequence[Encoded], change: Callable[[Request, np.ndarray], np.ndarray]
    ) -> None:
        self._facts, self._encoded, self._change = facts, encoded, change

    def facts(self) -> Facts:
        """As the whole model."""
        return self._facts

    def encode(self, *_: Any) -> Iterator[Encoded]:
        """The changed vectors."""
        for done in self._encoded:
            vectors = {
                v: [(r, self._change(r, x).astype(np.float32)) for r, x in own] for v, own in done.vectors.items()
            }
            yield replace(done, vectors=vectors)


class Remembering:
    """A model that keeps what it encoded last."""

    def __init__(self, model: SentenceTransformer) -> None:
        self._inner = LiveSentenceTransformer(model)
        self.encoded: list[Encoded] = []

    def facts(self) -> Facts:
        """As the model inside."""
        return self._inner.facts()

    def encode(self, *asked: Any) -> Iterator[Encoded]:
        """As the model inside."""
        self.encoded = list(self._inner.encode(*asked))
        yield from self.encoded


def shaken(request: Request, vector: np.ndarray, *, times: float, seed: int) -> np.ndarray:
    """Gaussian noise of so many times the length of the vector."""
    digest = hashlib.sha256(f"{seed} {request}".encode()).digest()
    noise = np.random.default_rng(list(digest)).normal(size=len(vector))
    return vector + times * np.linalg.norm(vector) * noise / np.linalg.norm(noise)


def shortened(_: Request, vector: np.ndarray, *, dimensions: int) -> np.ndarray:
    """The first coordinates."""
    return vector[:dimensions]


def signs(_: Request, vector: np.ndarray) -> np.ndarray:
    """One bit for each coordinate."""
    return np.where(vector < 0, -1.0, 1.0)


def damaged(model: SentenceTransformer) -> Iterator[tuple[str, str, int | None, Any]]:
    """Each kind of damage, its amount, its seed and the model that it makes."""
    whole = Remembering(model)
    yield "none", "", None, whole
    weights: tuple[tuple[str, tuple[float, ...], Callable[[str], bool]], ...] = (
        ("noise on all weights", (0.02, 0.05, 0.1, 0.3), lambda _: True),
        ("noise in the encoder", (0.05, 0.1), lambda name: ".encoder." in name),
        ("noise in the last layer", (0.1, 0.3), lambda name: ".layer.5." in name),
    )
    for kind, amounts, where in weights:
        for sd in amounts:
            for seed in SEEDS:
                yield kind, f"{sd:g}", seed, LiveSentenceTransformer(noisy(model, sd, seed, where))
    for scale in (0.05, 0.2):
        for seed in SEEDS:
            yield "random adapter", f"{scale:g}", seed, LiveSentenceTransformer(adapted(model, scale, seed))
    for times in (0.5, 1, 2):
        for seed in SEEDS:
            change = partial(shaken, times=times, seed=seed)
            yield "noise on vectors", f"{times:g}", seed, Changed(whole.facts(), whole.encoded, change)
    for dimensions in (128, 32, 8, 2):
        change = partial(shortened, dimensions=dimensions)
        yield "fewer dimensions", str(dimensions), None, Changed(whole.facts(), whole.encoded, change)
    yield "sign bits", "", None, Changed(whole.facts(), whole.encoded, signs)


def measure(encoder: Any, watch: Watch) -> tuple[float, float, float, float, float, str]:
    """The net choice of phrases with its interval, that of sentences, random words over all, and the verdict."""
    seen = watch.look(encoder)
    here = seen.summary.filter(statistic="mean")
    row = here.filter(measure="choice_net", group="NC", unit="target").row(0, named=True)
    sentence = here.filter(measure="choice_net", group="NC", unit="sentence")["value"][0]
    random = here.filter(measure="choice_random", group="all", unit="target")["value"][0]
    head = main_score(seen.headlines)
    verdict = VERDICTS[NOISE] if head is not None and head.verdict == NOISE else ""
    return row["value"], row["ci_low"], row["ci_high"], sentence, random, verdict


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, default=None)
    out = parser.parse_args().json
    encoder: Any = load_encoder(f"st:{known_model(MODEL).name}")  # type: ignore[union-attr]
    watch, found = Watch("starter", languages=["en"]), list[Measured]()
    for kind, amount, seed, made in damaged(encoder.load().transformer):
        found.append(Measured(kind, amount, seed, *measure(made, watch)))
        print(found[-1], flush=True)
    show(found)
    if out is not None:
        out.write_text(json.dumps([asdict(one) for one in found], indent=1) + "\n", encoding="utf-8")


def show(found: Sequence[Measured]) -> None:
    """A row for each, and which are above the whole model's interval."""
    table = Table(box=None, pad_edge=False)
    for name in ("damage", "amount", "seed", "net", "sentence", "random", "verdict"):
        table.add_column(name, justify="left" if name in ("damage", "verdict") else "right")
    for one in found:
        seed = "" if one.seed is None else str(one.seed)
        net = f"{100 * one.net:.0f} [{100 * one.low:.0f}, {100 * one.high:.0f}]"
        table.add_row(one.damage, one.amount, seed, net, f"{100 * one.sentence:.0f}", f"{one.random:.2f}", one.verdict)
    console = Console(width=120)
    console.print(table)
    above = [one for one in found[1:] if one.net > found[0].high and one.verdict != VERDICTS[NOISE]]
    console.print(f"{len(above)} of {len(found) - 1} damaged models are above the whole model's interval.")
    for one in above:
        console.print(f"  {one.damage} {one.amount}, seed {one.seed}: {100 * one.net:.0f}")


if __name__ == "__main__":
    main()
