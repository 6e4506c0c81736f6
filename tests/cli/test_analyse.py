"""The command that prints tables of the papers; called in this process, on results made by hand."""

import csv
import errno
import io
import json
import os
import re
from pathlib import Path

import pytest

from idioprobe.papers.tables import all_tables
from tests.cli.test_compare import told_of
from tests.cli.test_data import caller
from tests.papers.nctti import write_annotations, write_small_nctti
from tests.report.tables.small import alpha, dataset, glove, run


@pytest.fixture
def call(monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("IDIOPROBE_DATA", str(tmp_path / "fetched"))
    return caller(monkeypatch, capsys)


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """Results of a contextual and a static model in English, target unit; beside them one of four expressions."""
    folder = tmp_path_factory.mktemp("analyse")
    data = dataset()
    options = {"units": ("target",), "languages": ("en",)}
    for encoder in (alpha(data), glove(data, "Würter.txt")):
        run(encoder, data, folder / "cache", **options).save(folder / "results")
    run(alpha(data), data, folder / "cache", **options, limit=4, conditions=("neut",)).save(folder / "limited")
    return folder


class TestTables:
    def test_what_results_were_limited_by_is_named_as_the_flag_of_the_run(self, call, place):
        done = call("analyse", place / "limited", "--table", "G1-6", "--expression", "paper tiger", code=2)
        assert "--limit 4" in done.err
        assert "`" not in done.err

    def test_one_that_cannot_be_made_does_not_lose_the_others(self, call, place):
        done = call("analyse", place / "results", "-t", "H5", "-t", "G2-6", "-t", "H3", code=2)
        assert [line[:2] for line in done.out.splitlines() if line[:2] in ("H5", "H3")] == ["H5", "H3"]
        assert "G2-6 cannot be filled" in done.err
        assert "1 of 3 tables cannot be made: G2-6." in done.err

    def test_a_table_with_both_models(self, call, place):
        done = call("analyse", place / "results", "--table", "H5")
        lines = done.out.splitlines()
        assert lines[0] == "H5  ρ of affinities with compositionality, target unit"
        assert lines[1].split() == ["Würter.txt", "alpha", *["word", "by", "word", "chance", "ideal"]]
        assert lines[2].split()[:4] == ["A_Syn|WordsSyn", "EN-Nat", "1.00", "1.00"]
        assert "Cells are Spearman's ρ; a dash stands for p > 0.05, not corrected." in done.said
        assert "Missing from these results: languages pt." in done.said
        assert done.err == ""

    def test_several_tables_one_below_the_other(self, call, place):
        said = call("analyse", place / "results", "-t", "H3", "-t", "h6").said
        assert said.index("H3 ρ of similarities") < said.index("H6 ρ of scaled similarities")

    def test_folders_may_be_named_one_by_one(self, call, place):
        folders = sorted((place / "results" / "tiny").iterdir())
        assert len(folders) == 2
        assert call("analyse", *folders, "-t", "H5").out == call("analyse", place / "results", "-t", "H5").out

    @pytest.mark.parametrize(
        ("options", "expected"),
        [
            (["--correct", "holm"], "after holm over the table's cells."),
            (["--correct", "bh"], "after bh over the table's cells."),
            (["--intervals"], "1.00 [1.00, 1.00]"),
            (["--rating", "class_rank"], "The rating is class_rank, not the paper's."),
        ],
    )
    def test_options_change_the_table_and_are_stated(self, call, place, options, expected):
        assert expected in call("analyse", place / "results", "-t", "H5", *options).said

    def test_other_expressions(self, call, place):
        done = call(
            "analyse", place / "results", "-t", "V5.9", "--expression", "Front Man", "--expression", "close call"
        )
        assert [line.rsplit(maxsplit=3)[0] for line in done.out.splitlines()[3:5]] == ["front man", "close call"]

    def test_a_table_of_sentences_from_results(self, call, place):
        said = call("analyse", place / "results", "-t", "H1").said
        assert "# NC Sentence 1 Original We saw [front man] there . 2 NC_Syn " in said
        assert said.count("NC_Rand") == 1

    def test_tables_about_nctti_need_no_results(self, call, tmp_path):
        folder = write_small_nctti(tmp_path / "nctti")
        assert "All 0.77 0.77" in call("analyse", "-t", "G2-2", "--data-dir", folder).said
        path = write_annotations(tmp_path / "mine.csv")
        assert "NC 1.00" in call("analyse", "-t", "G2-1", "--data-dir", folder, "--annotations", path).said

    def test_the_list_has_every_table(self, call):
        done = call("analyse", "--list")
        first = [line.split()[0] for line in done.out.splitlines() if line and not line.startswith(" ")]
        assert first == ["table", *all_tables()]
        assert "results of contextual models" in done.said
        assert "a raw table of annotations (--annotations)" in done.said


class TestFormats:
    def test_csv_is_read_back(self, call, place):
        rows = list(csv.reader(io.StringIO(call("analyse", place / "results", "-t", "H5", "--format", "csv").out)))
        assert rows[0] == ["", "", "Würter.txt", "alpha", "word by word", "chance", "ideal"]
        assert rows[1][:4] == ["A_Syn|WordsSyn", "EN-Nat", "1.00", "1.00"]
        assert [row[1] for row in rows] == ["", *["EN-Nat", "EN-Neut"] * 2]

    def test_markdown_escapes_its_pipes(self, call, place):
        out = call("analyse", place / "results", "-t", "H5", "--format", "markdown").out
        assert "| A_Syn\\|WordsSyn | EN-Nat | **1.00** | **1.00** |" in out

    def test_latex_is_a_table(self, call, place):
        out = call("analyse", place / "results", "-t", "H5", "--format", "latex").out
        assert out.startswith("\\begin{table}")
        assert "$A_{\\mathrm{Syn|WordsSyn}}$ & EN-Nat & \\textbf{1.00} & \\textbf{1.00} & " in out

    def test_json_has_what_is_not_printed(self, call, place):
        read = json.loads(call("analyse", place / "results", "-t", "H3", "--format", "json").out)
        table = read[0] if isinstance(read, list) else read
        cell = next(c for c in table["cells"] if c["row"] == ["P_Rand", "EN-Nat"])
        assert cell["text"] == "-"
        assert cell["p"] > 0.05
        assert cell["value"] == pytest.approx(0.357, abs=1e-3)

    def test_a_file_takes_what_would_be_printed(self, call, place, tmp_path):
        path = tmp_path / "täble.tex"
        done = call("analyse", place / "results", "-t", "H5", "--format", "latex", "-o", path)
        assert done.said == f"Written: {path}"
        assert (
            path.read_text(encoding="utf-8") == call("analyse", place / "results", "-t", "H5", "--format", "latex").out
        )

    def test_a_file_is_written_whole_or_stays_as_it_was(self, call, place, tmp_path, monkeypatch):
        path = tmp_path / "table.md"
        path.write_text("before")
        write = Path.write_text

        def half(self, text, *arguments, **named):
            write(self, text[: len(text) // 2], *arguments, **named)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        with monkeypatch.context() as full:
            full.setattr(Path, "write_text", half)
            done = call("analyse", place / "results", "-t", "H5", "-o", path, code=2)
        assert "cannot be written: No space left on device." in done.message
        assert [(found.name, found.read_text()) for found in tmp_path.iterdir()] == [("table.md", "before")]

    def test_a_device_takes_it_as_it_comes(self, call, place):
        assert call("analyse", place / "results", "-t", "H5", "-o", "/dev/null").said == "Written: /dev/null"

    def test_a_file_that_cannot_be_written_is_named(self, call, place, tmp_path):
        done = call("analyse", place / "results", "-t", "H5", "-o", tmp_path / "absent" / "x.md", code=2)
        assert "cannot be written: No such file or directory." in done.message


class TestMistakes:
    @pytest.mark.parametrize(
        ("arguments", "expected"),
        [
            ([], "Name a table with --table, as in --table H5; --list shows all."),
            (["-t", "H5"], "H5 is made from results; name their folders"),
            (["-t", "H1"], "NCIMP is not on this machine."),
            (["-t", "G2-2"], "NCTTI is not on this machine."),
            (["-t", "H5", "--format", "html"], "--format html: one of terminal, csv, markdown, latex, json."),
            (["-t", "H5", "--correct", "bonferroni"], "--correct bonferroni: one of holm, bh."),
            (["-t", "H55"], "There is no table 'H55'; did you mean H5"),
            (["-t", "H5", "-t", "H0x"], "There is no table 'H0x'"),
        ],
    )
    def test_without_results_one_line_says_what_is_wrong(self, call, arguments, expected):
        assert expected in call("analyse", *arguments, code=2).message

    @pytest.mark.parametrize(
        ("arguments", "expected"),
        [
            (["-t", "H2"], "H2 cannot be filled; missing from these results: languages pt; units sentence."),
            (["-t", "G2-5"], "suite prediction (idioprobe run --suite prediction)"),
            (["-t", "H5", "--view", "cls@-1"], "--view cls@-1: "),
            (["-t", "V5.9", "--expression", "no such"], "tiny has none of them; name others with --expression."),
            (["-t", "H1", "--expression", "no such"], "tiny has none of them; name others with --expression."),
            (["-t", "G1-concat"], "idioprobe run --view mean@last4,concat@last4"),
        ],
    )
    def test_with_results_it_says_what_they_lack(self, call, place, arguments, expected):
        assert expected in call("analyse", place / "results", *arguments, code=2).message

    def test_results_that_differ_are_not_mixed(self, call, place):
        done = call("analyse", place / "results", place / "limited", "-t", "H5", code=2)
        assert "These results cannot be in one table: limit is not set for " in done.message
        assert re.search(r" and 4 for \S*alpha\b", done.message)

    def test_a_folder_without_results(self, call, tmp_path):
        (tmp_path / "empty").mkdir()
        done = call("analyse", tmp_path / "empty", "-t", "H5", code=None)
        assert "holds no results (no run.json in it or below)." in done.message

    def test_results_of_another_version(self, call, place, tmp_path):
        (folder,) = (place / "limited" / "tiny").iterdir()
        old = tmp_path / "old"
        old.mkdir()
        for path in folder.iterdir():
            (old / path.name).write_bytes(path.read_bytes())
        info = json.loads((old / "run.json").read_text(encoding="utf-8"))
        (old / "run.json").write_text(json.dumps(info | {"format": 1}), encoding="utf-8")
        assert "has result format 1; this version reads" in call("analyse", old, "-t", "H5", code=1).message


def test_standard_output_and_error_are_apart(call, place, tmp_path):
    done = call("analyse", place / "results", "-t", "H5", "--format", "json")
    json.loads(done.out)
    assert done.err == ""
    broken = call("analyse", tmp_path / "absent", "-t", "H5", code=None)
    assert broken.out == ""


class TestWanted:
    @pytest.mark.parametrize(("name", "begins"), [("t.csv", ",,"), ("t.tex", "\\begin{table}"), ("t.json", "{")])
    def test_a_file_is_in_the_format_of_its_name(self, call, place, tmp_path, name, begins):
        call("analyse", place / "results", "-t", "H5", "-o", tmp_path / name)
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(begins)

    def test_several_tables_in_json_are_a_list(self, call, place):
        read = json.loads(call("analyse", place / "results", "-t", "H3", "-t", "H5", "--format", "json").out)
        assert [table["table"] for table in read] == ["H3", "H5"]

    def test_a_csv_holds_one_table(self, call, place):
        done = call("analyse", place / "results", "-t", "H3", "-t", "H5", "--format", "csv", code=2)
        assert "--format csv takes one table" in done.message

    def test_a_folder_that_is_not_there_is_a_mistake_of_the_user(self, call, tmp_path):
        assert "is not a folder" in call("analyse", tmp_path / "absent", "-t", "H5", code=2).message

    def test_the_list_speaks_of_what_is_out_of_context(self, call):
        assert "results, out of context, target" in call("analyse", "--list").said


class TestNarrowing:
    def test_conditions_and_the_length_of_a_ranking(self, call, place):
        done = call("analyse", place / "results", "-t", "H-ranks", "--top", "1", "--condition", "neut")
        lines = [line.split() for line in done.out.splitlines()]
        assert lines[2][:3] == ["EN-Neut", "highest", "1"]
        assert [line[:2] for line in lines if line[:1] == ["first"]] == [["first", "PC"], ["first", "NC"]]

    @pytest.mark.parametrize(
        ("options", "expected"),
        [
            (["--unit", "word"], "--unit word: one of target, sentence."),
            (["--unit", "sentence"], "H5 cannot be filled; missing from these results: languages pt; units sentence."),
            (["--unit", "sentence,target"], "--unit sentence,target: H5 is about one at a time; name one."),
            (["--condition", "none"], "--condition none: H5 has nat, neut."),
            (["--top", "0"], "--top 0: a whole number from 1 on."),
        ],
    )
    def test_what_cannot_be_is_said_in_one_line(self, call, place, options, expected):
        assert expected in call("analyse", place / "results", "-t", "H5", *options, code=2).message

    def test_an_option_without_effect_is_named(self, call, place):
        said = call("analyse", place / "results", "-t", "H5", "--top", "3", "--condition", "nat").said
        assert "Without effect on this table: --top." in said


def test_the_old_name_of_an_option_is_read_with_a_notice(call, place):
    old, told = told_of(call, "analyse", place / "results", "-t", "V5.9", "--compound", "ghost town")
    assert "--compound is called --expression now." in told
    assert old == call("analyse", place / "results", "-t", "V5.9", "--expression", "ghost town").out
    assert "--compound" not in call("analyse", "--help").out


def test_notes_name_the_options_of_the_command(call, place):
    said = call("analyse", place / "results", "-t", "H5", "--expression", "ghost town").said
    assert "Without effect on this table: --expression." in said
    assert "(or --expression)" in call("analyse", "--list").said


def test_a_group_of_expressions(call, place):
    done = call("analyse", place / "results", "-t", "H11", "--group", "NC")
    assert done.out.splitlines()[0].endswith("target unit, idiomatic expressions")
    wrong = call("analyse", place / "results", "-t", "H11", "--group", "idioms", code=2)
    assert "--group idioms: one of all, C, PC, NC, no_overlap." in wrong.message
