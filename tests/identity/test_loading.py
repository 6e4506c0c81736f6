"""What was hashed is what was loaded, and nothing else is kept."""

import os
import shutil

import numpy as np
import pytest

from idioprobe.core.errors import ModelError
from idioprobe.core.fingerprint import file_sha256
from idioprobe.core.progress import Quiet
from idioprobe.core.requests import Request
from idioprobe.core.views import View
from idioprobe.models.registry import load_encoder
from idioprobe.run.config import make_config
from idioprobe.run.evaluate import open_run
from tests.identity.pairs import FRAMES, apart, edit, other_weights, scored, with_code
from tests.models.chat.talkers import talker
from tests.models.tiny import gather

CHANGED = "changed while they were read .*nothing of what was loaded is used or kept"
SENTENCE = {"hf": View("sentence", "mean", "last4"), "st": View("sentence", "native", "")}


def saved_over(folder):
    """As a trainer does that writes its next checkpoint into the same folder."""
    path = folder / "model.safetensors"
    path.write_bytes(other_weights(path))


def another_template(folder):
    (folder / "chat_template.jinja").write_text("{{ messages[0]['content'] }}")


def restored(folder):
    """Other weights for a while, and then those that were there before."""
    path = folder / "model.safetensors"
    before = path.read_bytes()
    saved_over(folder)
    path.write_bytes(before)


def another_setting(folder):
    edit(folder / "config.json", layer_norm_eps=0.5)


@pytest.mark.parametrize("change", [saved_over, another_setting, restored])
@pytest.mark.parametrize(("kind", "family"), [("bert", "hf"), ("st", "st")])
def test_a_model_that_changes_before_it_is_loaded_is_refused_and_nothing_is_kept(
    own, small, tmp_path, kind, family, change
):
    folder, spec = own(kind), None
    spec = f"{family}:{folder}"
    config = make_config({"cache_dir": tmp_path / "used", "suites": ("probes",), "resamples": 100, "floor": False})
    with open_run(spec, small, config) as run:
        assert run.encoder.identity.fingerprint
        change(folder)
        with pytest.raises(ModelError, match=CHANGED):
            run.compute(Quiet())
    fresh = scored(spec, small, tmp_path / "fresh")
    assert apart(scored(spec, small, tmp_path / "used"), fresh) == 0


def test_what_was_there_when_it_was_hashed_has_its_own_numbers_afterwards(own, small, tmp_path):
    folder = own("bert")
    kept = shutil.copytree(folder, tmp_path / "kept")
    config = make_config({"cache_dir": tmp_path / "used", "suites": ("probes",), "resamples": 100, "floor": False})
    with open_run(str(folder), small, config) as run:
        saved_over(folder)
        with pytest.raises(ModelError, match=CHANGED):
            run.compute(Quiet())
    assert apart(scored(kept, small, tmp_path / "used"), scored(kept, small, tmp_path / "fresh")) == 0


@pytest.mark.parametrize("change", [saved_over, another_template])
def test_a_chat_model_that_changes_before_it_is_loaded_is_refused(own, change):
    model = talker(folder := own("chat"))
    change(folder)
    with pytest.raises(ModelError, match=CHANGED):
        model.facts()


def test_code_that_changes_before_it_is_loaded_is_refused(own):
    model = load_encoder(str(folder := with_code(own("bert"))), device="cpu", trust_remote_code=True)
    (folder / "helper.py").write_text("SHIFT = 2\n")
    with pytest.raises(ModelError, match=CHANGED):
        model.facts()


def test_a_model_that_is_gone_before_it_is_loaded_is_an_error(own):
    model = load_encoder(str(folder := own("bert")), device="cpu")
    shutil.rmtree(folder)
    with pytest.raises(ModelError):
        model.facts()


@pytest.mark.parametrize(("kind", "family"), [("bert", "hf"), ("st", "st")])
def test_a_model_in_memory_does_not_follow_its_file(own, kind, family):
    folder, view = own(kind), SENTENCE[family]
    text = Request("A wet blanket.")
    model = load_encoder(f"{family}:{folder}", device="cpu")
    before = gather(model.encode([text.text], {}, [view], None))[0][view][text]
    raw = other_weights(folder / "model.safetensors")
    with (folder / "model.safetensors").open("r+b") as file:  # in its place, as cp does
        file.write(raw)
    after = gather(model.encode([text.text], {}, [view], None))[0][view][text]
    np.testing.assert_array_equal(before, after)


def test_of_several_models_only_the_one_that_changes_fails(own, small, tmp_path, monkeypatch):
    from typer.testing import CliRunner

    from idioprobe.cli import app
    from idioprobe.data.folder import write_folder
    from idioprobe.models.hf import transformer

    folders = [own("bert", name) for name in ("first", "second")]
    (folders[1] / "model.safetensors").write_bytes(other_weights(folders[1] / "model.safetensors", seed=2))
    write_folder(small, tmp_path / "data")
    real = transformer.load_files

    def load_files(folder, *more, **options):
        if folder == folders[1]:
            saved_over(folder)
        return real(folder, *more, **options)

    monkeypatch.setattr(transformer, "load_files", load_files)
    models = [part for folder in folders for part in ("-m", str(folder))]
    cache = ("--cache-dir", str(tmp_path / "used"))
    done = CliRunner().invoke(
        app,
        ["run", *models, "-d", str(tmp_path / "data"), "--out", str(tmp_path / "out"), *cache, "--resamples", "100"],
    )
    assert done.exit_code != 0
    assert " ".join(done.output.split()).count("changed while they were read") == 1
    monkeypatch.setattr(transformer, "load_files", real)
    for folder in folders:
        assert apart(scored(folder, small, tmp_path / "used"), scored(folder, small, tmp_path / "fresh")) == 0


def glove(path, factor):
    words = sorted({word for text in (*FRAMES, "eager beaver hard worker keen rodent") for word in text.split()})
    rows = (f"{word} {factor * at % 7} {(at * at + factor) % 5} {1 + at % 3}" for at, word in enumerate(words))
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return path


def test_word_vectors_that_change_before_they_are_read_are_refused_and_nothing_is_kept(small, tmp_path):
    path, spec = glove(tmp_path / "glove.txt", 2), f"static:{tmp_path / 'glove.txt'}"
    config = make_config({"cache_dir": tmp_path / "used", "suites": ("probes",), "resamples": 100, "floor": False})
    with open_run(spec, small, config) as run:
        glove(path, 3)
        with pytest.raises(ModelError, match=CHANGED):
            run.compute(Quiet())
    for factor in (2, 3):
        glove(path, factor)
        assert apart(scored(spec, small, tmp_path / "used"), scored(spec, small, tmp_path / f"fresh{factor}")) == 0


def test_a_file_that_is_written_twice_within_a_tick_is_hashed_twice(tmp_path):
    path, memory = tmp_path / "file", {}
    for at in range(200):
        path.write_bytes(b"%04d" % at)
        first = file_sha256(path, memory)
        path.write_bytes(b"%04d" % (at + 1))
        assert file_sha256(path, memory) != first


def test_a_hash_is_remembered_once_the_file_has_rested(tmp_path, monkeypatch):
    path, memory = tmp_path / "file", {}
    path.write_bytes(b"one")
    file_sha256(path, memory)
    assert not memory
    monkeypatch.setattr("idioprobe.core.fingerprint._SETTLED", -1)
    file_sha256(path, memory)
    assert len(memory) == 1


def test_a_file_that_never_rests_is_an_error(tmp_path, monkeypatch):
    path = tmp_path / "file"
    path.write_bytes(b"")
    real = os.stat

    def written(*_):
        with path.open("ab") as file:
            file.write(b"more")
        return "digest"

    monkeypatch.setattr("idioprobe.core.fingerprint._sha256", written)
    with pytest.raises(ModelError, match="changes while it is read: wait"):
        file_sha256(path, {})
    assert real(path).st_size
