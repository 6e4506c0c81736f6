"""Substitutes that a check can see not to fit their sentence."""

import polars as pl
import pytest

from idioprobe.core.tables import STIMULI
from idioprobe.data.grammar.substitutions import faults, ungrammatical
from tests.suites.world import item


def found(fillers, frame, language="en"):
    table = pl.DataFrame(item(fillers, frame=frame, language=language), schema=STIMULI, orient="row")
    return [(row["role"], row["fault"]) for row in ungrammatical(table).iter_rows(named=True)]


def test_an_article_that_does_not_fit_is_listed_with_its_place():
    table = pl.DataFrame(
        item({"original": "eager beaver", "syn": "hard worker"}, frame="She is an {} ."), schema=STIMULI, orient="row"
    )
    (row,) = ungrammatical(table).to_dicts()
    assert row["text"] == "She is an [hard worker] ."
    assert (row["item"], row["role"], row["index"], row["fault"]) == ("en/eager beaver/nat1", "syn", 0, "article")


@pytest.mark.parametrize(
    ("language", "frame", "original", "other", "expected"),
    [
        ("en", "She is a {} .", "black sheep", "hard workers", ["number"]),
        ("en", "These {} left .", "dry runs", "rehearsal", ["number"]),
        ("en", "The {} is here .", "dry run", "tests", ["verb"]),
        ("en", "Keep the {} on it .", "eye", "view on", ["doubled word"]),
        ("en", "See the {} .", "end", "the finish", ["doubled word"]),
        ("pt", "Ela é uma {} .", "ovelha negra", "menino malvado", ["gender"]),
        ("pt", "Vi os {} .", "bodes expiatórios", "culpado", ["number"]),
        ("pt", "Foi aos {} .", "centros", "comerciais", []),
        ("es", "Es una {} .", "oveja negra", "carnero blanco", ["gender"]),
        ("es", "Habló de el {} .", "pez gordo", "jefe", []),
        ("de", "Das ist der {} .", "rote Faden", "Idee", []),
        ("en", "She is a {} .", "black sheep", "family disgrace", []),
        ("en", "He took the {} .", "bus", "news", []),
    ],
)
def test_what_does_not_agree_or_is_there_twice(language, frame, original, other, expected):
    assert found({"original": original, "syn": other}, frame, language) == [("syn", fault) for fault in expected]


def test_what_the_original_has_too_is_no_fault_of_its_substitutes():
    assert found({"original": "owl", "syn": "apple"}, "That is a {} .") == []


def test_a_target_without_a_word_has_no_fault():
    assert list(faults("It is a ", "...", " .", "en")) == []
