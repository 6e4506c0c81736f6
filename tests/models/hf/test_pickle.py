"""Weights that exist as a pickle only are refused, unless the user insists; even then no code in them runs."""

import shutil
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from idioprobe.cli import app
from idioprobe.core.errors import ConfigError, IdioprobeError, ModelError, WeightsError
from idioprobe.core.views import View
from idioprobe.models.registry import load_encoder
from tests.models import tiny
from tests.support import same_vectors

VIEWS = [View("target", "mean", "last4"), View("sentence", "mean", "last4")]
NATIVE = [View("sentence", "native", "")]
TEXT = tiny.SENTENCES[0]


@pytest.fixture
def pickled(own_folder):
    """A tiny BERT as models used to be published."""
    import torch
    from safetensors.torch import load_file

    weights = own_folder / "model.safetensors"
    torch.save(load_file(weights), own_folder / "pytorch_model.bin")
    weights.unlink()
    return own_folder


class Attack:
    """What a malicious pickle looks like: opening it calls a function."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return Path.touch, (self.path,)


def vectors(spec, views=VIEWS, **options):
    spans = {TEXT: [tiny.span(TEXT, "eager beaver")]}
    found, failed, _ = tiny.gather(load_encoder(spec, device="cpu", **options).encode([TEXT], spans, views, None))
    assert not any(failed.values())
    return np.stack([vector for view in views for vector in found[view].values()])


@pytest.mark.parametrize("family", ["", "st:"])
def test_a_refusal_says_which_option_insists(pickled, family):
    with pytest.raises(ModelError, match=r"only as a pickle \(pytorch_model\.bin\).*`allow_pickle` reads it"):
        load_encoder(f"{family}{pickled}")


@pytest.mark.parametrize(("family", "views"), [("", VIEWS), ("st:", NATIVE)])
def test_the_weights_are_the_same_read_either_way(pickled, model_folder, family, views):
    insisted = vectors(f"{family}{pickled}", views, allow_pickle=True)
    same_vectors(insisted, vectors(f"{family}{model_folder('bert')}", views))


@pytest.mark.parametrize("family", ["", "st:"])
def test_other_weights_are_another_model(pickled, tmp_path, family):
    import torch

    other = shutil.copytree(pickled, tmp_path / "other")
    state = torch.load(other / "pytorch_model.bin", weights_only=True)
    torch.save({name: tensor + 1 for name, tensor in state.items()}, other / "pytorch_model.bin")
    one, two = (load_encoder(f"{family}{folder}", allow_pickle=True).identity for folder in (pickled, other))
    assert one.fingerprint != two.fingerprint
    assert one.details["weights_sha256"] != two.details["weights_sha256"]


@pytest.mark.parametrize("family", ["", "st:"])
def test_safetensors_are_taken_where_there_are_some(model_folder, tmp_path, family):
    import torch

    folder = shutil.copytree(model_folder("bert"), tmp_path / "both")
    torch.save({"nothing": torch.zeros(1)}, folder / "pytorch_model.bin")
    views = NATIVE if family else VIEWS
    found = vectors(f"{family}{folder}", views, allow_pickle=True)
    same_vectors(found, vectors(f"{family}{model_folder('bert')}", views))


@pytest.mark.parametrize("family", ["", "st:"])
def test_code_in_a_pickle_does_not_run_even_so(pickled, tmp_path, family):
    import torch

    torch.save({"embeddings": Attack(tmp_path / "ran")}, pickled / "pytorch_model.bin")
    with pytest.raises(WeightsError, match=r"hold more than numbers, such as code; they are not read") as caught:
        load_encoder(f"{family}{pickled}", device="cpu", allow_pickle=True).facts()
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("kept", [0, 100, 0.5])
def test_a_pickle_that_is_cut_off_is_one_clear_line(pickled, kept):
    path = pickled / "pytorch_model.bin"
    raw = path.read_bytes()
    path.write_bytes(raw[: int(kept * len(raw)) if kept < 1 else kept])
    with pytest.raises(IdioprobeError, match="model") as caught:
        load_encoder(str(pickled), device="cpu", allow_pickle=True).facts()
    assert "\n" not in str(caught.value)


def test_other_families_have_no_use_for_it(tmp_path):
    with pytest.raises(ConfigError, match="`allow_pickle` does not go with static:"):
        load_encoder(f"static:{tmp_path / 'vectors.txt'}", allow_pickle=True)


def test_the_command_takes_it(pickled, tmp_path):
    places = ["--out", str(tmp_path / "results"), "--cache-dir", str(tmp_path / "cache")]
    call = ["run", "-m", str(pickled), "--limit", "2", "--resamples", "100", "--language", "en", *places]
    refused = CliRunner().invoke(app, call)
    assert isinstance(refused.exception, ModelError)
    done = CliRunner().invoke(app, [*call, "--allow-pickle"])
    assert done.exit_code == 0, done.output
    assert "Results: " in done.output
