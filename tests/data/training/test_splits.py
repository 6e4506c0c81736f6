"""Splits share nothing, whatever is tied to whatever; triples say which split they are in."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from idioprobe import load_dataset
from idioprobe.cli import app
from idioprobe.core.errors import DatasetError
from idioprobe.data.training.similarity import similarity_pairs
from idioprobe.data.training.splits import SPLITS, assign, groups, marks_of, split_expressions
from idioprobe.data.training.triples import TRIPLES, make_triples
from tests.connect.conftest import few


@given(st.dictionaries(st.text("abc", min_size=1), st.sets(st.integers(0, 12).map(str), max_size=3), max_size=20))
def test_what_shares_a_mark_is_in_one_group_and_what_is_tied_to_nothing_alone(marks):
    found = groups(marks)
    at = {name: number for number, members in enumerate(found) for name in members}
    assert sorted(at) == sorted(marks)
    for one, other in combinations(marks, 2):
        if marks[one] & marks[other]:
            assert at[one] == at[other]
    for members in found:
        assert len(members) == 1 or all(
            any(marks[one] & marks[other] for other in members if other != one) for one in members
        )


def test_a_chain_of_shared_words_is_one_group():
    assert groups({"a": ["1", "2"], "b": ["2", "3"], "c": ["3", "4"], "d": ["5"]}) == [["a", "b", "c"], ["d"]]


@pytest.mark.parametrize("seed", [0, 1, 7])
def test_no_expression_word_or_synonym_of_the_starter_set_is_in_two_splits(seed):
    data = load_dataset("starter")
    splits = split_expressions(data.expressions, data.stimuli, seed=seed)
    split = {(language, name): where for name, language, where in splits.iter_rows()}
    assert len(split) == len(data.expressions)
    where: dict[str, set[str]] = {}
    for key, marks in marks_of(data.expressions, data.stimuli).items():
        for mark in marks:
            where.setdefault(mark, set()).add(split[key])
    assert {mark: found for mark, found in where.items() if len(found) > 1} == {}
    english = splits.filter(language="en").join(data.expressions, on=["expression", "language"])
    for label in data.classes:
        counts = Counter(english.filter(pl.col("class") == label)["split"])
        assert counts["train"] > counts["test"] >= 8


def test_the_split_is_the_seeds_and_the_order_of_rows_changes_nothing():
    data = load_dataset("starter")
    first, again = (split_expressions(data.expressions, data.stimuli, seed=3) for _ in range(2))
    assert first.equals(again)
    other = split_expressions(data.expressions, data.stimuli, seed=4)
    assert not first.equals(other)
    shuffled = split_expressions(data.expressions.reverse(), data.stimuli.reverse(), seed=3)
    keys = ["language", "expression"]
    assert shuffled.sort(keys).equals(first.sort(keys))


def test_large_groups_go_where_there_is_room():
    tied = [[f"a{n}" for n in range(6)], ["b"], ["c"], ["d"], ["e"]]
    chosen = assign(tied, {name: "NC" for members in tied for name in members})
    assert {chosen[name] for name in tied[0]} == {"train"}
    assert Counter(chosen.values()) == {"train": 6, "validation": 2, "test": 2}


class TestTriples:
    def test_each_is_one_sentence_three_times(self):
        table = make_triples(few())
        assert table.schema == TRIPLES
        assert set(table["split"]) == set(SPLITS)
        beaver = table.filter(expression="eager beaver", sentence=1)
        assert set(beaver["anchor"]) == {"We saw eager beaver there."}
        assert set(beaver["positive"]) == {"We saw hard worker there."}
        assert Counter(beaver["negative_role"]) == {"words": 1, "rand": 3, "modifier": 1, "head": 1}
        assert "We saw keen rodent there." in beaver["negative"].to_list()
        assert not table.filter(pl.col("positive") == pl.col("negative")).height

    def test_a_dataset_without_synonyms_has_none(self):
        data = few()
        with pytest.raises(DatasetError, match="tiny has no triples"):
            make_triples(replace(data, stimuli=data.stimuli.filter(pl.col("role") != "syn")))

    def test_the_command_writes_them(self, tmp_path):
        out = tmp_path / "triples.parquet"
        call = ["data", "triples", "starter", "-o", str(out), "--language", "en", "--class", "NC"]
        done = CliRunner().invoke(app, call)
        assert done.exit_code == 0, done.output
        table = pl.read_parquet(out)
        assert set(table["language"]) == {"en"}
        assert set(table["class"]) == {"NC"}
        assert f"Rows: {len(table):,}" in done.output
        assert "is there already" in str(CliRunner().invoke(app, call).exception)
        done = CliRunner().invoke(app, [*call[:-1], "XX", "--force"])
        assert "--class XX: starter has NC, PC, C" in str(done.exception)


def test_ordinary_pairs_are_graded_evenly_and_hold_no_idiom_of_the_starter_set():
    pairs = similarity_pairs("en")
    assert Counter(pairs["similarity"].to_list()) == dict.fromkeys(map(float, range(6)), 20)
    texts = [*pairs["first"], *pairs["second"]]
    assert len(set(texts)) == 240
    idioms = load_dataset("starter").expressions.filter(pl.col("class") == "NC", language="en")["expression"]
    assert not [(text, idiom) for text in texts for idiom in idioms if idiom in text.lower()]
    assert similarity_pairs("xx").is_empty()


@pytest.mark.parametrize("number", range(3, 9))
@pytest.mark.parametrize("seed", range(3))
def test_few_expressions_leave_no_part_empty(number, seed):
    tied = [[f"e{n}"] for n in range(number)]
    labels = {name: "NC" if n % 2 else "C" for n, (name,) in enumerate(tied)}
    chosen = assign(tied, labels, seed=seed)
    assert set(chosen.values()) == set(SPLITS)
    assert set(assign(tied, labels, seed=seed, shares=(0.8, 0, 0.2)).values()) == {"train", "test"}


def test_what_is_tied_stays_together_where_parts_are_few():
    assert assign([["a", "b"], ["c"]], dict.fromkeys("abc", "NC")) == {"a": "train", "b": "train", "c": "validation"}
