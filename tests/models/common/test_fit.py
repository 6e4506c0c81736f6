"""A model that does not fit into memory is refused before it is loaded."""

import re

import pytest
import torch
from typer.testing import CliRunner

from idioprobe.cli import app
from idioprobe.core.errors import ModelError
from idioprobe.models.common import fit
from idioprobe.models.common.files import loading
from idioprobe.models.registry import load_encoder
from idioprobe.models.st import sentencemodel
from tests.models import tiny

CPU = torch.device("cpu")


@pytest.fixture
def free(monkeypatch):
    """Sets how much memory there is."""

    def set_free(count):
        for module in (loading, sentencemodel):
            monkeypatch.setattr(module, "free_memory", lambda _: count)

    return set_free


def parameters(folder):
    from transformers import AutoModel

    return sum(p.numel() for p in AutoModel.from_pretrained(folder).parameters())


@pytest.mark.parametrize(("dtype", "width"), [("float32", 4), ("float16", 2), ("bfloat16", 2)])
def test_what_a_model_takes_is_its_parameters_times_the_width_of_a_number(model_folder, dtype, width):
    folder = model_folder("bert")
    assert fit.weights_bytes(folder, dtype) == parameters(folder) * width


def test_shards_are_added_up(model_folder, tmp_path):
    from transformers import AutoModel

    folder = model_folder("bert")
    AutoModel.from_pretrained(folder).save_pretrained(tmp_path, max_shard_size="5KB")
    assert fit.weights_bytes(tmp_path, "float32") == fit.weights_bytes(folder, "float32")


def test_weights_kept_in_half_precision_grow_when_they_are_computed_in_full(model_folder, tmp_path):
    from transformers import AutoModel

    AutoModel.from_pretrained(model_folder("bert"), dtype=torch.bfloat16).save_pretrained(tmp_path)
    assert fit.weights_bytes(tmp_path, "float32") == fit.weights_bytes(model_folder("bert"), "float32")


def test_whole_numbers_keep_their_width(tmp_path):
    from safetensors.torch import save_file

    tensors = {"a": torch.zeros(3, 4), "b": torch.zeros(5, dtype=torch.int64), "c": torch.zeros(7, dtype=torch.bool)}
    save_file(tensors, tmp_path / "model.safetensors")
    assert fit.weights_bytes(tmp_path, "bfloat16") == 12 * 2 + 5 * 8 + 7


@pytest.mark.parametrize("raw", [b"", b"short", b"\xff" * 64, (2).to_bytes(8, "little") + b"[]"])
def test_a_damaged_file_counts_as_it_is(tmp_path, raw):
    (tmp_path / "model.safetensors").write_bytes(raw)
    assert fit.weights_bytes(tmp_path, "float32") == len(raw)


@pytest.mark.parametrize("family", ["", "st:"])
def test_it_says_how_much_is_needed_how_much_there_is_and_what_to_try(model_folder, free, monkeypatch, family):
    folder = model_folder("bert")
    free(10_000)
    monkeypatch.setattr("transformers.AutoModel.from_pretrained", lambda *_, **__: pytest.fail("it was loaded"))
    with pytest.raises(ModelError) as caught:
        load_encoder(f"{family}{folder}", device="cpu").facts()
    assert re.search(
        r"does not fit into memory: its weights take about 0\.\d MB in float32, and 0\.0 MB are free; "
        r"try `dtype` bfloat16 \(0\.\d MB\), a smaller model, or a machine with more memory\.$",
        str(caught.value),
    )


def test_half_precision_is_not_proposed_to_whom_has_it(model_folder, free):
    free(10)
    with pytest.raises(ModelError, match=r"in bfloat16, and 0\.0 MB are free; try a smaller model"):
        tiny.encoder(model_folder("bert"), dtype="bfloat16").facts()


def test_a_model_that_fits_exactly_or_on_a_machine_that_does_not_tell_is_loaded(model_folder, free):
    folder = model_folder("bert")
    for count in (fit.weights_bytes(folder, "float32"), None):
        free(count)
        assert tiny.encoder(folder).facts().states == tiny.LAYERS + 1


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        RuntimeError("[enforce fail at alloc_cpu.cpp:124] . DefaultCPUAllocator: can't allocate memory: you tried"),
        torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB"),
    ],
)
def test_memory_that_runs_out_all_the_same_is_the_same_line(model_folder, monkeypatch, error):
    def fails(*_, **__):
        raise error

    made = tiny.encoder(model_folder("bert"))
    monkeypatch.setattr("transformers.AutoModel.from_pretrained", fails)
    with pytest.raises(
        ModelError, match=r"tiny does not fit into memory: its weights take about 0\.\d MB in float32; try"
    ):
        made.facts()


def test_a_batch_that_is_too_large_says_which_option_makes_it_smaller(model_folder, monkeypatch):
    made = tiny.encoder(model_folder("bert"))
    made.facts()

    def fails(*_, **__):
        raise RuntimeError("DefaultCPUAllocator: can't allocate memory: you tried to allocate 9 bytes")

    monkeypatch.setattr(made.load().model, "forward", fails)
    with pytest.raises(ModelError, match=r"batch of 1 texts of \d+ tokens does not fit.*`batch_tokens`"):
        list(made.encode(["the beaver"], {}, [tiny.View("sentence", "mean", "-1")], None))


def test_the_memory_of_this_machine_is_known_or_said_to_be_unknown():
    found = fit.free_memory(CPU)
    assert found is None or found > 1_000_000
    assert fit.free_memory(torch.device("meta")) is None


def test_memory_and_swap_of_the_machine_and_the_limit_of_a_container_are_read(tmp_path, monkeypatch):
    meminfo = tmp_path / "meminfo"
    meminfo.write_text(
        "MemTotal: 9000 kB\nMemFree: 100 kB\nMemAvailable: 4000 kB\nSwapFree: 1000 kB\nHugePages_Total: 0\n"
    )
    monkeypatch.setattr(fit, "_MEMINFO", meminfo)
    monkeypatch.setattr(fit, "_CGROUP", tmp_path)
    assert fit.free_memory(CPU) == 5000 * 1024
    (tmp_path / "memory.max").write_text("3000000\n")
    (tmp_path / "memory.current").write_text("2000000\n")
    (tmp_path / "memory.stat").write_text("anon 1500000\nfile 500000\n")
    assert fit.free_memory(CPU) == 1_500_000
    (tmp_path / "memory.max").write_text("max\n")
    assert fit.free_memory(CPU) == 5000 * 1024
    meminfo.unlink()
    assert fit.free_memory(CPU) is None


def test_the_command_says_it_on_one_line(model_folder, free, tmp_path):
    free(10)
    places = ["--out", str(tmp_path / "results"), "--cache-dir", str(tmp_path / "cache")]
    done = CliRunner().invoke(app, ["run", "-m", str(model_folder("bert")), "--limit", "1", *places])
    assert isinstance(done.exception, ModelError)
    assert done.exception.exit_code == 2
    assert "\n" not in str(done.exception)
    assert not (tmp_path / "results").exists()
