"""Locks on folders: for one at a time, and let go when a process ends."""

import os
import signal
import time

from idioprobe.core import locks
from idioprobe.core.locks import lock, locked, unlock
from tests.faults.children import Child


def test_a_folder_is_locked_for_one_at_a_time(tmp_path):
    held = lock(tmp_path)
    assert held is not None
    assert lock(tmp_path, seconds=0) is None
    unlock(held)
    again = lock(tmp_path, seconds=0)
    assert again is not None
    unlock(again)


def test_whoever_comes_second_waits(tmp_path):
    count = tmp_path / "count"
    count.write_text("0")

    def add():
        for _ in range(50):
            with locked(tmp_path):
                count.write_text(str(int(count.read_text()) + 1))

    for child in [Child(add, tmp_path / f"log{number}") for number in range(3)]:
        child.ends_well()
    assert count.read_text() == "150"


def test_a_lock_ends_with_its_process(tmp_path):
    child = Child(lambda: (lock(tmp_path), signal.pause()), tmp_path / "log")
    deadline = time.monotonic() + 10
    while (held := lock(tmp_path, seconds=0)) is not None and time.monotonic() < deadline:
        unlock(held)
        time.sleep(0.01)
    child.kill()
    child.end()
    held = lock(tmp_path, seconds=0)
    assert held is not None
    os.close(held)


def test_where_there_are_no_locks_all_goes_on_without(tmp_path, monkeypatch):
    assert lock(tmp_path / "absent") is None
    unlock(None)
    monkeypatch.setattr(locks.os, "open", lambda *_: (_ for _ in ()).throw(PermissionError()))
    with locked(tmp_path):
        pass
