"""A second synonym, the nearer of two, and the one that shares no word with the expression."""

import polars as pl
import pytest

from idioprobe import evaluate
from idioprobe.suites.pairs.freesynonym import mark_free
from tests.suites.world import at, dataset, encoder, expression, item
from tests.support import close_to

LOT = {"original": "parking lot", "syn": "car lot", "syn2": "car park", "words": "resting plot", "rand": ["dull knife"]}
ROW = {"original": "dry run", "syn": "rehearsal", "syn2": "test run", "words": "arid jog", "rand": ["dull knife"]}
TAPE = {"original": "red tape", "syn": "tape jam", "syn2": "red queue", "words": "scarlet band", "rand": ["dull knife"]}
ONE = {"original": "old hat", "syn": "worn idea", "words": "aged cap", "rand": ["dull knife"]}
COSINES = {
    "car lot": 0.9,
    "car park": 0.7,
    "rehearsal": 0.4,
    "test run": 0.8,
    "tape jam": 0.5,
    "red queue": 0.6,
    "worn idea": 0.3,
    "resting plot": 0.35,
    "arid jog": 0.35,
    "scarlet band": 0.35,
    "aged cap": 0.35,
    "dull knife": 0.2,
}


@pytest.fixture
def data():
    rows = [row for fillers in (LOT, ROW, TAPE, ONE) for row in item(fillers)]
    known = (("parking lot", True), ("dry run", False), ("red tape", True), ("old hat", False))
    return dataset(rows, [expression(name, label="NC", overlap=overlap) for name, overlap in known])


@pytest.fixture
def scores(data, tmp_path):
    names = dict.fromkeys(("parking lot", "dry run", "red tape", "old hat"), at(1.0))
    result = evaluate(encoder(names | {name: at(c) for name, c in COSINES.items()}), data, cache_dir=tmp_path)
    rows = result.scores.filter(unit="target").select("measure", "expression", "value").iter_rows()
    return {(measure, name): value for measure, name, value in rows}


def of(scores, measure):
    return {name: value for (found, name), value in scores.items() if found == measure}


def test_the_second_synonym_has_a_similarity_of_its_own(scores):
    assert of(scores, "sim_syn2") == close_to({"parking lot": 0.7, "dry run": 0.8, "red tape": 0.6})


def test_the_best_is_the_larger_of_two_where_there_are_two(scores):
    assert of(scores, "sim_syn_best") == close_to({"parking lot": 0.9, "dry run": 0.8, "red tape": 0.6})


def test_the_free_synonym_is_the_first_that_shares_no_word(scores):
    """*red tape* shares a word with both of its synonyms, *parking lot* with its first."""
    free = {"parking lot": 0.7, "dry run": 0.4, "old hat": 0.3}
    assert of(scores, "sim_syn_free") == close_to(free)
    assert of(scores, "aff_free_words") == close_to({n: v - 0.35 for n, v in free.items()})
    assert of(scores, "aff_free_rand") == close_to({n: v - 0.2 for n, v in free.items()})
    assert of(scores, "simr_free") == close_to({n: (v - 0.2) / 0.8 for n, v in free.items()})
    assert of(scores, "simr_free_words") == close_to(dict.fromkeys(free, 0.15 / 0.8))


def test_a_second_synonym_that_shares_a_word_in_any_sentence_is_not_free(data):
    plural = item({**LOT, "syn2": "car parks", "original": "parks lot"}, sentence=2, expression="parking lot")
    rows = pl.concat([data.stimuli, pl.DataFrame(plural, schema=data.stimuli.schema, orient="row")])
    free = mark_free(rows, data.expressions).filter(pl.col("free"))
    assert set(free["expression"]) == {"dry run", "old hat"}


def test_where_it_is_not_known_whether_they_overlap_the_first_is_not_taken(data):
    unknown = data.expressions.with_columns(synonym_overlap=pl.lit(None, pl.Boolean))
    free = mark_free(data.stimuli, unknown).filter(pl.col("free"))
    assert dict(free.select("expression", "role").iter_rows()) == {"parking lot": "syn2"}
