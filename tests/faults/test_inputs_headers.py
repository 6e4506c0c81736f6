"""Every number in the header of a model's files is bounded before it is used."""

import json
import struct

import numpy as np

from idioprobe.models.common.files.ggufheader import gguf_bytes, read_header
from idioprobe.models.common.fit import tensors_bytes
from idioprobe.models.elmo.encoder import ElmoEncoder
from idioprobe.models.elmo.format import read_options, weight_shapes
from idioprobe.models.hf.inject import Injected, read_injected, write_injected
from tests.faults.harness import RIGHT, chance, many
from tests.faults.mutations import in_little_memory, mutated_bytes, mutated_json, within
from tests.models.common.files.test_ggufheader import write as write_gguf
from tests.models.elmo import bilm
from tests.support import needed_module

LARGE = (2**32 - 1, 2**63 - 1, 2**64 - 1, 10**9, 10**6, 9, 0)


def test_gguf(tally, tmp_path):
    raw, path = write_gguf(tmp_path / "sound.gguf").read_bytes(), tmp_path / "bad.gguf"
    begins = len(raw) - 512

    def read():
        with within(20), in_little_memory():
            read_header(path)
            gguf_bytes(path, "float32")
        return RIGHT

    for seed in range(many(150, 2500)):
        by = chance("gguf", seed)
        begin = bytearray(raw)
        if by.random() < 0.6:
            at = by.randrange(8, begins)
            begin[at : at + 8] = struct.pack("<Q", by.choice(LARGE))
            path.write_bytes(begin)
        else:
            path.write_bytes(mutated_bytes(raw[:begins], by) + raw[begins:])
        tally.attempt("GGUF header", seed, read)


def test_gguf_with_more_dimensions_or_deeper_lists_than_any(tally, tmp_path):
    path = tmp_path / "bad.gguf"

    def read():
        with within(20), in_little_memory():
            read_header(path)
        return RIGHT

    for dimensions in (9, 1000, 10**6, 2**32 - 1):
        name = struct.pack("<Q", 1) + b"a"
        path.write_bytes(struct.pack("<4sIQQ", b"GGUF", 3, 1, 0) + name + struct.pack("<I", dimensions) + bytes(1900))
        tally.attempt("GGUF header", f"{dimensions} dimensions", read)
    for depth in (3, 10, 1000, 100_000):
        deep = struct.pack("<IQ", 9, 1) * depth
        pair = struct.pack("<Q", 1) + b"a" + struct.pack("<I", 9)
        path.write_bytes(struct.pack("<4sIQQ", b"GGUF", 3, 0, 1) + pair + deep)
        tally.attempt("GGUF header", f"{depth} lists", read)


def test_elmo_options(tally, tmp_path):
    path = tmp_path / "options.json"

    def read():
        with within(20), in_little_memory():
            weight_shapes(read_options(path))
        return RIGHT

    for seed in range(many(150, 2500)):
        by = chance("elmo", seed)
        text = json.dumps(mutated_json(bilm.OPTIONS, by)).encode()
        path.write_bytes(mutated_bytes(text, by) if by.random() < 0.3 else text)
        tally.attempt("ELMo options", seed, read)
    for key in ("dim", "projection_dim", "n_layers"):
        for number in LARGE:
            path.write_text(json.dumps({**bilm.OPTIONS, "lstm": {**bilm.OPTIONS["lstm"], key: number}}))
            tally.attempt("ELMo options", (key, number), read)
    path.write_text("[" * 100_000)
    tally.attempt("ELMo options", "deep", read)


def test_elmo_weights(tally, tmp_path):
    needed_module("h5py")
    folder = bilm.write(tmp_path, bilm.OPTIONS, bilm.weights(bilm.OPTIONS))
    (path,) = folder.glob("*weights.hdf5")
    raw = path.read_bytes()

    def load():
        with within(20):
            ElmoEncoder(folder).load()
        return RIGHT

    for seed in range(many(20, 300)):
        path.write_bytes(mutated_bytes(raw, chance("hdf5", seed)))
        tally.attempt("ELMo weights", seed, load)


def test_safetensors(tally, tmp_path):
    sound, path = tmp_path / "model.safetensors", tmp_path / "bad.safetensors"
    write_injected(sound, Injected(np.ones((2, 4), np.float32), (("eager beaver",), ("hot dog",)), "m", "0" * 64))
    raw = sound.read_bytes()
    length = struct.unpack("<Q", raw[:8])[0]
    header = json.loads(raw[8 : 8 + length])

    def read():
        with within(20), in_little_memory():
            tensors_bytes(path, "float32")
            read_injected(path)
        return RIGHT

    for seed in range(many(100, 1500)):
        by = chance("safetensors", seed)
        kind = by.randrange(3)
        if kind == 0:
            path.write_bytes(struct.pack("<Q", by.choice(LARGE)) + raw[8:])
        elif kind == 1:
            text = json.dumps(mutated_json(header, by)).encode()
            path.write_bytes(struct.pack("<Q", len(text)) + text + raw[8 + length :])
        else:
            path.write_bytes(mutated_bytes(raw, by))
        tally.attempt("safetensors header", seed, read)
