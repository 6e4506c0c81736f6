"""The gate on models that answer in words."""

import pytest

from idioprobe import check
from tests.report.words.speaking import knowing, refusing, spoken


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    return tmp_path_factory.mktemp("cache")


def test_the_score_in_words_can_be_required(cache):
    result = spoken(cache)
    gate = check(result, ["idiom_score>=0", "qa_pref_words>=0", "qa_choice>=0"], on="value")
    assert gate, gate
    assert [one.where for one in gate.checks] == [
        "qa_pref_words@answer/nat:NC",
        "qa_pref_words@answer/nat:NC",
        "qa_choice@answer/nat:NC",
    ]


def test_so_can_a_baseline(cache):
    gate = check(spoken(cache), no_worse_than=spoken(cache, knowing), on="value")
    assert gate, gate
    assert gate.checks[0].difference == 0


def test_a_model_that_refuses_has_nothing_to_compare(cache):
    gate = check(spoken(cache, refusing), "qa_pref_words>=0", on="value")
    assert gate.exit_code == 2
