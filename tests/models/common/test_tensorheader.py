"""How many weights a model's files hold."""

import json
import struct

from idioprobe.models.common.tensorheader import parameters, tensors


def write(path, entries):
    header = json.dumps({"__metadata__": {"format": "pt"}, **entries}).encode()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(struct.pack("<Q", len(header)) + header)


def entry(kind, *shape):
    return {"dtype": kind, "shape": list(shape), "data_offsets": [0, 0]}


def test_weights_are_counted_over_all_files_and_positions_are_none(tmp_path):
    write(tmp_path / "model-00001-of-00002.safetensors", {"a": entry("F32", 3, 4), "ids": entry("I64", 1, 512)})
    write(tmp_path / "model-00002-of-00002.safetensors", {"b": entry("BF16", 5)})
    assert parameters(tmp_path) == {"parameters": "17"}


def test_modules_in_folders_count_where_they_belong_to_the_model(tmp_path):
    write(tmp_path / "model.safetensors", {"a": entry("F32", 2)})
    write(tmp_path / "2_Dense" / "model.safetensors", {"b": entry("F32", 3)})
    assert parameters(tmp_path, nested=True) == {"parameters": "5"}
    assert parameters(tmp_path) == {"parameters": "2"}


def test_a_damaged_file_or_none_tells_nothing(tmp_path):
    assert parameters(tmp_path) == {}
    (tmp_path / "model.safetensors").write_bytes(b"\xff" * 40)
    assert tensors(tmp_path / "model.safetensors") is None
    assert parameters(tmp_path) == {}


def test_minilm_has_about_as_many_as_the_paper_says(minilm_folder):
    assert round(int(parameters(minilm_folder)["parameters"]) / 1e6) in (22, 23)
