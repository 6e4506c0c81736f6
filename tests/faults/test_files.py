"""What is written is there whole or not at all: after kills at any moment, with six writers and equal process ids."""

import os
import signal
import time
from pathlib import Path

import pytest

from idioprobe.core.files import replace_file, replace_folder, sweep
from tests.faults.children import KILLED, Child, die_before, with_process_id
from tests.faults.harness import RIGHT, chance, many

FILES = [f"table{number}.csv" for number in range(4)]


def save(folder: Path, version: str) -> None:
    with replace_folder(folder) as part:
        for name in FILES:
            (part / name).write_text(version)


def save_file(path: Path, version: str) -> None:
    with replace_file(path) as part:
        part.write_text(version)


def whole(path: Path) -> str:
    """The version that is there; fails if it is not whole."""
    if path.is_file():
        return path.read_text()
    assert sorted(p.name for p in path.iterdir()) == FILES
    (version,) = {(path / name).read_text() for name in FILES}
    return version


@pytest.mark.parametrize("write", [save, save_file], ids=["folder", "file"])
def test_a_kill_at_any_moment_leaves_the_old_or_the_new(tmp_path, write, tally):
    path = tmp_path / "results" / "hf--model-0123abcd"

    def work(step):
        write(path, "old")
        child = Child(lambda: (die_before(step), write(path, "new")), tmp_path / "log")
        code = child.end()
        assert code in (0, KILLED)
        sweep(path.parent)
        assert whole(path) == "new" if code == 0 else whole(path) in ("old", "new")
        assert [p.name for p in path.parent.iterdir()] == [path.name]
        ended.append(code)
        return RIGHT

    ended: list[int] = []
    for step in range(200):
        tally.attempt(f"{write.__name__.replace('_', ' ')}: killed before a step", step, lambda step=step: work(step))
        if ended[-1:] == [0]:
            break
    assert ended[-1] == 0
    assert len(ended) > 8


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM], ids=lambda how: how.name)
def test_a_kill_at_a_random_moment_leaves_one_version_whole(tmp_path, how, tally):
    folder = tmp_path / "results" / "run"
    save(folder, "first")

    def endless():
        for number in range(10**9):
            save(folder, str(number))

    def work(number):
        child = Child(endless, tmp_path / "log")
        time.sleep(chance("kill", how, number).uniform(0.001, 0.03))
        child.kill(how)
        assert child.end() in (-signal.SIGKILL, 1)
        if how == signal.SIGTERM:
            assert "KeyboardInterrupt" in (tmp_path / "log").read_text()
        sweep(folder.parent)
        whole(folder)
        assert [p.name for p in folder.parent.iterdir()] == [folder.name]
        return RIGHT

    for number in range(many(20, 400)):
        tally.attempt(f"save: {how.name} at a random moment", number, lambda number=number: work(number))


@pytest.mark.parametrize("ids", ["equal", "their own"])
def test_six_writers_of_one_folder_all_succeed(tmp_path, ids, tally):
    folder = tmp_path / "results" / "run"
    saves = many(20, 200)

    def writer(name):
        if ids == "equal":
            with_process_id(7)
        for number in range(saves):
            save(folder, f"{name} {number}")

    children = [Child(lambda name=name: writer(name), tmp_path / f"log{name}") for name in range(6)]
    for child in children:
        tally.attempt(
            f"save: six writers, {ids} process ids", child.pid, lambda child=child: child.ends_well() or RIGHT
        )
    assert whole(folder).endswith(f" {saves - 1}")
    assert [p.name for p in folder.parent.iterdir()] == [folder.name]
    tally.counts[f"save: six writers, {ids} process ids", RIGHT] += 6 * (saves - 1)


def test_what_another_run_is_writing_is_not_swept(tmp_path):
    with replace_folder(tmp_path / "one") as part:
        (part / "a").write_text("a")
        save(tmp_path / "other", "1")
        sweep(tmp_path)
        assert (part / "a").exists()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["one", "other"]


def test_leftovers_of_older_versions_are_swept_in_time_and_an_old_result_comes_back(tmp_path):
    names = [".hf--model-0123abcd.17.part", ".hf--gone-0123abcd.17.old", ".hf--new-0123abcd.17.part", ".mine.17.old"]
    for name in names:
        (tmp_path / name).mkdir()
    (tmp_path / ".mine.17.old" / "diary").write_text("mine")
    hour_ago = time.time() - 3600
    for name in (names[0], names[1], names[3]):
        os.utime(tmp_path / name, (hour_ago, hour_ago))
    sweep(tmp_path)
    assert sorted(p.name for p in tmp_path.iterdir()) == [names[2], ".mine.17.old", "hf--gone-0123abcd"]
