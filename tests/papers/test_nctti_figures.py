"""The figures of NCTTI, on a dataset small enough to check by hand, and how they are shown."""

import io

import polars as pl
import pytest
from rich.console import Console

from idioprobe.core.errors import DatasetError
from idioprobe.data.sources.nctti.read import PARAPHRASES, SCORES, Nctti
from idioprobe.make.judgments.answers import ANNOTATIONS
from idioprobe.papers.garcia2021_acl.figure import RHO
from idioprobe.papers.garcia2021_acl.nctti import FIGURES, NOTES, SECTIONS, figures, printed_figures
from idioprobe.papers.garcia2021_acl.terminal import MARK, show_nctti

# Token scores 1, 2, 3 and 4.5; type scores in another order; one class of each, two of C.
SMALL = Nctti(
    pl.DataFrame(
        [
            ("a a", "en", "NC", 0.0, 1.0, 1.0, 1.0),
            ("b b", "en", "PC", 2.0, 1.0, 2.0, 3.0),
            ("c c", "en", "C", 5.0, 3.0, 3.0, 3.0),
            ("d d", "en", "C", 4.0, 3.5, 5.0, 5.0),
        ],
        schema=SCORES,
        orient="row",
    ),
    pl.DataFrame(
        [
            ("a a", "en", None, "x"),
            ("a a", "en", None, "x"),
            ("b b", "en", None, "x"),
            ("a a", "en", 1, "y"),
            ("b b", "en", 1, "y"),
            ("b b", "en", 3, "z"),
            ("b b", "en", 3, "w"),
        ],
        schema=PARAPHRASES,
        orient="row",
    ),
)


def notes(*rows) -> pl.DataFrame:
    """Rows of annotator, expression, sentence, score, head and paraphrases."""
    full = [(a, c, "en", s, score, head, None, list(p), None) for a, c, s, score, head, *p in rows]
    return pl.DataFrame(full, schema=ANNOTATIONS, orient="row")


RAW = notes(
    ("p", "A A", 1, 0.0, 1.0, "u"),
    ("q", "A A", 1, 0.0, 3.0, "u"),
    ("p", "A A", 2, 1.0, 2.0, "u"),
    ("q", "A A", 2, 1.0, 2.0, "v"),
    ("p", "c c", 1, 4.0, 5.0),
    ("q", "c c", 1, 4.0, 5.0),
    ("r", "c c", 1, 4.0, 4.0),
    ("r", "e e", 1, 4.0, 4.0),
)


def value(table, *key: str) -> float | None:
    section, group, figure = key
    found = table.filter(section=section, group=group, figure=figure)
    assert len(found) == 1, key
    return found["value"][0]


def shown(table, width: int = 120) -> str:
    console = Console(file=io.StringIO(), width=width)
    show_nctti(table, console)
    return console.file.getvalue()


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        (("classes", "C", "expressions"), 2),
        (("type_token", "all", RHO), 0.8),
        (("class_means", "C", "expression mean"), 3.75),
        (("class_means", "C", "expression sd"), 1.5 / 2**0.5),
        (("class_means", "C", "type mean"), 4.5),
        (("across", "all", "% with sd < 0.6"), 50),
        (("across", "all", "expressions with sd > 1"), 0),
        (("paraphrases", "type", "paraphrases"), 3),
        (("paraphrases", "type", "different paraphrases"), 2),
        (("paraphrases", "type", "per expression"), 0.75),
        (("paraphrases", "token", "per sentence"), 4 / 12),
        (("paraphrases", "token", "expressions, one sentence"), 1),
        (("paraphrases", "token", "expressions, two sentences"), 1),
        (("paraphrases", "token", "expressions, three sentences"), 0),
    ],
)
def test_the_figures_of_a_small_dataset_are_those_worked_out_by_hand(key, expected):
    assert value(figures(SMALL), *key) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        (("annotations", "all", "annotations"), 8),
        (("annotations", "all", "annotators"), 3),
        (("annotations", "all", "per sentence"), 2),
        (("agreement", "two annotators", "sentences in common"), 3),
        (("agreement", "two annotators", "α of expression"), 1),
        (("agreement", "two annotators", "α of modifier"), None),
        (("agreement", "three annotators", "sentences in common"), 1),
        (("raw_means", "NC", "expression mean"), 0.5),
        (("raw_type_token", "all", RHO), None),
        (("raw_means", "NC", "head mean"), 2),
        (("raw_means", "unknown", "expressions not in NCTTI"), 1),
        (("raw_paraphrases", "all", "different paraphrases"), 2),
        (("raw_paraphrases", "type", "paraphrases"), 1),
        (("raw_paraphrases", "token", "paraphrases"), 0),
        (("low_agreement", "ρ < 0.2", "annotators removed"), 0),
    ],
)
def test_so_are_those_of_a_few_annotations(key, expected):
    assert value(figures(SMALL, RAW), *key) == pytest.approx(expected)


def test_means_give_scores_by_class_and_nothing_else():
    means = notes((None, "a a", 1, None, 2.0), (None, "a a", 2, None, 4.0))
    table = figures(SMALL, means)
    assert value(table, "raw_means", "NC", "head mean") == 3
    assert set(table["section"]) - set(figures(SMALL)["section"]) == {"raw_means"}


def test_annotations_in_a_language_that_is_not_there_are_refused():
    with pytest.raises(DatasetError, match="annotations are in pt, NCTTI here is in en"):
        figures(SMALL, RAW.with_columns(language=pl.lit("pt")))


def test_the_table_has_its_columns_and_every_figure_its_place():
    table = figures(SMALL, RAW)
    assert table.schema == FIGURES
    assert table["section"].unique(maintain_order=True).to_list() == [s for s in SECTIONS if s in set(table["section"])]
    assert table.select("section", "language", "group", "figure").is_duplicated().sum() == 0


def test_everything_that_the_paper_prints_and_every_note_is_of_a_figure():
    """With disc jockey in, which is an example of the paper."""
    example = pl.DataFrame([("disc jockey", "en", "PC", 1.0, 1.0, 1.0, 1.0)], schema=SCORES, orient="row")
    table = figures(Nctti(pl.concat([SMALL.scores, example]), SMALL.paraphrases), RAW)
    made = set(table.select("section", "group", "figure").iter_rows())
    without = {key for key in printed_figures() if key not in made}
    assert without == {
        *(("raw_means", "PC", f"{t} {f}") for t in ("expression", "head", "modifier") for f in ("mean", "sd")),
        ("raw_type_token", "PC", RHO),
    }
    known = set(table.select("section", "figure").iter_rows())
    assert [key for key in NOTES if (key[0], key[-1]) not in known] == []


def test_a_figure_differs_when_its_rounded_value_is_not_the_printed_one():
    table = figures(SMALL)
    sizes = table.filter(section="classes", group="NC").row(0, named=True)
    assert (sizes["value"], sizes["printed"], sizes["where"], sizes["differs"]) == (1, 103, "§3.1", True)
    unprinted = table.filter(section="paraphrases", group="type", figure="different paraphrases").row(0, named=True)
    assert (unprinted["printed"], unprinted["where"], unprinted["differs"]) == (None, None, False)


@pytest.mark.parametrize(("rho", "differs"), [(0.9151, False), (0.9249, False), (0.9149, True), (0.9251, True)])
def test_only_the_printed_digits_count(monkeypatch, rho, differs):
    monkeypatch.setattr("idioprobe.papers.garcia2021_acl.figure.spearman", lambda *_: (rho, 0.0))
    assert figures(SMALL).filter(section="type_token", group="all")["differs"].to_list() == [differs]


def test_ours_and_print_stand_side_by_side_and_the_mark_is_explained():
    text = shown(figures(SMALL))
    row = next(line for line in text.splitlines() if line.startswith("NC") and "expressions" in line)
    assert row.split() == ["NC", "expressions", "1", "1", "103", MARK, "§3.1"]
    assert f"{MARK} Rounded to the printed digits" in text
    assert text.count("the paper gives the sizes of PC and C the other way round") == 1


def test_without_annotations_the_option_that_adds_them_is_named():
    assert "--annotations FILE" in shown(figures(SMALL))
    assert "--annotations" not in shown(figures(SMALL, RAW))


def test_an_undefined_figure_is_shown_as_a_dash_without_a_mark():
    text = shown(figures(SMALL, RAW))
    row = next(line for line in text.splitlines() if line.startswith("two annotators") and "α of modifier" in line)
    assert row.split() == ["two", "annotators", "α", "of", "modifier", "–", "0", "0.45", "Table", "1"]


def test_a_narrow_terminal_loses_no_number():
    wide, narrow = (shown(figures(SMALL, RAW), width) for width in (140, 70))
    assert "…" not in narrow
    assert sorted(w for w in wide.split() if w[0].isdigit()) == sorted(w for w in narrow.split() if w[0].isdigit())
