"""Components of an expression: one to many, in their order, each with its role; its type; a dataset's own classes."""

import json

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from idioprobe.core.errors import DatasetError
from idioprobe.data.components import (
    Component,
    component_roles,
    format_components,
    is_role,
    parse_components,
    with_types,
)
from idioprobe.data.folder import read_folder, write_folder

roles = st.from_regex(r"[a-z][a-z0-9]{0,8}", fullmatch=True).filter(is_role)
words = st.text(st.characters(codec="utf-8", exclude_characters=";", exclude_categories=("C", "Z")), min_size=1)
STIMULI = """\
item,expression,language,condition,sentence,role,index,text,start,end
i,ins Gras beißen,de,nat,1,original,0,Er soll ins Gras beißen .,8,23
i,ins Gras beißen,de,nat,1,object,0,Er soll Gras .,8,12
i,ins Gras beißen,de,nat,1,verb_alt,0,Er soll ins Gras kauen .,8,22
"""
EXPRESSIONS = """\
expression,language,components,type,class
ins Gras beißen,de,object:Gras; verb:beißen,verb-object,idiom
"""
CLASSES = '{"name": "mine", "classes": ["idiom", "literal"]}'


def folder(place, expressions=EXPRESSIONS, stimuli=STIMULI, header=CLASSES, **more):
    files = {"stimuli.csv": stimuli, "expressions.csv": expressions, "dataset.json": header, **more}
    for name, text in files.items():
        (place / name).write_text(text, encoding="utf-8")
    return place


@given(st.lists(st.tuples(roles, words), max_size=4, unique_by=lambda pair: pair[0]))
def test_what_is_written_is_read_again(pairs):
    components = tuple(Component(role, word) for role, word in pairs)
    assert parse_components(format_components(components)) == components


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("kick; object:bucket", "'kick' is not a role and a word; write role:word; role:word"),
        ("verb:", "'verb:' is not a role and a word"),
        ("Verb:kick", "'Verb' cannot be the role of a component: write small letters a–z and digits"),
        ("syn:kick", "'syn' cannot be the role of a component: it means something else"),
        ("verb:kick; verb:go", "two components have the role verb; write verb2 for the second"),
    ],
)
def test_a_mistake_in_components_is_named_with_file_and_line(tmp_path, text, message):
    wrong = EXPRESSIONS.replace("object:Gras; verb:beißen", text)
    with pytest.raises(DatasetError, match=rf"expressions\.csv:2: components: {message}"):
        read_folder(folder(tmp_path, wrong))


def test_a_folder_may_have_components_of_any_role_a_type_and_classes_of_its_own(tmp_path):
    data = read_folder(folder(tmp_path))
    assert data.classes == ("idiom", "literal")
    assert data.types == ["verb-object"]
    assert set(data.stimuli["role"]) == {"original", "object", "verb_alt"}
    write_folder(data, tmp_path / "again")
    again = read_folder(tmp_path / "again")
    assert again.digest() == data.digest()
    assert again.header == data.header


def test_a_role_that_no_expression_lists_is_unknown(tmp_path):
    with pytest.raises(
        DatasetError, match=r"stimuli\.csv:3: unknown role 'particle'; .*verb_syn.*; other components have"
    ):
        read_folder(folder(tmp_path, stimuli=STIMULI.replace("1,object", "1,particle")))


def test_a_rating_may_be_of_any_component_that_is_listed(tmp_path):
    ratings = "expression,language,sentence,target,mean\nins Gras beißen,de,1,{},2\n"
    data = read_folder(folder(tmp_path, **{"ratings.csv": ratings.format("verb")}))
    assert data.ratings["target"].to_list() == ["verb"]
    with pytest.raises(
        DatasetError, match=r"ratings\.csv:2: unknown target 'adverb'; one of expression, head, modifier"
    ):
        read_folder(folder(tmp_path, **{"ratings.csv": ratings.format("adverb")}))


def test_classes_of_ones_own_have_to_be_listed(tmp_path):
    with pytest.raises(DatasetError, match=r"unknown class 'idiom'; one of NC, PC, C; .*listed in dataset\.json"):
        read_folder(folder(tmp_path, header='{"name": "mine"}'))


@pytest.mark.parametrize("classes", [["all", "literal"], ["a", "a"], [], ["type:x"], ["none"], [" a"]])
def test_names_that_mean_something_else_are_no_classes(tmp_path, classes):
    with pytest.raises(DatasetError, match=r"dataset\.json: classes: .*(call it something else|list each class once)"):
        read_folder(folder(tmp_path, header=json.dumps({"name": "mine", "classes": classes})))


def test_the_order_of_classes_is_part_of_what_a_dataset_says(tmp_path):
    one = read_folder(folder(tmp_path))
    other = read_folder(folder(tmp_path, header=CLASSES.replace('"idiom", "literal"', '"literal", "idiom"')))
    assert one.digest() != other.digest()


def test_an_expression_that_says_no_type_is_a_noun_compound_if_its_components_are():
    listed = ["modifier:eager; head:beaver", None, "modifier:a; modifier2:b; head:c", "verb:kick; object:bucket"]
    table = pl.DataFrame(
        {"components": listed, "type": [None] * 4}, schema={"components": pl.String, "type": pl.String}
    )
    assert with_types(table)["type"].to_list() == ["noun-compound"] * 3 + ["idiom"]
    assert component_roles(table) == ("modifier", "head", "modifier2", "verb", "object")


def test_a_part_may_be_of_some_types_only(tmp_path):
    more = EXPRESSIONS + "Löwenzahn,de,modifier:Löwe; head:Zahn,noun-compound,literal\n"
    stimuli = STIMULI + "j,Löwenzahn,de,nat,1,original,0,Ein Löwenzahn .,4,13\n"
    data = read_folder(folder(tmp_path, more, stimuli))
    part = data.of_types(["noun-compound"])
    assert part.expressions["expression"].to_list() == ["Löwenzahn"]
    assert part.stimuli["item"].to_list() == ["j"]


@pytest.mark.parametrize("word", ["a;b", "&gt;", "x\\", "a\\;b", "a;", "\\\\;"])
def test_a_word_of_any_letters_comes_back_from_its_cell(word):
    written = (Component("modifier", word), Component("head", "y"))
    assert parse_components(format_components(written)) == written
