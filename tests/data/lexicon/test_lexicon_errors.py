"""Every mistake in a lexicon is reported with its file, its line and a remedy."""

import re

import pytest

from idioprobe.core.errors import LexiconError
from idioprobe.data.lexicon.read import read_lexicon, read_pool

HEAD = "expression,synonym,sentence\n"
GOOD = "a b,c,An a b.\n"
FULL = "expression,synonym,sentence,class,rating,modifier,head\n"
TOML = 'language = "en"\n\n[[expression]]\nexpression = "a b"\nsynonym = "c"\n'
REMEDY = re.compile(r"\b(did you mean|write|put|save|add|give|name|pass|close|remove|one of|at most)\b", re.I)

# name: (file name, content, line, what the message says)
MISTAKES = {
    "lists within lists": (
        "x.toml",
        "a = " + "[" * 5000 + "]" * 5000,
        1,
        "nested too deeply; write [[expression]] entries",
    ),
    "a number without end": ("x.toml", TOML + "rating = " + "9" * 5000, 1, "not valid TOML"),
    "a template that is none": (
        "x.toml",
        TOML + 'sentence = "An a b."\n[templates]\nneut = 1\n',
        8,
        "templates: neut: expected text; write neut",
    ),
    "a template of another name": (
        "x.toml",
        TOML + 'sentence = "An a b."\n[templates]\nnuet = "This is [X]."\n',
        8,
        "templates: unknown key 'nuet'; write neut or neut_long",
    ),
    "a language that is none": (
        "x.csv",
        "expression,synonym,sentence,language\na b,c,An a b.,e n\n",
        2,
        "language: 'e n' is not a language code; write one such as en",
    ),
    "a sentence of another world": (
        "x.csv",
        "expression,synonym,sentence99999999999999999999\na b,c,An a b.\n",
        1,
        "'sentence99999999999999999999': write sentence1, sentence2, … up to sentence999999",
    ),
    "unknown column": (
        "x.csv",
        "expression,synonym,sentance\na b,c,d\n",
        1,
        "no column has sentences; did you mean it by 'sentance'?",
    ),
    "no synonym column": ("x.csv", "expression,sentence\na b,An a b.\n", 1, "'synonym' is missing; write a synonym"),
    "no synonym": ("x.csv", HEAD + GOOD + "d e,,A d e.\n", 3, "synonym: is missing; write a synonym of the whole"),
    "no expression": ("x.csv", HEAD + GOOD + ",f,A d e.\n", 3, "expression: is missing; write the expression"),
    "no sentence": ("x.csv", HEAD + GOOD + "d e,f,\n", 3, "sentence: 'd e' has no sentence; write at least one"),
    "no sentence column": ("x.csv", "expression,synonym\nd e,f\n", 1, "no column has sentences; write at least one"),
    "class": ("x.csv", FULL + "a b,c,An a b.,idiom,,,\n", 2, "class: 'idiom' is not one of NC, PC, C"),
    "rating": ("x.csv", FULL + "a b,c,An a b.,NC,high,,\n", 2, "rating: 'high' is not a number"),
    "rating nan": ("x.csv", FULL + "a b,c,An a b.,NC,nan,,\n", 2, "rating: 'nan' is not a number"),
    "rating inf": ("x.csv", FULL + "a b,c,An a b.,NC,inf,,\n", 2, "rating: 'inf' is not a number"),
    "component": ("x.csv", FULL + "a b,c,An a b.,NC,1,x,b\n", 2, "modifier: 'x' is not one word of 'a b'; write it as"),
    "duplicate": (
        "x.csv",
        HEAD + GOOD + GOOD.replace("c", "d"),
        3,
        "'a b' is on line 2 already; put all its sentences into one",
    ),
    "duplicate in other case": ("x.csv", HEAD + GOOD + "A B,c,A B.\n", 3, "'A B' is on line 2 already"),
    "not in sentence": (
        "x.csv",
        HEAD + GOOD + "d e,f,None.\n",
        3,
        "sentence: the sentence does not contain 'd e'; put [ ]",
    ),
    "twice in sentence": (
        "x.csv",
        HEAD + "d e,f,d e d e\n",
        2,
        "sentence: 'd e' occurs 2 times; put [ ] around the one",
    ),
    "stray bracket": ("x.csv", HEAD + "d e,f,A d e].\n", 2, "sentence: ']' has no partner; write \\] to keep it"),
    "form": ("x.csv", HEAD + "d e,f #m:g,A d e.\n", 2, "synonym: #m:g cannot be read; a gender takes no form"),
    "NUL": ("x.csv", HEAD + GOOD + "d\0e,f,x\n", 3, "the file holds a NUL byte"),
    "monstrous cell": (
        "x.csv",
        HEAD + GOOD + "d e,f," + "x" * 10_000_000,
        3,
        "a cell holds 100,000 characters at most",
    ),
    "too many cells": (
        "x.csv",
        HEAD + GOOD + "d e,f,Well, d e\n",
        3,
        "more cells than columns; put quotes around cells",
    ),
    "after an empty line": ("x.csv", HEAD + GOOD + "\n\nd e,f,None.\n", 5, "the sentence does not contain 'd e'"),
    "after a long cell": ("x.csv", HEAD + 'a b,c,"An\na b."\nd e,f,None.\n', 4, "the sentence does not contain 'd e'"),
    "column twice": ("x.csv", "expression,synonym,synonym,sentence\na b,c,d,a b\n", 1, "synonym"),
    "sentence 1 twice": ("x.csv", "expression,synonym,sentence,sentence1\na b,c,One a b.,Two a b.\n", 1, "sentence"),
    "invalid TOML": ("x.toml", 'language = "en"\nthis is not TOML\n', 2, "not valid TOML"),
    "TOML field": (
        "x.toml",
        TOML.replace("synonym", "synonim") + 'sentence = "a b"\n',
        5,
        "'synonym' is missing; did you mean it by 'synonim'?",
    ),
    "TOML sentence": (
        "x.toml",
        TOML + 'sentences = [\n  "a b",\n  "None.",\n]\n',
        8,
        "does not contain 'a b'; put [ ]",
    ),
    "TOML no sentence": ("x.toml", TOML, 3, "'a b' has no sentence; write at least one"),
    "TOML class": ("x.toml", TOML + 'sentence = "a b"\nclass = "X"\n', 7, "class: 'X' is not one of NC, PC, C"),
    "TOML list": (
        "x.toml",
        TOML + 'sentence = "a b"\nhead = "b"\nhead_synonyms = 3\n',
        8,
        "head_synonyms: expected a list of words",
    ),
    "TOML monstrous": ("x.toml", TOML + f'sentences = ["a b {"x" * 200_000}"]\n', 6, "100,000 characters at most"),
    "TOML one sentence": ("x.toml", TOML + 'sentences = "An a b."\n', 6, "sentences: expected a list"),
    "TOML single table": ("x.toml", TOML.replace("[[expression]]", "[expression]"), 3, "[[expression]]"),
    "TOML pool": ("x.toml", 'random = ["x #m:y"]\n' + TOML + 'sentence = "a b"\n', 1, "#m:y cannot be read"),
    "TOML pool of text": ("x.toml", 'random = "x y"\n' + TOML + 'sentence = "a b"\n', 1, "random: expected a list"),
    "TOML language": ("x.toml", "language = 3\n" + TOML[15:] + 'sentence = "a b"\n', 1, "language: expected text"),
    "TOML expression": ("x.toml", "expression = 3\n", 1, "[[expression]]"),
    "TOML templates": ("x.toml", 'templates = "x"\n' + TOML + 'sentence = "a b"\n', 1, "templates"),
}


def message(tmp_path, name: str, content: str | bytes, language: str | None = "en") -> str:
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(LexiconError) as caught:
        read_lexicon(path, language)
    return str(caught.value).replace(str(path), name)


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_reported_with_file_and_line(tmp_path, mistake):
    name, content, line, expected = MISTAKES[mistake]
    said = message(tmp_path, name, content)
    assert said.startswith(f"{name}:{line}: "), said[:200]
    assert expected in said


@pytest.mark.parametrize(
    "mistake", [name for name in MISTAKES if name not in {"form", "column twice", "sentence 1 twice", "TOML templates"}]
)
def test_a_mistake_is_reported_with_a_remedy(tmp_path, mistake):
    name, content, *_ = MISTAKES[mistake]
    said = message(tmp_path, name, content)
    assert REMEDY.search(said), said[:200]


def test_a_missing_language_is_reported_with_both_remedies(tmp_path):
    said = message(tmp_path, "x.csv", HEAD + GOOD, language=None)
    assert said == "x.csv:2: language: is missing; add a column language, or pass `language` en."


def test_a_language_of_white_space_is_missing(tmp_path):
    content = TOML.replace('"en"', '" "') + 'sentence = "An a b."\n'
    assert "language: is missing" in message(tmp_path, "x.toml", content, language=None)
    assert "language: is missing" in message(tmp_path, "x.csv", HEAD + GOOD, language=" ")


def test_a_long_lexicon_is_read_whole(tmp_path):
    blocks = (
        f'[[expression]]\nexpression = "a{i} b{i}"\nsynonym = "c"\nsentence = "A a{i} b{i}."\n' for i in range(1000)
    )
    path = tmp_path / "long.toml"
    path.write_text('language = "en"\n' + "".join(blocks), encoding="utf-8")
    assert len(read_lexicon(path).entries) == 1000


@pytest.mark.parametrize("content", [b"", b"  \n\n", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("name", ["x.csv", "x.toml"])
def test_an_empty_file_is_called_empty(tmp_path, name, content):
    said = message(tmp_path, name, content)
    assert said.startswith(name)
    assert "is empty" in said or "has no entries" in said or "is missing" in said


@pytest.mark.parametrize(
    ("name", "content"), [("x.csv", HEAD), ("x.csv", HEAD + ",,\n"), ("x.toml", 'language="en"\n')]
)
def test_a_file_without_entries_says_so(tmp_path, name, content):
    assert message(tmp_path, name, content) == f"{name} has no entries."


def test_an_unknown_key_at_the_top_of_a_toml_file_is_named(tmp_path):
    said = message(tmp_path, "x.toml", 'lenguage = "en"\n' + TOML + 'sentence = "a b"\n')
    assert "unknown key 'lenguage'; one of classes, draft, expression, labelling" in said


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(LexiconError, match=r"absent\.csv does not exist; name a lexicon in CSV, TSV, XLSX or TOML\."):
        read_lexicon(tmp_path / "absent.csv", "en")


def test_the_limit_on_cells_is_put_back_after_a_mistake(tmp_path):
    import csv

    before = csv.field_size_limit()
    message(tmp_path, "x.csv", HEAD + "a b,c," + "x" * 200_000)
    assert csv.field_size_limit() == before


def test_a_mistake_in_a_pool_is_reported_with_file_and_line(tmp_path):
    path = tmp_path / "pool.txt"
    path.write_text("red hat\nbig dog #m:x\n", encoding="utf-8")
    with pytest.raises(LexiconError, match=r"pool\.txt:2: "):
        read_pool(path)


def test_sentences_are_a_list_or_fields_but_not_both(tmp_path):
    path = tmp_path / "both.toml"
    entry = 'expression = "a b"\nsynonym = "c"\nsentence1 = "An a b."\nsentences = ["The a b."]\n'
    path.write_text('language = "en"\n[[expression]]\n' + entry, encoding="utf-8")
    with pytest.raises(LexiconError, match=r"both.toml:5: sentence1: put it into the list sentences"):
        read_lexicon(path)


def test_modifier_and_head_are_two_words(tmp_path):
    path = tmp_path / "overlap.csv"
    row = 'x-ray machine,x-ray,ray,scanner,"An x-ray machine."\n'
    path.write_text("expression,modifier,head,synonym,sentence\n" + row, encoding="utf-8")
    with pytest.raises(LexiconError, match=r"overlap.csv:2: head: it overlaps another word of 'x-ray machine'"):
        read_lexicon(path, "en")
