"""A lexicon says the same in CSV and in TOML, however a spreadsheet saved it."""

import pytest

from idioprobe.data.lexicon.entry import ANY
from idioprobe.data.lexicon.forms import Form, parse_form
from idioprobe.data.lexicon.markup import Frame
from idioprobe.data.lexicon.read import read_lexicon, read_pool


def lexicon(tmp_path, content: str | bytes, name: str = "lexicon.csv", language: str | None = "en"):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_lexicon(path, language)


def test_expression_synonym_and_sentence_are_enough(tmp_path):
    read = lexicon(tmp_path, "expression,synonym,sentence\neager beaver,hard worker,She is an eager beaver.\n")
    (entry,) = read.entries
    assert entry.expression == Form(("eager beaver",))
    assert entry.synonym == Form(("hard worker",))
    assert entry.frames == {1: Frame((("She is an ",), (".",)), ("eager beaver",))}
    assert (entry.language, entry.line, entry.label, entry.rating) == ("en", 2, None, None)
    assert (entry.components, entry.synonyms, entry.type, entry.own) == ({}, {}, None, {})
    assert read.name is None


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_the_delimiter_is_recognised(tmp_path, delimiter):
    rows = [
        ["expression", "synonym", "class", "sentence"],
        ["eager beaver", "hard worker", "NC", "She is an eager beaver."],
    ]
    (entry,) = lexicon(tmp_path, "\n".join(map(delimiter.join, rows))).entries
    assert (entry.expression.citation, entry.synonym.citation, entry.label) == ("eager beaver", "hard worker", "NC")


def test_a_semicolon_table_keeps_lists_of_synonyms_in_quotes(tmp_path):
    (entry,) = lexicon(
        tmp_path,
        "expression;synonym;sentence;modifier;head;modifier_synonyms\n"
        'eager beaver;hard worker;An eager beaver, she.;eager;beaver;"keen;avid"\n',
    ).entries
    assert [form.citation for form in entry.synonyms["modifier"]] == ["keen", "avid"]
    assert entry.frames[1].around[-1] == (", she.",)


def test_a_byte_order_mark_and_windows_line_ends_change_nothing(tmp_path):
    plain = "expression,synonym,sentence\neager beaver,hard worker,An eager beaver.\n"
    marked = b"\xef\xbb\xbf" + plain.replace("\n", "\r\n").encode()
    assert lexicon(tmp_path, marked).entries == lexicon(tmp_path, plain).entries


def test_column_names_may_be_capitalised_and_padded(tmp_path):
    (entry,) = lexicon(tmp_path, "Expression, SYNONYM ,Sentence\na b,c,An a b.\n").entries
    assert entry.synonym.citation == "c"


def test_a_cell_over_several_lines_does_not_shift_the_lines_that_follow(tmp_path):
    first, second = lexicon(
        tmp_path,
        'expression,synonym,sentence\na b,c,"First,\nthen an a b,\nthen ""more""."\nd e,f,A d e.\n',
    ).entries
    assert first.frames[1] == Frame((("First,\nthen an ",), (',\nthen "more".',)), ("a b",))
    assert (first.line, second.line) == (2, 5)


def test_empty_rows_are_passed_over_and_counted(tmp_path):
    first, second = lexicon(tmp_path, "expression,synonym,sentence\na b,c,An a b.\n,,\n\nd e,f,A d e.\n").entries
    assert (first.line, second.line) == (2, 5)


def test_several_sentences_keep_their_numbers(tmp_path):
    (entry,) = lexicon(
        tmp_path,
        "expression,synonym,sentence3,sentence_1,sentence2,rating,rating_sentence3\na b,c,3 a b,1 a b,,2.5,4\n",
    ).entries
    assert list(entry.frames) == [1, 3]
    assert [entry.frames[n].around[0] for n in (1, 3)] == [("1 ",), ("3 ",)]
    assert (entry.rating, entry.sentence_ratings) == (2.5, {3: 4.0})


def test_each_row_may_have_its_own_language(tmp_path):
    read = lexicon(tmp_path, "expression,synonym,sentence,language\na b,c,a b,pt\na b,c,a b,\n", language="en")
    assert [entry.language for entry in read.entries] == ["pt", "en"]


TOML = """
language = "pt"
name = "small"
labelling = "mine"
labelling_note = "My own."
random = ["carta longa #f", "dia curto #m"]

[templates]
neut = "Eis {um|uma} [X]."

[[expression]]
expression = "pé frio #m"
class = "NC"
modifier = "frio/fria"
head = "pé #m"
synonym = "azarado #m"
synonym2 = "pessoa azarada #f"
modifier_synonyms = ["gelado/gelada"]
head_synonyms = ["pata #f"]
rating = 1.5
sentences = [
  "Ele é {um|uma} [pé frio].",
  "O time tem um pé frio.",
]
"""


def test_toml_has_the_same_fields_and_more(tmp_path):
    read = lexicon(tmp_path, TOML, "x.toml", None)
    assert (read.name, read.labelling, read.labelling_note) == ("small", "mine", "My own.")
    assert read.pool == {"pt": {ANY: (parse_form("carta longa #f"), parse_form("dia curto #m"))}}
    assert read.templates == {"pt": {"neut": "Eis {um|uma} [X]."}}
    (entry,) = read.entries
    assert entry.expression == parse_form("pé frio #m")
    assert entry.components["modifier"] == parse_form("frio/fria", varies=True)
    assert entry.synonym2 == parse_form("pessoa azarada #f")
    assert entry.synonyms["modifier"] == (parse_form("gelado/gelada", varies=True),)
    assert (entry.label, entry.rating, list(entry.frames)) == ("NC", 1.5, [1, 2])


def test_the_same_entry_reads_the_same_from_csv_and_toml(tmp_path):
    table = (
        "expression,class,modifier,head,synonym,synonym2,modifier_synonyms,head_synonyms,rating,sentence1,sentence2\n"
        "pé frio #m,NC,frio/fria,pé #m,azarado #m,pessoa azarada #f,gelado/gelada,pata #f,1.5,"
        "Ele é {um|uma} [pé frio].,O time tem um pé frio.\n"
    )
    (one,) = lexicon(tmp_path, TOML, "x.toml", None).entries
    (other,) = lexicon(tmp_path, table, language="pt").entries
    assert {**vars(one), "line": 0} == {**vars(other), "line": 0}


def test_the_language_of_a_toml_file_wins_over_the_option(tmp_path):
    assert lexicon(tmp_path, TOML, "x.toml", "en").entries[0].language == "pt"


def test_a_pool_in_a_file_whose_entries_name_the_language_is_kept(tmp_path):
    read = lexicon(
        tmp_path,
        'random = ["red hat"]\n[[expression]]\nlanguage = "en"\nexpression = "a b"\nsynonym = "c"\nsentence = "a b"\n',
        "x.toml",
        None,
    )
    assert read.pool == {"en": {ANY: (Form(("red hat",)),)}}


def test_a_component_may_have_a_hyphen(tmp_path):
    (entry,) = lexicon(
        tmp_path,
        "expression,synonym,sentence,modifier,head\nx-ray machine,scanner,An x-ray machine.,x-ray,machine\n",
    ).entries
    assert entry.components["modifier"] == Form(("x-ray",))


def test_a_component_is_found_whatever_its_case_and_in_any_of_its_forms(tmp_path):
    (entry,) = lexicon(
        tmp_path, "expression,synonym,sentence,modifier,head\nmão Fria #f,x,A mão Fria.,frio/fria,MÃO\n"
    ).entries
    assert {role: word.singular for role, word in entry.components.items()} == {
        "head": ("MÃO",),
        "modifier": ("frio", "fria"),
    }


def test_the_same_expression_may_stand_in_two_languages(tmp_path):
    read = lexicon(tmp_path, "expression,synonym,sentence,language\nhot dog,x,hot dog,en\nhot dog,x,hot dog,pt\n")
    assert len(read.entries) == 2


def test_a_pool_has_one_combination_a_line(tmp_path):
    path = tmp_path / "pool.txt"
    path.write_bytes(b"\xef\xbb\xbfred hat #pl:red hats\r\n\r\n  big dog  \r\n")
    assert read_pool(path) == (parse_form("red hat #pl:red hats"), Form(("big dog",)))
