"""Commands about result folders, called as a user calls them: list, diff, report, run --report."""

import json
import os
import re
import shutil
import subprocess
import sys

import polars as pl
import pytest

from idioprobe.run.config import RESULT_FORMAT
from tests.cli.test_run import idioprobe, one_line, place  # noqa: F401
from tests.report.tables.small import alpha, dataset, glove, run


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """Two models, one of them twice, in a folder of results."""
    out, data = tmp_path_factory.mktemp("saved"), dataset()
    folders = {
        "alpha": run(alpha(data), data, out / "cache").save(out / "results"),
        "again": run(alpha(data), data, out / "cache", seed=1).save(out / "results"),
        "glove": run(glove(data), data, out / "cache").save(out / "results"),
    }
    return out, folders


def test_list_shows_what_is_there(saved):
    out, folders = saved
    done = idioprobe("list", "results", cwd=out, check=0)
    for folder in folders.values():
        assert folder.name in done.stdout
    assert idioprobe("list", cwd=out, check=0).stdout == done.stdout
    told = json.loads(idioprobe("list", "results", "--json", cwd=out, check=0).stdout)
    assert {row["model"] for row in told} == {"alpha", "vectors.txt"}
    assert {row["items"] for row in told} == {80}


def test_list_fits_the_window(saved):
    out, _ = saved
    done = idioprobe("list", "results", cwd=out, check=0, env={"COLUMNS": "80"})
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "dataset" in done.stdout


def test_list_says_what_is_wrong_and_shows_the_rest(saved, tmp_path):
    _, folders = saved
    shutil.copytree(folders["alpha"], tmp_path / "good")
    for name, change in {"older": {"format": 1}, "newer": {"format": 99}}.items():
        shutil.copytree(folders["alpha"], tmp_path / name)
        info = json.loads((tmp_path / name / "run.json").read_text()) | change
        (tmp_path / name / "run.json").write_text(json.dumps(info))
    shutil.copytree(folders["alpha"], tmp_path / "torn")
    (tmp_path / "torn" / "scores.parquet").write_bytes(b"PAR1")
    shutil.copytree(folders["alpha"], tmp_path / ".left.1.part")
    done = idioprobe("list", ".", cwd=tmp_path, check=0)
    assert (
        f"older has result format 1; this version reads {RESULT_FORMAT}; run it again, and remove this folder."
        in done.stdout
    )
    assert f"newer has result format 99; this version reads {RESULT_FORMAT}; update idioprobe." in done.stdout
    assert "torn is not a whole result folder" in done.stdout
    assert ".left" not in done.stdout
    assert len(json.loads(idioprobe("list", ".", "--json", cwd=tmp_path, check=0).stdout)) == 4


def test_list_of_nothing(tmp_path):
    assert "No results in ." in idioprobe("list", ".", cwd=tmp_path, check=0).stdout
    assert "is not a folder" in one_line(idioprobe("list", "absent", cwd=tmp_path, check=2))


def test_diff_names_settings_and_numbers(saved):
    out, folders = saved
    done = idioprobe("diff", folders["alpha"], folders["again"], cwd=out, check=0)
    assert "config.seed" in done.stdout
    told = json.loads(idioprobe("diff", folders["alpha"], folders["again"], "--json", cwd=out, check=0).stdout)
    assert told["settings"]["config.seed"] == [0, 1]
    assert told["only_first"] == told["only_second"] == 0
    assert not told["same_numbers"]
    of_synonyms = [row for row in told["numbers"] if row["measure"] == "sim_syn"]
    assert {row["difference"] for row in of_synonyms} == {0}
    assert any(row["ci_low"] != row["ci_low_second"] for row in of_synonyms)
    assert "numbers that both have differ" in done.stdout


def test_diff_of_a_result_with_itself(saved):
    out, folders = saved
    done = idioprobe("diff", folders["alpha"], folders["alpha"], cwd=out, check=0)
    assert "All settings are the same." in done.stdout
    assert "numbers are the same." in done.stdout


def test_diff_of_two_models_orders_by_size(saved):
    out, folders = saved
    told = json.loads(idioprobe("diff", folders["alpha"], folders["glove"], "--json", cwd=out, check=0).stdout)
    assert told["shared"] == 0
    assert not [name for name in told["settings"] if name.startswith("counts.most_frequent")]
    both = json.loads(
        idioprobe("diff", folders["alpha"], folders["again"], "--json", "--tolerance", "9", cwd=out, check=0).stdout
    )
    assert both["same_numbers"]


def test_diff_takes_one_result_on_each_side(saved):
    out, folders = saved
    message = one_line(idioprobe("diff", "results", folders["alpha"], cwd=out, check=2))
    assert "holds 3 results; name the folder of one" in message


def test_report_writes_one_file_and_tells_where(saved):
    out, folders = saved
    done = idioprobe("report", folders["alpha"], folders["glove"], "-o", "new/page.html", cwd=out, check=0)
    assert done.stdout.strip() == f"Page: {out / 'new' / 'page.html'}"
    assert done.stderr == ""
    text = (out / "new" / "page.html").read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert text.rstrip().endswith("</html>")
    assert "https://" not in text.split("<script", 1)[0]


def test_report_tells_of_a_model_in_two_runs(saved):
    out, _ = saved
    done = idioprobe("report", "results", "-o", "twice.html", cwd=out, check=0)
    assert "2 runs of test:alpha on tiny stand side by side" in " ".join(done.stderr.split())


def test_report_with_reported_models(saved):
    out, folders = saved
    idioprobe("report", folders["alpha"], "-o", "beside.html", "--with", "reported", cwd=out, check=0)
    text = (out / "beside.html").read_text(encoding="utf-8")
    assert "BERT (He et al. 2025)" in text
    assert "dataset tiny, in the paper ncimp" in text
    assert "only reported" in one_line(idioprobe("report", folders["alpha"], "--with", "x", cwd=out, check=2))


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda f: (f / "run.json").unlink(), "holds no results (no run.json in it or below)"),
        (lambda f: (f / "run.json").write_text("{"), "is not a whole result folder"),
        (lambda f: (f / "summary.csv").unlink(), "is not a whole result folder"),
        (lambda f: (f / "run.json").write_text('{"format": 1}'), "has result format 1"),
        (lambda f: (f / "run.json").write_text('{"format": 99}'), "update idioprobe"),
    ],
)
def test_report_of_a_broken_folder_is_one_line_and_no_page(saved, tmp_path, spoil, message):
    _, folders = saved
    shutil.copytree(folders["alpha"], tmp_path / "broken")
    spoil(tmp_path / "broken")
    done = idioprobe("report", folders["glove"], "broken", "-o", "page.html", cwd=tmp_path)
    assert done.returncode != 0
    assert message in one_line(done)
    assert not list(tmp_path.glob("*page.html*"))


def test_report_on_a_view_that_is_not_there(saved):
    out, folders = saved
    assert "--view cls@-1: these results have mean@last4" in one_line(
        idioprobe("report", folders["alpha"], "--view", "cls@-1", cwd=out, check=2)
    )


def test_report_that_cannot_be_written(saved):
    out, folders = saved
    (out / "file").touch()
    assert "cannot be written" in one_line(idioprobe("report", folders["alpha"], "-o", "file/page.html", cwd=out))


def test_report_without_its_packages_names_the_extra(saved):
    out, folders = saved
    program = (
        "import sys; sys.modules['jinja2'] = None; from idioprobe.cli import main; "
        f"sys.argv = ['idioprobe', 'report', {str(folders['alpha'])!r}]; main()"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=out, capture_output=True, text=True)
    assert done.returncode == 2
    assert re.search(r"needs jinja2: pip install .*'jinja2>=", one_line(done))


def test_run_makes_a_page_and_tells_scripts(place):  # noqa: F811
    arguments = (
        "run",
        "-d",
        "tiny",
        "-m",
        "static:vectors.txt",
        "--resamples",
        "100",
        "--report",
        "page.html",
        "--json",
    )
    done = idioprobe(*arguments, cwd=place, check=0)
    told = json.loads(done.stdout)
    assert (place / "page.html").is_file()
    (one,) = told["runs"]
    assert told["failed"] == []
    assert one["new"] is True
    assert sum(one["predictions"].values()) == pl.read_csv(place / one["folder"] / "predictions.csv").height
    again = json.loads(idioprobe(*arguments, cwd=place, check=0).stdout)
    assert again["runs"][0]["new"] is False


def test_run_with_a_model_that_fails_tells_scripts(place):  # noqa: F811
    models = ("-m", "static:vectors.txt", "-m", "static:absent.txt")
    done = idioprobe("run", "-d", "tiny", *models, "--resamples", "100", "--json", cwd=place, check=2)
    told = json.loads(done.stdout)
    assert [run["model"] for run in told["runs"]] == ["vectors.txt"]
    assert told["failed"][0]["model"] == "static:absent.txt"


@pytest.mark.parametrize(
    ("words", "proposed"),
    [
        ("idioprobe rep", "report"),
        ("idioprobe analyse --table H1", "H16"),
        ("idioprobe run -m all-Mini", "all-MiniLM-L6-v2"),
        ("idioprobe run --suite probes,eps", "probes,epsilon"),
        ("idioprobe figures --figure V5", "V5.7"),
        ("idioprobe reported -t W", "W4"),
        ("idioprobe data show st", "starter"),
        ("idioprobe run --models wo", "wold2025"),
        ("idioprobe run --metric man", "manhattan"),
    ],
)
def test_shells_complete_commands_and_values(tmp_path, words, proposed):
    variables = {"_IDIOPROBE_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
    program = "import sys; sys.argv = ['idioprobe']; from idioprobe.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, env={**os.environ, **variables}
    )
    assert proposed in done.stdout.splitlines()
