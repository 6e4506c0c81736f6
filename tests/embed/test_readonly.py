"""A store that cannot be written is read, whoever says that it cannot: the file, its folder or the disk."""

import os
import shutil
import tempfile
from pathlib import Path

import pytest

from idioprobe import evaluate
from idioprobe.core.errors import StoreError
from idioprobe.embed import store as store_module
from idioprobe.embed.store import FILE_NAME, open_store
from tests.embed.slow import SMALL, make_encoder, run, starter
from tests.faults.children import Child
from tests.faults.stores import word_vectors
from tests.faults.test_store_processes import fill

NOBODY = 65534


@pytest.fixture
def sealed(monkeypatch):
    """Nothing may be written from now on, and nothing was once the test is over."""
    sealed_folders = {}

    def seal(folder):
        sealed_folders[folder] = content(folder)
        access = os.access
        monkeypatch.setattr(store_module.os, "access", lambda p, mode: mode != os.W_OK and access(p, mode))

    yield seal
    for folder, before in sealed_folders.items():
        assert content(folder) == before


def content(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_a_complete_store_leads_to_the_same_numbers(tmp_path, sealed):
    first = run(tmp_path)
    sealed(tmp_path)
    encoder = make_encoder()
    again = run(tmp_path, encoder)
    assert encoder.seen == []
    assert again.scores.equals(first.scores)
    assert again.summary.equals(first.summary)


def test_so_does_that_of_a_model_that_keeps_notes_in_it(tmp_path, sealed):
    """The file has another number since: its hash cannot be noted, and is used all the same."""
    (tmp_path / "one").mkdir()
    words = word_vectors(str(tmp_path / "one"))
    cache = tmp_path / "cache"
    first = evaluate(f"static:{words}", starter(), **SMALL, cache_dir=cache)
    shutil.copytree(words.parent, tmp_path / "other")
    sealed(cache)
    again = evaluate(f"static:{tmp_path / 'other' / words.name}", starter(), **SMALL, cache_dir=cache)
    assert again.info["counts"]["texts_embedded"] == 0
    assert again.scores.equals(first.scores)
    assert again.info["counts"]["unknown_words"] == first.info["counts"]["unknown_words"] > 0


def test_an_incomplete_one_says_so_before_anything_is_embedded(tmp_path, sealed):
    run(tmp_path, limit=1)
    sealed(tmp_path)
    encoder = make_encoder()
    with pytest.raises(StoreError, match=r"cannot be written, and lacks \d+ of \d+ texts.*`cache_dir`"):
        run(tmp_path, encoder, limit=2)
    assert encoder.seen == []


def test_a_damaged_one_says_so_and_stays(tmp_path, monkeypatch):
    run(tmp_path)
    (tmp_path / FILE_NAME).write_bytes(b"garbage " * 1000)

    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(StoreError, match=r"damaged.*cannot be set aside \(Permission denied\).*`cache_dir`"):
        run(tmp_path)
    assert (tmp_path / FILE_NAME).read_bytes().startswith(b"garbage")


@pytest.fixture
def open_folder():
    """A folder that other users can reach."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def as_another_user(work):
    if os.getuid() == 0:
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    work()


@pytest.mark.parametrize("killed", [False, True], ids=["closed", "with a log beside it"])
@pytest.mark.parametrize("what", ["file", "folder", "both"])
def test_the_system_says_that_it_cannot_be_written(open_folder, tmp_path, what, killed):
    cache = open_folder / "cache"
    if killed:
        Child(lambda: (fill_and_stay_open(cache), os._exit(0)), tmp_path / "log").end()
        assert (cache / f"{FILE_NAME}-wal").stat().st_size
    else:
        fill(cache)
    for path in cache.iterdir():
        path.chmod(0o444 if what != "folder" else 0o666)
    cache.chmod(0o555 if what != "file" else 0o777)
    (tmp_path / "said").touch(mode=0o666)
    tmp_path.chmod(0o777)
    Child(lambda: as_another_user(lambda: fill(cache)), tmp_path / "log").ends_well()


def fill_and_stay_open(cache):
    """So that what was written is in the log only when the process ends."""
    store, _ = open_store(cache)
    store.notes("memory")["open"] = "yes"
    fill(cache)
