"""`idioprobe show` as a user calls it."""

import json

import pytest

from tests.cli.test_run import idioprobe, one_line
from tests.report.tables.small import alpha, dataset, glove, run


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    out, data = tmp_path_factory.mktemp("shown"), dataset()
    run(alpha(data), data, out / "cache").save(out / "results")
    run(glove(data), data, out / "cache", languages=("en",)).save(out / "results")
    return out


def test_an_expression_in_all_models_at_hand(out):
    done = idioprobe("show", "results", "ghost town", cwd=out, check=0)
    assert "ghost town (en, noun-compound, NC) in tiny" in done.stdout
    assert "1: vectors.txt (mean)" in done.stdout
    assert "2: alpha (mean@last4)" in done.stdout
    assert "sentence 1: We saw [ghost town] there ." in done.stdout
    assert "synonyms of its words" in done.stdout
    assert "aff_syn_words ↑" in done.stdout
    assert "/8" in done.stdout
    assert idioprobe("show", "ghost town", cwd=out, check=0).stdout == done.stdout


def test_the_worst_in_a_table_of_80_columns(out):
    done = idioprobe("show", "results", "--worst", "3", cwd=out, check=0)
    assert "alpha on tiny (en): the worst 3 of 8 expressions" in done.stdout
    assert "By aff_syn_words, lowest first" in done.stdout
    rows = [line for line in done.stdout.splitlines() if line[:1].isdigit()]
    assert len(rows) == 9
    assert max(map(len, rows)) <= 80
    best = idioprobe("show", "results", "--best", "3", "--language", "en", cwd=out, check=0)
    assert "the best 3 of 8" in best.stdout
    assert "(pt)" not in best.stdout


def test_json_has_all_of_it(out):
    (told,) = json.loads(idioprobe("show", "results", "ghost town", "--json", cwd=out, check=0).stdout)
    assert told["models"] == ["vectors.txt", "alpha"]
    assert len(told["sentences"][0]["variants"][0]["similarities"]) == 2
    worst = json.loads(idioprobe("show", "results", "--worst", "1", "--json", cwd=out, check=0).stdout)
    there = [(one["model"], one["language"]) for one in worst]
    assert there == [("vectors.txt", "en"), ("alpha", "en"), ("alpha", "pt")]


def test_mistakes_end_in_a_line_that_helps(out):
    assert "did you mean 'ghost town'?" in one_line(idioprobe("show", "results", "ghost twn", cwd=out, check=2))
    assert "Name an expression behind the folders" in one_line(idioprobe("show", "results", cwd=out, check=2))
    assert "--worst 0: at least 1" in one_line(idioprobe("show", "results", "--worst", "0", cwd=out, check=2))
    both = idioprobe("show", "--worst", "1", "--best", "1", cwd=out, check=2)
    assert "--worst and --best: one of the two" in one_line(both)
    assert "is not a folder" in one_line(idioprobe("show", "absent", "ghost town", cwd=out, check=2))
