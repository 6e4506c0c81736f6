"""The commands about studies, as users call them."""

import json
import re
import signal
import socket
import stat
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from idioprobe.cli import app, main
from idioprobe.core.errors import IdioprobeError
from tests.make.annotate import studies
from tests.make.annotate.visitors import Server, Visitor
from tests.support import needed_module

needed_module("uvicorn")


def call(*words):
    """Run a command that ends well, and return what it prints."""
    done = CliRunner().invoke(app, ["annotate", *map(str, words)])
    assert done.exit_code == 0, f"{done.output}{done.exception}"
    return done.output


def refused(*words):
    """Run a command that cannot do what is asked, and return its one line."""
    done = CliRunner().invoke(app, ["annotate", *map(str, words)])
    assert isinstance(done.exception, IdioprobeError), done.output
    assert done.exception.exit_code == 2
    return str(done.exception)


@pytest.fixture
def study(tmp_path):
    return studies.make(tmp_path / "study", examples=True)


def test_a_study_is_made_from_a_dataset_or_a_lexicon(tmp_path):
    said = call(
        "new", "starter", "--language", "de", "-o", tmp_path / "de", "-n", 4, "--scale", "1-7", "--level", "both"
    )
    assert "40 expressions, 120 sentences" in said
    status = json.loads(call("status", tmp_path / "de", "--json"))
    assert status["overview"]["wanted"] == (40 + 120) * 4
    settings = (tmp_path / "de" / "settings.toml").read_text(encoding="utf-8")
    assert 'interface = "de"' in settings
    assert "high = 7" in settings
    source = studies.lexicon(tmp_path / "own.csv")
    assert "2 expressions, 6 sentences" in call("new", source, "-o", tmp_path / "own")


def test_a_translation_goes_with_the_study(tmp_path):
    own = call("words", "en").replace('language = "en"', 'language = "it"')
    (tmp_path / "it.toml").write_text(own, encoding="utf-8")
    source = studies.lexicon(tmp_path / "own.csv")
    said = call("new", source, "-o", tmp_path / "it", "--interface", tmp_path / "it.toml")
    assert "practice items and checks yourself" in said
    assert (tmp_path / "it" / "it.toml").is_file()
    assert "is open" in call("status", tmp_path / "it")


def test_links_are_printed_or_written(study, tmp_path):
    printed = call("invite", study, "-n", 3, "--url", "https://study.example.org").split()
    assert len(set(printed)) == 3
    assert all(re.fullmatch(r"https://study\.example\.org/a/\d+-[\w-]{27}", link) for link in printed)
    call("invite", study, "-n", 2, "-o", tmp_path / "links.csv")
    assert (tmp_path / "links.csv").read_text(encoding="utf-8").startswith("annotator,link\n4,")
    assert stat.S_IMODE((tmp_path / "links.csv").stat().st_mode) == 0o600
    assert "is there already" in refused("invite", study, "-o", tmp_path / "links.csv")


def test_answers_come_out_and_one_annotator_is_forgotten(study, tmp_path):
    table = tmp_path / "table.csv"
    table.write_text(
        "annotator,expression,sentence,score\nann,papera tigera,1,2\nbob,papera tigera,1,3\n", encoding="utf-8"
    )
    assert "New: 2 answers by 2 annotators; there already: 0; problems: 0." in call("import", study, table)
    assert "there already: 2" in call("import", study, table)
    assert "2 answers" in call("export", study, "--for", "csv")
    assert (tmp_path / "study-answers.csv").read_text(encoding="utf-8").count("\n") == 3
    assert "with 1 answer" in call("forget", study, 1)
    assert "has no annotator 1" in refused("forget", study, 1)
    assert "is there already" in refused("export", study)
    assert "1 answer in" in call("export", study, "--force")
    call("export", study, "--for", "mturk", "-o", tmp_path / "turk")
    call("export", study, "--for", "prolific", "-o", tmp_path / "prolific", "-n", 5)
    assert stat.S_IMODE((tmp_path / "prolific" / "links.csv").stat().st_mode) == 0o600
    assert len((tmp_path / "prolific" / "links.csv").read_text(encoding="utf-8").splitlines()) == 6
    call("export", study, "--for", "mturk", "-o", tmp_path / "turk", "--force")
    assert "which would be lost" in refused("export", study, "--for", "mturk", "-o", tmp_path, "--force")
    assert {file.name for file in (tmp_path / "turk").iterdir()} == {
        "README.txt",
        "layout-modifier-head.html",
        "batch-modifier-head-1.csv",
    }


def test_rows_with_problems_end_with_one_and_the_others_are_taken(study, tmp_path):
    table = tmp_path / "table.csv"
    table.write_text(
        "annotator,expression,sentence,score\nann,papera tigera,1,2\nbob,papera tigera,1,9\n", encoding="utf-8"
    )
    done = CliRunner().invoke(app, ["annotate", "import", str(study), str(table)])
    assert done.exit_code == 1
    assert "New: 1 answer by 1 annotator; there already: 0; problems: 1." in done.output
    assert "table.csv:3: score '9' is not a whole number from 0 to 5." in done.output.replace("\n", "")


def test_mistakes_are_told_in_a_line(study, tmp_path):
    assert "one of token, type, both" in refused("new", "starter", "-o", tmp_path / "x", "--level", "word")
    assert "such as 0-5" in refused("new", "starter", "-o", tmp_path / "x", "--scale", "5-0")
    assert "is there already" in refused("new", "starter", "--language", "en", "-o", study)
    assert "is not a study folder" in refused("serve", tmp_path / "nothing")
    assert "one of csv, sheet, mturk, prolific" in refused("export", study, "--for", "paper")
    assert "write it with https://" in refused("invite", study, "--url", "study.example.org")
    assert not (tmp_path / "x").exists()


def test_a_port_in_use_and_an_address_of_elsewhere_are_told(study):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert f"--port {port} is in use" in refused("serve", study, "--port", port)
    assert "is no address of this machine" in refused("serve", study, "--host", "203.0.113.1")


def test_without_its_packages_the_server_says_which(study, monkeypatch):
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "idioprobe.make.annotate.web.serving", raising=False)
    told = refused("serve", study)
    assert "The server needs uvicorn, which is not installed" in told
    assert "pip install" in told or "the extra 'annotate'" in told


def test_the_server_stops_when_told_and_goes_on_where_it_was(study):
    (link,) = studies.links(study, 1)
    with Server(study) as first:
        visitor = Visitor(first.url)
        visitor.post(link, visitor.get(link).form)
        page = visitor.get(link)
        visitor.close()
        first.process.send_signal(signal.SIGINT)
        assert first.process.wait(20) == 0
        said = first.process.stdout.read()
        assert f"idioprobe annotate invite {study} -n 20 --url {first.url}\n" in said
        assert "all answers are in the study" in said
    with Server(study, first.port) as second:
        assert Visitor(second.url).get(link).form == page.form


def test_a_server_for_the_world_is_told_what_it_needs(study):
    command = [sys.executable, "-m", "idioprobe", "annotate", "serve", str(study), "--host", "0.0.0.0", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        said = ""
        while "TLS in front" not in said:
            line = process.stdout.readline()
            assert line, said
            said += line
        assert "plain HTTP" in said
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def test_a_study_without_answers_is_told_so(study, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["idioprobe", "judgments", str(study)])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "has no answers yet" in capsys.readouterr().err
