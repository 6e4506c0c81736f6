"""Tables for a paper: LaTeX that compiles, captions in sentences, the best in bold, nothing empty."""

import shutil
import subprocess
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from idioprobe.report.tables.grid import Cell, Grid, Row
from idioprobe.report.tables.latex import beyond_t1, caption, latex_escape, to_latex
from idioprobe.report.tables.render import written
from tests.report.tables.small import table
from tests.report.tables.tex import TexError, check, printed
from tests.support import needed

ENGINES = [name for name in ("pdflatex", "xelatex", "lualatex") if shutil.which(name)]
TABLES = [
    "H2",
    "H5",
    "H8",
    "H10",
    "H16",
    "V5.9",
    "V5.14",
    "V6.1",
    "G1-2",
    "G1-3",
    "G1-6",
    "G2-5",
    "H-models",
    "H-ranks",
]
INVISIBLE = ("Cc", "Cf", "Cs", "Cn")
MISLEADING = [
    "a--b",
    "a---b",
    "''",
    "``quoted''",
    "?`",
    "!`",
    ",,",
    "<<>>",
    "[x]",
    "*x",
    "\\",
    "a\n\nb",
    "\f",
    "e\u0301",
]


def as_shown(text):
    """Text as a reader sees it: one line, composed letters, a typographer's apostrophes and hyphens."""
    plain = "".join(c for c in unicodedata.normalize("NFC", " ".join(text.split())) if visible(c))
    return " ".join(plain.translate({ord("'"): "’", 0x2010: "-", 0x2011: "-", ord("µ"): "μ"}).split())


def visible(letter):
    return unicodedata.category(letter) not in INVISIBLE


class TestEveryCharacter:
    def test_is_printed_as_it_stands(self):
        letters = [chr(code) for code in (*range(0x20, 0xD800), *range(0xE000, sys.maxunicode, 997))]
        for start in range(0, len(letters), 64):
            text = "".join(f"a{letter}b" for letter in letters[start : start + 64])
            assert " ".join(printed(latex_escape(text)).split()) == as_shown(text)

    @pytest.mark.parametrize("text", MISLEADING)
    def test_signs_in_a_row_stay_what_they_are(self, text):
        assert printed(latex_escape(text)) == as_shown(text)

    @given(st.text(max_size=20))
    def test_in_any_text(self, text):
        assert " ".join(printed(latex_escape(text)).split()) == as_shown(text)

    @given(st.text(max_size=12))
    def test_anywhere_in_a_table(self, text):
        row = Row((text,), (Cell(text, bold=True), Cell("1", 1.0)))
        made = Grid(text, f"About {text}", ((text, "a"), (text, "b")), (row,), (f"Of {text}",))
        rows, said = check(to_latex(made))
        assert rows[-1][-1] == "1"
        assert " ".join(said.split()).startswith(as_shown(f"About {text}"))

    def test_what_needs_another_engine_is_said_in_a_comment(self):
        assert to_latex(Grid("T", "plain", (("c",),), ())).startswith("\\begin{table} % needs \\usepackage{booktabs}\n")
        accents = to_latex(Grid("T", "Würter", (("c",),), ())).splitlines()[0]
        assert accents.endswith("\\usepackage{booktabs} \\usepackage[T1]{fontenc}")
        foreign = to_latex(Grid("T", "紙 虎", (("c",),), ())).splitlines()[0]
        assert foreign.endswith("; XeLaTeX or LuaLaTeX and a font with 紙 虎")
        assert beyond_t1("Würter ρ".replace("ρ", "")) == []


class TestTheReader:
    """The reader of these tests is strict, or what it passes would say nothing."""

    @pytest.mark.parametrize(
        "text", ["a_b", "5 %", "a & b", "#1", "$x", "{", "}", r"\alpha", "a~b", "x^2", r"\foo", "$$"]
    )
    def test_what_tex_would_refuse_it_refuses(self, text):
        with pytest.raises(TexError):
            printed(text)

    def test_a_row_with_a_cell_too_many(self):
        good = to_latex(Grid("T", "t", (("c",),), (Row(("r",), (Cell("1", 1.0),)),)))
        assert check(good)[0] == [["", "c"], ["r", "1"]]
        for broken in (
            good.replace("r & 1", "r & 1 & 2"),
            good.replace("r & 1", "[r & 1"),
            good.replace("{lr}", "{l}"),
        ):
            with pytest.raises(TexError):
                check(broken)


@pytest.mark.parametrize("name", TABLES)
def test_tables_of_the_papers_are_read_without_complaint(maker, name):
    made = table(maker, name)
    rows, said = check(to_latex(made))
    assert len(rows) >= len(made.rows)
    assert said.endswith(".")
    assert "; -: " not in said
    assert "dataset: " not in said


@pytest.mark.parametrize("engine", ENGINES or [None])
def test_a_tex_engine_sets_all_of_them(maker, tmp_path, engine):
    needed(engine, "a TeX engine (pdflatex, xelatex or lualatex)")
    text = written([table(maker, name) for name in TABLES], "latex")
    packages = "\\usepackage{booktabs}\n\\usepackage[T1]{fontenc}\n"
    document = f"\\documentclass{{article}}\n{packages}\\begin{{document}}\n{text}\\end{{document}}\n"
    (tmp_path / "tables.tex").write_text(document, encoding="utf-8")
    done = subprocess.run(
        [engine, "-interaction=nonstopmode", "-halt-on-error", "tables.tex"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:]
    assert (tmp_path / "tables.pdf").exists()


class TestCaptions:
    def test_it_says_whose_layout_and_what_it_rests_on_in_sentences(self, one):
        said = caption(table(one, "H5"))
        assert said.startswith(
            "ρ of affinities with compositionality, target unit, in the layout of table 5 of He et al. (2025). The "
            "data are tiny (labelling: hand) in English and Portuguese: naturalistic sentences and short neutral "
            "sentences, rated by type. Vectors are those of mean@last4, compared by cosine; random words count by "
            "their mean. Cells are Spearman's ρ; a dash stands for p > 0.05, not corrected."
        )
        assert "dataset:" not in said

    def test_tables_of_one_name_have_different_labels(self):
        one = Grid("H5", "t", (("c",),), (Row(("r",), (Cell("1", 1.0),)),))
        text = written([one, one, one], "latex")
        assert [label in text for label in ("{tab:H5}", "{tab:H5-2}", "{tab:H5-3}")] == [True] * 3


class TestHeadings:
    def test_a_heading_of_several_columns_has_a_rule_below_it(self):
        columns = (("A", "x"), ("A", "y"), ("B", "x"))
        text = to_latex(Grid("T", "t", columns, (Row(("r",), (Cell("1", 1.0),) * 3),)))
        assert " & \\multicolumn{2}{c}{A} & B \\\\\n\\cmidrule(lr){2-3}\n" in text
        assert check(text)[0][0] == ["", "A", "B"]

    def test_bold_is_textbf(self):
        text = to_latex(Grid("T", "t", (("c",),), (Row(("r",), (Cell("-0.50", -0.5, bold=True, italic=True),)),)))
        assert "r & \\textbf{\\textit{$-$0.50}} \\\\" in text
