"""Lexicons of idioprobe 0.3, whose TOML entries stand under [[compound]], are read with one notice."""

import warnings

import pytest

from idioprobe.core.errors import LexiconError
from idioprobe.core.notices import OldFormWarning
from idioprobe.data.lexicon.build import build_dataset
from idioprobe.data.lexicon.read import read_lexicon

OLD = """\
language = "en"
random = ["wooden ladle", "tall fence", "quiet library"]

[[compound]]
expression = "paper tiger"
class = "NC"
modifier = "paper"
head = "tiger"
synonym = "empty threat"
modifier_synonyms = ["card", "parchment"]
head_synonyms = ["panther", "lion"]
sentences = [
  "Investors soon saw that the regulator was a [paper tiger].",
]

[[compound]]
expression = "lame duck"
synonym = "powerless leader"
sentence = "By spring the senator was a [lame duck], and everybody knew it."
"""


def read(place, text, name="mine.toml"):
    path = place / name
    path.write_text(text, encoding="utf-8")
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        lexicon = read_lexicon(path, "en")
    return lexicon, [str(each.message) for each in said if each.category is OldFormWarning]


def test_entries_under_compound_are_read_and_one_notice_says_what_to_rename(tmp_path):
    old, said = read(tmp_path, OLD)
    assert said == [f"{tmp_path / 'mine.toml'}: entries are written under [[expression]] now; rename [[compound]]."]
    new, nothing = read(tmp_path, OLD.replace("[[compound]]", "[[expression]]"))
    assert nothing == []
    assert old == new
    assert build_dataset(old).dataset.digest() == build_dataset(new).dataset.digest()


def test_entries_of_both_kinds_keep_the_order_of_the_file(tmp_path):
    lexicon, _ = read(
        tmp_path, OLD.replace("[[compound]]", "[[expression]]", 1).replace("[[compound]]", "[[compound]]")
    )
    again, _ = read(tmp_path, "[[expression]]".join(OLD.rsplit("[[compound]]", 1)))
    for mixed in (lexicon, again):
        assert [entry.expression.citation for entry in mixed.entries] == ["paper tiger", "lame duck"]
        assert [entry.line for entry in mixed.entries] == [5, 17]


def test_a_mistake_in_an_old_entry_is_named_with_its_line(tmp_path):
    with pytest.raises(LexiconError, match=r"mine\.toml:18: 'synonym' is missing; did you mean it by 'synonim'"):
        read(tmp_path, OLD.replace('synonym = "powerless', 'synonim = "powerless'))


def test_an_unknown_key_is_told_the_names_of_today(tmp_path):
    with pytest.raises(LexiconError, match=r"unknown key 'words'; one of classes, draft, expression, labelling"):
        read(tmp_path, "words = 1\n" + OLD)


def test_a_csv_lexicon_is_written_as_before(tmp_path):
    lexicon, said = read(tmp_path, "expression,sentence,synonym\npaper tiger,A paper tiger.,empty threat\n", "mine.csv")
    assert [entry.expression.citation for entry in lexicon.entries] == ["paper tiger"]
    assert said == []
