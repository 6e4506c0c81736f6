"""Texts per second, side by side in one process on the same texts, and their ratios.

Machines are noisy, so the contenders take turns on shuffled parts of the texts; the
ratios are what to look at, not the absolute rates.
"""

from __future__ import annotations

import os
import random
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

from idioprobe.core.progress import Quiet
from idioprobe.core.requests import Request
from idioprobe.core.views import UNITS, Unit
from idioprobe.data.registry import load_dataset
from idioprobe.embed.embedder import embed, know_facts, plan_views
from idioprobe.embed.store import VectorStore
from idioprobe.models.common.hub import locate
from idioprobe.models.hf.encoder import HuggingFaceEncoder
from idioprobe.run.config import make_config
from idioprobe.run.plan import make_plan, select

PARTS = 3
LAST = 4

Wanted = dict[Unit, set[Request]]
Contender = Callable[[Wanted], None]


def main() -> None:
    """Measure and print."""
    console = Console(width=110)
    folder = locate("all-MiniLM-L6-v2")[0]
    config = make_config({})
    data = select(load_dataset("starter"), ["en"], config)
    parts = split(make_plan(data, ["en"], config).wanted)
    total = sum(len({r.text for requests in part.values() for r in requests}) for part in parts)
    with tempfile.TemporaryDirectory() as temporary:
        store = VectorStore(Path(temporary))
        ours = idioprobe_contender(folder, store)
        contenders: dict[str, Contender] = {
            "idioprobe (both units, last four layers)": ours,
            "sentence-transformers encode": sentence_transformers_contender(folder),
            "one sentence at a time (transformers)": loop_contender(folder),
        }
        warm_up = {unit: set(sorted(parts[0][unit], key=lambda r: r.text)[:32]) for unit in UNITS}
        for contender in list(contenders.values())[1:]:
            contender(warm_up)
        seconds = dict.fromkeys(contenders, 0.0)
        for turn, part in enumerate(parts):
            names = list(contenders)
            for name in names[turn % len(names) :] + names[: turn % len(names)]:
                seconds[name] += timed(lambda name=name, part=part: contenders[name](part))
        again = min(timed(lambda: [ours(part) for part in parts]) for _ in range(3))
        store.close()
    first = next(iter(seconds))
    table = Table(title=f"Embedding {total:,} distinct texts of the English starter set", box=None, header_style="bold")
    for column in ("", "texts/s", "idioprobe is … times as fast"):
        table.add_column(column, justify="left" if not column else "right")
    for name, spent in seconds.items():
        table.add_row(name, f"{total / spent:.0f}", f"{spent / seconds[first]:.2f}")
    table.add_row("idioprobe, all vectors in the store", f"{total / again:.0f}", f"rerun {seconds[first] / again:.0f}×")
    console.print(table)
    bare, help_text = (
        min(timed(lambda c=c: start(c)) for _ in range(7)) for c in (["-c", "pass"], ["-m", "idioprobe", "--help"])
    )
    console.print(f"idioprobe --help takes {help_text - bare:.3f} s more than a bare Python ({bare:.3f} s)")


def split(wanted: Wanted) -> list[Wanted]:
    """Shuffled parts of the requests, each text in one part only."""
    texts = sorted({r.text for requests in wanted.values() for r in requests})
    random.Random(0).shuffle(texts)
    part_of = {text: i % PARTS for i, text in enumerate(texts)}
    return [{unit: {r for r in wanted[unit] if part_of[r.text] == i} for unit in UNITS} for i in range(PARTS)]


def idioprobe_contender(folder: Path, store: VectorStore) -> Contender:
    """What `idioprobe run` does between stimuli and similarities, the store on disk included."""
    encoder = HuggingFaceEncoder(folder, "minilm")
    views = plan_views(know_facts(encoder, store), ["mean@last4"], UNITS, special_tokens=False, notice=print)

    def contender(wanted: Wanted) -> None:
        embed(encoder, store, wanted, views, None, Quiet())

    return contender


def sentence_transformers_contender(folder: Path) -> Contender:
    """The library's own call, with its defaults; it gives one sentence vector."""
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(str(folder), device="cpu")

    def contender(wanted: Wanted) -> None:
        model.encode(sorted({r.text for requests in wanted.values() for r in requests}), show_progress_bar=False)

    return contender


def loop_contender(folder: Path) -> Contender:
    """One text at a time: target and sentence mean of the last four layers."""
    import torch
    import transformers

    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    model = transformers.AutoModel.from_pretrained(folder).eval()

    def contender(wanted: Wanted) -> None:
        spans = {r.text: r.spans for r in wanted["target"]}
        for text in {r.text for requests in wanted.values() for r in requests}:
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

    return contender


def timed(work: Callable[[], object]) -> float:
    """Seconds of wall time."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def start(arguments: list[str]) -> None:
    """Start Python anew."""
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
