"""Frequency, f_avg and PMI on corpora that can be counted by hand."""

import re
from math import log2
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from idioprobe.core.errors import ConfigError, DatasetError
from idioprobe.data.counts import read_counts
from idioprobe.data.lexicon.frequency import average_frequency
from idioprobe.make.corpus.expressions import Wanted, read_expressions
from idioprobe.make.corpus.find import find_all
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
    counts = read_counts(path).of("en")
    assert counts.total == 32
    assert counts("red") == 4
    for row in table.iter_rows(named=True):
        figures = counts.figures(row["expression"])
        assert average_frequency(row["expression"], counts) == pytest.approx(row["average_frequency"])
        assert (figures.frequency, figures.pmi, figures.ppmi) == (row["frequency"], row["pmi"], row["ppmi"])


@settings(max_examples=10, deadline=None)
@given(st.lists(st.lists(st.sampled_from("abcd"), min_size=1, max_size=9), min_size=4, max_size=25))
def test_longer_expressions_are_counted_wherever_they_occur(tmp_path_factory, sentences):
    index = index_of(tmp_path_factory.mktemp("long"), "\n".join(map(" ".join, sentences)))
    found = expression_stats(index, wanted("a b c", "b b c d"))["frequency"].to_list()
    slow = [
        sum(line[at : at + len(words)] == words for line in sentences for at in range(len(line)))
        for words in (["a", "b", "c"], ["b", "b", "c", "d"])
    ]
    assert found == slow


FORMS = """An eager beaver met two eager beavers.
The Eager-Beaver club has no eager beaver's hat.
A beaver is eager; beavers are eager, beaver or not.
He kicked the bucket and the bucket fell, as they kick their buckets.
Nobody kicks the bucket at the green house or in a greenhouse.
"""


def test_all_forms_of_an_expression_are_counted_and_its_words_in_the_same_forms(tmp_path):
    index = index_of(tmp_path, FORMS)
    asked = tmp_path / "asked.csv"
    asked.write_text("expression,forms\neager beaver,\nkick the bucket,\ngreen house,greenhouse\n", encoding="utf-8")
    expressions = read_expressions(asked, "en")
    beaver, bucket, house = expression_stats(index, expressions).iter_rows(named=True)
    assert beaver["frequency"] == 4  # beaver, beavers, Eager-Beaver, beaver's
    assert beaver["frequency1"] == 6
    assert beaver["frequency2"] == 7
    assert beaver["total"] == 50
    assert beaver["average_frequency"] == pytest.approx((4 + 6 + 7) / 3)
    assert beaver["pmi"] == beaver["ppmi"] == pytest.approx(log2(4 * 50 / (6 * 7)))
    assert [bucket[f"frequency{suffix}"] for suffix in ("", 1, 2, 3)] == [2, 3, 5, 4]
    assert [house[f"frequency{suffix}"] for suffix in ("", 1, 2)] == [2, 2, 2]
    assert house["pmi"] == pytest.approx(log2(2 * 50 / (2 * 2)))


@pytest.mark.parametrize("gap", [0, 2])
def test_the_frequency_is_the_number_of_matches_that_find_has(tmp_path, gap):
    index = index_of(tmp_path, FORMS + "She gave it up. Give up! They give that old one up and gave up.\n")
    (tmp_path / "list.txt").write_text("give up\neager beaver\nkick the bucket\n", encoding="utf-8")
    expressions = read_expressions(tmp_path / "list.txt", "en")
    found = find_all(index, expressions, gap)["expression"].to_list()
    counted = expression_stats(index, expressions, gap)
    assert counted["frequency"].to_list() == [found.count(one.expression) for one in expressions]
    assert counted["frequency"][0] == (3 if gap else 2)


@settings(max_examples=12, deadline=None)
@given(
    st.lists(
        st.lists(st.sampled_from(["red", "reds", "tape", "tapes", "red-tape", "tape's", "x"]), max_size=7), min_size=4
    )
)
def test_no_expression_is_more_frequent_than_its_words(tmp_path_factory, sentences):
    text = "\n".join(map(" ".join, sentences)) + "\nx\n"
    index = index_of(tmp_path_factory.mktemp("forms"), text)
    row = expression_stats(index, [Wanted("red tape", "en", ("red tape", "red tapes", "redtape"))]).row(0, named=True)
    words = [piece for line in sentences for word in line for piece in re.split("[-']", word)]
    assert row["frequency1"] == words.count("red")
    assert row["frequency2"] == words.count("tape") + words.count("tapes")
    assert row["frequency"] <= min(row["frequency1"], row["frequency2"])


def test_an_expression_is_counted_by_characters_where_words_have_no_spaces(tmp_path):
    (tmp_path / "zh.txt").write_text("画蛇添足。他画蛇添足，我不画。\n", encoding="utf-8")
    index = make_index([tmp_path / "zh.txt"], tmp_path / "ix", language="zh")
    row = expression_stats(index, [Wanted("画蛇添足", "zh", ("画蛇添足",))]).row(0, named=True)
    assert [row[f"frequency{suffix}"] for suffix in ("", 1, 2, 3, 4)] == [2, 3, 2, 2, 2]


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
    found = nearest_combinations(index, wanted("red tape", "blue hat")).table
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
    again = nearest_combinations(index, wanted("red tape", "blue hat")).table
    assert found.equals(again)


def test_no_form_of_an_expression_is_in_its_pool_nor_a_word_of_one(tmp_path):
    index = index_of(tmp_path, TAGGED, "c.conllu")
    offered = nearest_combinations(index, wanted("red tape"), nearest=1).table["combination"].item()
    other = f"{offered.split()[0]} thing"
    forms = [Wanted("red tape", "en", ("red tape", other)), Wanted("long tale", "en", ("long tale",))]
    assert (
        offered.split()[0] not in nearest_combinations(index, forms[:1]).table["combination"].str.split(" ").explode()
    )
    forms = [*wanted("red tape"), Wanted("long tale", "en", ("long tale", offered))]
    assert offered not in nearest_combinations(index, forms).table["combination"].to_list()


def test_a_word_that_is_also_a_name_is_no_name_in_an_expression(tmp_path):
    text = tagged(*["Red/PROPN Tape/PROPN"] * 5, "red/ADJ", "tape/NOUN", "red/PROPN") + TAGGED.replace("red", "white")
    found = nearest_combinations(index_of(tmp_path, text, "c.conllu"), wanted("red tape"))
    assert found.patterns == {"red tape": "adjective-noun"}
    assert len(found.table) == 5


def test_the_pattern_of_an_expression_may_be_that_of_another_form(tmp_path):
    index = index_of(tmp_path, tagged("small/ADJ houses/NOUN") + TAGGED, "c.conllu")
    forms = [Wanted("small house", "en", ("small house", "small houses")), Wanted("big deal", "en", ("big deal",))]
    assert nearest_combinations(index, forms).patterns == {"small house": "adjective-noun"}


def test_the_pattern_of_a_lexicon_goes_before_that_of_the_corpus(tmp_path):
    text = "1\tblue\t_\tADJ\t_\n2\thouse\t_\tNOUN\t_\n\n"
    (tmp_path / "mine.csv").write_text(
        "expression,head,modifier,pattern\nblue house,house,blue,noun-noun\nhouse blue,house,blue,adjective-noun\n"
        "blue blue,,,closed\n",
        encoding="utf-8",
    )
    asked = read_expressions(tmp_path / "mine.csv", "en")
    found = nearest_combinations(index_of(tmp_path, text, "c.conllu"), asked).patterns
    assert found["blue house"] == "noun-noun"
    assert found["house blue"] == "noun-adjective"
    assert found["blue blue"] == "adjective-adjective"


def test_a_pattern_that_is_given_goes_before_that_of_the_corpus(tmp_path):
    index = index_of(tmp_path, TAGGED, "c.conllu")
    found = nearest_combinations(index, wanted("red tape", "blue hat"), pattern={"red tape": "noun-noun"})
    assert found.patterns == {"red tape": "noun-noun", "blue hat": "adjective-noun"}


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
