"""Runs that share a store: killed at random moments, six at once, on a healthy store and on a damaged one."""

import os
import signal
import sqlite3
import time
from contextlib import closing

import pytest

from idioprobe.core.progress import Quiet
from idioprobe.core.requests import Request
from idioprobe.embed.embedder import embed
from idioprobe.embed.store import FILE_NAME, PAGE_BYTES, open_store
from idioprobe.run.run import on_whole_store
from tests.embed.slow import make_encoder, scattered
from tests.faults.children import Child, with_process_id
from tests.faults.filling import TEXTS, VIEWS, WANTED, fill
from tests.faults.harness import RENEWED, RIGHT, chance, many


def check_whole(cache, more=0):
    """All rows, and some more, are in a store that SQLite finds nothing wrong with."""
    with closing(sqlite3.connect(cache / FILE_NAME)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("SELECT count(*) FROM vectors").fetchone() == (2 * len(TEXTS) + more,)


def set_aside_in(cache):
    return [p for p in cache.glob(f"{FILE_NAME}.damaged-*") if not p.name.endswith(("-wal", "-shm"))]


def damage(cache, how, rng):
    path = cache / FILE_NAME
    raw = bytearray(path.read_bytes())
    pages = len(raw) // PAGE_BYTES
    if how == "garbage":
        raw[:] = rng.randbytes(len(raw))
    elif how == "swapped pages":
        one, other = (slice(at := PAGE_BYTES * n, at + PAGE_BYTES) for n in rng.sample(range(2, pages), 2))
        raw[one], raw[other] = raw[other], raw[one]
    else:
        at = PAGE_BYTES * rng.randrange(1, pages)
        raw[at : at + PAGE_BYTES] = bytes(PAGE_BYTES)
    path.write_bytes(raw)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM], ids=lambda how: how.name)
def test_a_run_that_is_killed_at_a_random_moment_is_gone_on_with(tmp_path, how, tally):
    def work(number):
        cache = tmp_path / str(number)
        for again in range(3):
            child = Child(lambda: fill(cache, 0.0001), tmp_path / "log")
            time.sleep(chance("store", how, number, again).uniform(0, 0.06))
            child.kill(how)
            child.end()
        assert fill(cache) == []
        check_whole(cache)
        return RIGHT

    for number in range(many(12, 250)):
        tally.attempt(f"store: {how.name} at random moments", number, lambda number=number: work(number))


def six(cache, log, ids="their own"):
    """Six runs at once."""

    def work():
        if ids == "equal":
            with_process_id(7)
        fill(cache, 0.0002)

    children = [Child(work, log / f"log{number}") for number in range(6)]
    for child in children:
        child.ends_well()


@pytest.mark.parametrize("ids", ["equal", "their own"])
def test_six_runs_fill_one_store(tmp_path, ids, tally):
    def work(number):
        cache = tmp_path / str(number)
        six(cache, tmp_path, ids)
        check_whole(cache)
        assert set_aside_in(cache) == []
        return RIGHT

    for number in range(many(2, 30)):
        tally.attempt(f"store: six writers, {ids} process ids", number, lambda number=number: work(number))


@pytest.mark.parametrize("how", ["garbage", "swapped pages", "an empty page"])
def test_six_runs_that_find_a_damaged_store_set_it_aside_once(tmp_path, how, tally):
    def work(number):
        cache, rng = tmp_path / str(number), chance("six", how, number)
        fill(cache)
        damage(cache, how, rng)
        six(cache, tmp_path)
        assert len(set_aside_in(cache)) <= 1
        assert fill(cache) == []
        if not set_aside_in(cache):
            return RIGHT
        check_whole(cache)
        return RENEWED

    for number in range(many(3, 50)):
        tally.attempt(f"store: six runs on {how}", number, lambda number=number: work(number))


def test_a_run_whose_store_was_set_aside_by_another_goes_on_with_the_new_one(tmp_path):
    encoder = make_encoder()
    store, _ = open_store(tmp_path)
    with store:
        embed(encoder, store, WANTED, VIEWS, None, Quiet())
        os.rename(tmp_path / FILE_NAME, tmp_path / "elsewhere")
        assert fill(tmp_path) == []
        assert set_aside_in(tmp_path) == []
        space = store.space(encoder.identity, VIEWS[0])
        notices = []
        on_whole_store(store, notices.append, lambda: store.write([(space, Request("new"), scattered(Request("new")))]))
        assert "Another run has set it aside" in notices[0]
    check_whole(tmp_path, more=1)
