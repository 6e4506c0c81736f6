"""Cells of published files: which words are the target, and which component a text keeps."""

import re

import pytest

from idioprobe.data.sources.cells import locate, swapped, without, words_of


@pytest.mark.parametrize(
    ("text", "tags", "target"),
    [
        ("This is an eager beaver", "[False, False, False, True, True]", "eager beaver"),
        ("eager beavers left .", "[True, True, False, False]", "eager beavers"),
        ("o alto-falante .", "[False, True, False]", "alto-falante"),
        ("  two \t spaces\u00a0here ", " [False,True , True] ", "spaces here"),
        ("alone", "[True]", "alone"),
        ("a beaver saw a beaver", "[False, False, False, False, True]", "beaver"),
    ],
)
def test_the_target_is_what_the_tags_mark(text, tags, target):
    found = locate(text, tags)
    assert found.written == target
    assert found.text == " ".join(text.split())


def test_of_a_word_that_occurs_twice_the_tagged_one_is_meant():
    assert locate("a beaver saw a beaver", "[False, False, False, False, True]").start == 15
    assert locate("a beaver saw a beaver", "[False, True, False, False, False]").start == 2


@pytest.mark.parametrize(
    ("tags", "reason"),
    [
        ("[False, True]", "the tag list has 2 entries for 3 words"),
        ("[False, True, False, False]", "the tag list has 4 entries for 3 words"),
        ("[]", "the tag list has 0 entries for 3 words"),
        ("[False, False, False]", "no word is tagged as the target"),
        ("[True, False, True]", "the tagged words are not next to each other"),
        ("[True, False, 1]", "the tags '[True, False, 1]' are not a list of True and False"),
        ("True, False, True", "are not a list of True and False"),
        ("[True, False, True", "are not a list of True and False"),
        ("[true, false, true]", "are not a list of True and False"),
        ("[__import__('os').system('true')]", "are not a list of True and False"),
        ("nan", "the tags 'nan' are not a list of True and False"),
    ],
)
def test_tags_that_mark_no_target_say_why(tags, reason):
    with pytest.raises(ValueError, match=re.escape(reason)):
        locate("a b c", tags)


def test_a_text_of_nothing_but_white_space_has_no_target():
    with pytest.raises(ValueError, match="no word is tagged"):
        locate("  ", "[]")


def test_words_are_split_at_spaces_and_hyphens_whatever_their_case():
    assert words_of("Ano-Novo feliz") == ["ano", "novo", "feliz"]
    assert words_of(" - ") == []


@pytest.mark.parametrize(
    ("head", "modifier", "in_head_column", "in_modifier_column", "expected"),
    [
        ("mar", "alto", "mar", "alto", False),
        ("mar", "alto", "alto", "mar", True),
        ("mar", "alto", "altos", "mares", True),
        ("mar", "alto", "mares", "altos", False),
        ("mar", "alto", "oceano", "largo", False),
        ("abalo", "sísmico", "abalos", "sísmicas", False),
        ("fé", "má", "Má-fé", "má-fé", False),
    ],
    ids=["straight", "exchanged", "exchanged plurals", "plurals", "neither", "gender", "both in both"],
)
def test_columns_are_exchanged_where_each_has_the_others_component(
    head, modifier, in_head_column, in_modifier_column, expected
):
    assert swapped(in_head_column, in_modifier_column, head, modifier) is expected


def test_columns_of_replacements_go_by_the_component_that_they_keep():
    """The column for the head's synonym keeps the modifier."""
    assert not swapped("alto oceano", "grande mar", "alto", "mar")
    assert swapped("grande mar", "alto oceano", "alto", "mar")


@pytest.mark.parametrize(
    ("component", "text", "rest"),
    [
        ("study", "instance studies", "instance"),
        ("sísmico", "trepidação sísmica", "trepidação"),
        ("mar", "mar grande", "grande"),
        ("case", "very long case", "very long"),
        ("study", "Studies", None),
        ("study", "quite other", None),
    ],
)
def test_without_the_component_it_keeps_a_replacement_is_the_synonym(component, text, rest):
    assert without(component, text) == rest
