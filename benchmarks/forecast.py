"""What a run of many models in many languages would need: texts, floating-point operations, bytes, machines, hours.

A small run is measured on this machine, on one core: tokens of a text, operations per second of a forward pass,
bytes of a vector in a part, seconds of scoring. All else is an assumption, which the first table lists and the options
change. The second table is what follows from both.

    python benchmarks/forecast.py --models 1000 --languages 100
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from idioprobe.core.parts.form import pack, row_of
from idioprobe.core.progress import Quiet
from idioprobe.data.registry import load_dataset
from idioprobe.embed.parts.layout import about
from idioprobe.models.registry import load_encoder
from idioprobe.run.config import RunConfig
from idioprobe.run.engines.shards import Shard
from idioprobe.run.evaluate import open_run

MODEL = "hf:all-MiniLM-L6-v2"
PARAMETERS = 10_650_000
"""Those of MiniLM's layers, which every token goes through; its 11.8 million embeddings are looked up."""


@dataclass(frozen=True)
class Size:
    """Models of one size: their share, the parameters that a token goes through, the numbers of a vector."""

    name: str
    share: float
    parameters: float
    dimension: int


SIZES = (
    Size("small (MiniLM, static)", 0.3, 1.1e7, 384),
    Size("base (BERT, e5-base)", 0.4, 8.6e7, 768),
    Size("large (XLM-R large)", 0.2, 3.0e8, 1024),
    Size("decoders of 1 to 8 billion", 0.1, 4.0e9, 3072),
)


@dataclass(frozen=True)
class Measured:
    """What one core of this machine does."""

    texts: int
    tokens: float
    flops: float
    overhead: float
    scoring: float


def measure(limit: int) -> Measured:
    """Embed and score a part of the starter set."""
    data = load_dataset("starter")
    with tempfile.TemporaryDirectory() as folder:
        options = {"languages": ("en",), "limit": limit, "cache_dir": Path(folder), "store": str(Path(folder) / "s")}
        config = RunConfig(**options)
        with open_run(MODEL, data, config) as planned:
            planned.encoder.load()
            begun = time.process_time()
            done = planned.embed_shard(Shard(), Quiet())
            embedding = time.process_time() - begun
            texts = sorted(set(planned.data.stimuli["text"]))
            tokens = float(np.mean([len(tokens.ids) for tokens in planned.encoder.load().tokenize(texts)]))
        with open_run(MODEL, data, config) as planned:
            begun = time.process_time()
            planned.compute(Quiet())
            scoring = time.process_time() - begun
        identity = load_encoder(MODEL).identity
    from idioprobe.core.requests import Request
    from idioprobe.core.views import View

    rows = [row_of(Request(f"text {n}"), np.random.default_rng(n).normal(size=384).astype("f4")) for n in range(4096)]
    overhead = len(pack(about(identity, View("target", "mean", "last4")), rows)[1]) / len(rows) - 4 * 384
    flops = 2 * PARAMETERS * tokens * done.computed / embedding
    return Measured(done.texts, tokens, flops, overhead, scoring / done.texts)


def size_told(size: float) -> str:
    """Bytes in a unit that suits them."""
    return f"{size / 1e12:,.1f} TB" if size >= 1e12 else f"{size / 1e9:,.1f} GB"


def hours_told(hours: float) -> str:
    """Hours, or minutes or seconds where these are few."""
    for unit, many in (("hours", hours), ("minutes", hours * 60)):
        if many >= 1:
            return f"{many:,.{0 if many >= 10 else 1}f} {unit}"
    return f"{hours * 3600:,.0f} seconds"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--models", type=int, default=1000)
    parser.add_argument("--languages", type=int, default=100)
    parser.add_argument("--texts", type=int, default=10_000, help="texts of a language")
    parser.add_argument("--views", type=int, default=2, help="vectors of a text: target and sentence in one view")
    parser.add_argument(
        "--gpu", type=float, default=6e13, help="operations per second that a GPU reaches in float32/TF32"
    )
    parser.add_argument("--gpus", type=int, default=16)
    parser.add_argument("--cores", type=int, default=256, help="cores for scoring")
    parser.add_argument("--limit", type=int, default=12, help="expressions of the run that is measured")
    given = parser.parse_args()
    os.environ["OMP_NUM_THREADS"] = "1"
    found = measure(given.limit)
    texts = given.models * given.languages * given.texts
    per_token = sum(size.share * 2 * size.parameters for size in SIZES)
    flops = texts * found.tokens * per_token
    width = sum(size.share * (4 * size.dimension + found.overhead) for size in SIZES)
    size = texts * given.views * width
    scoring = texts * found.scoring / 3600
    print("| assumption | value | where it is from |\n| --- | --- | --- |")
    for name, value, why in (
        ("models, languages", f"{given.models:,} × {given.languages:,}", "asked for"),
        (
            "texts of a language",
            f"{given.texts:,}",
            "assumed; NCIMP has 8,631 in English without the naturalistic sentences",
        ),
        ("vectors of a text", str(given.views), "target and sentence, one view"),
        *(
            (s.name, f"{s.share:.0%}; {s.parameters:.1e} parameters; {s.dimension} numbers", "assumed mix")
            for s in SIZES
        ),
        ("tokens of a text", f"{found.tokens:.1f}", "measured: starter set, MiniLM's tokenizer"),
        ("operations of a token", "2 per parameter", "a multiplication and an addition"),
        ("a core of this machine", f"{found.flops / 1e9:.1f} GFLOP/s", "measured: MiniLM, one thread, float32"),
        ("a GPU", f"{given.gpu / 1e12:.0f} TFLOP/s", "assumed: 40 % of 156 TFLOP/s (A100, TF32)"),
        ("a vector in a part", f"4 bytes a number + {found.overhead:.0f}", "measured"),
        (
            "scoring a text",
            f"{found.scoring * 1e3:.2f} ms on a core",
            f"measured on {found.texts:,} texts, 2,000 resamples",
        ),
    ):
        print(f"| {name} | {value} | {why} |")
    print("\n| what | for all |\n| --- | --- |")
    hours = flops / given.gpu / 3600
    for name, value in (
        ("texts to embed", f"{texts:.1e}"),
        ("floating-point operations", f"{flops:.1e}"),
        ("store", f"{size_told(size)}, {size / (32 << 20):,.0f} parts of 32 MB"),
        ("embedding", f"{hours_told(hours)} of one GPU; {hours_told(hours / given.gpus)} on {given.gpus} GPUs"),
        ("the same on cores like this one", f"{hours_told(flops / found.flops / 3600)} of one core"),
        ("scoring", f"{hours_told(scoring)} of one core; {hours_told(scoring / given.cores)} on {given.cores} cores"),
        (
            "one model in one language, from the store",
            f"{scoring * 3600 / given.models / given.languages:,.0f} s on a core",
        ),
    ):
        print(f"| {name} | {value} |")


if __name__ == "__main__":
    main()
