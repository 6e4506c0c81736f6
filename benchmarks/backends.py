"""What openvino gains over torch in our embedder, beside bare forward passes and sentence-transformers.

All embed the same texts of the English starter set with the same weights (all-MiniLM-L6-v2), in turn; printed are
medians of their ratios to our embedder on torch, by the processor and by the clock, and how far cosines are from
those of torch in float32. The store is left out. On a busy machine trust the processor.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("HF_HUB_OFFLINE", "1")

import numpy as np
from rich.console import Console
from rich.table import Table

from idioprobe.data.registry import load_dataset
from idioprobe.embed.embedder import plan_views, spans_of
from idioprobe.models.common.hub import locate
from idioprobe.models.registry import load_encoder
from idioprobe.run.config import make_config
from idioprobe.run.plan import make_plan, select

BATCH = 32
Contender = Callable[[list[str]], np.ndarray]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--texts", type=int, default=600)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    folder = locate("all-MiniLM-L6-v2")[0]
    config = make_config({})
    wanted = make_plan(select(load_dataset("starter"), ["en"], config), ["en"], config).wanted
    texts = sorted({r.text for requests in wanted.values() for r in requests})
    random.Random(0).shuffle(texts)
    texts = sorted(texts[: given.texts])
    spans = spans_of(wanted["target"], {*texts})
    contenders: dict[str, Contender | None] = {
        "idioprobe hf:, torch": ours(f"hf:{folder}", spans),
        "idioprobe hf:, openvino": ours(f"hf:{folder}", spans, backend="openvino"),
        "idioprobe hf:, torch bfloat16": ours(f"hf:{folder}", spans, dtype="bfloat16"),
        "idioprobe hf:, openvino bfloat16": ours(f"hf:{folder}", spans, backend="openvino", dtype="bfloat16"),
        "idioprobe st:, torch": ours(f"st:{folder}", spans),
        "idioprobe st:, openvino": ours(f"st:{folder}", spans, backend="openvino"),
        "bare forward passes, torch": bare(folder),
        "sentence-transformers, torch": library(folder),
        "sentence-transformers, openvino float32": library(folder, "openvino"),
    }
    here = {name: contender for name, contender in contenders.items() if contender is not None}
    processor: dict[str, list[float]] = {name: [] for name in here}
    clock: dict[str, list[float]] = {name: [] for name in here}
    vectors: dict[str, np.ndarray] = {}
    for contender in here.values():
        contender(texts[:BATCH])
    for turn in range(given.rounds):
        names = list(here)
        for name in names[turn % len(names) :] + names[: turn % len(names)]:
            begun, spent = time.perf_counter(), time.process_time()
            vectors[name] = here[name](texts)
            processor[name].append(time.process_time() - spent)
            clock[name].append(time.perf_counter() - begun)
    show(contenders, processor, clock, vectors, f"{len(texts)} texts, {given.rounds} rounds in turn")


def show(
    contenders: dict[str, Contender | None],
    processor: dict[str, list[float]],
    clock: dict[str, list[float]],
    vectors: dict[str, np.ndarray],
    title: str,
) -> None:
    """One row each; the first of each kind is what its cosines are compared with."""
    table = Table(title=title, box=None, header_style="bold")
    for column in ("", "ms of the processor per text", "times as fast", "by the clock", "cosines differ by"):
        table.add_column(column, justify="left" if not column else "right")
    first = next(iter(processor))
    count = len(next(iter(vectors.values()))) or 1
    for name in contenders:
        if name not in processor:
            table.add_row(name, "not here")
            continue
        kind = next(other for other in processor if other.split(",")[0] == name.split(",")[0])
        ratios = [
            statistics.median(a / b for a, b in zip(spent[first], spent[name], strict=True))
            for spent in (processor, clock)
        ]
        each = 1000 * statistics.median(processor[name]) / count
        table.add_row(
            name, f"{each:.2f}", *(f"{ratio:.2f}" for ratio in ratios), f"{differ(vectors[kind], vectors[name]):.0e}"
        )
    Console(width=120).print(table)


def ours(model: str, spans: dict, **options: str) -> Contender | None:
    """Target and sentence vectors as a run asks for them; the sentences' are returned."""
    encoder = load_encoder(model, device="cpu", **options)
    encoder.notice = print
    if options.get("backend") and "backend" not in encoder.identity.details:
        return None
    facts = encoder.facts()
    views = plan_views(facts, ("mean@last4",), facts.units, special_tokens=False, notice=print)
    sentence = next(view for view in views if view.unit == "sentence")

    def contender(texts: list[str]) -> np.ndarray:
        found = {}
        for part in encoder.encode(texts, spans, views, None):
            found.update({request.text: vector for request, vector in part.vectors[sentence]})
        return np.stack([found[text] for text in texts])

    return contender


def bare(folder: Path) -> Contender:
    """Batches of like length through the model, and nothing made of what comes out."""
    import torch
    import transformers

    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    model = transformers.AutoModel.from_pretrained(folder).eval()

    def contender(texts: list[str]) -> np.ndarray:
        order = sorted(texts, key=len)
        first = {}
        for at in range(0, len(order), BATCH):
            batch = tokenizer(order[at : at + BATCH], padding=True, return_tensors="pt")
            with torch.inference_mode():
                states = model(**batch, output_hidden_states=True).hidden_states[-1]
            first.update(zip(order[at : at + BATCH], states[:, 0].numpy(), strict=True))
        return np.stack([first[text] for text in texts])

    return contender


def library(folder: Path, backend: str = "torch") -> Contender | None:
    """The library's own call; its openvino, which needs optimum-intel, held at float32."""
    from sentence_transformers import SentenceTransformer

    more = {}
    if backend != "torch":
        more = {"backend": backend, "model_kwargs": {"ov_config": {"INFERENCE_PRECISION_HINT": "f32"}}}
    try:
        model = SentenceTransformer(str(folder), device="cpu", **more)
    except Exception as error:
        if "optimum" not in str(error).lower():
            raise
        return None
    return lambda texts: model.encode(texts, show_progress_bar=False)


def differ(expected: np.ndarray, found: np.ndarray) -> float:
    """How much the cosine of any two vectors differs at most."""
    a, b = (rows.astype(np.float64) / np.linalg.norm(rows, axis=1, keepdims=True) for rows in (expected, found))
    return float(np.abs(a @ a.T - b @ b.T).max())


if __name__ == "__main__":
    main()
