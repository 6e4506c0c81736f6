"""Commands that show results, as a user calls them on results of models that answer in words."""

import csv
import json

import pytest

from tests.cli.test_run import idioprobe
from tests.report.words.speaking import refusing, seen, spoken


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    out = tmp_path_factory.mktemp("answers")
    spoken(out / "cache").save(out / "results")
    seen(out / "cache").save(out / "results")
    spoken(out / "cache", refusing, name="refuser", weights="others", ways=("generated",)).save(out / "results")
    return out


def test_show_prints_questions_answers_and_what_was_understood(out):
    done = idioprobe("show", "results", "grey matter", cwd=out, check=0)
    assert "Asked in words: chat:talker" in done.stdout
    assert "“A”  = its synonym: en syn 6" in done.stdout
    assert "Model: hf:talker" in done.stdout
    full = idioprobe("show", "results", "grey matter", "--full", cwd=out, check=0)
    assert "A) en words 6" in full.stdout
    (told,) = json.loads(idioprobe("show", "results", "grey matter", "--json", cwd=out, check=0).stdout)
    assert {one["model"] for one in told["answered"]} == {"chat:talker", "refuser"}


def test_list_and_compare_take_both_kinds(out):
    assert "generated, likelihood" in idioprobe("list", "results", cwd=out, check=0).stdout
    done = idioprobe("compare", "results", cwd=out, check=0)
    assert "idiom score in words" in done.stdout
    assert "Do the vectors know what the words say?" in done.stdout
    assert "refuser: no usable answers" in done.stderr
    boards = json.loads(idioprobe("compare", "results", "--json", cwd=out, check=0).stdout)
    assert [len(board["words_vectors"]) > 0 for board in boards] == [False, True, True]
    latex = idioprobe("compare", "results", "--format", "latex", cwd=out, check=0)
    assert "qa\\_choice" in latex.stdout


def test_words_against_vectors_as_a_table_and_a_file(out):
    assert "words-vectors" in idioprobe("analyse", "--list", cwd=out, check=0).stdout
    idioprobe("analyse", "results", "-t", "words-vectors", "-o", "both.csv", cwd=out, check=0)
    rows = list(csv.reader((out / "both.csv").open(encoding="utf-8")))
    assert rows[0][-4:] == ["generated", "likelihood", "how much likelier", "n"]
    assert rows[1][:2] == ["all", "pref_words, sentence"]
    told = json.loads(idioprobe("analyse", "results", "-t", "words-vectors", "--json", cwd=out, check=0).stdout)
    assert any(cell["ci_low"] is not None for cell in told["cells"])


def test_tables_and_figures_of_vectors_pass_over_answers(out):
    done = idioprobe("analyse", "results", "-t", "H5", cwd=out, check=0)
    assert "view: mean@last4;" in done.stdout
    idioprobe("figures", "results", "-f", "H2", "-o", "h2.svg", cwd=out, check=0)
