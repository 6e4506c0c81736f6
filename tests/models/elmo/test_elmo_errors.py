"""An ELMo that cannot be used as asked says which file, key or dataset is wrong and what to do."""

import sys
from functools import partial

import numpy as np
import pytest

from idioprobe.core.errors import MissingExtraError, ModelError, WeightsError
from idioprobe.core.views import View
from idioprobe.models.elmo.encoder import ElmoEncoder
from idioprobe.models.registry import load_encoder
from tests.models.elmo import bilm

WEIGHTS = bilm.weights(bilm.OPTIONS)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The files of a sound model; read only."""
    return bilm.write(tmp_path_factory.mktemp("elmo"), bilm.OPTIONS, WEIGHTS)


@pytest.fixture
def own(tmp_path):
    """Make a model with other options or weights."""
    return partial(bilm.encoder, tmp_path)


def run(encoder):
    return list(encoder.encode(["eager beaver"], {}, [View("sentence", "mean", "-1")], None))


def test_h5py_that_is_not_installed_is_an_error_with_what_to_install(folder, monkeypatch):
    monkeypatch.delitem(sys.modules, "idioprobe.models.elmo.network", raising=False)
    monkeypatch.setitem(sys.modules, "h5py", None)
    with pytest.raises(MissingExtraError, match=r"needs h5py: pip install .*'h5py>="):
        run(ElmoEncoder(folder))


def test_a_folder_that_is_not_there_or_lacks_a_file_says_what_is_wanted(folder, tmp_path):
    with pytest.raises(ModelError, match=r"no such folder.*\*options\.json and \*weights\.hdf5"):
        load_encoder(f"elmo:{tmp_path / 'absent'}")
    with pytest.raises(ModelError, match=r"no \*options\.json; a model is two files"):
        load_encoder(f"elmo:{tmp_path}")
    (tmp_path / "options.json").write_text("{}")
    with pytest.raises(ModelError, match=r"no \*weights\.hdf5; a model is two files"):
        load_encoder(f"elmo:{tmp_path}")
    with pytest.raises(ModelError, match=r"is not a weights file"):
        load_encoder(f"elmo:{folder / 'elmo_tiny_options.json'}")
    (tmp_path / "other_weights.hdf5").write_bytes(b"")
    with pytest.raises(ModelError, match=r"have to be called other_options\.json"):
        load_encoder(f"elmo:{tmp_path / 'other_weights.hdf5'}")


def test_two_models_in_a_folder_are_told_apart_by_their_weights_file(tmp_path):
    for prefix in ("one_", "two_"):
        bilm.write(tmp_path, bilm.OPTIONS, WEIGHTS, prefix)
    with pytest.raises(ModelError, match=r"2 files \*options\.json \(one_options\.json, two_options\.json\).*by its"):
        load_encoder(f"elmo:{tmp_path}")
    assert load_encoder(f"elmo:{tmp_path / 'two_weights.hdf5'}").identity.name == "two"


@pytest.mark.parametrize("key", [f"{p}.{k}" for p in ("char_cnn", "lstm") for k in bilm.OPTIONS[p]] + ["lstm"])
def test_options_that_lack_a_key_are_an_error_that_names_it(tmp_path, key):
    of = bilm.options()
    part, _, name = key.partition(".")
    del (of[part] if name else of)[name or part]
    with pytest.raises(ModelError, match=rf"elmo_tiny_options\.json: {key} is missing"):
        ElmoEncoder(bilm.write(tmp_path, of, {}))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"char_cnn__activation": "gelu"}, r"char_cnn\.activation is wrong"),
        ({"char_cnn__filters": []}, r"char_cnn\.filters is wrong"),
        ({"char_cnn__filters": [[20, 3]]}, r"filters has one of width 20"),
        ({"char_cnn__filters": [[1, 2, 3]]}, r"char_cnn\.filters\.0"),
        ({"char_cnn__embedding": {}}, r"char_cnn\.embedding\.dim is missing"),
        ({"char_cnn__n_characters": 100}, r"char_cnn\.n_characters is wrong"),
        ({"char_cnn__max_characters_per_token": 2}, r"max_characters_per_token is wrong"),
        ({"lstm__dim": "wide"}, r"lstm\.dim is wrong"),
        ({"lstm__n_layers": 0}, r"lstm\.n_layers is wrong"),
        ({"lstm__cell_clip": 0}, r"lstm\.cell_clip is wrong"),
        ({"lstm__projection_dim": 9}, r"lstm\.projection_dim is 9, but lstm\.dim is 8"),
    ],
    ids=str,
)
def test_options_that_make_no_sense_are_an_error_that_names_the_key(tmp_path, changes, message):
    with pytest.raises(ModelError, match=message):
        ElmoEncoder(bilm.write(tmp_path, bilm.options(**changes), {}))


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"null", b"\xff\xfe", b"version https://git-lfs"])
def test_options_that_are_not_a_json_object_are_an_error_that_names_the_file(tmp_path, content):
    bilm.write(tmp_path, bilm.OPTIONS, WEIGHTS)
    (tmp_path / "elmo_tiny_options.json").write_bytes(content)
    with pytest.raises(ModelError, match=r"elmo_tiny_options\.json"):
        ElmoEncoder(tmp_path)


@pytest.mark.parametrize("kept", [0, 7, 100, 0.5, 0.999])
def test_weights_that_are_cut_off_are_damaged(own, kept):
    made = own()
    raw = made.weights_file.read_bytes()
    made.weights_file.write_bytes(raw[: int(kept * len(raw)) if kept < 1 else kept])
    with pytest.raises(WeightsError, match=r"weights of own .* are damaged or no HDF5 file.*get the file again"):
        run(made)


def test_a_pointer_in_place_of_weights_is_damaged(own):
    made = own()
    made.weights_file.write_text("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n")
    with pytest.raises(WeightsError, match="damaged or no HDF5 file"):
        run(made)


@pytest.mark.parametrize("name", sorted(WEIGHTS)[::3])
def test_weights_that_lack_a_dataset_are_an_error_that_names_it(own, name):
    with pytest.raises(WeightsError, match=rf"lack 1 of 29 datasets \({name}\)"):
        run(own(**{name: None}))


def test_weights_of_one_direction_only_are_incomplete(own):
    with pytest.raises(
        WeightsError, match=r"lack 6 of 29 datasets \(RNN_1/RNN/MultiRNNCell/Cell0/LSTMCell/W_0, .*, …\)"
    ):
        run(own(**{name: None for name in WEIGHTS if name.startswith("RNN_1")}))


def test_weights_of_another_model_are_an_error_that_names_what_does_not_fit(own):
    with pytest.raises(
        WeightsError, match=r"have datasets that the options do not speak of \(RNN_0/.*/Cell1/LSTMCell/B,"
    ):
        run(own(of=bilm.options(lstm__n_layers=1)))
    with pytest.raises(WeightsError, match=r"CNN/W_cnn_1 has the shape \(1, 2, 4, 4\), .* say \(1, 2, 4, 6\)"):
        run(own(of=bilm.options(char_cnn__filters=[[1, 3], [2, 6], [3, 3]])))


@pytest.mark.parametrize("name", sorted(WEIGHTS)[::4])
def test_a_dataset_of_the_wrong_shape_is_an_error_that_names_it(own, name):
    with pytest.raises(
        WeightsError, match=rf"{name} has the shape \(2, 3\), but the options say \({len(WEIGHTS[name])}"
    ):
        run(own(**{name: np.zeros((2, 3), np.float32)}))


def test_a_dataset_of_words_is_damaged(own):
    with pytest.raises(WeightsError, match="damaged"):
        run(own(**{"CNN/b_cnn_0": np.array([b"a", b"b", b"c"])}))


def test_a_link_to_another_file_is_not_followed(own):
    import h5py

    made = own()
    with h5py.File(made.weights_file, "a") as file:
        del file["char_embed"]
        file["char_embed"] = h5py.ExternalLink("elsewhere.hdf5", "/char_embed")
    with pytest.raises(WeightsError, match=r"lack 1 of 29 datasets \(char_embed\)"):
        run(made)


@pytest.mark.parametrize(
    ("part", "key"),
    [("lstm", "n_layers"), ("lstm", "dim"), ("char_cnn", "n_highway"), ("char_cnn", "max_characters_per_token")],
)
def test_a_number_that_nobody_could_compute_is_refused(tmp_path, part, key):
    wrong = {**bilm.OPTIONS, part: {**bilm.OPTIONS[part], key: 10**9}}
    folder = bilm.write(tmp_path, wrong, {})
    with pytest.raises(ModelError, match=rf"{part}\.{key} is wrong: Input should be less than or equal to"):
        ElmoEncoder(folder)


def test_options_within_options_without_end_are_no_options(tmp_path):
    folder = bilm.write(tmp_path, bilm.OPTIONS, WEIGHTS)
    (folder / "elmo_tiny_options.json").write_text("[" * 100_000)
    with pytest.raises(ModelError, match="is not a readable JSON file"):
        ElmoEncoder(folder)


def test_options_that_are_no_text_are_told_without_words_of_the_machine(tmp_path):
    folder = bilm.write(tmp_path, bilm.OPTIONS, WEIGHTS)
    (folder / "elmo_tiny_options.json").write_bytes(b'{"lstm": "\xf4')
    with pytest.raises(ModelError, match="readable JSON file: byte 0xf4 is not UTF-8; get it again"):
        ElmoEncoder(folder)
