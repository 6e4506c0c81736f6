"""Random replacements are matched on an average frequency."""

from itertools import islice

import pytest
import wordfreq

from idioprobe.core.errors import LexiconError
from idioprobe.core.notices import OldFormWarning
from idioprobe.data.lexicon.frequency import (
    average_frequency,
    by_nearness,
    content_words,
    counted_frequency,
    wordfreq_frequency,
    words,
)


def counts(tmp_path, content: str | bytes):
    path = tmp_path / "counts.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


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


def test_counts_are_looked_up_whatever_their_case_and_are_0_where_unknown(tmp_path):
    frequency = counted_frequency(counts(tmp_path, "expression,frequency\nRed Tape,7\nred,2.5\n"))
    assert [frequency(text) for text in ("red tape", "RED", "tape")] == [7.0, 2.5, 0.0]


def test_counts_may_stand_in_any_column_order_after_a_byte_order_mark(tmp_path):
    frequency = counted_frequency(counts(tmp_path, b"\xef\xbb\xbffrequency,expression\n3,owl\n"))
    assert frequency("owl") == 3.0


def test_counts_without_their_columns_are_refused_at_line_1(tmp_path):
    path = counts(tmp_path, "word,n\nowl,3\n")
    with pytest.raises(LexiconError) as caught:
        counted_frequency(path)
    assert str(caught.value) == f"{path}:1: a table of counts needs the columns expression and frequency."


def test_a_count_that_is_no_number_is_refused_with_its_line(tmp_path):
    path = counts(tmp_path, "expression,frequency\nowl,3\nhat,many\n")
    with pytest.raises(LexiconError) as caught:
        counted_frequency(path)
    assert str(caught.value) == f"{path}:3: 'many' is not a number; write how often 'hat' occurs."


@pytest.mark.parametrize("value", ["", "nan", "inf", "-3"])
def test_a_count_that_cannot_be_one_is_refused_with_its_line(tmp_path, value):
    path = counts(tmp_path, f"expression,frequency\nowl,{value}\n")
    with pytest.raises(LexiconError, match=r"counts\.csv:2: "):
        counted_frequency(path)


def test_a_row_cut_short_is_refused_with_its_line(tmp_path):
    with pytest.raises(LexiconError, match=r"counts\.csv:2: "):
        counted_frequency(counts(tmp_path, "expression,frequency\nowl\n"))


@pytest.mark.parametrize("content", [b"", b"expression,frequency\ncaf\xe9,3\n", b"expression,frequency\nx\0,3\n"])
def test_counts_that_are_not_text_are_refused(tmp_path, content):
    with pytest.raises(LexiconError, match=r"counts\.csv"):
        counted_frequency(counts(tmp_path, content))


def test_a_monstrous_cell_of_counts_is_refused_with_its_line(tmp_path):
    path = counts(tmp_path, "expression,frequency\nowl,3\n" + "x" * 10_000_000 + ",1\n")
    with pytest.raises(LexiconError, match=r"counts\.csv:3: "):
        counted_frequency(path)


def test_a_missing_file_of_counts_is_named(tmp_path):
    with pytest.raises(LexiconError, match=r"absent\.csv cannot be read"):
        counted_frequency(tmp_path / "absent.csv")


def test_the_columns_of_earlier_versions_are_read_with_one_notice(tmp_path):
    with pytest.warns(OldFormWarning, match="text and count are called expression and frequency now"):
        old = counted_frequency(counts(tmp_path, "text,count,total\nred tape,4,64\nred,8,\n"))
    assert old == counted_frequency(counts(tmp_path, "expression,frequency,total\nred tape,4,64\nred,8,\n"))


def test_the_words_of_an_expression_are_counted_in_its_row(tmp_path):
    table = "expression,frequency,frequency1,frequency2,total\nred tape,4,8,16,1024\n"
    found = counted_frequency(counts(tmp_path, table))
    assert found.association("red tape", ["red", "tape"]) == (4.0, 5.0, 5.0)
