"""Runs that are killed, run side by side, or need no model any more."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

import idioprobe
from idioprobe.embed.store import FILE_NAME
from tests.embed.slow import make_encoder, run

ROOT = Path(__file__).resolve().parents[2]


def start(cache, seconds):
    return subprocess.Popen(
        [sys.executable, "-m", "tests.embed.slow", str(cache), str(seconds)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def rows_in(cache):
    """How many vectors another process has written so far."""
    try:
        with sqlite3.connect(f"file:{cache / FILE_NAME}?mode=ro", uri=True, timeout=5) as connection:
            return connection.execute("SELECT count(*) FROM vectors").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


def wait_for_rows(process, cache, rows):
    end = time.monotonic() + 60
    while rows_in(cache) < rows:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.slow
def test_after_a_kill_only_the_rest_is_computed_and_the_numbers_are_the_same(tmp_path):
    process = start(tmp_path / "killed", 0.02)
    wait_for_rows(process, tmp_path / "killed", 30)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    kept = rows_in(tmp_path / "killed")
    encoder = make_encoder()
    resumed = run(tmp_path / "killed", encoder)
    whole = run(tmp_path / "whole")
    counts = resumed.info["counts"]
    assert counts["texts_embedded"] == len(encoder.seen)
    # Two views a text; the batch that the kill fell into may have left one of them.
    assert counts["texts_from_store"] >= (kept - 1) // 2 >= 14
    assert counts["texts"] == whole.info["counts"]["texts"] == counts["texts_embedded"] + counts["texts_from_store"]
    for table in ("similarities", "scores", "summary", "predictions", "dropped"):
        assert getattr(resumed, table).equals(getattr(whole, table)), table


@pytest.mark.slow
def test_two_processes_can_fill_one_store_at_once(tmp_path):
    cache = tmp_path / "shared"
    both = [start(cache, 0.002) for _ in range(2)]
    outputs = [process.communicate(timeout=100) for process in both]
    assert [process.returncode for process in both] == [0, 0], outputs
    counts = [json.loads(out) for out, _ in outputs]
    alone = run(tmp_path / "alone")
    assert {c["scores"] for c in counts} == {alone.info["counts"]["scores"]}
    with sqlite3.connect(cache / FILE_NAME) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    encoder = make_encoder()
    together = run(cache, encoder)
    assert encoder.seen == []
    assert together.scores.equals(alone.scores)
    assert not list(cache.glob("*.damaged-*"))


SECOND_RUN = """
import json, sys
import idioprobe
result = idioprobe.evaluate("all-MiniLM-L6-v2", limit=1, conditions=("neut",), resamples=100, cache_dir=sys.argv[1])
heavy = [name for name in ("torch", "transformers", "tokenizers", "huggingface_hub") if name in sys.modules]
print(json.dumps({"heavy": heavy, "mean": result.scores["value"].sum(), **result.info["counts"]}))
"""


@pytest.mark.slow
@pytest.mark.usefixtures("minilm_folder")
def test_a_second_run_of_a_real_model_imports_neither_torch_nor_transformers(tmp_path):
    first = idioprobe.evaluate("all-MiniLM-L6-v2", limit=1, conditions=("neut",), resamples=100, cache_dir=tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", SECOND_RUN, str(tmp_path)], capture_output=True, text=True, timeout=100, check=True
    )
    told = json.loads(done.stdout)
    assert told["heavy"] == []
    assert told["texts_embedded"] == 0
    assert told["mean"] == first.scores["value"].sum()


def test_a_new_store_can_be_opened_by_many_at_once(tmp_path):
    code = (
        "import sys, time; from pathlib import Path; from idioprobe.embed.store import VectorStore\n"
        "time.sleep(max(0, float(sys.argv[2]) - time.time()))\n"
        "VectorStore(Path(sys.argv[1])).close()"
    )
    begin = str(time.time() + 3)
    starts = [
        subprocess.Popen([sys.executable, "-c", code, str(tmp_path / str(i // 4)), begin], stderr=subprocess.PIPE)
        for i in range(12)
    ]
    assert [process.communicate(timeout=60)[1].decode() for process in starts] == [""] * 12
