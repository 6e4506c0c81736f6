"""What people's files look like: encodings, spreadsheets, names of languages, columns too many, rows twice."""

import pytest

from idioprobe.core.errors import LexiconError
from idioprobe.data.lexicon.read import read_lexicon
from tests.data.lexicon.building import build, marked
from tests.data.sources.sheets import write_sheet, write_sheets

GERMAN = "expression;language;synonym;sentence;rating\nroter Faden #m;German;Idee #f;{Der|Die|Das} [roter Faden].;2,5\n"
JAPANESE = "expression,language,synonym,sentence\n猫の手,ja,助け,[猫の手]も借りたい。\n"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (GERMAN.replace("Idee", "Überblick"), "cp1252"),
        (GERMAN, "utf-8-sig"),
        (GERMAN, "utf-16"),
        (GERMAN.replace(";", "\t"), "utf-16-le"),
        (JAPANESE, "cp932"),
        (JAPANESE, "euc_jp"),
        (JAPANESE.replace("ja", "zh"), "gb18030"),
    ],
)
def test_any_common_encoding_is_recognised_and_said(tmp_path, text, encoding):
    plain, other = build(tmp_path, text, "a.csv", name="a"), build(tmp_path, text.encode(encoding), "b.csv", name="a")
    assert other.dataset.digest() == plain.dataset.digest()
    assert any("read as" in note for note in other.notes) == (encoding != "utf-8-sig")


def test_bars_in_the_header_part_no_cells_and_hide_no_language(tmp_path):
    header, row = JAPANESE.splitlines()
    path = tmp_path / "bars.csv"
    path.write_bytes(f"{header},a|b|c|d|e|f\n{row},x\n".encode("euc_jp"))
    (entry,) = read_lexicon(path).entries
    assert (entry.name, entry.language) == ("猫の手", "ja")


def test_decimal_commas_are_numbers(tmp_path):
    assert build(tmp_path, GERMAN, "a.csv").dataset.ratings["mean"].to_list() == [2.5]


@pytest.mark.parametrize("written", ["german", "deu", "de-DE", "de_AT", "Deutsch", " DE "])
def test_a_language_has_many_names(tmp_path, written):
    built = build(tmp_path, GERMAN.replace("German", written), "a.csv")
    assert built.dataset.languages == ["de"]


def test_the_sheets_of_a_spreadsheet_are_languages(tmp_path):
    path = write_sheets(
        tmp_path / "many.xlsx",
        {
            "Deutsch": [["Expression", "Synonym", "Sentence 1"], ["kalter Kaffee", "alt", "Das ist [kalter Kaffee]."]],
            "Notes": [["to do"], ["more"]],
            "es": [["expression", "synonym", "sentence"], ["meter la pata", "errar", "Va a [meter la pata]."]],
        },
    )
    built = build(tmp_path, path.read_bytes(), "again.xlsx")
    assert built.dataset.languages == ["de", "es"]
    assert marked(built, "syn") == ["Das ist [alt].", "Va a [errar]."]
    assert any("'Notes'" in note and "passed over" in note for note in built.notes)


def test_a_mistake_in_a_sheet_is_told_with_its_name(tmp_path):
    sheet = [["expression", "synonym", "sentence"], ["meter la pata", None, "Va a [meter la pata]."]]
    path = write_sheets(tmp_path / "many.xlsx", {"es": sheet, "fr": sheet})
    with pytest.raises(LexiconError, match=r"many\.xlsx:2: sheet 'es': synonym: is missing(.|\n)*sheet 'fr'"):
        build(tmp_path, path.read_bytes(), "many.xlsx")


def test_a_spreadsheet_of_one_sheet_needs_no_language_in_its_name(tmp_path):
    path = write_sheet(
        tmp_path / "x.xlsx", [["expression", "synonym", "sentence"], ["red tape", "rules", "Cut [red tape]."]]
    )
    assert build(tmp_path, path.read_bytes(), "y.xlsx", language="en").dataset.languages == ["en"]


def test_a_column_with_a_typo_gets_a_question(tmp_path):
    with pytest.raises(LexiconError, match="'synonym' is missing; did you mean it by 'synomym'"):
        build(tmp_path, GERMAN.replace("synonym", "synomym"), "a.csv")


def test_columns_that_mean_nothing_are_passed_over_with_one_notice(tmp_path):
    built = build(tmp_path, GERMAN.replace("rating", "bemerkung").replace("2,5", "x"), "a.csv")
    assert [note for note in built.notes if "bemerkung" in note] == [
        "columns that mean nothing here are passed over: bemerkung"
    ]


@pytest.mark.parametrize("where", ["before", "after"])
def test_rows_that_repeat_an_expression_and_are_otherwise_empty_are_passed_over(tmp_path, where):
    header, *rows = GERMAN.splitlines()
    empty = [row.partition(";")[0] + ";" * header.count(";") for row in rows]
    both = [*empty, *rows] if where == "before" else [*rows, *empty]
    built = build(tmp_path, "\n".join([header, *both]) + "\n", "a.csv")
    assert built.dataset.stimuli.equals(build(tmp_path, GERMAN, "b.csv").dataset.stimuli)
    (note,) = [note for note in built.notes if "otherwise empty" in note]
    assert "line 2" in note if where == "before" else f"line {len(rows) + 2}" in note


def test_a_row_that_alone_has_its_expression_is_a_mistake_when_it_is_empty(tmp_path):
    header, *rows = GERMAN.splitlines()
    with pytest.raises(LexiconError, match="'kalter Hund' has no sentence"):
        build(tmp_path, "\n".join([header, *rows, "kalter Hund" + ";" * header.count(";")]), "a.csv")


BAD = "expression,language,synonym,sentence,class\n" + "".join(
    f"word{n} here,klingon,,No expression.,XX\n" for n in range(20)
)


def test_all_mistakes_are_told_at_once_the_first_fifty(tmp_path):
    with pytest.raises(LexiconError) as caught:
        build(tmp_path, BAD, "bad.csv")
    lines = str(caught.value).splitlines()
    assert len(lines) == 51
    assert lines[-1] == "… and 30 more."
    assert all(f"bad.csv:{2 + n // 4}: " in line for n, line in enumerate(lines[:50]))


def test_skip_bad_builds_the_rest_and_tells_what_it_leaves_out(tmp_path):
    good = "red tape,en,rules,Cut the [red tape].,NC\n"
    built = build(tmp_path, BAD + good + "one,too,many,cells,NC,here\n", "bad.csv", skip_bad=True)
    assert built.dataset.expressions["expression"].to_list() == ["red tape"]
    assert sum("bad.csv:" in line for line in built.left_out) == 81


def test_skip_bad_with_nothing_good_is_refused(tmp_path):
    with pytest.raises(LexiconError, match="klingon"):
        build(tmp_path, BAD, "bad.csv", skip_bad=True)


def test_a_row_that_repeats_another_is_skipped_and_one_that_contradicts_it_refused(tmp_path):
    row = "red tape,en,rules,Cut the [red tape].,NC\n"
    header = "expression,language,synonym,sentence,class\n"
    built = build(tmp_path, header + row + row, "a.csv")
    assert "line 3 repeats 'red tape' of line 2 and is skipped" in built.notes
    with pytest.raises(LexiconError, match=r"a\.csv:3: 'red tape' is on line 2 already"):
        build(tmp_path, header + row + row.replace("rules", "forms"), "a.csv")
