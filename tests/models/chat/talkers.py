"""Tiny language models in folders, with and without a chat template, and what they say asked one question at a time."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from idioprobe.core.answers import Text
from idioprobe.core.requests import Question
from idioprobe.models.registry import load_encoder
from tests.models import tiny

TEMPLATE = (
    "{% for m in messages %}<|{{ m['role'] }}|>\n{{ m['content'] }}<|end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|assistant|>\n{% endif %}"
)
TURNS = ["<|user|>", "<|assistant|>", "<|system|>", "<|end|>"]
RANDOM = {"initializer_range": 0.3}
SMALL: dict[str, Any] = {
    "hidden_size": 16,
    "num_hidden_layers": 3,
    "num_attention_heads": 2,
    "num_key_value_heads": 1,
    "intermediate_size": 32,
    "max_position_embeddings": 256,
    "initializer_range": 0.3,
}
KINDS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "llama": ("gpt2", "LlamaConfig", SMALL),
    "gpt2": ("gpt2", "GPT2Config", {"n_embd": 16, "n_layer": 3, "n_head": 2, "n_positions": 256, **RANDOM}),
    "qwen3": ("gpt2", "Qwen3Config", {**SMALL, "head_dim": 8}),
    "llama with pieces": ("llama", "LlamaConfig", SMALL),
    "mistral with a window": ("gpt2", "MistralConfig", {**SMALL, "sliding_window": 40, "head_dim": 8}),
    "gemma3": ("gpt2", "Gemma3TextConfig", {**SMALL, "head_dim": 8, "sliding_window": 60, "num_hidden_layers": 7}),
    "mamba": ("gpt2", "MambaConfig", {"hidden_size": 16, "num_hidden_layers": 2, "state_size": 4, **RANDOM}),
    "bloom": ("gpt2", "BloomConfig", {"hidden_size": 16, "n_layer": 3, "n_head": 2, **RANDOM}),
}
"""Tokenizer and configuration; the last two cannot be packed."""


def build(kind: str, folder: Path, *, template: str | None = TEMPLATE, seed: int = 0, **options: Any) -> Path:
    """Save a language model with random weights, whose logits are far enough apart to tell."""
    import torch
    import transformers

    transformers.logging.disable_progress_bar()
    name, config, own = KINDS[kind]
    tokenizer = tiny.TOKENIZERS[name]()
    tokenizer.add_special_tokens({"additional_special_tokens": TURNS})
    tokenizer.chat_template = template
    end = tokenizer.convert_tokens_to_ids("<|end|>") if template else tokenizer.eos_token_id
    ids = {"bos_token_id": tokenizer.bos_token_id, "eos_token_id": end, "pad_token_id": None}
    made = getattr(transformers, config)(vocab_size=len(tokenizer), **{**own, **ids, **options})
    torch.manual_seed(seed)
    model = transformers.AutoModelForCausalLM.from_config(made)
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def talker(folder: Path, **options: Any) -> Any:
    """The model of a folder, on the processor."""
    return load_encoder(f"chat:{folder}", device="cpu", **options)


def answers(model: Any, questions: Any, batch_tokens: int | None = None) -> dict[Question, Any]:
    """All answers, each question's once."""
    found: dict[Question, Any] = {}
    for part in model.respond(list(questions), batch_tokens):
        for question, answer in part:
            assert question not in found
            found[question] = answer
    return found


@cache
def plain(folder: Path) -> tuple[Any, Any]:
    """Tokenizer and model, by transformers alone."""
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32).eval()
    return AutoTokenizer.from_pretrained(folder), model


def prompt(tokenizer: Any, question: Question) -> list[int]:
    """What the model reads before its answer."""
    if not tokenizer.chat_template:
        return list(tokenizer(f"{question.text}\n{question.lead}")["input_ids"])
    turns = [{"role": "user", "content": question.text}]
    return list(tokenizer.apply_chat_template(turns, add_generation_prompt=True, return_dict=True)["input_ids"])


def by_hand(parts: tuple[Any, Any], question: Question) -> Any:
    """The answer to one question alone, an option at a time: `generate`, or a pass over each option."""
    import torch

    tokenizer, model = parts
    ids = prompt(tokenizer, question)
    if not question.options:
        with torch.no_grad():
            out = model.generate(
                input_ids=torch.tensor([ids]),
                attention_mask=torch.ones((1, len(ids)), dtype=torch.long),
                max_new_tokens=question.tokens,
                do_sample=False,
                pad_token_id=0,
            )
        return Text(tokenizer.decode(out[0, len(ids) :], skip_special_tokens=True).strip())
    sums = []
    for option in question.options:
        own = tokenizer(option if tokenizer.chat_template else f" {option}", add_special_tokens=False)["input_ids"]
        with torch.no_grad():
            logits = model(input_ids=torch.tensor([[*ids, *own]])).logits[0].double()
        told = torch.log_softmax(logits, dim=-1)
        sums.append(sum(float(told[len(ids) - 1 + at, token]) for at, token in enumerate(own)))
    return np.array(sums)
