"""A damaged store is set aside with a message, and the numbers are right all the same."""

import os
import sqlite3
from contextlib import closing
from dataclasses import replace

import numpy as np
import pytest

from idioprobe import evaluate
from idioprobe.embed import store as store_module
from idioprobe.embed.damage import set_aside
from idioprobe.embed.store import FILE_NAME, PAGE_BYTES, open_store
from tests.embed.slow import SMALL, make_encoder, run, scattered, starter
from tests.support import HandmadeEncoder

PAGE = PAGE_BYTES


def garbage(path):
    path.write_bytes(os.urandom(path.stat().st_size))


def garbage_in_the_first_page(path):
    _overwrite(path, 100, os.urandom(PAGE - 100))


def not_even_a_page(path):
    _cut(path, 50)


def one_page_left(path):
    _cut(path, PAGE)


def three_and_a_half_pages_left(path):
    _cut(path, 3 * PAGE + PAGE // 2)


def half_left(path):
    _cut(path, path.stat().st_size // 2)


def a_hole_in_the_middle(path):
    _overwrite(path, path.stat().st_size // 2 // PAGE * PAGE, bytes(4 * PAGE))


def a_hole_where_the_notes_are(path):
    at = path.read_bytes().index(b"model:") // PAGE * PAGE
    assert at > 0
    _overwrite(path, at, bytes(PAGE))


def a_bit_flipped_in_a_vector(path):
    with sqlite3.connect(path) as connection:
        data = connection.execute("SELECT data FROM vectors WHERE data IS NOT NULL LIMIT 1 OFFSET 20").fetchone()[0]
    at = path.read_bytes().index(data) + len(data) // 2
    _overwrite(path, at, bytes([path.read_bytes()[at] ^ 0x10]))


def _cut(path, size):
    assert path.stat().st_size > size
    with path.open("r+b") as file:
        file.truncate(size)


def _overwrite(path, at, data):
    with path.open("r+b") as file:
        file.seek(at)
        file.write(data)


DAMAGES = [
    garbage,
    garbage_in_the_first_page,
    not_even_a_page,
    one_page_left,
    three_and_a_half_pages_left,
    half_left,
    a_hole_in_the_middle,
    a_hole_where_the_notes_are,
    a_bit_flipped_in_a_vector,
]
damaged = pytest.mark.parametrize("damage", DAMAGES, ids=lambda d: d.__name__)


@pytest.fixture(scope="module")
def static_file(tmp_path_factory):
    """Word vectors for most words of the starter, so that some are out of vocabulary."""
    words = sorted({w.strip(".,;:!?").lower() for text in starter().stimuli["text"] for w in text.split()} - {""})
    rng = np.random.default_rng(0)
    lines = [f"{word} {' '.join(f'{x:.4f}' for x in rng.normal(size=50))}" for word in words if hash_of(word) % 10]
    path = tmp_path_factory.mktemp("static") / "words.txt"
    path.write_text(f"{len(lines)} 50\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return path


def hash_of(word):
    return sum(word.encode())


def check(tmp_path, damage, again):
    """Run, damage the store, run again: a message, the damaged file beside, the same numbers."""
    first = again([])
    path = tmp_path / FILE_NAME
    damage(path)
    notices = []
    second = again(notices)
    assert len(notices) == 1
    assert "set aside" in notices[0]
    (aside,) = [p for p in tmp_path.glob(f"{FILE_NAME}.damaged-*") if not p.name.endswith(("-wal", "-shm"))]
    assert aside.name in notices[0]
    for table in ("similarities", "scores", "summary", "dropped"):
        assert getattr(second, table).equals(getattr(first, table)), table
    third = again(notices)
    assert len(notices) == 1
    assert third.info["counts"]["texts_embedded"] == 0
    assert third.scores.equals(first.scores)
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@damaged
def test_a_damaged_store_is_rebuilt(tmp_path, damage):
    check(tmp_path, damage, lambda notices: run(tmp_path, make_encoder(), notice=notices.append))


@damaged
def test_a_damaged_store_is_rebuilt_for_a_model_that_keeps_notes_in_it(tmp_path, damage, static_file):
    def again(notices):
        return evaluate(f"static:{static_file}", starter(), **SMALL, cache_dir=tmp_path, notice=notices.append)

    check(tmp_path, damage, again)


def test_an_empty_file_is_an_empty_store(tmp_path):
    (tmp_path / FILE_NAME).write_bytes(b"")
    notices = []
    assert run(tmp_path, notice=notices.append).scores.equals(run(tmp_path).scores)
    assert notices == []


def test_nothing_damaged_is_served(tmp_path):
    """Every vector of a store with a flipped bit is either right or refused."""
    expected = run(tmp_path).similarities
    path = tmp_path / FILE_NAME
    whole = path.read_bytes()
    rng = np.random.default_rng(4)
    for at in rng.integers(PAGE, len(whole), size=8):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])
        assert run(tmp_path, make_encoder()).similarities.equals(expected)
        for extra in tmp_path.glob(f"{FILE_NAME}*"):
            extra.unlink()


@pytest.mark.parametrize("place", [0, 11], ids=["no longer JSON", "another number of states"])
def test_a_damaged_note_is_not_believed(tmp_path, place):
    expected = run(tmp_path)
    path = tmp_path / FILE_NAME
    note = b'{"states": 0'
    _overwrite(path, path.read_bytes().index(note) + place, bytes([note[place] ^ 0x01]))
    again = run(tmp_path, make_encoder())
    assert again.scores.equals(expected.scores)


def test_a_store_of_other_tables_is_set_aside(tmp_path):
    with sqlite3.connect(tmp_path / FILE_NAME) as connection:
        connection.execute("CREATE TABLE vectors (something TEXT)")
    notices = []
    assert run(tmp_path, notice=notices.append).scores.equals(run(tmp_path / "new").scores)
    assert "set aside" in notices[0]


def test_two_stores_damaged_within_a_second_are_both_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(store_module.time, "strftime", lambda _: "20250101-000000")
    for content in (b"garbage ", b"rubbish "):
        (tmp_path / FILE_NAME).write_bytes(content * 1000)
        open_store(tmp_path)[0].close()
    kept = [p.read_bytes()[:8] for p in tmp_path.glob(f"{FILE_NAME}.damaged-*")]
    assert sorted(kept) == [b"garbage ", b"rubbish "]


# Rows that are lost, and notes.


def lose_rows(cache, where="key < x'40'"):
    """As a stale page would: what is gone leaves no trace."""
    with sqlite3.connect(cache / FILE_NAME) as connection:
        assert connection.execute(f"DELETE FROM vectors WHERE {where}").rowcount > 0
    connection.close()


class Losing(store_module.VectorStore):
    """A store that finds rows when asked whether they are there, and not when it reads them."""

    def missing(self, space, requests):
        return set() if rows(self) else super().missing(space, requests)


def test_rows_that_are_lost_are_computed_again_and_not_blamed_on_the_model(tmp_path, monkeypatch):
    first = run(tmp_path)
    lose_rows(tmp_path)
    notices = []
    with monkeypatch.context() as patched:
        patched.setattr(store_module, "VectorStore", Losing)
        again = run(tmp_path, notice=notices.append)
    assert len(notices) == 1
    assert "it has lost" in notices[0]
    assert "set aside" in notices[0]
    assert again.scores.equals(first.scores)
    assert again.dropped.equals(first.dropped)
    assert again.info["counts"]["texts_embedded"] == first.info["counts"]["texts"]


def rows(store):
    with closing(sqlite3.connect(store.path)) as connection:
        return connection.execute("SELECT count(*) FROM vectors").fetchone()[0]


def test_a_model_that_does_not_answer_does_not_damage_the_store(tmp_path):
    class Silent(HandmadeEncoder):
        def encode(self, texts, *rest):
            for encoded in super().encode(texts, *rest):
                kept = {view: [row for row in found if len(row[0].text) % 3] for view, found in encoded.vectors.items()}
                yield replace(encoded, vectors=kept)

    notices = []
    first = run(tmp_path, Silent(scattered), notice=notices.append)
    again = run(tmp_path, Silent(scattered), notice=notices.append)
    assert notices == []
    assert "the model returned no vector" in set(first.dropped["reason"])
    assert again.dropped.equals(first.dropped)
    assert again.scores.equals(first.scores)


def test_a_space_that_is_lost_does_not_leave_its_vectors_to_another_model(tmp_path):
    other = HandmadeEncoder(lambda request: scattered((request, "other")), name="other")
    expected = run(tmp_path / "alone", other).scores
    run(tmp_path)
    with sqlite3.connect(tmp_path / FILE_NAME) as connection:
        connection.execute("DELETE FROM spaces")
    connection.close()
    assert run(tmp_path, other).scores.equals(expected)


def test_unknown_words_are_counted_again_when_the_notes_about_them_are_lost(tmp_path, static_file):
    def unknown():
        result = evaluate(f"static:{static_file}", starter(), **SMALL, cache_dir=tmp_path)
        return {k: v for k, v in result.info["counts"].items() if "unknown" in k}

    first = unknown()
    assert first["unknown_words"] > 0
    with sqlite3.connect(tmp_path / FILE_NAME) as connection:
        connection.execute("DELETE FROM notes")
    connection.close()
    assert unknown() == first


def test_a_healthy_store_in_the_place_of_the_damaged_one_is_not_set_aside(tmp_path):
    run(tmp_path)
    path = tmp_path / FILE_NAME
    whole = path.read_bytes()
    path.write_bytes(b"garbage " * 1000)
    with pytest.raises(store_module.DamagedStoreError) as caught:
        store_module.VectorStore(tmp_path)
    path.rename(tmp_path / "moved by another run")
    path.write_bytes(whole)
    assert "Another run has set it aside" in set_aside(tmp_path, caught.value)
    assert path.read_bytes() == whole
    assert not list(tmp_path.glob("*.damaged-*"))
