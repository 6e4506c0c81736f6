"""Results by their folders: one of an older version does not stand in the way of the others."""

import json
import shutil

import polars as pl
import pytest

from idioprobe.core.errors import ConfigError, OldResultsError, ResultsError
from idioprobe.core.notices import LeftOutWarning, OldFormWarning
from idioprobe.report.results import find_results
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
