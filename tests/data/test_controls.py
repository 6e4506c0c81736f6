"""The ordinary words that idioms are compared with."""

import re

import polars as pl
import pytest

from idioprobe import load_dataset
from idioprobe.core.errors import DatasetError
from idioprobe.data.controls.load import controls_of, shipped, without_controls
from idioprobe.data.languages.en import indefinite_article
from idioprobe.data.lexicon.build import build_dataset
from idioprobe.data.lexicon.read import read_lexicon
from idioprobe.data.targets import target_texts

LANGUAGES = ("en", "pt")
ROLES = {"original": 1, "syn": 1, "related": 1, "rand": 5}
OWN = """expression,type,class,synonym,related,sentence
lame duck,,NC,weak leader,,He was a lame duck by May.
doctor,control,,physician,patient,The doctor came at noon.
"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_sixty_words_and_sixty_phrases_of_two_words(language):
    data = shipped(language)
    sizes = data.expressions["expression"].str.count_matches(" ") + 1
    assert sizes.value_counts().sort("expression").rows() == [(1, 60), (2, 60)]
    assert set(data.expressions["type"]) == {"control"}
    assert data.expressions["class"].null_count() == 120


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_stands_in_three_sentences_with_all_that_may_replace_it(language):
    stimuli = shipped(language).stimuli
    counts = stimuli.group_by("expression", "sentence").agg(pl.col("role").sort())
    assert len(counts) == 360
    assert {tuple(roles) for roles in counts["role"]} == {tuple(sorted(r for r, n in ROLES.items() for _ in range(n)))}
    assert set(stimuli["condition"]) == {"nat"}
    assert not stimuli["text"].str.contains(r"[\[\]{}|#]").any()


@pytest.mark.parametrize("language", LANGUAGES)
def test_synonym_related_and_random_words_are_different_words(language):
    stimuli = shipped(language).stimuli
    written = stimuli.with_columns(word=target_texts(stimuli).str.to_lowercase())
    for _, item in written.group_by("item"):
        assert item["word"].n_unique() == len(item)
        assert not set(item.filter(role="syn")["word"][0].split()) & set(
            item.filter(role="original")["word"][0].split()
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_idiom_of_the_starter_shares_a_word_with_them(language):
    idioms = load_dataset("starter").expressions.filter(pl.col("class") == "NC", language=language)["expression"]
    words = {word for name in idioms for word in name.lower().split()} - {"a", "the"}
    assert not words & {word for name in shipped(language).expressions["expression"] for word in name.lower().split()}


def test_english_articles_fit_what_follows():
    for text in shipped("en").stimuli["text"]:
        for article, following in re.findall(r"\b([Aa]n?) (\w[\w-]*)", text):
            assert article.lower() == indefinite_article(following), text


def test_portuguese_articles_agree_with_the_gender_of_the_noun():
    texts = shipped("pt").stimuli.filter(expression="médico")["text"].to_list()
    assert "O doutor recomendou repouso e muita água durante uma semana." in texts
    feminine = shipped("pt").stimuli.filter(expression="avião", role="syn")["text"].to_list()
    assert "A aeronave pousou sem problemas apesar da neblina." in feminine


def test_words_and_phrases_take_turns_so_that_a_limit_has_both():
    few = shipped("en").select(["en"], ["nat"], 6).expressions["expression"]
    assert sum(" " in name for name in few) == 3


@pytest.mark.usefixtures("with_controls")
def test_a_dataset_s_own_controls_go_first_and_are_no_part_of_it(tmp_path):
    (tmp_path / "own.csv").write_text(OWN, encoding="utf-8")
    data = build_dataset(read_lexicon(tmp_path / "own.csv", "en")).dataset
    assert without_controls(data).expressions["expression"].to_list() == ["lame duck"]
    assert controls_of(data, ["en"]).expressions["expression"].to_list() == ["doctor"]
    assert set(controls_of(data, ["en", "pt"]).expressions["language"]) == {"en", "pt"}
    assert controls_of(without_controls(data), ["de"]) is None
    regional = controls_of(without_controls(data), ["en-GB"])
    assert set(regional.stimuli["language"]) == {"en-GB"}


def test_a_dataset_of_nothing_else_cannot_be_run():
    with pytest.raises(DatasetError, match="nothing but controls"):
        without_controls(shipped("en"))


@pytest.mark.usefixtures("with_controls")
def test_they_are_a_dataset_by_name():
    assert load_dataset("controls").languages == ["en", "pt"]
