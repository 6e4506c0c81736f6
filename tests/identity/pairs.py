"""Two models that differ in one thing: how the one is made of the other, and what is compared."""

import json

import polars as pl

from idioprobe import evaluate
from idioprobe.models.registry import load_encoder

FRAMES = ("We saw {} there.", "The {} was late again.")
MODELING = """
from transformers import BertModel
from .helper import SHIFT

class Shifted(BertModel):
    def forward(self, input_ids=None, attention_mask=None, token_type_ids=None, **more):
        ids = (input_ids + SHIFT) % self.config.vocab_size
        return super().forward(input_ids=ids, attention_mask=attention_mask, token_type_ids=token_type_ids, **more)
"""
HELPER = "SHIFT = {}\n"


def mark(spec, **options):
    """What tells a model from others."""
    return load_encoder(str(spec), device="cpu", **options).identity.fingerprint


def scored(spec, data, cache, **options):
    """The similarities that a run computes with a folder for its cache."""
    result = evaluate(
        str(spec), data, cache_dir=cache, device="cpu", suites=("probes",), resamples=100, floor=False, **options
    )
    return result.tables["similarities"].drop("model", strict=False)


def apart(one, other):
    """How far the values of two runs are from each other at most."""
    keys = [name for name, kind in one.schema.items() if not kind.is_float()]
    both = (
        one.sort(keys).select(pl.selectors.float()).to_numpy()
        - other.sort(keys).select(pl.selectors.float()).to_numpy()
    )
    return float(abs(both[both == both]).max())


def edit(path, **changes):
    """Change what a JSON file says."""
    told = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    path.write_text(json.dumps({**told, **changes}), encoding="utf-8")


def with_code(folder, shift=1):
    """Let a BERT have code of its own, in two files, that reads other words than are there."""
    edit(folder / "config.json", auto_map={"AutoModel": "modeling_shifted.Shifted"})
    (folder / "modeling_shifted.py").write_text(MODELING, encoding="utf-8")
    (folder / "helper.py").write_text(HELPER.format(shift), encoding="utf-8")
    return folder


def other_weights(path, seed=1):
    """Other numbers in a file of tensors: the same size, the same names."""
    import torch
    from safetensors.torch import load_file, save_file

    torch.manual_seed(seed)
    tensors = {name: torch.randn_like(tensor) * 0.3 for name, tensor in load_file(path).items()}
    made = path.with_name("made")
    save_file(tensors, made, metadata={"format": "pt"})
    raw = made.read_bytes()
    made.unlink()
    assert len(raw) == path.stat().st_size
    return raw
