"""Standard output may be closed or full, and paths in any bytes: one clear line, or the work is done."""

import os
import subprocess
import sys

import pytest

from tests.cli.test_run import idioprobe, place, run_tiny  # noqa: F401

FULL = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")


def shell(words, redirection, cwd):
    done = subprocess.run(
        ["/bin/sh", "-c", f"{sys.executable} -m idioprobe {words} {redirection}"],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "XDG_CACHE_HOME": str(cwd / "xdg")},
    )
    return done.returncode, done.stdout, done.stderr.strip()


@FULL
@pytest.mark.parametrize("words", ["--help", "data list --json", "data show starter"])
@pytest.mark.parametrize(
    ("redirection", "reason"), [(">/dev/full", "No space left on device"), (">&-", "Bad file descriptor")]
)
def test_output_that_cannot_be_written_is_one_line(words, redirection, reason, tmp_path):
    code, _, said = shell(words, redirection, tmp_path)
    assert code == 1
    assert said == f"idioprobe: standard output cannot be written: {reason}; what was saved to files is there."


@FULL
@pytest.mark.parametrize("redirection", [">&- 2>&-", ">/dev/full 2>/dev/full"])
def test_where_nothing_can_be_said_the_code_says_it(redirection, tmp_path):
    assert shell("data list", redirection, tmp_path) == (1, "", "")


@FULL
@pytest.mark.parametrize("redirection", ["2>/dev/full", "2>&-"])
def test_notices_that_cannot_be_written_are_no_trouble(redirection, place, tmp_path):  # noqa: F811
    words = f"run -m static:vectors.txt -d tiny --resamples 200 --out {tmp_path / 'out'}"
    code, out, _ = shell(words, redirection, place)
    assert code == 0
    assert "Results: " in out


@FULL
def test_a_run_whose_output_is_lost_keeps_its_results(place, tmp_path):  # noqa: F811
    words = f"run -m static:vectors.txt -d tiny --resamples 200 --out {tmp_path / 'out'}"
    assert shell(words, ">/dev/full", place)[0] == 1
    assert len(list((tmp_path / "out").rglob("run.json"))) == 1


@pytest.mark.parametrize(
    "locale", [{}, {"LC_ALL": "C"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}]
)
def test_paths_may_have_any_bytes(locale, place, tmp_path):  # noqa: F811
    folder = tmp_path / os.fsdecode(b"caf\xe9")
    folder.mkdir()
    (folder / os.fsdecode(b"v\xe9.txt")).write_bytes((place / "vectors.txt").read_bytes())
    (folder / "tiny.csv").write_bytes((place / "tiny.csv").read_bytes())
    idioprobe("data", "build", folder / "tiny.csv", "-o", folder / "tiny", "--language", "en", cwd=place, check=0)
    model = f"static:{folder / os.fsdecode(b'v' + bytes([0xE9]) + b'.txt')}"
    where = ("--out", folder / "out", "--cache-dir", folder / "cache", "--resamples", 200)
    idioprobe("run", "-m", model, "-d", folder / "tiny", *where, cwd=folder, check=0, env=locale)
    listed = idioprobe("list", folder / "out", cwd=folder, check=0, env=locale)
    assert "tiny" in listed.stdout
    requests = folder / "requests.parquet"
    idioprobe("requests", "-d", folder / "tiny", "-o", requests, cwd=folder, check=0, env=locale)


def test_a_model_file_may_have_a_long_name(place, tmp_path):  # noqa: F811
    path = tmp_path / f"{'m' * 236}.txt"
    path.write_bytes((place / "vectors.txt").read_bytes())
    done = idioprobe(
        "run", "-m", f"static:{path}", "-d", "tiny", "--resamples", 200, "--out", tmp_path, cwd=place, check=0
    )
    assert "Results: " in done.stdout
    assert len(list(tmp_path.rglob("run.json"))) == 1
