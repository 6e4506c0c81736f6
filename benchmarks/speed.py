"""Texts per second, side by side in one process on the same texts, and their ratios.

Machines are noisy, so the contenders take turns on shuffled parts of the texts, and processor time is measured beside
the clock; the ratios are what to look at, not the absolute rates. Bare passes are those of the same texts in the best
batches, of tokens that are ready, with nothing pooled or stored: as torch computes them, and with our matrix products.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("HF_HUB_OFFLINE", "1")

import numpy as np
from rich.console import Console
from rich.table import Table

from bare import flops_of, passes, peak_of_a_thread
from idioprobe.core.encoder import Encoder
from idioprobe.core.progress import Quiet
from idioprobe.core.requests import Request
from idioprobe.core.views import UNITS, Unit
from idioprobe.data.registry import load_dataset
from idioprobe.embed.embedder import embed, know_facts, plan_views
from idioprobe.embed.store import VectorStore
from idioprobe.models.common.hub import locate
from idioprobe.models.hf.encoder import HuggingFaceEncoder
from idioprobe.models.st.encoder import SentenceTransformerEncoder
from idioprobe.run.config import make_config
from idioprobe.run.plan import make_plan, select

LAST = 4
OURS, AS_ST = "idioprobe hf: targets and sentences", "idioprobe st: the same weights as published"
BARE, BARE_TORCH = "bare passes, our matrix products", "bare passes, torch's"
ENCODE, ONE = "sentence-transformers encode", "one sentence at a time (transformers)"

Wanted = dict[Unit, set[Request]]
Contender = Callable[[Wanted], Callable[[], object]]
"""Prepares what is not to be measured, and gives what is."""
Spent = tuple[float, float]
"""Seconds of the clock and of the processor."""


def main() -> None:
    """Measure and print."""
    import torch

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, default=torch.get_num_threads())
    parser.add_argument("--parts", type=int, default=3, help="how often the contenders take turns")
    parser.add_argument("--texts", type=int, default=0, help="how many texts at most; 0: all")
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    console = Console(width=130)
    folder = locate("all-MiniLM-L6-v2")[0]
    config = make_config({})
    data = select(load_dataset("starter"), ["en"], config)
    parts = split(make_plan(data, ["en"], config).wanted, given.parts, given.texts)
    counts = [len(texts_of(part)) for part in parts]
    with tempfile.TemporaryDirectory() as temporary, VectorStore(Path(temporary)) as store:
        hf, st = HuggingFaceEncoder(folder, "minilm"), SentenceTransformerEncoder(folder, "minilm")
        ours = idioprobe_contender(hf, store)
        contenders: dict[str, Contender] = {
            OURS: ours,
            BARE: bare_contender(hf, quick=True),
            BARE_TORCH: bare_contender(HuggingFaceEncoder(folder, "minilm"), quick=False),
            AS_ST: idioprobe_contender(st, store),
            ENCODE: sentence_transformers_contender(folder),
            ONE: loop_contender(folder),
        }
        first = split(parts[0], 1, 32)[0]
        for contender in contenders.values():
            contender(first)()
        spent: dict[str, list[Spent]] = {name: [] for name in contenders}
        for turn, part in enumerate(parts):
            names = list(contenders)
            for name in names[turn % len(names) :] + names[: turn % len(names)]:
                spent[name].append(timed(contenders[name](part)))
        again = min(timed(lambda: [ours(part)() for part in parts])[0] for _ in range(3))
    total = sum(counts)
    title = f"Embedding {total:,} distinct texts of the English starter set, {given.threads} threads"
    table = Table(title=title, box=None, header_style="bold")
    for column in ("", "texts/s", "texts/processor s", "hf is … times as fast", "by the clock", "of the peak"):
        table.add_column(column, justify="right" if column else "left")
    peak, work = peak_of_a_thread(), sum(flops_of(hf.load(), sorted(texts_of(part))) for part in parts)
    for name, own in spent.items():
        clock, processor = (sum(one[i] for one in own) for i in (0, 1))
        by_clock, ratio = (
            statistics.median(b[i] / a[i] for a, b in zip(spent[OURS], own, strict=True)) for i in (0, 1)
        )
        rates = (f"{total / clock:.0f}", f"{total / processor:.0f}")
        table.add_row(name, *rates, f"{ratio:.2f}", f"{by_clock:.2f}", f"{work / processor / peak:.0%}")
    first_time = sum(one[0] for one in spent[OURS])
    table.add_row("idioprobe, all vectors in the store", f"{total / again:.0f}", "", f"rerun {first_time / again:.0f}×")
    console.print(table)
    console.print(f"Peak of one thread in matrix products: {peak / 1e9:.0f} GFLOPS; ratios are medians of the parts")
    bare, help_text = (
        min(timed(lambda c=c: start(c))[0] for _ in range(7)) for c in (["-c", "pass"], ["-m", "idioprobe", "--help"])
    )
    console.print(f"idioprobe --help takes {help_text - bare:.3f} s more than a bare Python ({bare:.3f} s)")


def texts_of(wanted: Wanted) -> set[str]:
    """The distinct texts."""
    return {request.text for requests in wanted.values() for request in requests}


def split(wanted: Wanted, parts: int, most: int) -> list[Wanted]:
    """Shuffled parts of the requests, each text in one part only."""
    texts = sorted(texts_of(wanted))
    random.Random(0).shuffle(texts)
    part_of = {text: i % parts for i, text in enumerate(texts[: most or None])}
    return [{unit: {r for r in wanted[unit] if part_of.get(r.text) == i} for unit in UNITS} for i in range(parts)]


def idioprobe_contender(encoder: Encoder, store: VectorStore) -> Contender:
    """What `idioprobe run` does between stimuli and similarities, the store on disk included."""
    views = plan_views(know_facts(encoder, store), ["mean@last4"], UNITS, special_tokens=False, notice=str)

    return lambda wanted: lambda: embed(encoder, store, wanted, views, None, Quiet())


def bare_contender(encoder: HuggingFaceEncoder, *, quick: bool) -> Contender:
    """Forward passes only: tokens and batches are made before."""
    loaded = encoder.load()
    if not quick:
        loaded._to_quicken = False  # noqa: SLF001
    return lambda wanted: passes(loaded, sorted(texts_of(wanted)))


def sentence_transformers_contender(folder: Path) -> Contender:
    """The library's own call, with its defaults; it gives one sentence vector."""
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(str(folder), device="cpu")

    return lambda wanted: lambda: model.encode(sorted(texts_of(wanted)), show_progress_bar=False)


def loop_contender(folder: Path) -> Contender:
    """One text at a time: target and sentence mean of the last four layers."""
    import torch
    import transformers

    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    model = transformers.AutoModel.from_pretrained(folder).eval()

    def embed_all(wanted: Wanted) -> None:
        spans = {r.text: r.spans for r in wanted["target"]}
        for text in texts_of(wanted):
            target = spans.get(text, ((0, len(text)),))
            tokens = tokenizer(text, return_tensors="pt", return_offsets_mapping=True)
            offsets = tokens.pop("offset_mapping")[0].tolist()
            with torch.no_grad():
                states = model(**tokens, output_hidden_states=True).hidden_states[-LAST:]
            hidden = torch.stack(states).mean(0)[0].numpy()
            inside = [
                i for i, (a, b) in enumerate(offsets) if a < b and any(a < end and b > start for start, end in target)
            ]
            words = [i for i, (a, b) in enumerate(offsets) if a < b]
            np.stack([hidden[inside].mean(0), hidden[words].mean(0)])

    return lambda wanted: lambda: embed_all(wanted)


def timed(work: Callable[[], object]) -> Spent:
    """Seconds of the clock and of the processor."""
    begun = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - begun[0], time.process_time() - begun[1]


def start(arguments: list[str]) -> None:
    """Start Python anew."""
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
