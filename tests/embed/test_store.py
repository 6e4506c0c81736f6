"""The vector store: what it keeps apart, and what it says when it cannot be used."""

import sqlite3
import stat
from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest

from idioprobe.core.answers import Failure
from idioprobe.core.encoder import Facts, Identity
from idioprobe.core.errors import StoreError
from idioprobe.core.requests import Request
from idioprobe.core.views import View
from idioprobe.embed import store as store_module
from idioprobe.embed.store import DamagedStoreError, VectorStore, open_store
from tests.embed.slow import run

MODEL = Identity("test", "model", "weights 1")
VIEW = View("target", "mean", "last4")
VECTOR = np.array([1.5, -2.25, 1e-30, np.pi], dtype=np.float32)


@pytest.fixture
def store(tmp_path):
    with VectorStore(tmp_path) as opened:
        yield opened


@pytest.fixture
def other(store):
    """What someone else does to the file meanwhile."""
    with closing(sqlite3.connect(store.path, isolation_level=None)) as connection:
        yield connection


def test_a_new_store_is_for_its_owner(store):
    store.write([(store.space(MODEL, VIEW), Request("a"), VECTOR)])
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in store.path.parent.iterdir()}
    assert {mode for name, mode in modes.items() if name.startswith(store.path.name)} == {0o600}


def in_space(space, rows):
    return [(space, *row) for row in rows]


def test_a_vector_comes_back_bit_by_bit(store):
    request = Request("a naïve 🐑", ((2, 7),))
    store.write(in_space(store.space(MODEL, VIEW), [(request, VECTOR)]))
    assert store.read(store.space(MODEL, VIEW), [request])[request].tobytes() == VECTOR.tobytes()


def test_it_is_there_after_the_store_is_opened_again(tmp_path):
    request = Request("text")
    with VectorStore(tmp_path) as one:
        one.write(in_space(one.space(MODEL, VIEW), [(request, VECTOR), (Request("other"), Failure("no token"))]))
    with VectorStore(tmp_path) as two:
        found = two.read(two.space(MODEL, VIEW), [request, Request("other"), Request("unknown")])
    assert found[request].tolist() == VECTOR.tolist()
    assert found[Request("other")] == Failure("no token")
    assert len(found) == 2


@pytest.mark.parametrize(
    "view",
    [
        replace(VIEW, unit="sentence"),
        replace(VIEW, pool="max"),
        replace(VIEW, layers="-1"),
        replace(VIEW, combine="concat"),
        replace(VIEW, special_tokens=True),
    ],
)
def test_views_do_not_share_vectors(store, view):
    assert store.space(MODEL, view) != store.space(MODEL, VIEW)


def test_models_of_other_weights_do_not_share_vectors_and_those_of_the_same_do(store):
    assert store.space(replace(MODEL, fingerprint="weights 2"), VIEW) != store.space(MODEL, VIEW)
    assert store.space(replace(MODEL, name="renamed"), VIEW) == store.space(MODEL, VIEW)


@pytest.mark.parametrize(
    "other",
    [
        Request("Text", ((0, 4),)),
        Request("text", ((0, 3),)),
        Request("text", ((1, 4),)),
        Request("text", ((0, 2), (2, 4))),
        Request("text"),
        Request("text ", ((0, 4),)),
    ],
)
def test_texts_and_spans_do_not_share_vectors(store, other):
    space = store.space(MODEL, VIEW)
    store.write(in_space(space, [(Request("text", ((0, 4),)), VECTOR)]))
    assert store.missing(space, [other]) == {other}
    assert store.missing(space, [Request("text", ((0, 4),))]) == set()


def test_a_text_that_looks_like_a_span_is_not_one(store):
    space = store.space(MODEL, VIEW)
    store.write(in_space(space, [(Request("0:4\0text"), VECTOR)]))
    assert store.missing(space, [Request("text", ((0, 4),))])


def test_spaces_keep_their_vectors_apart(store):
    here, there = store.space(MODEL, VIEW), store.space(MODEL, replace(VIEW, pool="max"))
    store.write(in_space(here, [(Request("text"), VECTOR)]))
    assert store.read(there, [Request("text")]) == {}


def test_what_is_stored_first_stays(store):
    space = store.space(MODEL, VIEW)
    store.write(in_space(space, [(Request("text"), VECTOR)]))
    store.write(in_space(space, [(Request("text"), VECTOR * 2)]))
    assert store.read(space, [Request("text")])[Request("text")].tolist() == VECTOR.tolist()


def test_thousands_of_requests_are_looked_up_at_once(store):
    space = store.space(MODEL, VIEW)
    requests = [Request(f"text {i}") for i in range(2500)]
    store.write(in_space(space, [(r, VECTOR) for r in requests[:2400]]))
    assert store.missing(space, requests) == set(requests[2400:])
    assert len(store.read(space, requests)) == 2400


@pytest.mark.parametrize("at_once", [7, 30_000])
def test_few_of_thousands_are_found(store, monkeypatch, at_once):
    monkeypatch.setattr(store_module, "LOOKUP_AT_ONCE", at_once)
    space = store.space(MODEL, VIEW)
    store.write(in_space(space, [(Request(f"text {i}"), np.float32([i])) for i in range(2500)]))
    wanted = [Request(f"text {i}") for i in range(2480, 2520)]
    assert store.missing(space, wanted) == set(wanted[20:])
    assert {r.text: v.tolist() for r, v in store.read(space, wanted).items()} == {
        f"text {i}": [i] for i in range(2480, 2500)
    }


def test_more_requests_than_are_looked_for_at_once_or_have_their_keys_kept(store, monkeypatch):
    monkeypatch.setattr(store_module, "ASKED_AT_ONCE", 7)
    monkeypatch.setattr(store_module, "KEYS_KEPT", 3)
    requests = [Request(f"text {i}") for i in range(40)]
    store.write(in_space(1, [(request, np.ones(2, np.float32)) for request in requests[::2]]))
    assert store.missing(1, requests) == set(requests[1::2])
    assert store.read_all(1, set(requests[::2])).keys() == set(requests[::2])


def test_a_vector_takes_little_more_room_than_its_numbers(tmp_path):
    numbers = 500 * 384
    with VectorStore(tmp_path) as store:
        space = store.space(MODEL, VIEW)
        store.write((space, Request(str(n)), np.ones(384, np.float32)) for n in range(500))
    assert (tmp_path / store_module.FILE_NAME).stat().st_size < 1.6 * 4 * numbers


def test_a_space_that_exists_is_found_without_writing(store, other):
    space = store.space(MODEL, VIEW)
    with VectorStore(store.path.parent) as again:
        other.execute("BEGIN IMMEDIATE")
        assert again.space(MODEL, VIEW) == space


def test_what_a_model_can_do_is_remembered_by_its_weights(store):
    facts = Facts(states=7, dimension=384, max_tokens=512, units=("sentence",), pools=("mean", "cls"))
    assert store.facts(MODEL) is None
    store.remember_facts(MODEL, facts)
    assert store.facts(MODEL) == facts
    assert store.facts(replace(MODEL, fingerprint="weights 2")) is None


def test_notes_of_one_kind_are_a_mapping_of_their_own(store):
    memory, facts = store.notes("memory"), store.notes("facts")
    memory["a_%"] = "1"
    memory["b"] = "2"
    facts["a_%"] = "3"
    del memory["b"]
    assert dict(memory) == {"a_%": "1"}
    assert len(facts) == 1
    with pytest.raises(KeyError):
        memory["b"]


def test_a_row_that_was_tampered_with_is_noticed(store, other):
    space = store.space(MODEL, VIEW)
    store.write(in_space(space, [(Request("text"), VECTOR)]))
    other.execute("UPDATE vectors SET data = ?", ((VECTOR * 2).tobytes(),))
    with pytest.raises(DamagedStoreError):
        store.read(space, [Request("text")])


@pytest.mark.parametrize("reason", ["'another'", "CAST(x'ff' AS TEXT)", "7", "NULL"])
def test_a_reason_that_was_tampered_with_is_noticed(store, other, reason):
    space = store.space(MODEL, VIEW)
    store.write(in_space(space, [(Request("text"), Failure("no token"))]))
    other.execute(f"UPDATE vectors SET reason = {reason}")
    with pytest.raises(DamagedStoreError):
        store.read(space, [Request("text")])


# Places where no store can be.


def test_a_file_in_place_of_the_folder(tmp_path):
    (tmp_path / "cache").write_text("not a folder")
    with pytest.raises(StoreError, match="`cache_dir`"):
        run(tmp_path / "cache")
    assert (tmp_path / "cache").read_text() == "not a folder"


def test_a_folder_in_place_of_the_file(tmp_path):
    (tmp_path / store_module.FILE_NAME).mkdir()
    with pytest.raises(StoreError, match="`cache_dir`"):
        run(tmp_path)


def test_a_place_where_nothing_can_be_made(tmp_path):
    del tmp_path
    with pytest.raises(StoreError, match="`cache_dir`"):
        run("/dev/null/cache")


def test_a_store_that_cannot_be_written_is_not_called_damaged(tmp_path, monkeypatch):
    VectorStore(tmp_path).close()
    connect = sqlite3.connect
    monkeypatch.setattr(
        store_module.sqlite3, "connect", lambda path, **options: connect(f"file:{path}?mode=ro", uri=True, **options)
    )
    with pytest.raises(StoreError, match="`cache_dir`") as caught:
        run(tmp_path)
    assert not isinstance(caught.value, DamagedStoreError)
    assert not list(tmp_path.glob("*.damaged-*"))


def test_a_full_disk_keeps_what_is_stored(store, tmp_path, monkeypatch):
    space = store.space(MODEL, VIEW)
    store.write(in_space(space, [(Request("text"), VECTOR)]))
    store.close()
    connect = sqlite3.connect

    def small(path, **options):
        connection = connect(path, **options)
        connection.execute("PRAGMA max_page_count = 1")
        return connection

    many = [(Request(f"text {i}"), np.ones(500, dtype=np.float32)) for i in range(100)]
    with monkeypatch.context() as patched:
        patched.setattr(store_module.sqlite3, "connect", small)
        with VectorStore(tmp_path) as full, pytest.raises(StoreError, match="free some space") as caught:
            full.write(in_space(space, many))
    assert not isinstance(caught.value, DamagedStoreError)
    with VectorStore(tmp_path) as again:
        assert len(again.read(again.space(MODEL, VIEW), [Request("text"), *(r for r, _ in many)])) == 1


def test_a_store_that_another_process_holds_is_waited_for_and_not_set_aside(other, tmp_path, monkeypatch):
    monkeypatch.setattr(store_module, "BUSY_SECONDS", 0.1)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreError) as caught:
        run(tmp_path)
    assert not isinstance(caught.value, DamagedStoreError)
    assert (tmp_path / store_module.FILE_NAME).exists()


def test_a_store_of_a_newer_program_is_left_alone(tmp_path):
    VectorStore(tmp_path).close()
    with sqlite3.connect(tmp_path / store_module.FILE_NAME) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match="newer"):
        open_store(tmp_path)
    assert not list(tmp_path.glob("*.damaged-*"))
