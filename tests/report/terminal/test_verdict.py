"""The verdict in plain words where there is little to go by."""

import polars as pl
import pytest

from idioprobe.report.terminal.run import verdict

NONE_JUDGED = pl.DataFrame({"verdict": []}, schema={"verdict": pl.String})


def means(**numbers):
    """Level and interval of measures."""
    rows = [
        {"condition": "nat", "unit": "target", "statistic": "mean", "group": "all", "measure": name}
        | dict(zip(("value", "ci_low", "ci_high"), values, strict=True))
        for name, values in numbers.items()
    ]
    return pl.DataFrame(rows, schema_overrides={"ci_low": pl.Float64, "ci_high": pl.Float64})


def said(**numbers):
    return verdict(means(**numbers), NONE_JUDGED, "m", "nat", "target")


SYNONYM, RANDOM = (0.7, 0.6, 0.8), (0.4, 0.3, 0.5)


@pytest.mark.parametrize(
    ("bounds", "ending"),
    [
        ((0.2, 0.4), "(0.40), a difference of 0.30 [0.20, 0.40]."),
        ((-0.1, 0.7), "(0.40), but not so clearly that a difference can be told."),
        ((None, None), "(0.40), with too few expressions to tell."),
    ],
)
def test_says_how_sure_it_is(bounds, ending):
    text = said(sim_syn=SYNONYM, sim_rand=RANDOM, aff_syn_rand=(0.3, *bounds))
    assert text.startswith(
        "In naturalistic sentences, m places expressions closer to their own synonym (0.70) than to random words "
        + ending
    )


def test_a_rival_that_no_item_shares_with_the_synonym_is_passed_over():
    text = said(sim_syn=SYNONYM, sim_words=(0.9, 0.8, 1), sim_rand=RANDOM, aff_syn_rand=(0.3, 0.2, 0.4))
    assert "than to random words (0.40), a difference of 0.30 [0.20, 0.40]." in text


def test_without_a_rival_or_a_prediction_it_says_so():
    assert said(sim_syn=SYNONYM, sim_words=SYNONYM) == "m: no linguistic prediction can be judged."


def test_the_sentences_that_have_both_decide():
    text = said(sim_syn=(0.2, 0.1, 0.3), sim_rand=RANDOM, aff_syn_rand=(0.05, 0.01, 0.09))
    assert (
        "closer to their own synonym than to random words in the sentences that have both, "
        "a difference of 0.05 [0.01, 0.09]." in text
    )
