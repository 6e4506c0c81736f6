"""Sentences are texts or references, and references are read without running them."""

import csv

import pytest

from idioprobe.core.errors import DatasetError
from idioprobe.data.sources.sentences import (
    FilledSentence,
    Reference,
    SourceSentence,
    expression_span,
    parse_reference,
    read_filled,
    read_sentences,
    type_scores,
    write_filled,
)

URL = "http://example.org/page?a=1&b=2"
ENGLISH = f"sent2: ('\"{URL}\"', 140)"
PORTUGUESE = "sent2: " + repr(
    (
        [
            '# MWETOOLKIT: meta.doc.id="netq-1"',
            """# MWETOOLKIT: meta.doc.title="It's “so”, 'they' say: "é" \ufffd\"""",
            '# MWETOOLKIT: meta.doc.source="http://example.org"',
        ],
        293,
    )
)


def save(path, rows, columns=("compound", "sentence1", "sentence2", "sentence3")):
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, quoting=csv.QUOTE_ALL).writerows([columns, *rows])
    return path


def test_a_text_keeps_its_words_and_loses_its_white_space(tmp_path):
    path = save(tmp_path / "s.csv", [("Dutch  courage", " the\tDutch  courage .", ENGLISH, "")])
    assert read_sentences(path, "en") == [
        SourceSentence("Dutch courage", "en", 1, "the Dutch courage .", None),
        SourceSentence("Dutch courage", "en", 2, None, Reference(URL, 140)),
        SourceSentence("Dutch courage", "en", 3, None, None),
    ]


def test_a_filled_reference_has_its_text(tmp_path):
    path = save(tmp_path / "s.csv", [("acid test", "a", ENGLISH, "c")])
    sentence = read_sentences(path, "en", {Reference(URL, 140): "the acid test"})[1]
    assert sentence == SourceSentence("acid test", "en", 2, "the acid test", Reference(URL, 140), filled=True)


def test_portuguese_references_count_from_two():
    assert parse_reference(PORTUGUESE, "pt", 2) == Reference("netq-1", 292)


@pytest.mark.parametrize(
    ("cell", "language"),
    [
        ("sent2: __import__('os').system('true')", "en"),
        ("sent2: (__import__('os').system('true'), 1)", "en"),
        ("sent2: ('\"a\"', 1 + 1)", "en"),
        ("sent2: ('\"a\"', True)", "en"),
        ("sent2: ('\"a\"', 0)", "en"),
        ("sent2: ('\"a\"', 1, 2)", "en"),
        ("sent2: ('', 1)", "en"),
        ("sent2: (['# nothing'], 2)", "pt"),
        ("sent2: (['# MWETOOLKIT: meta.doc.id=\"x\"'], 1)", "pt"),
        (ENGLISH, "pt"),
        (PORTUGUESE, "en"),
        (ENGLISH.replace("sent2", "sent3"), "en"),
        ("sent2: " + "(" * 10_000 + ")" * 10_000, "en"),
    ],
)
def test_what_is_no_reference_is_refused_with_its_place(tmp_path, cell, language):
    path = save(tmp_path / "s.csv", [("acid test", "a", "b", "c"), ("bad apple", "a", cell, "c")])
    with pytest.raises(DatasetError, match=r"s\.csv:3: sentence2 of 'bad apple': "):
        read_sentences(path, language)


def test_a_missing_column_is_named(tmp_path):
    path = save(tmp_path / "s.csv", [("a", "b")], columns=("compound", "sentence1"))
    with pytest.raises(DatasetError, match="the column 'sentence2' is missing; found compound, sentence1"):
        read_sentences(path, "en")


def test_a_row_with_too_many_cells_is_refused(tmp_path):
    path = save(tmp_path / "s.csv", [("a", "b", "c", "d", "e")])
    with pytest.raises(DatasetError, match=r"s\.csv:2: more cells"):
        read_sentences(path, "en")


def test_broken_quotes_are_refused(tmp_path):
    path = tmp_path / "s.csv"
    path.write_text('compound,sentence1,sentence2,sentence3\na,"b,c,d\n')
    with pytest.raises(DatasetError, match="the file ends within a cell"):
        read_sentences(path, "en")


def test_scores_have_a_decimal_comma_or_point(tmp_path):
    path = save(
        tmp_path / "s.csv", [("a b", "3,52"), ("c d", "4.4242"), ("e f", "5")], ("compound", "compositionality")
    )
    assert type_scores(path) == {"a b": 3.52, "c d": 4.4242, "e f": 5.0}


def test_a_score_that_is_none_is_refused(tmp_path):
    path = save(tmp_path / "s.csv", [("a b", "high")], ("compound", "compositionality"))
    with pytest.raises(DatasetError, match=r"s\.csv:2: the score 'high' of 'a b' is not a number"):
        type_scores(path)


@pytest.mark.parametrize(
    ("text", "expression", "language", "found"),
    [
        ("An Acid Test .", "acid test", "en", "Acid Test"),
        ("wedding anniversaries", "wedding anniversary", "en", "wedding anniversaries"),
        ("the front men", "front man", "en", "front men"),
        ("flower children", "flower child", "en", "flower children"),
        ("a kool - aid acid - test", "acid test", "en", "acid - test"),
        ("placid test", "acid test", "en", None),
        ("acid tested", "acid test", "en", None),
        ("test of acid", "acid test", "en", None),
        ("Os alto-falantes", "alto-falante", "pt", "alto-falantes"),
        ("o alto falante", "alto-falante", "pt", "alto falante"),
        ("cafés coloniais", "café colonial", "pt", "cafés coloniais"),
        ("os pães-duros", "pão-duro", "pt", "pães-duros"),
        ("dos voos internacionais", "vôo internacional", "pt", "voos internacionais"),
    ],
)
def test_an_expression_is_found_in_its_forms(text, expression, language, found):
    span = expression_span(text, expression, language)
    assert (span and text[slice(*span)]) == found


def row(expression="acid test", sentence=2, text="the acid test", number=140, corpus="a.xml", language="en"):
    return FilledSentence(expression, language, sentence, Reference(URL, number), text, corpus)


def test_what_was_found_is_kept_and_added_to(tmp_path):
    assert read_filled(tmp_path, "en") == {}
    first = row(text='she said , " an acid test " ,\u2028 really')
    assert write_filled(tmp_path, [first]) == [tmp_path / "filled" / "sentences_en.csv"]
    write_filled(tmp_path, [row("bad apple", 1, "bad apples", 7), row("café", 1, "cafés", 3, language="pt")])
    assert read_filled(tmp_path, "en") == {first.reference: first.text, Reference(URL, 7): "bad apples"}
    assert read_filled(tmp_path, "pt") == {Reference(URL, 3): "cafés"}


def test_what_is_found_anew_replaces_what_was_found_before(tmp_path):
    write_filled(tmp_path, [row(number=1)])
    write_filled(tmp_path, [row(number=2, text="another acid test")])
    assert read_filled(tmp_path, "en") == {Reference(URL, 2): "another acid test"}


def test_nothing_found_writes_nothing(tmp_path):
    assert write_filled(tmp_path, []) == []
    assert not (tmp_path / "filled").exists()


def test_no_half_written_file_is_left(tmp_path):
    write_filled(tmp_path, [row()])
    assert [path.name for path in (tmp_path / "filled").iterdir()] == ["sentences_en.csv"]


def test_a_damaged_file_of_found_sentences_is_named(tmp_path):
    (path,) = write_filled(tmp_path, [row()])
    path.write_text(path.read_text().replace("140", "many"))
    with pytest.raises(DatasetError, match=r"sentences_en\.csv:2: .*delete the file and fill it again"):
        read_filled(tmp_path, "en")
