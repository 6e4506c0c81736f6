"""A language is a file of its folder, found by its code."""

import pytest

from idioprobe.data import languages as package
from idioprobe.data.languages.language import Language, find_language, languages
from idioprobe.data.lexicon.build import build_dataset
from idioprobe.data.lexicon.read import read_lexicon

GERMAN = """
from idioprobe.data.languages.language import Language

LANGUAGE = Language(code="de", neutral={"neut": "Das ist {ein|eine|ein} [X]."}, plural_rules=((r"$", "e"),))
"""


@pytest.fixture
def german(tmp_path, monkeypatch):
    """The folder of languages with one more file in it."""
    (tmp_path / "de.py").write_text(GERMAN, encoding="utf-8")
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])
    languages.cache_clear()
    yield
    languages.cache_clear()


def test_there_are_english_and_portuguese():
    assert {"en", "pt"} <= set(languages())


@pytest.mark.parametrize("code", ["pt", "PT", "pt-BR", "pt-pt"])
def test_a_variety_is_its_language(code):
    assert find_language(code).code == "pt"


@pytest.mark.parametrize("code", ["de", "language", "plurals", "../en", ""])
def test_of_other_languages_nothing_is_known_and_what_stands_before_a_target_stays(code):
    language = find_language(code)
    assert language == Language(language.code)
    assert language.fit("Das ist an ", "Haus", frozenset()) == "Das ist an "


@pytest.mark.usefixtures("german")
def test_adding_a_language_is_adding_a_file(tmp_path):
    assert {"de", "en", "pt"} <= set(languages())
    path = tmp_path / "deutsch.csv"
    row = "fauler Apfel #m,Ein [fauler Apfel].,Störenfried #m"
    path.write_text(f"expression,sentence,synonym\n{row}\n", encoding="utf-8")
    stimuli = build_dataset(read_lexicon(path, "de")).dataset.stimuli
    texts = stimuli.filter(condition="neut")["text"].to_list()
    assert texts == ["Das ist ein fauler Apfel.", "Das ist ein Störenfried."]
