"""The idiom score is read from the summary, with the verdict on it; without the question there is no score."""

import polars as pl
import pytest

from idioprobe.core.tables import SUMMARY
from idioprobe.suites.headline import headlines, main_score, partials

MADE = {
    "choice_net": (0.16, 0.09, 0.24),
    "choice": (0.19, 0.12, 0.27),
    "choice_words": (0.78, 0.70, 0.85),
    "choice_random": (0.03, 0.01, 0.05),
    "choice_net_tokens": (0.0, -0.07, 0.07),
    "choice_beyond": (0.16, 0.09, 0.23),
    "pref_words": (0.2, 0.13, 0.28),
    "pref_rand": (0.7, 0.6, 0.8),
}


def summary(*, conditions=("nat", "neut"), units=("target", "sentence"), groups=("all", "NC"), n=72, **changed):
    """Every measure in every place, but for what is changed; a measure that is None is not there."""
    rows = []
    for condition in conditions:
        for unit in units:
            for group in groups:
                for measure, numbers in {**MADE, **changed}.items():
                    if numbers is None:
                        continue
                    place = {"language": "en", "condition": condition, "unit": unit, "view": "mean", "group": group}
                    value, low, high = numbers
                    rows.append(
                        place
                        | {"measure": measure, "statistic": "mean", "value": value, "n": n}
                        | {"ci_low": low, "ci_high": high}
                    )
    return pl.DataFrame(rows, schema=SUMMARY)


def score(**changed):
    return main_score(headlines(summary(**changed), tokens_kind="tokens"))


def test_it_is_taken_of_idioms_in_naturalistic_sentences_from_phrases_and_the_sentence_score_beside_it():
    idiom, sentence = headlines(summary())
    assert (idiom.name, idiom.unit, idiom.condition, idiom.group) == ("idiom score", "target", "nat", "NC")
    assert (sentence.name, sentence.unit) == ("sentence score", "sentence")
    assert (idiom.value, idiom.n, idiom.chance, idiom.notes) == (0.16, 72, 0.0, ())
    assert (idiom.meaning.value, idiom.random.value, idiom.tokens.value) == (0.19, 0.03, 0.0)


@pytest.mark.parametrize(
    ("changed", "verdict"),
    [
        ({}, "beyond"),
        ({"choice_beyond": (0.01, -0.02, 0.04)}, "words"),
        ({"choice_beyond": (0.03, -0.02, 0.08)}, "open"),
        ({"choice_random": (0.31, 0.29, 0.34)}, "noise"),
        ({"choice_random": (0.45, 0.40, 0.50)}, "noise"),
        ({"n": 9}, "few"),
        ({"n": 9, "choice_random": (0.45, 0.40, 0.50)}, "few"),
        ({"choice_beyond": None, "choice_net_tokens": None}, "alone"),
    ],
)
def test_the_verdict_goes_by_intervals(changed, verdict):
    assert score(**changed).verdict == verdict


def test_what_cannot_tell_meaning_from_noise_has_no_score_in_either_unit():
    idiom, sentence = headlines(summary(choice_random=(0.45, 0.4, 0.5)))
    assert idiom.value is sentence.value is None
    assert not idiom.ranked
    assert idiom.noise.value == 0.45


def test_a_model_without_phrases_is_ranked_by_its_sentence_score():
    found = score(units=("sentence",))
    assert (found.name, found.verdict) == ("sentence score", "beyond")


@pytest.mark.parametrize(
    ("changed", "note"),
    [
        ({"groups": ("all",)}, "No expression is classed as idiomatic"),
        ({"conditions": ("neut",)}, "no naturalistic sentences"),
    ],
)
def test_other_expressions_and_sentences_are_named(changed, note):
    assert note in score(**changed).notes[0]


@pytest.mark.parametrize(("measure", "lacks"), [("pref_rand", "words"), ("pref_words", "rand")])
def test_without_words_or_random_words_there_is_no_score_and_a_preference_under_its_own_name(measure, lacks):
    others = {name: None for name in MADE if name != measure}
    rows = summary(**others)
    assert headlines(rows) == []
    phrase, sentence = partials(rows)
    assert (phrase.measure, phrase.unit, phrase.lacks, phrase.level.value) == (
        measure,
        "target",
        lacks,
        MADE[measure][0],
    )
    assert sentence.unit == "sentence"


def test_where_there_is_a_score_nothing_stands_in_for_it():
    assert partials(summary()) == []


def test_ordinary_words_are_no_score():
    rows = pl.concat([summary(conditions=("neut",)), summary(conditions=("nat",), groups=("control",))])
    assert main_score(headlines(rows)).condition == "neut"
