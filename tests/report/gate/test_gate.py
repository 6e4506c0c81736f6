"""The gate: what is required, what decides, and what cannot be decided."""

from xml.etree import ElementTree as Xml

import polars as pl
import pytest

from idioprobe import check, evaluate
from idioprobe.core.errors import ConfigError
from idioprobe.report.gate.requirement import parse_requirement, parse_requirements
from idioprobe.report.gate.written import as_junit, as_markdown
from tests.run.test_controls import hashed
from tests.support import HandmadeEncoder, changed

HOW = {"languages": "en", "types": "noun-compound", "limit": 24, "resamples": 200}


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("idioprobe.data.controls.load.SHIPPED", ("en", "pt"))
        return evaluate(HandmadeEncoder(hashed), "starter", **HOW, cache_dir=tmp_path_factory.mktemp("cache"))


def with_number(result, value, low, high, measure="choice_net", **place):
    """The same result with other numbers in one place of the summary."""
    where = {"measure": measure, "statistic": "mean", "unit": "target", "condition": "nat", "group": "NC", **place}
    here = pl.all_horizontal([pl.col(name) == wanted for name, wanted in where.items()])
    numbers = {"value": value, "ci_low": low, "ci_high": high}
    columns = [pl.when(here).then(pl.lit(n, pl.Float64)).otherwise(pl.col(c)).alias(c) for c, n in numbers.items()]
    return changed(result, summary=result.summary.with_columns(columns))


def better(result, by, measure="choice_net"):
    """The same result with other scores, and so a model that differs by that on every item."""
    here = (pl.col("measure") == measure) & (pl.col("unit") == "target")
    scores = result.scores.with_columns(value=pl.when(here).then(pl.col("value") + by).otherwise(pl.col("value")))
    info = result.info | {"digits": "0000000" + str(by)[-1], "label": "other"}
    return changed(result, info, scores=scores)


@pytest.mark.parametrize(
    ("written", "sign", "bound"),
    [
        ("idiom_score>=0.4", ">=", 0.4),
        ("idiom_score < 40%", "<", 0.4),
        ("idiom_score<40 %", "<", 0.4),
        ("sim_syn>-1", ">", -1),
    ],
)
def test_a_requirement_is_a_measure_a_sign_and_a_number(written, sign, bound):
    found = parse_requirement(written)
    assert (found.sign, found.bound) == (sign, pytest.approx(bound))
    assert (found.place.unit, found.place.condition, found.place.group) == (None, None, None)


def test_a_group_may_be_a_type():
    assert parse_requirement("sim_syn@target/neut:type:verb-object>=0").place.group == "type:verb-object"


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("idiom_scor>=1", "did you mean idiom_score"),
        ("IDIOM_SCORE>=1", "did you mean idiom_score"),
        ("sim_syn@word>=1", "no unit 'word'"),
        ("sim_syn/nature>=1", "no condition 'nature'"),
        ("sim_syn>=much", "no number"),
        ("sim_syn>=nan", "no number"),
        ("sim_syn=0.4", "MEASURE"),
        ("", "MEASURE"),
    ],
)
def test_mistakes_say_what_to_write(written, told):
    with pytest.raises(ConfigError, match=told):
        parse_requirement(written)


def test_all_mistakes_are_told_at_once():
    with pytest.raises(ConfigError, match=r"(?s)sim_sin.*sim_ran"):
        parse_requirements(["sim_sin>1", "sim_ran<1", "sim_syn>0"])


def test_the_end_of_the_interval_that_is_harder_to_meet_decides(result):
    one = with_number(result, 0.5, 0.4, 0.6)
    assert check(one, "idiom_score>=0.4").passed
    assert not check(one, "idiom_score>=0.41")
    assert check(one, "idiom_score<=0.6")
    assert not check(one, "idiom_score<0.6")
    assert check(one, "idiom_score>=0.41", on="value")


def test_the_codes_tell_a_bad_model_from_a_bad_question(result):
    one = with_number(result, 0.5, 0.4, 0.6)
    assert check(one, "idiom_score>=0.1").exit_code == 0
    assert check(one, "idiom_score>=0.9").exit_code == 3
    assert check(one, "qa_choice>=0.9").exit_code == 2
    assert check(one, ["idiom_score>=0.9", "sim_syn:nowhere>0"]).exit_code == 2


def test_a_number_without_an_interval_is_not_decided_but_by_its_value(result):
    one = with_number(result, 0.5, None, None)
    (found,) = check(one, "idiom_score>=0.1").checks
    assert found.outcome == "undecided"
    assert "`on` value" in found.reason
    assert check(one, "idiom_score>=0.1", on="value")


def test_an_undefined_gap_is_not_decided_whatever_decides(result):
    one = with_number(result, None, None, None, "idiom_gap")
    assert check(one, "idiom_gap>=0", on="value").exit_code == 2


def test_what_is_not_there_is_told_with_what_is(result):
    (found,) = check(result, "sim_syn:nowhere>0").checks
    assert "sim_syn@target/nat:NC" in found.reason
    (other,) = check(result, "pred_out>0").checks
    assert "`suites` prediction" in other.reason


def test_a_measure_is_looked_up_where_it_exists(result):
    assert check(result, "ctx_in_out>=-1").checks[0].where == "ctx_in_out@target/nat:NC"
    assert check(result, "out_syn>=-1").checks[0].where == "out_syn@target/none:NC"
    assert check(result, "pref_related>=0").checks[0].where == "pref_related@target/nat:control"


def test_a_model_is_no_worse_than_itself(result):
    gate = check(result, ["sim_rand<2", "sim_syn:control>-2"], no_worse_than=result)
    compared = [one for one in gate.checks if one.baseline]
    assert [(one.difference, one.difference_low, one.outcome) for one in compared] == [(0, 0, "met")] * 3


def test_certainly_worse_fails_and_certainly_better_passes(result):
    worse = check(better(result, -0.25), no_worse_than=result)
    assert worse.exit_code == 3
    (found,) = worse.checks
    assert (found.difference, found.difference_high) == (pytest.approx(-0.25), pytest.approx(-0.25))
    assert check(better(result, 0.25), no_worse_than=result)


def test_of_measures_whose_low_values_are_better_a_higher_one_is_worse(result):
    gate = check(better(result, 0.1, "sim_rand"), "sim_rand<9", no_worse_than=result)
    assert {one.requirement.split(" ")[0]: one.outcome for one in gate.checks if one.baseline} == {
        "idiom_score": "met",
        "sim_rand": "not met",
    }


def test_a_margin_is_how_much_worse_it_may_certainly_be(result):
    worse = better(result, -0.25)
    assert check(worse, no_worse_than=result, margin=0.3)
    assert not check(worse, no_worse_than=result, margin=0.2)


def test_a_baseline_on_other_data_is_refused(result):
    info = result.info
    info["dataset"]["sha256"] = "0" * 64
    with pytest.raises(ConfigError, match="cannot be compared"):
        check(result, no_worse_than=changed(result, info))


def test_what_only_one_of_the_two_has_is_left_out_and_told(result):
    names = result.expressions.filter(pl.col("class") == "NC")["expression"].sort()
    fewer = changed(result, scores=result.scores.filter(~pl.col("expression").is_in(names[:2].implode())))
    gate = check(result, no_worse_than=fewer, on="value")
    assert [one.left_out for one in gate.checks if one.left_out] == [3 * 2]
    assert "left out are 6 sentences that only one of them has" in str(gate)


def test_a_measure_that_neither_has_is_told_as_such_beside_a_baseline_too(result):
    told = check(result, "qa_choice>=0.1", no_worse_than=result).checks
    reasons = [one.reason for one in told if one.requirement.startswith("qa_choice")]
    assert len(reasons) == 2
    assert all("it comes from `suites` questions" in reason for reason in reasons)


def test_a_baseline_of_the_same_name_is_told_apart(result):
    other = better(result, 0.3)
    other = changed(other, other.info | {"label": ""})
    other = changed(other, other.info | {"model": other.info["model"] | {"family": "other"}})
    (found,) = check(result, no_worse_than=other).checks
    assert found.baseline == f"other:{found.model}"


def test_a_setting_that_only_one_has_is_told_in_words(result):
    other = changed(result, result.info | {"config": result.info["config"] | {"limit": None}})
    with pytest.raises(ConfigError, match="limit is not set for the baseline and 24 here"):
        check(result, no_worse_than=other)


def test_nothing_to_check_is_a_mistake(result):
    with pytest.raises(ConfigError, match="nothing to check"):
        check(result)


def test_the_files_for_build_servers_say_the_same(result):
    info = result.info | {"label": 'a|b <i> "x" \x1b[2J'}
    one = changed(with_number(result, 0.5, 0.4, 0.6), info)
    gate = check(one, ["idiom_score>=0.1", "idiom_score>=0.9", "qa_choice>0"])
    suite = Xml.fromstring(as_junit(gate).encode()).find("testsuite")
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("3", "1", "1")
    assert [case.get("name") for case in suite] == ["idiom_score>=0.1", "idiom_score>=0.9", "qa_choice>0"]
    table = [line for line in as_markdown(gate).splitlines() if line.startswith("| ")]
    assert len(table) == 5
    assert "a\\|b &lt;i>" in table[-1]
    assert "\x1b" not in as_junit(gate) + as_markdown(gate)
    assert str(gate).splitlines()[-1] == "1 of 3 requirements are met; 1 cannot be decided."
