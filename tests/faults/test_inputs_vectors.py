"""Files of vectors that are not what they say end in vectors or in a clear line, in little time and memory."""

import io

import numpy as np
import polars as pl
import pytest
from safetensors.numpy import save

from idioprobe.models.static.wordvectors import open_vectors
from idioprobe.models.vectors.file import read_contents, read_vectors
from tests.faults.harness import RIGHT, chance, many
from tests.faults.mutations import in_little_memory, mutated_bytes, within
from tests.models.static.fasttextbin import Model
from tests.models.vectorfiles import FORMATS

WORDS = ["eager", "beaver", "hot", "dog", "né"]
TABLE = list(zip(WORDS, np.random.default_rng(0).normal(size=(5, 4)).astype(np.float32), strict=True))


def header(raw, by):
    """Other numbers in the first line."""
    count, dimension = (by.choice((b"0", b"-1", b"1", b"5", b"9" * 12, b"9" * 30, b"x", b"1e9", b"")) for _ in "ab")
    return count + b" " + dimension + b"\n" + raw.partition(b"\n")[2]


@pytest.mark.parametrize("kind", sorted(FORMATS))
def test_word_vectors(tally, tmp_path, kind):
    raw, path = FORMATS[kind](TABLE), tmp_path / "vectors.txt"
    for seed in range(many(15, 200)):
        by = chance("vectors", kind, seed)
        path.write_bytes(header(raw, by) if by.random() < 0.3 else mutated_bytes(raw, by))
        tally.attempt("word vectors", (kind, seed), lambda path=path: _words(path))


def test_fasttext_models(tally, tmp_path):
    raw, path = Model(WORDS).raw(), tmp_path / "model.bin"
    for seed in range(many(80, 1000)):
        by = chance("fasttext", seed)
        begin = bytearray(raw)
        for _ in range(by.randint(1, 3)):  # the numbers of its header
            at = by.randrange(4, 92, 4)
            begin[at : at + 4] = by.choice((b"\xff" * 4, b"\0" * 4, b"\xff\xff\xff\x7f", b"\1\0\0\0", by.randbytes(4)))
        path.write_bytes(bytes(begin) if by.random() < 0.6 else mutated_bytes(raw, by))
        tally.attempt("fastText model", seed, lambda: _words(path))


def _words(path):
    with within(20), in_little_memory():
        found = open_vectors(path, "0" * 64, None, lambda _: None)
        vectors = {**found.read([*WORDS, "unknown"]), **found.from_subwords(["unknown"])}
    assert all(vector.shape == (found.dimension,) and np.isfinite(vector).all() for vector in vectors.values())
    return RIGHT


def _npz():
    out = io.BytesIO()
    np.savez(out, ids=np.array(WORDS), vectors=np.ones((5, 4), np.float32))
    return out.getvalue()


def _parquet():
    out = io.BytesIO()
    pl.DataFrame({"id": WORDS, "vector": [[1.0, 2.0]] * 5}).write_parquet(out)
    return out.getvalue()


MADE = {
    ".npz": _npz,
    ".parquet": _parquet,
    ".safetensors": lambda: save({"vectors": np.ones((5, 4), np.float32)}, {"ids": "\n".join(WORDS)}),
}


@pytest.mark.parametrize("ending", sorted(MADE))
def test_vectors_made_elsewhere(tally, tmp_path, ending):
    raw, path = MADE[ending](), tmp_path / f"vectors{ending}"

    def read():
        with within(20), in_little_memory():
            contents = read_contents(path)
            vectors = read_vectors(path, frozenset(WORDS))
        assert all(vector.shape == (contents.dimension,) for vector in vectors.values())
        return RIGHT

    for seed in range(many(60, 700)):
        by = chance("made", ending, seed)
        part = raw if by.random() < 0.5 else raw[: len(raw) // 2]
        path.write_bytes(mutated_bytes(part, by) + raw[len(part) :])
        tally.attempt(f"vectors {ending}", seed, read)
