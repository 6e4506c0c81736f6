"""Matches are where they are said to be, each once, and the same as a plain slow search finds."""

import tempfile
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from idioprobe.core.errors import ConfigError, DatasetError
from idioprobe.core.requests import format_spans, parse_spans
from idioprobe.make.corpus.expressions import Wanted
from idioprobe.make.corpus.find import find_all
from idioprobe.make.corpus.folded import folded
from idioprobe.make.corpus.matching import matches, sought
from idioprobe.make.corpus.tokens import fold
from tests.make.corpus.indexes import write_index
from tests.make.corpus.slowsearch import slow_matches
from tests.support import needed_module

needed_module("hyperscan")

BEAVER = Wanted("eager beaver", "en", ("eager beaver", "eager beavers"))
BUCKET = Wanted("kick the bucket", "en", ("kick the bucket", "kicked the bucket"))
GIVE = Wanted("give up", "en", ("give up", "gives up", "gave up"))
STREET = Wanted("Straße", "en", ("Straße",))
CAFE = Wanted("café society", "en", ("café society",))
ALL = (BEAVER, BUCKET, GIVE, STREET, CAFE)

WORDS = [
    *("eager", "Eager", "beaver", "BEAVERS", "beavers", "kick", "kicked", "the", "bucket", "give", "gave", "up", "it"),
    *("Straße", "STRASSE", "straße", "café", "cafe\u0301", "society", "Σίσυφος", "upper", "eagerbeaver", "x", "ﬁ", "İ"),
]
JOINTS = st.sampled_from([" ", " ", " ", " ", "-", ", ", ". ", "'", "  ", "\n", " “", "’ ", ".", "?) ", "_", "/"])
SENTENCES = st.lists(st.tuples(st.sampled_from(WORDS), JOINTS), max_size=9).map(
    lambda pairs: "".join(word + joint for word, joint in pairs)
)


def found_in(tmp_path, sentences, wanted=ALL, gap=3, **how):
    return find_all(write_index(tmp_path / "index", [sentences]), wanted, gap, **how)


def targets(found):
    return [
        " … ".join(text[start:end] for start, end in parse_spans(spans))
        for text, spans in found.select("text", "spans").iter_rows()
    ]


def test_a_corpus_counted_by_hand(tmp_path):
    shards = [
        ["An eager beaver and two Eager Beavers.", "Nothing.", "The EAGER-BEAVER kicked it."],
        ["He kicked the rusty old bucket.", "She gave it up, he gives up.", "eagerly beavering"],
    ]
    found = find_all(write_index(tmp_path / "index", shards), ALL)
    assert found.select("expression", "spans", "gap", "document", "number").rows() == [
        ("eager beaver", "3:15", 0, 1, 1),
        ("eager beaver", "24:37", 0, 1, 1),
        ("eager beaver", "4:16", 0, 3, 3),
        ("kick the bucket", "3:13 24:30", 2, 1_000_000_001, 1),
        ("give up", "4:8 12:14", 1, 1_000_000_002, 2),
        ("give up", "19:27", 0, 1_000_000_002, 2),
    ]
    assert targets(found)[3:5] == ["kicked the … bucket", "gave … up"]


@pytest.mark.parametrize(("gap", "number"), [(0, 1), (1, 2), (2, 3), (3, 3), (4, 4)])
def test_the_gap_is_how_many_words_may_be_between_the_parts(tmp_path, gap, number):
    between = ["", " the", " the whole", " the whole sad thing"]
    found = found_in(tmp_path, [f"They gave{words} up." for words in between], gap=gap)
    assert len(found) == number
    assert found["gap"].to_list() == [0, 1, 2, 4][:number]


def test_what_a_hyphen_joins_is_one_word_of_a_gap(tmp_path):
    assert found_in(tmp_path, ["He kicked the well-known bucket."], gap=1)["gap"].to_list() == [1]


def test_words_go_on_in_no_direction(tmp_path):
    assert found_in(tmp_path, ["meager beaver", "eager beaverish", "eagerbeaver", "an_eager beaver_"]).height == 1


def test_a_mark_parts_words_and_the_end_of_a_sentence_all(tmp_path):
    assert found_in(tmp_path, ["Eager, beaver.", "He will give. It is up.", "They gave: up."]).is_empty()
    assert found_in(tmp_path / "2", ["They gave the old, sad dog up."], gap=4).height == 1


def test_of_two_places_that_share_a_word_the_closer_counts(tmp_path):
    found = found_in(tmp_path, ["Give it, give up!"])
    assert found.select("spans", "gap").rows() == [("9:16", 0)]


def test_spans_count_characters_of_the_sentence_as_it_is(tmp_path):
    text = "İ ﬁ cafe\u0301 SOCIETY in der STRASSE"
    found = found_in(tmp_path, [text])
    assert sorted(targets(found)) == ["STRASSE", "cafe\u0301 SOCIETY"]
    assert set(found["text"]) == {text}


def test_languages_without_spaces_are_searched_by_characters(tmp_path):
    index = write_index(tmp_path / "index", [["他这是画蛇添足。", "画,蛇添足", "蛇"]], "zh")
    found = find_all(index, [Wanted("画蛇添足", "zh", ("画蛇添足",))])
    assert found.select("spans", "number", "form").rows() == [("3:7", 1, "画蛇添足")]


def test_an_expression_written_with_other_signs_is_found_as_it_is_written(tmp_path):
    wanted = [Wanted("R&B", "en", ("R&B",)), Wanted("St. Elmo's fire", "en", ("St. Elmo's fire",))]
    found = found_in(tmp_path, ["They play r&b.", "It was St. Elmo’s fire.", "R; B"], wanted)
    assert targets(found) == ["r&b", "St. Elmo’s fire"]


def test_nothing_sought_or_nothing_there_is_an_empty_table_with_all_columns(tmp_path):
    empty = found_in(tmp_path, [])
    assert empty.columns == found_in(tmp_path / "2", ["No such thing."], wanted=[]).columns
    assert empty.is_empty()


def test_a_gap_below_nothing_is_refused(tmp_path):
    with pytest.raises(ConfigError, match="`gap` -1"):
        found_in(tmp_path, ["x"], gap=-1)


def test_a_damaged_file_of_sentences_is_named(tmp_path):
    index = write_index(tmp_path / "index", [["An eager beaver."]])
    index.sentence_files[0].write_bytes(b"PAR1 no more")
    with pytest.raises(DatasetError, match=r"part-00000.parquet cannot be read .*; index the corpus again"):
        find_all(index, ALL)


def test_sentences_full_of_one_part_take_no_time(tmp_path):
    found = found_in(tmp_path, ["give " * 50_000 + "up", "up " * 50_000])
    assert found["gap"].to_list() == [0]


@settings(max_examples=150, deadline=None)
@given(text=SENTENCES, gap=st.integers(0, 4))
def test_a_sentence_has_what_a_slow_search_finds(text, gap):
    for one in ALL:
        found = [(match.spans, match.gap) for match in matches(folded(text), sought(one.forms), gap)]
        assert found == slow_matches(text, one.forms, gap)


@settings(max_examples=20, deadline=None)
@given(
    shards=st.lists(st.lists(SENTENCES, max_size=6), min_size=1, max_size=3),
    gap=st.integers(0, 4),
    workers=st.integers(1, 3),
)
def test_a_corpus_has_what_a_slow_search_of_each_sentence_finds(shards, gap, workers):
    with tempfile.TemporaryDirectory() as folder:
        found = find_all(write_index(Path(folder) / "index", shards), ALL, gap, workers=workers)
    expected = [
        (one.expression, at * 1_000_000_000 + number, number, format_spans(spans), between)
        for at, sentences in enumerate(shards)
        for number, text in enumerate(sentences, 1)
        for one in ALL
        for spans, between in slow_matches(text, one.forms, gap)
    ]
    rows = found.select("expression", "document", "number", "spans", "gap").rows()
    assert rows == expected
    assert len(set(rows)) == len(rows)
    for expression, text, spans in found.select("expression", "text", "spans").iter_rows():
        written = "".join(fold(text[start:end]) for start, end in parse_spans(spans))
        forms = next(one.forms for one in ALL if one.expression == expression)
        assert _letters(written) in {_letters(fold(form)) for form in forms}


def _letters(text):
    return "".join(letter for letter in text if letter.isalnum())


def test_batches_and_workers_change_nothing(tmp_path, monkeypatch):
    sentences = [f"Number {number}: an eager beaver gave number {number} up." for number in range(25)]
    index = write_index(tmp_path / "index", [sentences[:13], sentences[13:]])
    whole = find_all(index, ALL, workers=1)
    monkeypatch.setattr("idioprobe.make.corpus.find.BATCH", 4)
    assert find_all(index, ALL, workers=3).equals(whole)
    assert whole.height == 50


def test_progress_ends_with_all_sentences(tmp_path):
    told = []
    found_in(tmp_path, ["x"] * 7, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (7, 7)


def test_the_columns_are_those_that_are_documented(tmp_path):
    found = found_in(tmp_path, ["An eager beaver."])
    assert found.schema["spans"] == pl.String
    page = (Path(__file__).parents[3] / "docs" / "corpus-find.md").read_text(encoding="utf-8")
    assert all(f"`{column}`" in page for column in found.columns)
