"""What is kept of a vector file: read through once, found at once later, and never trusted when it is damaged."""

import gzip
import os
import resource
import subprocess
import sys
import time

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from idioprobe.core.errors import ModelError
from idioprobe.core.requests import Request
from idioprobe.core.views import View
from idioprobe.models.static import wordvectors
from idioprobe.models.static.encoder import StaticEncoder
from idioprobe.models.static.tensorfile import DamagedFileError, read_tensors, write_tensors
from idioprobe.models.static.wordindex import IndexBuilder, Spot, WordIndex
from idioprobe.models.static.wordvectors import open_vectors
from tests.models import vectorfiles as write
from tests.models.static.fasttextbin import Model
from tests.models.tiny import gather
from tests.support import needed_module

TABLE = [
    ("the", [0.25, -1.5, 3.0]),
    ("beaver", [0.125, 2.0, -0.0625]),
    ("café", [1e-3, 4.0, 5.5]),
    ("热狗", [7.0, -8.0, 9.0]),
    ("beaver", [9.0, 9.0, 9.0]),
    ("42", [1.0, 2.0, 3.0]),
]
EXPECTED = {word: np.array(vector, dtype=np.float32) for word, vector in reversed(TABLE)}
BEAVERS = Model([word for word, _ in TABLE if word != "beaver"] + ["beaver"], dimension=3, longest=0)
FORMATS = {**write.FORMATS, "fastText .bin": lambda _: BEAVERS.raw()}
DIGEST = "ab" * 32
SENTENCE = View("sentence", "mean", "")


@pytest.fixture
def cache(tmp_path):
    """A cache folder."""
    return tmp_path / "cache"


@pytest.fixture
def put(tmp_path):
    """Writes a file of vectors in a format."""

    def made(name, table=TABLE):
        path = tmp_path / "vectors.dat"
        path.write_bytes(FORMATS[name](table))
        return path

    return made


@pytest.fixture
def scans(monkeypatch):
    """How often a file was read through."""
    seen = []

    def counted(function):
        return lambda *args: seen.append(function.__name__) or function(*args)

    for name in ("read_rows", "read_vectors"):
        monkeypatch.setattr(wordvectors, name, counted(getattr(wordvectors, name)))
    monkeypatch.setattr(wordvectors.FastTextFile, "entries", counted(wordvectors.FastTextFile.entries))
    return seen


def expected(name):
    return {w: BEAVERS.vector(w).astype(np.float32) for w in EXPECTED} if name == "fastText .bin" else EXPECTED


def read(path, cache, words=tuple(EXPECTED), notice=lambda _: None, digest=DIGEST):
    return open_vectors(path, digest, cache, notice).read(words)


def assert_same(found, wanted):
    assert set(found) == set(wanted)
    for word, vector in wanted.items():
        assert found[word].dtype == np.float32
        np.testing.assert_array_equal(found[word], vector)


def kept(cache):
    return sorted((cache / "static").iterdir())


@pytest.mark.parametrize("name", FORMATS)
def test_the_second_time_a_file_is_not_read_through_and_holds_the_same(put, cache, scans, name):
    path = put(name)
    assert_same(read(path, cache), expected(name))
    assert len(scans) == 1
    assert_same(read(path, cache), expected(name))
    assert_same(read(path, cache, ["beaver", "unheard"]), {"beaver": expected(name)["beaver"]})
    assert read(path, cache, []) == {}
    assert len(scans) == 1


@pytest.mark.parametrize("name", FORMATS)
def test_without_a_cache_folder_it_is_read_through_each_time(put, scans, name):
    for _ in range(2):
        assert_same(read(put(name), None), expected(name))
    assert len(scans) == 2


def test_words_with_spaces_and_empty_lines_are_where_they_were(tmp_path, cache):
    path = tmp_path / "odd.txt"
    path.write_bytes(b"a 1 2\n\n. . . 3 4\nat x@y.org 5 6 \r\nb 7 8")
    wanted = {"a": [1, 2], ". . .": [3, 4], "at x@y.org": [5, 6], "b": [7, 8]}
    for _ in range(2):
        assert_same(read(path, cache, [*wanted, ""]), {w: np.array(v, np.float32) for w, v in wanted.items()})


def test_what_is_not_packed_is_not_copied(put, cache):
    path = put("glove", [(f"w{i}", np.random.default_rng(i).normal(size=50)) for i in range(200)])
    read(path, cache)
    (index,) = kept(cache)
    assert index.stat().st_size < path.stat().st_size / 10


def test_a_packed_file_is_unpacked_into_a_file_that_others_can_read(put, cache):
    load_file = needed_module("safetensors.numpy").load_file
    said = []
    read(put("word2vec_text.gz"), cache, notice=said.append)
    index, matrix = (load_file(path) for path in kept(cache))
    np.testing.assert_array_equal(matrix["vectors"], np.array([vector for _, vector in TABLE], dtype=np.float32))
    assert len(index["hashes"]) == len(TABLE)
    assert ["was unpacked once" in message for message in said] == [True]
    read(put("word2vec_text.gz"), cache, notice=pytest.fail)


def test_two_files_are_kept_apart(put, cache):
    read(put("glove"), cache)
    other = put("glove", [("the", [5.0, 6.0])])
    assert_same(read(other, cache, digest="cd" * 32), {"the": np.array([5, 6], np.float32)})
    assert len(kept(cache)) == 2


# Damage.

HARM = {
    "cut off": lambda raw: raw[: len(raw) // 2],
    "empty": lambda _: b"",
    "one byte": lambda raw: raw[:-3] + bytes([raw[-3] ^ 1]) + raw[-2:],
    "a byte of the header": lambda raw: raw.replace(b'"source"', b'"sourcf"').replace(b'"F32"', b'"F33"'),
    "something else": lambda _: b"not an index at all" * 100,
    "a header without end": lambda raw: b"\xff" * 8 + raw[8:],
    "longer": lambda raw: raw + b"more",
}


@pytest.mark.parametrize("harm", HARM)
@pytest.mark.parametrize("name", ["glove", "word2vec_binary", "glove.gz", "fastText .bin"])
def test_an_index_that_is_damaged_is_made_again(put, cache, scans, name, harm):
    path = put(name)
    read(path, cache)
    index = kept(cache)[0]
    good = index.read_bytes()
    index.write_bytes(HARM[harm](good))
    assert_same(read(path, cache), expected(name))
    assert len(scans) == 2
    assert index.read_bytes() == good


@pytest.mark.parametrize("harm", ["cut off", "empty", "one byte", "something else"])
def test_unpacked_vectors_that_are_damaged_are_made_again(put, cache, harm):
    path = put("glove.gz")
    read(path, cache)
    matrix = kept(cache)[1]
    good = matrix.read_bytes()
    matrix.write_bytes(HARM[harm](good))
    assert_same(read(path, cache), EXPECTED)
    assert matrix.read_bytes() == good


def test_unpacked_vectors_that_are_gone_are_made_again(put, cache):
    path = put("glove.gz")
    read(path, cache)
    kept(cache)[1].unlink()
    assert_same(read(path, cache), EXPECTED)
    assert len(kept(cache)) == 2


def test_an_index_that_belongs_to_another_file_is_made_again(put, cache, scans):
    read(put("glove", [("the", [1.0, 2.0, 4.0])]), cache, digest="cd" * 32)
    (index,) = kept(cache)
    index.rename(index.with_name(index.name.replace("cd" * 16, "ab" * 16)))
    assert_same(read(put("glove"), cache), EXPECTED)
    assert len(scans) == 2


def test_a_file_that_has_changed_under_its_index_gives_its_own_vectors(put, cache):
    """As long as it was, so that nothing but the rows themselves can tell."""
    path = put("glove")
    read(path, cache)
    path.write_bytes(path.read_bytes().replace(b"0.125", b"0.625"))
    assert read(path, cache)["beaver"][0] == 0.625


@given(st.binary(max_size=300))
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_file_that_is_no_index_is_taken_for_one(tmp_path, raw):
    path = tmp_path / "index"
    for content in (raw, len(raw).to_bytes(8, "little") + raw):
        path.write_bytes(content)
        with pytest.raises(DamagedFileError):
            read_tensors(path)


def test_a_broken_file_leaves_nothing_behind(tmp_path, cache):
    path = tmp_path / "broken.txt"
    for raw in (b"a 1 2\nb 1\n", gzip.compress(b"a 1 2\nb 1\n")):
        path.write_bytes(raw)
        with pytest.raises(ModelError, match="get it again"):
            read(path, cache)
        assert kept(cache) == []


@pytest.mark.parametrize("name", ["glove", "glove.gz", "word2vec_binary", "word2vec_binary.gz"])
def test_a_vector_that_is_not_finite_is_an_error_only_where_it_is_used(put, cache, name):
    path = put(name, [*TABLE, ("dog", [1.0, float("nan"), 2.0])])
    for _ in range(2):
        assert_same(read(path, cache), EXPECTED)
        with pytest.raises(ModelError, match="'dog' holds NaN"):
            read(path, cache, ["dog"])


@pytest.mark.parametrize("packed", [False, True])
def test_something_that_is_no_number_is_an_error_only_where_it_is_used(tmp_path, cache, packed):
    path = tmp_path / "odd.txt"
    raw = b"a 1 2\nb oops 2\n"
    path.write_bytes(gzip.compress(raw) if packed else raw)
    for folder in (cache, cache, None):
        assert set(read(path, folder, ["a"])) == {"a"}
        with pytest.raises(ModelError, match="not a number"):
            read(path, folder, ["b"])


# A cache folder that cannot be written.


@pytest.mark.parametrize("name", ["glove", "glove.gz", "fastText .bin"])
def test_where_nothing_can_be_kept_the_file_is_read_and_a_notice_says_so_once(put, tmp_path, name):
    blocked = tmp_path / "a file, not a folder"
    blocked.write_bytes(b"")
    said = []
    source = open_vectors(put(name), DIGEST, blocked, said.append)
    for _ in range(2):
        assert_same(source.read(list(EXPECTED)), expected(name))
    assert len(said) == 1
    assert "read through in each run" in said[0]
    assert "`cache_dir`" in said[0]


FULL = """
import sys
from pathlib import Path
from idioprobe.models.static.wordvectors import open_vectors
found = open_vectors(Path(sys.argv[1]), "ab" * 32, Path(sys.argv[2]), lambda said: print("said", said)).read(["w7"])
print("found", list(found))
"""


@pytest.mark.parametrize("name", ["glove", "glove.gz"])
def test_a_full_disk_leaves_no_half_file(put, cache, name):
    path = put(name, [(f"w{i}", [1.0, 2.0, i]) for i in range(200)])
    limit = (1000, 1000)
    done = subprocess.run(
        [sys.executable, "-c", FULL, path, cache],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit),
        capture_output=True,
        text=True,
        check=True,
    )
    assert "found ['w7']" in done.stdout
    assert "File too large" in done.stdout
    assert kept(cache) == []


def test_what_a_killed_run_left_half_written_is_swept_away_in_time(put, cache):
    folder = cache / "static"
    folder.mkdir(parents=True)
    old, new = (folder / f".{'ab' * 16}.index.safetensors.{pid}.part" for pid in (1, 2))
    for part in (old, new):
        part.write_bytes(b"half")
    os.utime(old, (time.time() - 90_000,) * 2)
    read(put("glove"), cache)
    assert not old.exists()
    assert new.exists()


# The index by itself.


def test_words_of_equal_hash_are_told_apart(tmp_path, monkeypatch):
    monkeypatch.setattr("idioprobe.models.static.wordindex.word_hash", lambda word: len(word) % 2)
    builder = IndexBuilder()
    words = ["one", "two", "four", "six", "eight", "热狗"]
    for place, word in enumerate([*words, "two"]):
        builder.add(word.encode(), Spot(place * 1000, place, 7))
    builder.write(tmp_path / "index", {"source": "x"})
    index = WordIndex(tmp_path / "index", {"source": "x"})
    found = index.find(["ten", "five", *reversed(words)])
    assert found == {word: Spot(1000 * i, i, 7) for i, word in enumerate(words)}
    assert list(found) == words


def test_a_file_without_words_has_an_empty_index(tmp_path, cache):
    path = tmp_path / "empty.vec"
    path.write_bytes(b"0 3\n")
    assert [read(path, cache) for _ in range(2)] == [{}, {}]


def test_arrays_are_read_back_as_they_were(tmp_path):
    tensors = {
        "a": np.arange(5, dtype="u1"),
        "b": np.arange(6, dtype="<f4").reshape(2, 3),
        "c": np.array([2**63], "<u8"),
    }
    write_tensors(tmp_path / "file", tensors, {"x": "é"})
    found, metadata = read_tensors(tmp_path / "file")
    assert metadata == {"x": "é"}
    for name, array in tensors.items():
        np.testing.assert_array_equal(found[name], array)


# What a run makes of it.


def test_an_encoder_gives_the_same_with_and_without_a_cache_folder(put, cache, scans):
    path, text = put("fasttext"), "the beaver, 42 times"
    made = []
    for folder in (None, cache, cache):
        vectors, _, _ = gather(StaticEncoder(path, cache_dir=folder).encode([text], {}, [SENTENCE], 64))
        made.append(vectors[SENTENCE][Request(text)])
    np.testing.assert_array_equal(made, [made[0]] * 3)
    assert len(scans) == 2


def test_a_notice_reaches_whoever_listens_to_the_encoder(put, tmp_path):
    said = []
    encoder = StaticEncoder(put("glove.gz"), cache_dir=tmp_path / "cache")
    encoder.notice = said.append
    list(encoder.encode(["the"], {}, [SENTENCE], 64))
    assert len(said) == 1
