"""Frequency, f_avg and PMI on corpora that can be counted by hand."""

from pathlib import Path

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from idioprobe.core.errors import ConfigError, DatasetError
from idioprobe.data.lexicon.frequency import average_frequency, counted_frequency
from idioprobe.make.corpus.association import read_association
from idioprobe.make.corpus.expressions import Wanted
from idioprobe.make.corpus.indexing.making import make_index
from idioprobe.make.corpus.pool import combinations, nearest_combinations
from idioprobe.make.corpus.stats import expression_stats


def wanted(*names: str) -> list[Wanted]:
    return [Wanted(name, "en", (name,)) for name in names]


def index_of(folder: Path, text: str, name: str = "c.txt", **how):
    (folder / name).write_text(text, encoding="utf-8")
    return make_index([folder / name], folder / f"ix-{name}", language="en", **how)


CORPUS = "red tape red tape\nred hat\nthe old tape\nred tape here\n" + "x y\n" * 10


@pytest.mark.parametrize("window", [1, 3])
def test_counts_and_pmi_are_those_that_one_counts_by_hand(tmp_path, window):
    index = index_of(tmp_path, CORPUS, window=window)
    table = expression_stats(index, wanted("Red Tape", "the old tape", "never here", "tape"))
    assert table.columns[:6] == ["expression", "language", "frequency", "frequency1", "frequency2", "frequency3"]
    red, old, never, alone = table.iter_rows(named=True)
    assert (red["frequency"], red["frequency1"], red["frequency2"], red["total"]) == (3, 4, 4, 32)
    assert red["average_frequency"] == pytest.approx(11 / 3)
    assert red["pmi"] == red["ppmi"] == pytest.approx(2.584962500721156)  # log2(3 · 32 / 16)
    assert (old["frequency"], old["frequency3"], old["average_frequency"], old["pmi"]) == (1, 4, 7 / 4, None)
    assert (never["frequency"], never["pmi"], never["ppmi"]) == (0, None, 0)
    assert (alone["frequency"], alone["average_frequency"]) == (4, 4)


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_counts_and_association_read_the_table_of_stats(tmp_path, ending):
    table = expression_stats(index_of(tmp_path, CORPUS), wanted("red tape", "the old tape"))
    path = tmp_path / f"stats.{ending}"
    table.write_csv(path) if ending == "csv" else table.write_parquet(path)
    counts = counted_frequency(path)
    assert counts.total == 32
    assert counts.association("red tape", ["red", "tape"])[0] == 3
    assert average_frequency("red tape", counts) == pytest.approx(table["average_frequency"][0])
    found = read_association(path)
    assert found["frequency"].to_list() == [3, 1]
    assert found["pmi"].to_list() == pytest.approx(table["pmi"].to_list())


@settings(max_examples=25, deadline=None)
@given(st.lists(st.lists(st.sampled_from("abcd"), min_size=1, max_size=9), min_size=1, max_size=9))
def test_longer_expressions_are_counted_wherever_they_occur(tmp_path_factory, sentences):
    index = index_of(tmp_path_factory.mktemp("long"), "\n".join(map(" ".join, sentences)))
    found = expression_stats(index, wanted("a b a", "b b c d"))["frequency"].to_list()
    slow = [
        sum(line[at : at + len(words)] == words for line in sentences for at in range(len(line)))
        for words in (["a", "b", "a"], ["b", "b", "c", "d"])
    ]
    assert found == slow


def tagged(*sentences: str) -> str:
    rows = []
    for sentence in sentences:
        for number, token in enumerate(sentence.split(), 1):
            word, _, tag = token.partition("/")
            rows.append(f"{number}\t{word}\t{word}\t{tag}")
        rows.append("")
    return "\n".join(rows) + "\n"


COLOURS = ["red", "blue", "green", "grey", "pink", "brown", "black"]
THINGS = ["tape", "hat", "dog", "cat", "car", "cup", "pen"]
TAGGED = tagged(
    *(f"{one}/ADJ {other}/NOUN" for one, other in zip(COLOURS, THINGS, strict=True) for _ in range(3)),
    *(f"{one}/ADJ {other}/NOUN" for one, other in zip(COLOURS, THINGS[1:], strict=False)),
    "tape/NOUN car/NOUN",
)


def test_a_pool_has_the_nearest_of_the_pattern_and_no_word_twice(tmp_path):
    index = index_of(tmp_path, TAGGED, "c.conllu")
    found = nearest_combinations(index, wanted("red tape", "blue hat"))
    for name, rows in found.group_by("expression"):
        words = [word for text in rows["combination"] for word in text.split()]
        assert len(rows) == 5
        assert len(words) == len(set(words))
        assert not set(words) & set(str(name[0]).split())
        assert not {"red tape", "blue hat"} & set(rows["combination"])
        assert set(rows["pattern"]) == {"adjective-noun"}
        away = (rows["combination_average_frequency"] - rows["average_frequency"]).abs().to_list()
        assert rows["rank"].to_list() == [1, 2, 3, 4, 5]
        assert away[0] == min(away)
    again = nearest_combinations(index, wanted("red tape", "blue hat"))
    assert found.equals(again)


def test_combinations_are_listed_by_pattern(tmp_path):
    index = index_of(tmp_path, TAGGED, "c.conllu")
    assert combinations(index, "noun-noun")["combination"].to_list() == ["tape car"]
    assert set(combinations(index, least=3)["count"]) == {3}
    with pytest.raises(ConfigError, match="two of proper, noun"):
        combinations(index, "noun-thing")


def test_a_corpus_without_tags_takes_them_from_a_table(tmp_path):
    index = index_of(tmp_path, CORPUS)
    with pytest.raises(DatasetError, match="has no parts of speech"):
        combinations(index)
    tags = tmp_path / "tags.csv"
    pl.DataFrame({"word": ["red", "tape", "hat"], "tag": ["JJ", "NN", "noun"]}).write_csv(tags)
    assert set(combinations(index, "adjective-noun", tags=tags)["combination"]) == {"red tape", "red hat"}
