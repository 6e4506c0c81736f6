"""A language is a file of its folder, found by its code."""

import pytest

from idioprobe.data import languages as package
from idioprobe.data.languages.language import Language, declared, find_language, languages
from idioprobe.data.lexicon.build import build_dataset
from idioprobe.data.lexicon.read import read_lexicon

SWEDISH = """
from idioprobe.data.languages.language import Language

LANGUAGE = Language(code="sv", neutral={"noun": {"neut": "Det är {en|en|ett} [X]."}}, plural_rules=((r"$", "ar"),))
"""


@pytest.fixture
def swedish(tmp_path, monkeypatch):
    """The folder of languages with one more file in it."""
    (tmp_path / "sv.py").write_text(SWEDISH, encoding="utf-8")
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])
    declared.cache_clear()
    yield
    declared.cache_clear()


def test_there_are_english_and_portuguese():
    assert {"en", "pt"} <= set(languages())


@pytest.mark.parametrize("code", ["pt", "PT", "pt-BR", "pt-pt"])
def test_a_variety_is_its_language(code):
    assert find_language(code).code == "pt"


@pytest.mark.parametrize("code", ["sv", "language", "plurals", "../en", ""])
def test_of_other_languages_nothing_is_known_and_what_stands_before_a_target_stays(code):
    language = find_language(code)
    assert language == Language(language.code)
    assert language.fit("Det är an ", "hus", frozenset()) == "Det är an "


def test_each_file_declares_the_language_that_its_name_says():
    assert all(language.code == code for code, language in languages().items())


@pytest.mark.usefixtures("swedish")
def test_adding_a_language_is_adding_a_file(tmp_path):
    assert {"en", "pt", "sv"} <= set(languages())
    path = tmp_path / "svenska.csv"
    row = "svart får #n,Ett [svart får].,bråkstake #m"
    path.write_text(f"expression,sentence,synonym\n{row}\n", encoding="utf-8")
    stimuli = build_dataset(read_lexicon(path, "sv")).dataset.stimuli
    texts = stimuli.filter(condition="neut")["text"].to_list()
    assert texts == ["Det är ett svart får.", "Det är en bråkstake."]
