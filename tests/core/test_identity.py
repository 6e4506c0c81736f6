"""A fingerprint changes with all that decides a vector, and with nothing else."""

import hashlib
import json
import os
import shutil
import time

import pytest

from idioprobe.core import fingerprint as identity
from idioprobe.core.fingerprint import HashedAnew, file_sha256, fingerprint
from idioprobe.models import known as known_models
from idioprobe.models.hf.encoder import HuggingFaceEncoder
from idioprobe.models.registry import load_encoder
from tests.models.tiny import build, encoder


def mark(folder, **options):
    return encoder(folder, **options).identity.fingerprint


def edit_json(path, **changes):
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


@pytest.fixture
def reads(monkeypatch):
    """The files that were read to be hashed."""
    seen, real = [], hashlib.file_digest
    monkeypatch.setattr(identity.hashlib, "file_digest", lambda file, how: seen.append(file.name) or real(file, how))
    return seen


def test_a_copy_of_a_model_is_the_same_model(own_folder, tmp_path):
    other = shutil.copytree(own_folder, tmp_path / "elsewhere")
    assert mark(own_folder) == mark(other)


def test_other_weights_are_another_model(own_folder, tmp_path):
    other = build("bert", tmp_path / "other", seed=1)
    assert mark(own_folder) != mark(other)
    assert (own_folder / "config.json").read_bytes() == (other / "config.json").read_bytes()


@pytest.mark.parametrize("name", ["config.json", "tokenizer_config.json"])
def test_another_setting_is_another_model(own_folder, name):
    before = mark(own_folder)
    edit_json(own_folder / name, layer_norm_eps=0.5)
    assert mark(own_folder) != before


@pytest.mark.parametrize(
    "name",
    [
        "tokenizer.json",
        "tokenizer.model",
        "vocab.txt",
        "vocab.json",
        "merges.txt",
        "special_tokens_map.json",
        "added_tokens.json",
        "spiece.model",
        "sentencepiece.bpe.model",
    ],
)
def test_another_tokenizer_is_another_model(own_folder, name):
    path = own_folder / name
    path.write_bytes(path.read_bytes() if path.exists() else b"{}")
    before = mark(own_folder)
    path.write_bytes(path.read_bytes() + b"\n")
    assert mark(own_folder) != before


def test_another_precision_is_another_model(own_folder):
    marks = {mark(own_folder, dtype=dtype) for dtype in ("float32", "float16", "bfloat16")}
    assert len(marks) == 3


def test_a_readme_a_device_and_a_name_change_nothing(own_folder):
    before = mark(own_folder)
    (own_folder / "README.md").write_text("A fine model.")
    (own_folder / "training_args.txt").write_text("lr 1")
    assert mark(own_folder) == before
    for device in ("auto", "cpu", "cuda"):
        assert HuggingFaceEncoder(own_folder, "another name", device=device).identity.fingerprint == before


def test_a_shard_that_changes_is_another_model(own_folder):
    (own_folder / "model.safetensors").rename(own_folder / "model-00001-of-00002.safetensors")
    second = own_folder / "model-00002-of-00002.safetensors"
    second.write_bytes(b"one")
    before = mark(own_folder)
    second.write_bytes(b"two")
    assert mark(own_folder) != before


def test_the_hash_of_the_weights_is_given(own_folder):
    digest = hashlib.sha256((own_folder / "model.safetensors").read_bytes()).hexdigest()
    assert encoder(own_folder).identity.details["weights_sha256"] == digest


@pytest.fixture
def settled(monkeypatch):
    """Files are old enough for their times to tell whether they change."""
    monkeypatch.setattr("idioprobe.core.fingerprint._SETTLED", -1)


@pytest.mark.usefixtures("settled")
def test_a_file_that_did_not_change_is_not_read_again(own_folder, reads):
    memory = {}
    first = mark(own_folder, memory=memory)
    assert str(own_folder / "model.safetensors") in reads
    reads.clear()
    assert mark(own_folder, memory=memory) == first
    assert reads == []


@pytest.mark.usefixtures("settled")
def test_a_file_that_changed_is_read_again(own_folder, reads):
    memory, weights = {}, own_folder / "model.safetensors"
    first = mark(own_folder, memory=memory)
    reads.clear()
    raw = bytearray(weights.read_bytes())
    raw[-1] ^= 1
    weights.write_bytes(raw)
    os.utime(weights, ns=(1, 1))
    assert mark(own_folder, memory=memory) != first
    assert reads == [str(weights)]


def test_a_file_that_grew_is_read_again_whatever_its_time(tmp_path, reads):
    path, memory = tmp_path / "file", {}
    path.write_bytes(b"one")
    os.utime(path, ns=(1, 1))
    first = file_sha256(path, memory)
    path.write_bytes(b"three")
    os.utime(path, ns=(1, 1))
    assert file_sha256(path, memory) == hashlib.sha256(b"three").hexdigest() != first
    assert len(reads) == 2


def exchanged(path, content, how):
    """Another content of equal size and time under the same name."""
    stat = path.stat()
    if how == "another file":
        other = path.with_name("other")
        other.write_bytes(content)
        other.replace(path)
    else:
        path.write_bytes(content)
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert (path.stat().st_size, path.stat().st_mtime_ns) == (stat.st_size, stat.st_mtime_ns)


@pytest.mark.parametrize("how", ["another file", "the same file"])
def test_a_file_of_equal_size_and_time_in_the_place_of_another_is_read_again(tmp_path, how):
    path, memory = tmp_path / "file", {}
    path.write_bytes(b"one")
    file_sha256(path, memory)
    time.sleep(0.02)
    exchanged(path, b"two", how)
    assert file_sha256(path, memory) == hashlib.sha256(b"two").hexdigest()


@pytest.mark.usefixtures("settled")
def test_who_asks_for_it_has_every_file_read_again_once(own_folder, reads):
    memory = {}
    first = mark(own_folder, memory=memory)
    count = len(reads)
    anew = HashedAnew(memory)
    assert mark(own_folder, memory=anew) == mark(own_folder, memory=anew) == first
    assert len(reads) == 2 * count
    assert dict(anew) == memory


def test_a_memory_that_keeps_nothing_changes_no_hash(tmp_path):
    class Forgetful(dict):
        def __setitem__(self, key, value):
            pass

    (tmp_path / "file").write_bytes(b"one")
    assert file_sha256(tmp_path / "file", Forgetful()) == hashlib.sha256(b"one").hexdigest()


def test_parts_of_a_fingerprint_are_kept_apart():
    assert fingerprint(["ab", "c"]) != fingerprint(["a", "bc"]) != fingerprint(["abc"])
    assert fingerprint([]) != fingerprint([""])


def test_a_new_version_of_the_code_makes_new_fingerprints(own_folder, monkeypatch):
    before = mark(own_folder)
    monkeypatch.setattr(identity, "CODE_VERSION", "other")
    assert mark(own_folder) != before


def test_a_folder_is_known_by_its_weights_whatever_it_is_called(own_folder, monkeypatch):
    digest = hashlib.sha256((own_folder / "model.safetensors").read_bytes()).hexdigest()
    known = known_models.KnownModel("known", "org/known", frozenset({"en"}), 16, 5, "MIT", weights_sha256=digest)
    monkeypatch.setattr(known_models, "KNOWN_MODELS", (known,))
    made = load_encoder(str(own_folder), device="cpu")
    assert (made.identity.name, made.identity.languages) == ("known", frozenset({"en"}))


def test_an_unknown_folder_is_named_after_itself_and_not_limited_to_a_language(own_folder):
    own = own_folder.rename(own_folder.with_name("my-own"))
    made = load_encoder(str(own), device="cpu").identity
    assert (made.family, made.name, made.languages, made.revision) == ("hf", "my-own", None, None)


@pytest.mark.parametrize("written", ["bert-base-uncased", "BERT-base-uncased", "google-bert/bert-base-uncased"])
def test_a_model_is_known_by_name_or_hub_id_in_any_case(written):
    assert known_models.known_model(written).hub_id == "google-bert/bert-base-uncased"


def test_the_names_of_known_models_are_distinct():
    names = [name.casefold() for m in known_models.KNOWN_MODELS for name in (m.name, m.hub_id)]
    assert len(names) == len(set(names))
    assert known_models.known_model(known_models.DEFAULT_MODEL) is not None
