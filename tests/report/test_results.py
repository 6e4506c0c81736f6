"""Results by their folders: one of an older version does not stand in the way of the others."""

import json
import shutil

import polars as pl
import pytest

from idioprobe import check, compare
from idioprobe.core.errors import ConfigError, OldResultsError, ResultsError
from idioprobe.core.notices import LeftOutWarning, OldFormWarning
from idioprobe.report.answer import answers, sentences
from idioprobe.report.leaderboard import leaderboards
from idioprobe.report.paired import paired_differences
from idioprobe.report.results import find_results, labels_of
from idioprobe.run.results import load_result
from idioprobe.run.views import shown_view
from tests.suites.world import beaver, cosines
from tests.support import changed


@pytest.fixture
def saved(tmp_path):
    """A new result and an old one beside it."""
    new = beaver(tmp_path, cosines(syn=0.9, head=0.5, modifier=0.4, words=0.6, rand=0.1)).save(tmp_path / "out")
    old = shutil.copytree(new, new.with_name("old"))
    written = json.loads((old / "run.json").read_text(encoding="utf-8"))
    (old / "run.json").write_text(json.dumps(written | {"format": 2}), encoding="utf-8")
    return new, old


def test_an_old_one_among_others_is_left_out_with_a_notice(saved):
    new, _ = saved
    with pytest.warns(OldFormWarning, match="Left out: .*old has result format 2"):
        (found,) = find_results([new.parent])
    assert found.manifest.format == 4


def test_an_old_one_that_is_named_itself_is_an_error(saved):
    new, old = saved
    with pytest.raises(OldResultsError, match="run it again, and remove this folder"):
        find_results([old])
    with pytest.raises(OldResultsError, match="has result format 2"):
        find_results([new, old])


def test_one_that_is_not_whole_is_left_out_with_its_name(saved):
    new, old = saved
    shutil.rmtree(old)
    bad = shutil.copytree(new, new.with_name("bad"))
    pl.read_parquet(bad / "scores.parquet").drop("sentence").write_parquet(bad / "scores.parquet")
    with pytest.warns(
        LeftOutWarning, match=r"Left out: .*bad is not a whole result folder \(scores\.parquet: the column"
    ):
        (found,) = find_results([new.parent])
    assert found.manifest.format == 4
    with pytest.raises(ResultsError, match="the column sentence is missing"):
        find_results([bad])


def test_where_none_can_be_read_it_says_why(saved):
    new, old = saved
    for folder in (new, old):
        (folder / "run.json").write_text("[" * 100_000, encoding="utf-8")
    with pytest.warns(LeftOutWarning), pytest.raises(ResultsError, match="no result there can be read"):
        find_results([new.parent])


def test_where_all_are_old_it_says_so(saved):
    new, old = saved
    shutil.rmtree(new)
    shutil.copytree(old, old.with_name("older"))
    with pytest.warns(OldFormWarning), pytest.raises(ConfigError, match="all results there are of an older version"):
        find_results([old.parent])


def test_the_old_name_of_a_models_own_view_is_understood(tmp_path):
    result = beaver(tmp_path, cosines(syn=0.9, head=0.5, modifier=0.4, words=0.6, rand=0.1))
    native = changed(result, summary=result.summary.with_columns(view=pl.lit("native")))
    with pytest.warns(OldFormWarning, match="published is called native now"):
        assert shown_view(native, "published", strict=True) == "native"


@pytest.fixture
def former(tmp_path):
    """A new result, and the same as the version before wrote it."""
    vectors = cosines(syn=0.9, head=0.5, modifier=0.4, words=0.6, rand=0.1)
    new = beaver(tmp_path, vectors).save(tmp_path / "out")
    old = shutil.copytree(new, tmp_path / "former")
    written = json.loads((old / "run.json").read_text(encoding="utf-8"))
    written["config"]["casing"] = "lower"
    head = written["headline"][0] | {"measure": "pref_words", "chance": 0.5}
    written |= {"format": 3, "digits": "00000000", "headline": [head], "references": []}
    (old / "run.json").write_text(json.dumps(written), encoding="utf-8")
    return load_result(new), load_result(old)


def test_a_result_of_the_version_before_has_its_headline_under_another_name(former):
    (head,) = former[1].manifest.headline
    assert (head.name, head.former) == ("idiom score of versions before 0.12", True)
    assert [line for line in sentences(answers(former[1])[0]) if "100 % by the idiom score of versions before" in line]
    gate = check(former[1], "idiom_score>=0.1")
    assert gate.exit_code == 2
    assert "run it again" in gate.checks[0].reason


def test_it_is_never_compared_by_what_was_another_measure(former):
    new, old = former
    assert "idiom score of versions before" not in str(compare(new))
    assert [len(board.entries) for board in leaderboards([new, old])] == [1, 1]
    _, table = paired_differences(new, old, everything=True)
    assert {"pref_rand", "sim_syn"} <= set(table["measure"])
    assert "pref_words" not in set(table["measure"])
    with pytest.raises(ConfigError, match="pref_words: one of the two results is of an older version"):
        paired_differences(new, old, measures=["pref_words"])
    gate = check(new, "pref_words@target/nat:all>=0", no_worse_than=old, on="value")
    assert [one.outcome for one in gate.checks] == ["met", "undecided", "undecided"]
    assert "another measure" in gate.checks[2].reason


def test_an_option_that_only_one_result_has_does_not_stand_in_the_way_of_its_name(former):
    assert len(set(labels_of(former))) == 2
    assert len(set(labels_of(former[::-1]))) == 2
