"""Chance, word by word and the ideal are below the models of a table, and count as none of them."""

from dataclasses import replace

import polars as pl
import pytest

from idioprobe import evaluate
from idioprobe.papers.maketable import TableMaker
from idioprobe.report.tables.empty import without_empty
from idioprobe.report.tables.fill import Options
from idioprobe.report.tables.references import EMPTY, NOTE
from idioprobe.report.tables.render import FORMATS
from idioprobe.run.results import load_result
from idioprobe.suites.summary import DENOMINATOR_FLAG
from tests.report.tables.small import all_cells as cells
from tests.report.tables.small import alpha, dataset, glove, run
from tests.support import changed

NAMES = ("word by word", "chance", "ideal")


@pytest.fixture(scope="module")
def data():
    return dataset()


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="module")
def results(data, cache):
    return [run(alpha(data), data, cache), run(glove(data), data, cache)]


def made(results, name, **options):
    return TableMaker(results, None, lambda: pytest.fail("not needed")).make(name, Options(**options))


@pytest.fixture(scope="module")
def levels(results):
    return made([result.named(name) for result, name in zip(results, ("alpha", "beta"), strict=True)], "H11")


def test_an_empty_cell_of_theirs_says_why(results, levels):
    grid = made(results, "H3")
    empty = [
        (row.labels[0], label)
        for row in grid.rows
        for (label,), cell in zip(grid.columns, row.cells, strict=True)
        if cell.reference and not cell.text
    ]
    assert set(empty) == {("P_Syn", "ideal"), ("P_WordsSyn", "word by word")}
    assert EMPTY in grid.notes
    assert EMPTY not in levels.notes


def test_a_ratio_of_theirs_that_is_not_to_be_trusted_has_its_asterisk(results):
    summary = results[0].references
    doubted = pl.col("measure") == "simr_ratio", pl.col("model") == "words"
    method = pl.when(*doubted).then(pl.lit(f"ratio of means; {DENOMINATOR_FLAG}")).otherwise(pl.lit("ratio of means"))
    grid = made([changed(results[0], references=summary.with_columns(method=method))], "H-ratio")
    texts = {label: [row.cells[at].text for row in grid.rows] for at, (label,) in enumerate(grid.columns)}
    assert all(text.endswith("*") for text in texts["word by word"])
    assert not any(text.endswith("*") for text in texts["chance"])
    assert f"An asterisk marks what is not to be trusted: the {DENOMINATOR_FLAG}." in grid.notes


def test_what_one_model_lacks_is_named_with_it(data, cache, results):
    english = run(glove(data, "english.txt"), data, cache, languages=("en",))
    (missing,) = (note for note in made([results[0], english], "H5").notes if note.startswith("Missing"))
    assert missing == "Missing from these results: languages pt of english.txt."


def test_they_are_at_the_foot_of_each_block(levels):
    assert [row.labels[1] for row in levels.rows[:5]] == ["alpha", "beta", *NAMES]


def test_they_are_to_the_right_where_models_are_columns(results):
    grid = made(results, "H3")
    assert [column[-1] for column in grid.columns][-3:] == list(NAMES)


def test_the_ideal_takes_the_synonym_for_the_same_and_word_by_word_the_words(levels):
    found = cells(levels)
    assert found["P_Syn", "ideal", "EN-Nat", "mean"].text == "1.000"
    assert found["P_WordsSyn", "word by word", "EN-Nat", "mean"].text == "1.000"
    assert abs(found["P_Syn", "chance", "EN-Nat", "mean"].value) < 0.2


def test_none_is_the_best_though_the_ideal_is_better(levels):
    syn = [row for row in levels.rows if row.labels[0] == "P_Syn"]
    assert any(cell.bold for row in syn[:2] for cell in row.cells)
    assert not any(cell.bold for row in syn[2:] for cell in row.cells)


def test_the_numbers_of_models_are_the_same_without_them(results):
    bare = [replace(one, tables={k: v for k, v in one.tables.items() if k != "references"}) for one in results]
    for name, options in (("H3", {"correction": "holm"}), ("H11", {})):
        with_them, without = cells(made(results, name, **options)), cells(made(bare, name, **options))
        assert {key: with_them[key] for key in without} == without
        assert not any(cell.reference for cell in without.values())


def test_a_note_says_what_they_are(levels):
    assert NOTE in levels.notes


def test_a_row_that_only_they_fill_is_left_out(results):
    grid = made(results, "H3")
    row = replace(grid.rows[0], cells=tuple(c if c.reference else replace(c, text="") for c in grid.rows[0].cells))
    shown = without_empty(replace(grid, rows=(row, *grid.rows[1:])))
    assert row.labels not in [one.labels for one in shown.rows]
    assert [column[-1] for column in shown.columns][-3:] == list(NAMES)


def test_one_that_was_run_as_a_model_is_not_there_twice(results, data, cache):
    ideal = evaluate("reference:whole", data, conditions=("nat", "neut"), resamples=100, cache_dir=cache)
    grid = made([*results, ideal], "H3")
    assert [column[-1] for column in grid.columns][-3:] == ["whole", "word by word", "chance"]


def test_tables_of_single_expressions_have_none(results):
    assert not any(cell.reference for cell in cells(made(results, "H8", expressions=("eager beaver",))).values())


def test_a_result_of_an_older_version_has_none(results, tmp_path):
    folder = results[0].save(tmp_path)
    (folder / "references.parquet").unlink()
    assert not any(cell.reference for cell in cells(made([load_result(folder)], "H3")).values())


def test_they_come_back_from_a_folder(results, tmp_path):
    again = load_result(results[0].save(tmp_path))
    assert again.references.equals(results[0].references)


def test_latex_sets_them_small(levels):
    text = FORMATS["latex"](levels)
    assert r" & {\footnotesize chance} & {\footnotesize " in text
    assert r"\textbf{\footnotesize" not in text
