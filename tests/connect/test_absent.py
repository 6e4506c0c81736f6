"""Without the other programs: what needs them says so in a line, what does not works."""

import sys

import pytest
from typer.testing import CliRunner

from idioprobe.cli import app
from idioprobe.connect import mteb
from idioprobe.core.errors import MissingExtraError


@pytest.mark.parametrize("call", [mteb.tasks, mteb.benchmark, lambda: mteb.local(object())])
def test_tasks_without_mteb_name_what_is_missing(call, monkeypatch):
    monkeypatch.setitem(sys.modules, "mteb", None)
    with pytest.raises(MissingExtraError, match=r"^Tasks for mteb need mteb: \S.*\.$"):
        call()


@pytest.mark.parametrize(("command", "module"), [("lm-eval", "lm_eval"), ("inspect", "inspect_ai"), ("hf", "datasets")])
def test_files_are_written_without_the_program_that_reads_them(command, module, monkeypatch, tmp_path):
    monkeypatch.setattr("idioprobe.cli.connect.export.find_spec", lambda _name: None)
    small = ["--language", "en", "--limit", "2"] if command != "hf" else []
    done = CliRunner().invoke(app, ["export", command, "-d", "starter", "-o", str(tmp_path / "out"), *small])
    assert done.exit_code == 0, f"{done.output}{done.exception}"
    assert f"{module} is not installed" in done.output
    assert any((tmp_path / "out").iterdir())
