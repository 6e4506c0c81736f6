"""The parts store: what it keeps, who may write to it, and what happens to a part that is damaged."""

import os
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from fsspec.implementations.memory import MemoryFileSystem

from idioprobe.core import fingerprint as fingerprint_module
from idioprobe.core.answers import Failure, Text
from idioprobe.core.encoder import Facts, Identity
from idioprobe.core.errors import ConfigError, ModelError, StoreError
from idioprobe.core.notices import ignore
from idioprobe.core.parts import form, places
from idioprobe.core.requests import Question, Request
from idioprobe.core.views import View
from idioprobe.embed.damage import DamagedStoreError
from idioprobe.embed.opening import open_any
from idioprobe.embed.parts import keeping, layout
from idioprobe.embed.parts.store import open_parts
from idioprobe.run.evaluate import evaluate
from tests.embed.parts import writers
from tests.embed.slow import SMALL, make_encoder, scattered, starter

MODEL = Identity("test", "model", "weights 1")
VIEW = View("target", "mean", "last4")
ANSWER = View("answer", "generated", "")
VECTOR = np.array([1.5, -2.25, 1e-30, np.pi], dtype=np.float32)
ASKED = Request("a naïve 🐑", ((2, 7),))


@pytest.fixture(params=["folder", "file URL", "memory URL", "sqlite"])
def reopened(request, tmp_path):
    """Opens the same store again and again."""
    named = {
        "folder": str(tmp_path / "store"),
        "file URL": f"file://{tmp_path}/store",
        "memory URL": f"memory://{tmp_path.name}",
        "sqlite": None,
    }[request.param]
    return lambda: open_any(tmp_path / "cache", named)[0]


def run(tmp_path, store, encoder=None, notice=ignore, **options):
    return evaluate(
        encoder or make_encoder(),
        starter(),
        cache_dir=tmp_path / "cache",
        store=str(store),
        notice=notice,
        **{**SMALL, **options},
    )


def parts_of(store):
    return sorted((store / "v1").glob("*/*/*.parquet"))


def test_every_kind_of_answer_comes_back_as_it_was_in_either_kind_of_store(reopened):
    question = Question("What is it?", tokens=5)
    rows = [(ASKED, VECTOR), (Request("other"), Failure("no token")), (Request("long"), VECTOR.repeat(3))]
    with reopened() as one:
        one.write((one.space(MODEL, VIEW), *row) for row in rows)
        one.write([(one.space(MODEL, ANSWER), question, Text("a duck\n\ud83d"))])
        one.remember_facts(MODEL, Facts(7, 4))
        one.notes("memory")["file"] = "hash"
        assert one.read(one.space(MODEL, VIEW), [ASKED])[ASKED].tobytes() == VECTOR.tobytes()
    with reopened() as two:
        space = two.space(MODEL, VIEW)
        found = two.read_all(space, {request for request, _ in rows})
        assert {r: a.tolist() if isinstance(a, np.ndarray) else a for r, a in found.items()} == {
            r: a.tolist() if isinstance(a, np.ndarray) else a for r, a in rows
        }
        assert two.read(two.space(MODEL, ANSWER), [question]) == {question: Text("a duck\n\ud83d")}
        assert two.missing(space, [ASKED, Request("unknown")]) == {Request("unknown")}
        assert two.missing(two.space(MODEL, replace(VIEW, pool="max")), [ASKED]) == {ASKED}
        assert two.facts(MODEL) == Facts(7, 4)
        assert two.notes("memory")["file"] == "hash"
        with pytest.raises(DamagedStoreError, match="lost 1 of 2"):
            two.read_all(space, {ASKED, Request("unknown")})


def test_what_is_stored_first_stays(reopened):
    for factor in (1, 2):
        with reopened() as store:
            space = store.space(MODEL, VIEW)
            assert bool(store.missing(space, [ASKED])) == (factor == 1)
            store.write([(space, ASKED, VECTOR * factor)])
    with reopened() as store:
        assert store.read(store.space(MODEL, VIEW), [ASKED])[ASKED].tolist() == VECTOR.tolist()


def test_a_part_is_named_by_what_is_in_it_in_whatever_order():
    about = layout.about(MODEL, VIEW)
    rows = [form.row_of(Request(f"text {n}"), VECTOR * n) for n in range(5)]
    name, raw = form.pack(about, rows)
    assert form.pack(about, rows[::-1]) == (name, raw)
    assert form.pack(about, rows[:4])[0] != name
    assert form.unpack(name, raw).about == about


def test_a_run_from_parts_has_the_numbers_of_one_from_a_file_and_a_second_one_embeds_nothing(tmp_path):
    expected = evaluate(make_encoder(), starter(), cache_dir=tmp_path / "other", **SMALL)
    first = run(tmp_path, tmp_path / "store")
    assert first.summary.equals(expected.summary)
    assert first.manifest.digits == expected.manifest.digits
    encoder = make_encoder()
    again = run(tmp_path, tmp_path / "store", encoder)
    assert encoder.seen == []
    assert again.scores.equals(expected.scores)
    assert not list((tmp_path / "cache").glob("*.sqlite*"))
    assert not list((tmp_path / "store").rglob("*.tmp"))


def cut(path):
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def flip(path):
    raw = bytearray(path.read_bytes())
    raw[len(raw) // 2] ^= 0x10
    path.write_bytes(raw)


def empty(path):
    path.write_bytes(b"")


def exchange(path):
    """A whole part, of the other unit: what it says of itself gives it away."""
    one, other = parts_of(path.parents[3])[0], parts_of(path.parents[3])[-1]
    other.rename(one.with_name(other.name))


@pytest.mark.parametrize("damage", [cut, flip, empty, exchange])
def test_a_damaged_part_is_named_set_aside_and_computed_again(tmp_path, damage):
    store = tmp_path / "store"
    expected = run(tmp_path, store)
    damaged = parts_of(store)[0]
    damage(damaged)
    notices, encoder = [], make_encoder()
    result = run(tmp_path, store, encoder, notices.append)
    assert result.summary.equals(expected.summary)
    assert encoder.seen
    (said,) = [message for message in notices if "damaged" in message]
    assert "set aside, and computed again" in said
    assert [path.stem in said for path in store.rglob("*.damaged")] == [True]
    third = make_encoder()
    assert run(tmp_path, store, third).summary.equals(expected.summary)
    assert third.seen == []


def test_all_damaged_parts_are_set_aside_at_once(tmp_path):
    store = tmp_path / "store"
    expected = run(tmp_path, store)
    for path in parts_of(store):
        cut(path)
    notices = []
    assert run(tmp_path, store, notice=notices.append).summary.equals(expected.summary)
    assert len(list(store.rglob("*.damaged"))) == 2
    assert any("2 parts" in message for message in notices)


def test_a_part_that_another_run_removes_meanwhile_is_computed_again(tmp_path):
    store = tmp_path / "store"
    with open_parts(str(store), tmp_path) as opened:
        space = opened.space(MODEL, VIEW)
        opened.write([(space, ASKED, VECTOR)])
        opened.flush()
        opened.forget_keys()
        for path in parts_of(store):
            path.unlink()
        with pytest.raises(DamagedStoreError) as error:
            opened.read_all(space, {ASKED})
        assert "computed again" in opened.renew(error.value)
        assert opened.missing(space, [ASKED]) == {ASKED}


@pytest.mark.slow
def test_thirty_two_writers_in_four_processes_lose_nothing(tmp_path):
    store, cache = str(tmp_path / "store"), str(tmp_path / "cache")
    children = [
        subprocess.Popen([sys.executable, "-m", "tests.embed.parts.writers", store, cache, str(first)])
        for first in range(0, 32, writers.THREADS)
    ]
    assert [child.wait(120) for child in children] == [0] * 4
    with open_parts(store, tmp_path) as opened:
        wanted = {request for writer in range(32) for request in writers.requests(writer)}
        for view in writers.VIEWS:
            found = opened.read_all(opened.space(writers.MODEL, view), wanted)
            assert all(np.array_equal(found[r], scattered(r).astype("f4")) for r in wanted)
    assert not list((tmp_path / "store").rglob("*.tmp"))


def another_version(monkeypatch):
    """From now on the same model, view and text would lead to other vectors."""
    monkeypatch.setattr(fingerprint_module, "CODE_VERSION", "2")
    monkeypatch.setattr(layout, "CODE_VERSION", "2")


def test_two_versions_of_the_program_share_a_store_and_no_vector(tmp_path, monkeypatch):
    store = tmp_path / "store"
    expected = run(tmp_path, store)
    with monkeypatch.context() as patch:
        another_version(patch)
        newer = make_encoder()
        run(tmp_path, store, newer)
        assert newer.seen
    older = make_encoder()
    assert run(tmp_path, store, older).summary.equals(expected.summary)
    assert older.seen == []
    assert len(parts_of(store)) == 4


def test_parts_of_a_later_format_are_left_alone_and_their_answers_computed(tmp_path, monkeypatch):
    store = tmp_path / "store"
    with monkeypatch.context() as patch:
        patch.setattr(form, "FORMAT", 2)
        expected = run(tmp_path, store)
    later = parts_of(store)
    encoder, notices = make_encoder(), []
    assert run(tmp_path, store, encoder, notices.append).summary.equals(expected.summary)
    assert encoder.seen
    assert not any("damaged" in message for message in notices)
    assert set(later) < set(parts_of(store))


def test_a_complete_store_that_cannot_be_written_is_read_and_an_incomplete_one_is_named(tmp_path, monkeypatch):
    store = tmp_path / "store"
    expected = run(tmp_path, store)
    access = os.access
    monkeypatch.setattr(
        places.os, "access", lambda p, mode: access(p, mode) and (mode != os.W_OK or "store" not in str(p))
    )
    before = sorted(store.rglob("*"))
    assert run(tmp_path, store).summary.equals(expected.summary)
    with pytest.raises(StoreError, match=r"cannot be written, and lacks .* `store`"):
        run(tmp_path, store, limit=3)
    assert sorted(store.rglob("*")) == before


def test_a_folder_of_something_else_and_a_file_system_without_its_package_are_refused(tmp_path):
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "thesis.txt").write_text("mine")
    with pytest.raises(StoreError, match="something else"):
        open_parts(str(tmp_path / "other"), tmp_path)
    with pytest.raises(StoreError, match="is a file"):
        open_parts(str(tmp_path / "other" / "thesis.txt"), tmp_path)
    with pytest.raises(StoreError, match="nosuchfs"):
        open_parts("nosuchfs://bucket/store", tmp_path)


def test_a_store_that_is_empty_or_almost_a_url_is_no_folder_here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for written in ("", " ", "s3:/bucket/store", "host:/store"):
        with pytest.raises(ConfigError, match="`store`"):
            open_parts(written, tmp_path / "cache")
    assert open_parts("./s3:/bucket", tmp_path / "cache").where == str(tmp_path / "s3:/bucket")


def test_an_object_store_makes_no_bucket_that_is_not_there(tmp_path, monkeypatch):
    """What file systems of object stores do to make the first folder of a path."""
    made = []
    monkeypatch.setattr(MemoryFileSystem, "makedirs", lambda *given, **_: made.append(given))
    with open_parts(f"memory://{tmp_path.name}", tmp_path) as store:
        store.write([(store.space(MODEL, VIEW), ASKED, VECTOR)])
    assert made == []
    with open_parts(f"memory://{tmp_path.name}", tmp_path) as store:
        assert not store.missing(store.space(MODEL, VIEW), [ASKED])


@pytest.mark.parametrize("error", [PermissionError(13, "Permission denied"), FileNotFoundError(2, "No such bucket")])
def test_a_store_that_refuses_a_part_says_so_once(tmp_path, monkeypatch, error):
    def refuse(*_):
        raise error

    monkeypatch.setattr(MemoryFileSystem, "pipe_file", refuse)
    store = open_parts(f"memory://{tmp_path.name}", tmp_path)
    store.write([(store.space(MODEL, VIEW), ASKED, VECTOR)])
    with pytest.raises(StoreError) as told:
        store.flush()
    assert str(told.value).startswith(f"The store {store.where} cannot be written ({error.strerror}): make room")
    assert str(told.value).count("store") == 3
    with pytest.raises(StoreError, match="cannot be written"):
        keeping.merge_space(store.place, layout.about(MODEL, VIEW), [(form.store_key(ASKED), VECTOR)])


def test_a_folder_that_may_not_be_looked_into_is_named(tmp_path, monkeypatch):
    def refuse(path, *_, **__):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(places.Path, "stat", refuse)
    monkeypatch.setattr(places.os, "scandir", refuse)
    assert keeping.is_parts(str(tmp_path))
    with pytest.raises(StoreError, match=r"cannot be used \(Permission denied\)"):
        keeping.open_place(str(tmp_path))


def test_parts_are_read_as_vectors_made_elsewhere(tmp_path):
    store = tmp_path / "store"
    expected = run(tmp_path, store)
    result = run(tmp_path, tmp_path / "second", f"vectors:{store}")
    value = ["condition", "unit", "group", "measure", "statistic", "value"]
    assert result.summary.select(value).equals(expected.summary.select(value))
    with open_parts(str(store), tmp_path) as opened:
        opened.write([(opened.space(MODEL, VIEW), ASKED, VECTOR)])
    with pytest.raises(ModelError, match=r"several models or views; name one folder in it, such as vectors:.*/v1/"):
        run(tmp_path, tmp_path / "third", f"vectors:{store}")
