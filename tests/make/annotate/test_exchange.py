"""Crowds elsewhere: what goes out, and what comes back, once."""

import csv
import io
import json
import re

import polars as pl
import pytest

from idioprobe.core.errors import StudyError
from idioprobe.core.frames import is_formula
from idioprobe.make.annotate.answers import Answer, store
from idioprobe.make.annotate.export import csv_bytes, sheet_bytes
from idioprobe.make.annotate.intake import take_file
from idioprobe.make.annotate.mturk import mturk_files
from idioprobe.make.annotate.people import invite
from idioprobe.make.annotate.prolific import prolific_files
from idioprobe.make.annotate.study import open_study
from idioprobe.make.annotate.table import read_study
from tests.make.annotate import studies

HOSTILE = '=cmd|"/c calc"!A1 <script>alert(1)</script> ${x}'


@pytest.fixture
def study(tmp_path):
    return open_study(studies.make(tmp_path / "study", examples=True))


@pytest.fixture
def hostile(tmp_path):
    path = tmp_path / "hostile.toml"
    path.write_text(
        'language = "en"\n[[expression]]\nexpression = "=cmd <b>x</b>"\nmodifier = "=cmd"\nhead = "<b>x</b>"\n'
        "sentences = ['=1+1 $\\{a\\} <script>alert(1)</script> [=cmd <b>x</b>] \U0001f600']\n",
        encoding="utf-8",
    )
    return open_study(studies.make(tmp_path / "hostile", path))


def batch_of(files):
    (name,) = [name for name in files if name.startswith("batch-modifier-head")]
    return list(csv.DictReader(io.StringIO(files[name])))


def results(path, rows, answers, **more):
    """Mechanical Turk's results of some rows."""
    table = [
        {
            "HITId": "h",
            "WorkerId": worker,
            "AssignmentStatus": "Submitted",
            **{f"Input.{key}": cell for key, cell in row.items()},
            **{f"Answer.{key}": cell for key, cell in given.items()},
            **more,
        }
        for row in rows
        for worker, given in answers.items()
    ]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(table[0]))
        writer.writeheader()
        writer.writerows(table)
    return path


def test_a_layout_has_a_slot_for_every_column_of_its_batch(study):
    files = mturk_files(study, 500)
    rows = batch_of(files)
    slots = set(re.findall(r"\$\{(\w+)\}", files["layout-modifier-head.html"]))
    assert slots == rows[0].keys() - {"unit"}
    assert 'name="paraphrase1" maxlength="200" autocapitalize="none"' in files["layout-modifier-head.html"]
    assert len(rows) == 6 + 2
    assert {"README.txt", "layout-modifier-head.html"} <= files.keys()
    assert len(mturk_files(study, 3)) == 2 + 3


def test_what_goes_to_mechanical_turk_runs_nowhere(hostile):
    files = mturk_files(hostile, 500)
    (row,) = batch_of(files)
    for cell in row.values():
        assert not is_formula(cell)
        assert "<script" not in cell
        assert "${" not in cell
        assert cell.isascii()
    assert row["word_modifier"] == "&#61;cmd"
    assert "<mark>=cmd &lt;b&gt;x&lt;/b&gt;</mark>" in row["sentences"]


def test_results_of_mechanical_turk_come_back_once_and_without_worker_ids(study, tmp_path):
    rows = batch_of(mturk_files(study, 500))
    answers = {
        "AWORKER1": {"modifier": "1", "head": "2", "score": "3", "paraphrase1": "bluff"},
        "AWORKER2": {"modifier": "5", "head": "5", "score": "5", "paraphrase1": "{}"},
    }
    path = results(tmp_path / "results.csv", rows, answers)
    taken = take_file(study, path)
    assert (taken.new, taken.known, taken.annotators, taken.problems) == (16, 0, 2, [])
    again = take_file(study, path)
    assert (again.new, again.known, again.problems) == (0, 16, [])
    table = read_study(study.folder)
    assert table.height == 12
    assert table["check"].to_list() == [False] * 12
    assert set(table["score"]) == {3, 5}
    assert set(table["paraphrases"]) == {"bluff", None}
    assert not any(b"AWORKER" in file.read_bytes() for file in study.folder.iterdir())


def test_choices_in_columns_of_their_own_are_read_too(study, tmp_path):
    rows = batch_of(mturk_files(study, 500))[:1]
    chosen = {
        f"{name}.{value}": str(value == 4).lower() for name in ("modifier", "head", "score") for value in range(6)
    }
    assert take_file(study, results(tmp_path / "r.csv", rows, {"A": chosen})).new == 1
    assert read_study(study.folder).row(0, named=True)["head"] == 4


def test_choices_in_one_column_as_json_are_read_too(study, tmp_path):
    rows = batch_of(mturk_files(study, 500))[:1]
    chosen = {name: {str(value): value == 4 for value in range(6)} for name in ("modifier", "head", "score")}
    packed = {"taskAnswers": json.dumps([{**chosen, "paraphrase1": "bluff", "paraphrase2": ""}])}
    answers = {"A": packed, "B": {"taskAnswers": "[{"}, "C": {"taskAnswers": "[1]"}}
    taken = take_file(study, results(tmp_path / "r.csv", rows, answers))
    assert taken.new == 1
    assert [problem.partition(".csv:")[2] for problem in taken.problems] == [
        "3: Answer.taskAnswers cannot be read.",
        "4: Answer.taskAnswers cannot be read.",
    ]
    row = read_study(study.folder).row(0, named=True)
    assert (row["head"], row["score"], row["paraphrases"]) == (4, 4, "bluff")


def test_problems_of_results_are_named_and_counted_and_the_rest_is_taken(study, tmp_path):
    rows = batch_of(mturk_files(study, 500))
    good = {"modifier": "1", "head": "2", "score": "3"}
    assert take_file(study, results(tmp_path / "a.csv", rows[:1], {"A": good})).new == 1
    other = take_file(study, results(tmp_path / "b.csv", rows[:1], {"A": {**good, "score": "4"}, "B": good}))
    assert (other.new, len(other.problems)) == (1, 1)
    assert re.search(
        r"b\.csv:2: annotator 1 has answered .* otherwise already; the first answer stays", other.problems[0]
    )
    off = take_file(
        study, results(tmp_path / "c.csv", rows[1:2], {"A": {**good, "score": "9"}, "B": {**good, "head": ""}})
    )
    assert [problem.partition(".csv:")[2] for problem in off.problems] == [
        "2: score '9' is not a whole number from 0 to 5.",
        "3: head is empty; it should be a whole number from 0 to 5.",
    ]
    unknown = take_file(study, results(tmp_path / "d.csv", [{"unit": "999"}], {"A": good}))
    assert "Input.unit '999' is no unit of this study" in unknown.problems[0]
    rejected = take_file(study, results(tmp_path / "e.csv", rows[2:3], {"A": good}, AssignmentStatus="Rejected"))
    assert (rejected.new, rejected.notes) == (0, ["Rejected on Mechanical Turk, and left out: 1."])
    assert read_study(study.folder).height == 2


TABLE = """annotator,expression,language,sentence,score,modifier,head,paraphrases
ann,papera tigera,en,1,0,1,1,empty threat;bluff
bob,Papera Tigera,en,1,1,0,,
ann,papera tigera,en,2,7,1,1,
ann,papera tigera,en,9,1,1,1,
ann,white elephant,en,1,1,1,1,
ann,papera tigera,en,1,5,1,1,
,papera tigera,en,3,1,1,1,
ann,papera tigera,de,3,1,1,1,
ann,papera tigera,en,,2,,,costly
ann,paperb tigerb,en,1,,,,
ann,paperb tigerb
"""


def test_a_plain_table_is_taken_once_with_every_problem_named(study, tmp_path):
    path = tmp_path / "table.csv"
    path.write_text(TABLE, encoding="utf-8")
    taken = take_file(study, path)
    assert (taken.new, taken.annotators) == (3, 2)
    assert [problem.partition("table.csv:")[2] for problem in taken.problems] == [
        "4: score '7' is not a whole number from 0 to 5.",
        "5: 'papera tigera' has no sentence 9 in this study.",
        "6: the study has no expression 'white elephant'.",
        "7: annotator 1 has answered 'papera tigera' (sentence 1) otherwise already; the first answer stays.",
        "8: annotator is empty.",
        "9: the study has no expression 'papera tigera' in de.",
        "12: 2 cells where the header has 8.",
    ]
    assert taken.notes == ["Rows without an answer, passed over: 1."]
    table = read_study(study.folder)
    assert table["paraphrases"].to_list() == ["costly", "empty threat;bluff", None]
    assert table["level"].to_list() == ["type", "token", "token"]
    again = take_file(study, path)
    assert (again.new, again.known, len(again.problems)) == (0, 3, 7)


@pytest.mark.parametrize("language", ["English", "eng", "en-GB", ""])
def test_a_language_may_be_written_in_any_way(study, tmp_path, language):
    path = tmp_path / "table.csv"
    path.write_text(f"annotator,expression,language,sentence,score\nann,Papera Tigera,{language},1,2\n")
    assert take_file(study, path).problems == []


def test_a_spreadsheet_is_taken_too(study, tmp_path):
    rows = {"annotator": ["ann"], "expression": ["papera tigera"], "sentence": [1], "score": [2], "head": [None]}
    pl.DataFrame(rows).write_excel(tmp_path / "table.xlsx")
    taken = take_file(study, tmp_path / "table.xlsx")
    assert (taken.new, taken.problems) == (1, [])
    pl.DataFrame({"a": [1]}).write_excel(tmp_path / "other.xlsx")
    with pytest.raises(StudyError, match="no sheet has a column annotator"):
        take_file(study, tmp_path / "other.xlsx")
    with pytest.raises(StudyError, match="does not exist"):
        take_file(study, tmp_path / "nowhere.xlsx")


def test_what_was_exported_is_known_when_it_comes_back(study, tmp_path):
    database = study.connect()
    (number,) = invite(database, 1)
    unit = next(iter(study.wanted_units.values()))
    store(database, number, unit, Answer(dict.fromkeys(unit.fields, 2), (HOSTILE, "b")), study.settings)
    database.close()
    path = tmp_path / "answers.csv"
    path.write_bytes(csv_bytes(study))
    cell = pl.read_csv(path)["paraphrases"][0]
    assert cell.startswith("'=cmd")
    taken = take_file(study, path)
    assert (taken.new, taken.known, taken.problems) == (0, 1, [])


def test_a_sheet_is_filled_in_and_comes_back(study, tmp_path):
    path = tmp_path / "sheet.csv"
    path.write_bytes(sheet_bytes(study))
    sheet = pl.read_csv(path)
    assert sheet["text"][0] == "Sentence a has a [papera tigera] in it."
    first = pl.int_range(pl.len()) < 2
    filled = sheet.with_columns(annotator=pl.lit("ann"), score=pl.when(first).then(4), head=pl.when(first).then(5))
    filled.write_csv(path)
    taken = take_file(study, path)
    assert (taken.new, taken.problems, taken.notes) == (2, [], ["Rows without an answer, passed over: 4."])
    assert read_study(study.folder)["head"].to_list() == [5, 5]


def test_a_table_of_something_else_is_refused(study, tmp_path):
    path = tmp_path / "other.csv"
    path.write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(StudyError, match="no column annotator, expression, score"):
        take_file(study, path)
    path.write_text("WorkerId,Answer.score\nA,2\n", encoding="utf-8")
    with pytest.raises(StudyError, match=r"no column Input\.unit"):
        take_file(study, path)


def test_prolific_gets_personal_links_and_the_completion_code(study):
    files = prolific_files(study, "https://study.example.org", 3)
    code = study.settings.prolific.completion_code
    rows = list(csv.DictReader(io.StringIO(files["links.csv"])))
    assert len({row["link"] for row in rows}) == 3
    assert {row["completion_code"] for row in rows} == {code}
    for row in rows:
        assert study.keys.number(row["link"].rpartition("/")[2]) == int(row["annotator"])
    assert f"complete?cc={code}" in files["README.txt"]
    assert "?PROLIFIC_PID={{%PROLIFIC_PID%}}" in files["README.txt"]
    assert "CANNOT REACH" in prolific_files(study, "http://127.0.0.1:8000", 1)["README.txt"]
