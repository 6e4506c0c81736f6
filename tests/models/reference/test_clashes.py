"""A text that belongs to several items in several roles is read for those that it matters to."""

import polars as pl
import pytest

from idioprobe import evaluate
from tests.suites.world import dataset, expression, item


def clashing():
    """The original of the second item is a filler of the first, in another frame and longer by a word."""
    first = item(
        {
            "original": "eager beaver",
            "syn": "hard worker",
            "head": "beaver",
            "modifier": "eager",
            "words": "keen rodent",
            "rand": ["dull knife", "wet sock"],
            "rand_nc": "con artist",
        },
        frame="This is an {}.",
    )
    second = item(
        {
            "original": "con artist",
            "syn": "swindler",
            "head": "artist",
            "modifier": "con",
            "words": "trick painter",
            "rand": ["dull knife", "wet sock"],
            "rand_nc": "eager beaver",
        },
        frame="This is an {}.",
    )
    return dataset([*first, *second], [expression("eager beaver", label="NC"), expression("con artist", label="NC")])


@pytest.mark.parametrize(("model", "measure"), [("words", "sim_words"), ("whole", "sim_syn")])
def test_the_closed_form_holds_where_originals_are_fillers_of_others(tmp_path, model, measure):
    result = evaluate(f"reference:{model}", clashing(), cache_dir=tmp_path, resamples=100)
    scores = result.scores.filter(pl.col("measure") == measure)
    assert len(scores) == 4
    assert scores["value"].to_list() == pytest.approx([1.0] * 4, abs=1e-9)


def test_fillers_of_other_kinds_stay_far(tmp_path):
    result = evaluate("reference:words", clashing(), cache_dir=tmp_path, resamples=100)
    assert result.scores.filter(measure="sim_rand", unit="target")["value"].abs().max() < 0.2
