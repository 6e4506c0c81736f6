"""GGUF files that cannot be read say why before anything is loaded."""

import struct

import numpy as np
import pytest

from idioprobe.core.errors import ModelError, WeightsError
from idioprobe.models.common.files import loading
from idioprobe.models.common.files.ggufheader import gguf_bytes, read_header
from idioprobe.models.registry import load_encoder
from tests.support import needed_module

gguf = needed_module("gguf")


def write(path, architecture="llama", **tensors):
    """A GGUF file with settings of every kind, and some tensors."""
    writer = gguf.GGUFWriter(str(path), architecture)
    writer.add_name("tiny")
    writer.add_block_count(2)
    writer.add_float32("llama.rope.freq_base", 1e4)
    writer.add_bool("tokenizer.ggml.add_bos_token", True)
    writer.add_array("tokenizer.ggml.tokens", ["<s>", "▁the", "beaver"])
    writer.add_array("tokenizer.ggml.scores", [0.0, -1.0, -2.0])
    for name, tensor in (tensors or {"token_embd.weight": np.ones((4, 32), np.float32)}).items():
        writer.add_tensor(name, tensor)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


@pytest.fixture
def path(tmp_path):
    return tmp_path / "tiny.gguf"


def test_a_header_tells_the_architecture_and_the_tensors(path):
    write(path, "qwen2", one=np.zeros((4, 32), np.float32), two=np.zeros((3, 64), np.float16))
    header = read_header(path)
    assert header.architecture == "qwen2"
    assert [(t.name, t.elements) for t in header.tensors] == [("one", 128), ("two", 192)]
    theirs = gguf.GGUFReader(path)
    assert [int(t.data_offset) for t in theirs.tensors] == [header.data + t.offset for t in header.tensors]
    assert [int(t.tensor_type) for t in theirs.tensors] == [t.type for t in header.tensors]


@pytest.mark.parametrize(("dtype", "width"), [("float32", 4), ("bfloat16", 2)])
def test_quantized_numbers_take_what_they_take_once_they_are_unpacked(path, dtype, width):
    packed = gguf.quantize(np.ones((4, 64), np.float32), gguf.GGMLQuantizationType.Q4_1)
    writer = gguf.GGUFWriter(str(path), "llama")
    writer.add_tensor("a", packed, raw_dtype=gguf.GGMLQuantizationType.Q4_1)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    assert gguf_bytes(path, dtype) == 256 * width


def test_a_type_of_numbers_that_cannot_be_read_is_named_with_those_that_can(path):
    write(path, good=np.zeros((4, 32), np.float32), bad=np.zeros((4, 32), np.int8))
    with pytest.raises(ModelError, match=r"tiny\.gguf has numbers of the type I8 \(bad\).*one of F32, F16, .*Q4_K"):
        load_encoder(str(path.parent), gguf=path.name, device="cpu").facts()


def test_a_type_that_nobody_knows_is_named_by_its_number(path):
    write(path)
    raw = bytearray(path.read_bytes())
    name = raw.index(b"token_embd.weight") + len(b"token_embd.weight")
    kind = name + 4 + 2 * 8
    assert raw[kind : kind + 4] == (0).to_bytes(4, "little")
    raw[kind : kind + 4] = (999).to_bytes(4, "little")
    path.write_bytes(raw)
    with pytest.raises(ModelError, match=r"of the type number 999 \(token_embd\.weight\)"):
        gguf_bytes(path, "float32")


def test_an_architecture_that_cannot_be_read_is_named_with_those_that_can(path):
    write(path, "unheard-of")
    with pytest.raises(
        ModelError, match=r"architecture 'unheard-of', which transformers does not read; it reads .*llama"
    ):
        load_encoder(str(path.parent), gguf=path.name, device="cpu").facts()


def test_a_file_cut_short_anywhere_is_damaged(path):
    raw = write(path).read_bytes()
    for kept in (30, 100, 200, len(raw) // 2, len(raw) - 1):
        path.write_bytes(raw[:kept])
        with pytest.raises(WeightsError, match=r"is damaged: .*download it again"):
            load_encoder(str(path.parent), gguf=path.name, device="cpu").facts()


@pytest.mark.parametrize("raw", [b"GGUF", b"GGUF" + b"\xff" * 60, b"GGUF\x03\0\0\0" + b"\xff" * 60])
def test_noise_after_the_first_letters_is_one_clear_line(path, raw):
    path.write_bytes(raw)
    with pytest.raises((ModelError, WeightsError)) as caught:
        gguf_bytes(path, "float32")
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("dimensions", [9, 10**6, 2**32 - 1])
def test_no_tensor_has_as_many_dimensions_as_a_damaged_file_says(path, dimensions):
    name = struct.pack("<Q", 1) + b"a"
    path.write_bytes(struct.pack("<4sIQQ", b"GGUF", 3, 1, 0) + name + struct.pack("<I", dimensions) + bytes(1900))
    with pytest.raises(WeightsError, match="its header cannot be read"):
        read_header(path)


def test_lists_within_lists_end(path):
    pair = struct.pack("<Q", 1) + b"a" + struct.pack("<I", 9)
    path.write_bytes(struct.pack("<4sIQQ", b"GGUF", 3, 0, 1) + pair + struct.pack("<IQ", 9, 1) * 100_000)
    with pytest.raises(WeightsError, match="its header cannot be read"):
        read_header(path)


def test_a_file_of_an_old_version_is_said_to_be_one(path):
    raw = bytearray(write(path).read_bytes())
    raw[4:8] = (1).to_bytes(4, "little")
    path.write_bytes(raw)
    with pytest.raises(ModelError, match="not a GGUF file of version 2 or 3"):
        gguf_bytes(path, "float32")


def test_a_model_that_does_not_fit_is_refused(path, monkeypatch):
    write(path)
    monkeypatch.setattr(loading, "free_memory", lambda _: 10)
    monkeypatch.setattr(loading, "load_tokenizer", lambda *_: None)
    with pytest.raises(ModelError, match="does not fit into memory"):
        load_encoder(str(path.parent), gguf=path.name, device="cpu").facts()
