"""A vector, a text or a failure: each comes back as what it was, and stores of 0.3 are read and extended."""

import sqlite3
import zlib
from contextlib import closing

import numpy as np
import pytest

from idioprobe.core.answers import IN_WORDS, Failure, Text, vectors_only
from idioprobe.core.encoder import Identity
from idioprobe.core.requests import Request
from idioprobe.core.views import View
from idioprobe.embed.store import FILE_NAME, DamagedStoreError, VectorStore

MODEL = Identity("test", "model", "weights 1")
VIEW = View("target", "mean", "last4")
VECTOR = np.array([1.5, -2.25, 1e-30, np.pi], dtype=np.float32)


@pytest.fixture
def store(tmp_path):
    with VectorStore(tmp_path) as opened:
        yield opened


def kept(store, *answers):
    """Answers as they come back."""
    space = store.space(MODEL, VIEW)
    requests = [Request(f"text {i}") for i in range(len(answers))]
    store.write((space, *row) for row in zip(requests, answers, strict=True))
    found = store.read(space, requests)
    return [found[request] for request in requests]


def test_a_text_that_reads_like_a_reason_is_a_text(store):
    said = "the text has no token"
    assert kept(store, Text(said), Failure(said)) == [Text(said), Failure(said)]


@pytest.mark.parametrize("text", ["", "null", '"', "\0", "naïve 🐑\r\n", "\ud83d", "7", "x" * 100_000])
def test_any_text_comes_back_as_it_was(store, text):
    assert kept(store, Text(text), Failure("why")) == [Text(text), Failure("why")]


def test_a_vector_of_the_bytes_of_a_text_is_a_vector(store):
    same = np.frombuffer(b'"ab"', dtype="<f4")
    vector, text = kept(store, same, Text("ab"))
    assert vector.tobytes() == same.tobytes()
    assert text == Text("ab")


@pytest.mark.parametrize(
    ("answer", "change"),
    [
        (Text("abcdef"), "data = CAST(data AS BLOB)"),
        (Text("abcdef"), "reason = data, data = NULL"),
        (Text("abcdef"), "data = 'abcdef'"),
        (Failure('"abcdef"'), "data = reason, reason = NULL"),
        (np.frombuffer(b'"abcdef"', dtype="<f4"), "data = CAST(data AS TEXT)"),
        (np.frombuffer(b'"abcdef"', dtype="<f4"), "data = NULL, reason = CAST(data AS TEXT)"),
        (VECTOR, "data = CAST(data AS TEXT)"),
        (VECTOR, "data = 7"),
    ],
    ids=str,
)
def test_an_answer_that_has_become_one_of_another_kind_is_damage(store, answer, change):
    kept(store, answer)
    with closing(sqlite3.connect(store.path)) as other, other:
        other.execute(f"UPDATE vectors SET {change}")
    with pytest.raises(DamagedStoreError, match="damaged row"):
        store.read(store.space(MODEL, VIEW), [Request("text 0")])


def test_those_who_compare_vectors_are_told_of_a_text():
    one, two, three = (Request(text) for text in ("one", "two", "three"))
    answers = {one: VECTOR, two: Text("a reply"), three: Failure("too long")}
    found = vectors_only(lambda requests: {request: answers[request] for request in requests})({one, two, three})
    assert found == {one: VECTOR, two: IN_WORDS, three: Failure("too long")}


# Stores of version 0.3.

SCHEMA_OF_03 = """
CREATE TABLE spaces (id INTEGER PRIMARY KEY, fingerprint TEXT UNIQUE NOT NULL);
CREATE TABLE vectors (
    space INTEGER NOT NULL, key BLOB NOT NULL, data BLOB, reason TEXT, checksum INTEGER NOT NULL,
    PRIMARY KEY (space, key)
) WITHOUT ROWID;
CREATE TABLE notes (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
PRAGMA journal_mode = WAL;
PRAGMA user_version = 1;
"""
SPACE_OF_03 = "51ca88247ef2bd4a7fea6fcff42f84a8d553af4f2da690c5b1495972fda05f52"
KEYS_OF_03 = {
    Request("a naïve 🐑", ((2, 7),)): "da4040c06ab1338483696f01618994ec",
    Request("text"): "7f57384bfba667696b954f013caaae3b",
}
FACTS_OF_03 = (
    '{"states": 7, "dimension": 4, "max_tokens": 512, "units": ["target"], "pools": ["mean"], "default_view": null}'
)
INSERT_OF_03 = "INSERT OR IGNORE INTO vectors VALUES (?, ?, ?, ?, ?)"


@pytest.fixture
def old(tmp_path):
    """A store as 0.3 wrote it: a vector, a reason, and what a model can do."""
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection, connection:
        connection.executescript(SCHEMA_OF_03)
        connection.execute("INSERT INTO spaces VALUES (3, ?)", (SPACE_OF_03,))
        first, second = (bytes.fromhex(key) for key in KEYS_OF_03.values())
        data = VECTOR.tobytes()
        connection.execute(INSERT_OF_03, (3, first, data, None, zlib.crc32(data, zlib.crc32(first, 3))))
        connection.execute(
            INSERT_OF_03, (3, second, None, "no token", zlib.crc32(b"\0no token", zlib.crc32(second, 3)))
        )
        checksum = zlib.crc32(f"facts:weights 1={FACTS_OF_03}".encode())
        connection.execute("INSERT INTO notes VALUES ('facts:weights 1', ?)", (f"{checksum:08x}{FACTS_OF_03}",))
    return tmp_path


def dumped(folder):
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        return list(connection.iterdump())


def test_a_store_of_03_is_read_and_not_rewritten(old):
    before = dumped(old)
    with VectorStore(old) as store:
        found = store.read(store.space(MODEL, VIEW), KEYS_OF_03)
        facts = store.facts(MODEL)
    vector, failure = (found[request] for request in KEYS_OF_03)
    assert vector.tobytes() == VECTOR.tobytes()
    assert failure == Failure("no token")
    assert (facts.states, facts.units, facts.pools) == (7, ("target",), ("mean",))
    assert dumped(old) == before


def test_a_store_of_03_is_extended(old):
    before = dumped(old)
    new = {
        Request("new", ((0, 3),)): VECTOR * 2,
        Request("reply"): Text("no token"),
        Request("none"): Failure("too long"),
    }
    with VectorStore(old) as store:
        space = store.space(MODEL, VIEW)
        assert store.missing(space, [*KEYS_OF_03, *new]) == set(new)
        store.write((space, request, answer) for request, answer in new.items())
        store.remember_facts(MODEL, store.facts(MODEL))
    with VectorStore(old) as store:
        found = store.read(space, [*KEYS_OF_03, *new])
    assert len(found) == 5
    assert found[Request("new", ((0, 3),))].tobytes() == (VECTOR * 2).tobytes()
    assert (found[Request("reply")], found[Request("none")]) == (Text("no token"), Failure("too long"))
    assert set(before) <= set(dumped(old))


def test_03_can_go_on_using_a_store_that_this_version_has_extended(old):
    """It asks for its own spaces and keys only, and adds rows of five columns."""
    with VectorStore(old) as store:
        store.write([(store.space(MODEL, View("sentence", "mean", "")), Request("reply"), Text("no token"))])
    with closing(sqlite3.connect(old / FILE_NAME)) as connection, connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)
        connection.execute(INSERT_OF_03, (3, b"\1" * 16, None, "too long", 0))
        assert connection.execute("SELECT count(*) FROM vectors WHERE space = 3").fetchone() == (3,)
