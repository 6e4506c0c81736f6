"""A table as text: whatever stands in it, the format holds."""

import csv
import io
import json
import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from idioprobe.core.frames import quoted
from idioprobe.report.tables.grid import Cell, Grid, Row
from idioprobe.report.tables.latex import latex_escape, to_latex
from idioprobe.report.tables.render import FORMATS, to_csv, to_json, to_markdown
from idioprobe.report.terminal.grid import show_grid
from tests.report.tables.small import table

ODD = 'a|b & "c", 50% $x_1^2 #{y}~\\ <i> ρ é 文'
GRID = Grid(
    "T1",
    f"About {ODD}",
    (("A", "x", "1"), ("A", "x", "2"), ("A", "y", "1"), ("B", "y", "1")),
    (
        Row(
            ("first", "i"), (Cell("0.50", 0.5, 0.01, 8), Cell("-", 0.1, 0.9, 8), Cell(), Cell("0.40", 0.4, italic=True))
        ),
        Row(("first", "ii"), (Cell("-0.25", -0.25), Cell("0.10(2)", 0.1), Cell("0.2 (0.0)", 0.2), Cell("1.00", 1.0))),
        Row((ODD, "i"), (Cell("0.00", 0.0), Cell("0.00", 0.0), Cell("0.00", 0.0), Cell("0.00", 0.0))),
    ),
    ("A note.", ODD),
)
WORDS = Grid("T2", "Sentences", (("Sentence",),), (Row(("one",), (Cell(ODD),)), Row(("two",), (Cell("plain"),))))
ROWS, COLUMNS = 3, 4
TEXT = st.text(string.printable + "ρ|é文\\", max_size=12).filter(lambda text: "\r" not in text)


def latex_cells(line):
    """The cells of a line, and how many columns they take together."""
    parts = re.split(r"(?<!\\)&", line.removesuffix(r"\\"))
    widths = [int(m[1]) if (m := re.match(r"\s*\\multicolumn\{(\d+)\}", part)) else 1 for part in parts]
    return parts, sum(widths)


def tabular(text):
    """Column letters and body lines of the one tabular in a text."""
    body = text.split(r"\begin{tabular}", 1)[1].split(r"\end{tabular}", 1)[0]
    layout = body[1 : body.index("\n") - 1]
    letters = re.sub(r"p\{[^{}]*\}", "p", layout)
    lines = [line for line in body.splitlines()[1:] if line.endswith(r"\\")]
    return letters, lines


def assert_balanced(text):
    """Braces and environments are closed in the order in which they are opened."""
    depth = 0
    for brace in re.findall(r"(?<!\\)[{}]", text.replace(r"\\", "")):
        depth += 1 if brace == "{" else -1
        assert depth >= 0
    assert depth == 0
    opened = []
    for kind, name in re.findall(r"\\(begin|end)\{(\w+)\}", text):
        if kind == "begin":
            opened.append(name)
        else:
            assert opened.pop() == name
    assert not opened
    assert len(re.findall(r"(?<!\\)\$", text)) % 2 == 0


class TestCsv:
    def test_it_is_read_back_as_it_was(self):
        rows = list(csv.reader(io.StringIO(to_csv(GRID))))
        assert rows[0] == ["", "", "A / x / 1", "A / x / 2", "A / y / 1", "B / y / 1"]
        assert rows[1] == ["first", "i", "0.50", "-", "", "0.40"]
        assert rows[3][0] == ODD
        assert {len(row) for row in rows} == {6}

    def test_labels_are_repeated(self):
        assert [row[0] for row in csv.reader(io.StringIO(to_csv(GRID)))][1:] == ["first", "first", ODD]

    @given(TEXT, TEXT)
    def test_any_text_survives(self, label, text):
        made = Grid("T", "t", ((label,),), (Row((label,), (Cell(text),)),))
        assert list(csv.reader(io.StringIO(to_csv(made), newline="")))[1] == [quoted(label), quoted(text)]


class TestMarkdown:
    def test_every_row_has_as_many_cells_as_the_header(self):
        lines = [line for line in to_markdown(GRID).splitlines() if line.startswith("|")]
        counts = {len(re.split(r"(?<!\\)\|", line)) for line in lines}
        assert counts == {COLUMNS + 2 + 2}
        assert len(lines) == ROWS + 2

    def test_pipes_and_tags_are_escaped(self):
        shown = to_markdown(GRID)
        assert "a\\|b" in shown
        assert "<i>" not in shown
        assert "&lt;i>" in shown

    def test_italic_is_between_asterisks(self):
        assert "| *0.40* |" in to_markdown(GRID)

    def test_a_repeated_label_is_left_blank(self):
        assert "|  | ii |" in to_markdown(GRID)

    def test_notes_stand_below(self):
        assert "\n\nA note.\n" in to_markdown(GRID)

    @given(TEXT)
    def test_no_text_breaks_out_of_its_cell(self, text):
        made = Grid("T", "t", (("c",),), (Row(("r",), (Cell(text),)),))
        row = re.split(r"\| ---:? \|\n", to_markdown(made), maxsplit=1)[1].split("\n", 1)[0]
        assert len(re.findall(r"(?<!\\)(?:\\\\)*\|", row)) == 3


class TestLatex:
    def test_headings_together_are_as_wide_as_the_table(self):
        letters, lines = tabular(to_latex(GRID))
        assert len(letters) == COLUMNS + 2
        assert {latex_cells(line)[1] for line in lines} == {COLUMNS + 2}
        assert len(lines) == 3 + ROWS

    def test_columns_that_share_a_heading_share_a_cell(self):
        _, (top, middle, bottom, *_) = tabular(to_latex(GRID))
        assert r"\multicolumn{3}{c}{A} & B" in top
        assert r"\multicolumn{2}{c}{x} & y & y" in middle
        assert "multicolumn" not in bottom

    def test_special_characters_are_escaped(self):
        assert latex_escape("50 % & #1 {x} $y$ a_b ~ ^ \\") == (
            r"50 \% \& \#1 \{x\} \$y\$ a\_b \textasciitilde{} \textasciicircum{} \textbackslash{}"
        )
        assert latex_escape("ρ of Sim_R|Syn, P3_ALT and NC_out_Comp") == (
            r"$\rho$ of $\mathrm{Sim}_{\mathrm{R|Syn}}$, $\mathrm{P3}_{\mathrm{ALT}}$ and "
            r"$\mathrm{NC\_out}_{\mathrm{Comp}}$"
        )
        assert latex_escape("my_P_Syn P_Synonym") == r"my\_P\_Syn P\_Synonym"
        assert latex_escape("ρ ≤ 0.5 < 1 | 2 > 1") == (r"$\rho$ $\leq$ 0.5 \textless{} 1 \textbar{} 2 \textgreater{} 1")

    def test_a_dash_and_a_minus_are_not_the_same(self):
        shown = to_latex(GRID)
        assert "0.50 & -- &" in shown
        assert "$-$0.25" in shown

    def test_italic_is_textit(self):
        assert r"\textit{0.40}" in to_latex(GRID)

    def test_text_gets_a_column_that_wraps(self):
        letters, _ = tabular(to_latex(WORDS))
        assert letters == "lp"

    @pytest.mark.parametrize("grid", [GRID, WORDS])
    def test_what_is_opened_is_closed(self, grid):
        assert_balanced(to_latex(grid))

    @given(TEXT)
    def test_whatever_the_text(self, text):
        made = Grid("T", text, ((text, "a"), (text, "b")), (Row((text,), (Cell(text), Cell("1", 1.0))),), (text,))
        assert_balanced(to_latex(made))

    @pytest.mark.parametrize("name", ["H5", "H8", "H10", "V5.9", "V5.14", "G1-2", "G1-3", "G1-6", "G2-5", "H-models"])
    def test_tables_of_the_papers_fit(self, maker, name):
        made = table(maker, name)
        shown = to_latex(made)
        letters, lines = tabular(shown)
        assert len(letters) == made.stubs + len(made.columns)
        assert {latex_cells(line)[1] for line in lines} == {len(letters)}
        assert_balanced(shown)


class TestJson:
    def test_every_cell_has_its_labels_and_its_number_printed_or_not(self):
        read = json.loads(to_json(GRID))
        assert (read["table"], read["notes"]) == ("T1", list(GRID.notes))
        assert len(read["cells"]) == ROWS * COLUMNS
        known = {
            "row": ["first", "i"],
            "column": ["A", "x", "2"],
            "text": "-",
            "value": 0.1,
            "p": 0.9,
            "n": 8,
            "ci_low": None,
            "ci_high": None,
            "italic": False,
        }
        assert {key: read["cells"][1][key] for key in known} == known

    def test_letters_stay_letters(self):
        assert "ρ é 文" in to_json(GRID)


def shown(grid, width=140):
    console = Console(width=width, file=io.StringIO(), record=True)
    show_grid(grid, console)
    return console.file.getvalue()


class TestTerminal:
    def test_headings_are_shown_once_where_columns_share_them(self):
        lines = shown(GRID).splitlines()
        assert lines[0].startswith("T1  About")
        assert lines[1].split() == ["A", "B"]
        assert lines[2].split() == ["x", "y", "y"]
        assert lines[3].split() == ["1", "2", "1", "1"]

    def test_numbers_are_never_cut(self):
        narrow = shown(GRID, width=20)
        for row in GRID.rows:
            for cell in row.cells:
                assert cell.text in narrow

    def test_text_is_text_and_not_markup(self):
        made = Grid("T", "[bold]t", (("[red]c",),), (Row(("[/x]",), (Cell("[link=a]b"),)),), ("[i]n",))
        said = shown(made)
        for written in ("[bold]t", "[red]c", "[/x]", "[link=a]b", "[i]n"):
            assert written in said

    def test_sentences_are_folded_into_the_window(self):
        long = Grid("T", "t", (("Sentence",),), (Row(("x",), (Cell("word " * 60),)),))
        assert max(map(len, shown(long, width=60).splitlines())) <= 60


HEADS = {"P1": ((), ("", "filler"), ("model", "sim")), "P4": ((), ("model", "in"), ("model", "out"))}
BLOCKS = Grid(
    "T2",
    "Blocks",
    (("Sentence",), ("Results", ""), ("Results", "")),
    (
        Row(("P1", "one"), (Cell("[One] is ."), Cell("uno"), Cell("0.10", 0.1)), HEADS["P1"]),
        Row(("P1", "two"), (Cell("It is [two] ."), Cell("due"), Cell("0.20", 0.2)), HEADS["P1"]),
        Row(("P4", "one"), (Cell("[One] is ."), Cell("0.30", 0.3), Cell()), HEADS["P4"]),
    ),
    unprinted=1,
)


class TestBlocks:
    """Rows with columns of their own, whose last label a cell says as well."""

    def test_each_block_has_its_heading_and_a_label_is_there_once(self):
        lines = [line.rstrip() for line in shown(BLOCKS).splitlines()]
        assert [line.split() for line in lines[3:]] == [
            *(["P1", "model"], ["filler", "sim"], ["[One]", "is", ".", "uno", "0.10"]),
            *(["It", "is", "[two]", ".", "due", "0.20"], []),
            *(["P4", "model"], ["in", "out"], ["[One]", "is", ".", "0.30"]),
        ]

    def test_so_it_is_in_latex_with_rules_between(self):
        letters, lines = tabular(to_latex(BLOCKS))
        assert len(letters) == 4
        assert {latex_cells(line)[1] for line in lines} == {4}
        assert r"\midrule" + "\n" + r"P4 &  & model in & out \\" in to_latex(BLOCKS)

    def test_in_markdown_and_csv_too(self):
        assert "| P4 |  | **model in** | **out** |" in to_markdown(BLOCKS)
        assert "P1,,filler,model / sim\nP1,[One] is .,uno,0.10\n" in to_csv(BLOCKS)

    def test_a_label_of_the_rows_own_stays_with_them(self):
        own = Grid(
            "T", "t", (("",),), tuple(Row((name,), (Cell("1", 1.0),), ((name.upper(),),)) for name in ("a", "b"))
        )
        assert to_csv(own) == ",\n,A\na,1\n,B\nb,1\n"
        assert [line.split() for line in shown(own).splitlines()[1:]] == [["A"], ["a", "1"], [], ["B"], ["b", "1"]]

    def test_text_is_aligned_to_the_left_in_markdown(self):
        plain = Grid("T", "t", (("Sentence",), ("n",)), (Row(("x",), (Cell("One ."), Cell("1", 1.0))),))
        assert "| --- | --- | ---: |" in to_markdown(plain)

    def test_json_names_rows_and_columns_in_full(self):
        cells = json.loads(to_json(BLOCKS))["cells"]
        assert [(cell["row"], cell["column"]) for cell in cells][:3] == [
            (["P1", "one"], ["Sentence"]),
            (["P1", "one"], ["filler"]),
            (["P1", "one"], ["model", "sim"]),
        ]
        assert BLOCKS.to_polars()["column"].to_list()[-2:] == ["model / in", "model / out"]

    def test_a_bracket_at_the_start_is_no_option_of_the_line_before(self):
        plain = Grid("T", "t", (("Sentence",),), (Row(("x",), (Cell("[One] is ."),)),), unprinted=1)
        assert "\n{}[One] is . \\\\\n" in to_latex(plain)
        assert plain.stubs == 0


def test_a_simple_terminal_is_as_wide_as_numbers_need(monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    console = Console(file=io.StringIO(), width=20, height=10, force_terminal=True)
    wide = Grid("T", "t", tuple((f"column {i}",) for i in range(12)), (Row(("r",), (Cell("0.123456", 0.1),) * 12),))
    show_grid(wide, console)
    assert console.file.getvalue().count("0.123456") == 12


def test_all_formats_take_an_empty_table():
    empty = Grid("T", "t", (("a",),), ())
    for write in FORMATS.values():
        assert write(empty)
    assert "T" in shown(empty)


def test_words_before_a_number_are_no_formulas_either():
    """As in a ranking, where the number belongs to an expression."""
    texts = ["=cmd tiger (NC) -0.96", "-3+cmd|x (C) 0.10", "-0.25 [-0.50, 0.10]", "-0.25 (0.03)", "12: lame duck 0.10"]
    grid = Grid("T", "t", (("A",),), tuple(Row(("",), (Cell(text, -0.25),)) for text in texts))
    written = [row[1] for row in csv.reader(io.StringIO(to_csv(grid)))][1:]
    assert written == ["'=cmd tiger (NC) -0.96", "'-3+cmd|x (C) 0.10", *texts[2:]]


def test_words_in_a_csv_are_no_formulas_and_numbers_stay_numbers():
    grid = Grid("T3", "x", (("=A",),), (Row(("@one",), (Cell("-0.25*", -0.25),)), Row(("-two",), (Cell("=1+1"),))))
    assert list(csv.reader(io.StringIO(to_csv(grid)))) == [["", "'=A"], ["'@one", "-0.25*"], ["'-two", "'=1+1"]]
