"""Random replacements are matched on an average frequency."""

from itertools import islice

import pytest
import wordfreq

from idioprobe.data.lexicon.frequency import (
    average_frequency,
    by_nearness,
    content_words,
    wordfreq_frequency,
    words,
)


def test_the_average_is_over_the_expression_and_each_of_its_words():
    table = {"red tape": 1.0, "red": 30.0, "tape": 14.0, "dry-run": 2.0, "dry": 4.0, "run": 9.0, "owl": 5.0}
    assert average_frequency("red tape", table.__getitem__) == 15.0
    assert average_frequency("dry-run", table.__getitem__) == 5.0
    assert average_frequency("owl", table.__getitem__) == 5.0


def test_words_are_parted_by_spaces_and_hyphens():
    assert words("well-known  fact") == ["well", "known", "fact"]


def nearest(expression, level, pool, count=5):
    distance = {text: (abs(known - level), text) for text, known in pool.items()}
    return list(islice(by_nearness(content_words(expression, None), pool, distance.__getitem__), count))


def test_the_nearest_come_first():
    pool = {"a b": 1.0, "c d": 5.0, "e f": 9.0, "g h": 4.0}
    assert nearest("x y", 4.5, pool, 3) == ["c d", "g h", "a b"]


def test_ties_go_by_the_alphabet_whatever_the_order_of_the_pool():
    pool = {"c d": 3.0, "a b": 1.0, "e f": 2.0}
    assert nearest("x y", 2.0, pool, 3) == ["e f", "a b", "c d"]
    assert nearest("x y", 2.0, dict(reversed(pool.items())), 3) == ["e f", "a b", "c d"]


@pytest.mark.parametrize("sharing", ["red hat", "old tape", "Red hat", "TAPE worm", "red-hot iron", "sticky-tape"])
def test_a_combination_that_shares_a_word_is_never_taken(sharing):
    assert nearest("red tape", 1.0, {sharing: 1.0, "big dog": 99.0}, 2) == ["big dog"]


def test_a_hyphenated_expression_shares_its_parts():
    assert nearest("Long-term plan", 1.0, {"long road": 1.0, "term paper": 1.0, "big dog": 99.0}) == ["big dog"]


def test_part_of_a_word_is_not_shared():
    assert nearest("red tape", 1.0, {"reddish tapestry": 1.0}) == ["reddish tapestry"]


def test_five_are_taken_and_fewer_where_the_pool_is_small():
    pool = {f"w{i} v{i}": float(i) for i in range(9)}
    assert nearest("x y", 0.0, pool) == ["w0 v0", "w1 v1", "w2 v2", "w3 v3", "w4 v4"]
    assert nearest("x y", 0.0, {}) == []


def test_wordfreq_knows_english_and_portuguese_but_not_every_language():
    assert wordfreq_frequency("en")("tape") == wordfreq.word_frequency("tape", "en") > 0
    assert wordfreq_frequency("pt")("batata quente") == wordfreq.word_frequency("batata quente", "pt") > 0
    assert wordfreq_frequency("xx") is None


@pytest.mark.parametrize("language", ["ja", "zh", "ko"])
def test_a_language_whose_word_splitter_is_not_installed_has_no_frequencies_or_gives_them(language):
    frequency = wordfreq_frequency(language)
    assert frequency is None or frequency("x") >= 0
