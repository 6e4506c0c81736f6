"""The idiom score is read from the summary, and says what stands in for what is not there."""

import polars as pl
import pytest

from idioprobe.core.tables import SUMMARY
from idioprobe.suites.headline import headline, headlines


def summary(*rows):
    made = []
    for condition, unit, group, measure, value in rows:
        place = {"language": "en", "condition": condition, "unit": unit, "view": "mean", "group": group}
        made.append(place | {"measure": measure, "statistic": "mean", "value": value, "n": 7, "ci_low": 0.1})
    return pl.DataFrame(made, schema=SUMMARY)


EVERYTHING = [
    (condition, unit, group, measure, 0.1 + 0.1 * i)
    for i, (condition, unit, group, measure) in enumerate(
        (c, u, g, m)
        for c in ("nat", "neut")
        for u in ("sentence", "target")
        for g in ("all", "NC")
        for m in ("pref_words", "pref_comp", "pref_rand")
    )
]


def test_it_is_taken_of_idiomatic_expressions_in_naturalistic_sentences():
    score = headline(summary(*EVERYTHING), "en", "mean")
    assert (score.condition, score.unit, score.group, score.measure) == ("nat", "sentence", "NC", "pref_words")
    assert (score.name, score.n, score.chance, score.notes) == ("idiom score", 7, 0.5, ())


@pytest.mark.parametrize(
    ("without", "name", "note"),
    [
        ("pref_words", "idiom score against its own words", "no synonyms of the single words"),
        ("NC", "idiom score", "No expression is classed as idiomatic"),
        ("nat", "idiom score", "no naturalistic sentences"),
    ],
)
def test_what_is_not_there_has_a_stand_in_that_is_named(without, name, note):
    score = headline(summary(*(row for row in EVERYTHING if without not in row)), "en", "mean")
    assert score.name == name
    assert note in score.notes[0]


def test_with_random_words_alone_the_score_compares_with_these():
    rows = [row for row in EVERYTHING if row[3] == "pref_rand"]
    assert headline(summary(*rows), "en", "mean").name == "idiom score against random words"


def test_there_is_one_for_each_unit_and_none_without_preferences():
    assert [score.unit for score in headlines(summary(*EVERYTHING))] == ["sentence", "target"]
    assert headlines(summary(("nat", "sentence", "all", "sim_syn", 0.5))) == []


def test_ordinary_words_in_naturalistic_sentences_are_no_score_where_idioms_have_none():
    rows = [row for row in EVERYTHING if row[0] != "nat"] + [("nat", "sentence", "control", "pref_words", 0.9)]
    score = headline(summary(*rows), "en", "mean")
    assert (score.condition, score.group) == ("neut", "NC")
