"""The German expressions of the starter set: whole, balanced, and declined as their articles ask."""

import re
from importlib.resources import as_file, files

import polars as pl
import pytest

from idioprobe.data.lexicon.fromfile import build_from_file

AFTER_ARTICLE = {
    "ein": "er es",
    "kein": "er es",
    "eine": "e",
    "keine": "e en",
    "einen": "en",
    "einem": "en",
    "einer": "en",
}


@pytest.fixture(scope="module")
def german():
    with as_file(files("idioprobe.data.starter") / "de.toml") as path:
        return build_from_file(path)


def test_there_are_forty_half_of_them_idiomatic(german):
    counts = german.dataset.expressions.group_by("class").len().rows()
    assert dict(counts) == {"NC": 20, "PC": 10, "C": 10}


def test_nothing_is_left_out_for_want_of_a_form(german):
    assert german.left_out == []


def test_every_sentence_has_every_replacement(german):
    nat = german.dataset.stimuli.filter(pl.col("condition") == "nat")
    for role, count in (("syn", 1), ("words", 1), ("words_alt", 4), ("rand", 5)):
        assert set(nat.filter(role=role).group_by("item").len()["len"]) == {count}, role
        assert nat.filter(role=role)["item"].n_unique() == 120, role


def test_an_adjective_has_the_ending_that_its_article_asks_for(german):
    pattern = re.compile(rf"\b({'|'.join(AFTER_ARTICLE)}) ([a-zäöüß]+) (?=[A-ZÄÖÜ])")
    found = [(match, text) for text in german.dataset.stimuli["text"] for match in pattern.finditer(text)]
    assert len(found) > 500
    assert [t for m, t in found if not m[2].endswith(tuple(AFTER_ARTICLE[m[1]].split()))] == []


def test_after_a_definite_article_an_adjective_ends_in_e(german):
    stimuli = german.dataset.stimuli.filter(expression="schwarzes Schaf", condition="nat", sentence=3)
    whole = stimuli.filter(pl.col("role") != "modifier")["text"]
    fitting = re.compile(r"Seit dem Skandal ist Ricarda (?:der|die|das) (?:[a-zäöüß]+e )?[A-ZÄÖÜ]")
    assert [text for text in whole if not fitting.match(text)] == []


def test_separable_verbs_leave_no_particle_behind(german):
    stimuli = german.dataset.stimuli.filter(pl.col("condition") == "nat", expression="den Löffel abgeben")
    texts = [text for text in stimuli["text"] if " gab " not in text]
    assert texts
    assert [text for text in texts if re.search(r"\bab\b", text)] == []
