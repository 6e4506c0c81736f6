"""What the papers report, and the tables made of it."""

import polars as pl
import pytest

from idioprobe.core.errors import ConfigError
from idioprobe.papers.beside.grids import overview, reported_grid, reported_tables
from idioprobe.papers.beside.subject import reported_models
from idioprobe.papers.reported import STATES, load_reported
from idioprobe.papers.tables import all_tables
from idioprobe.papers.wold2025.remarks import IN_THE_TEXT, by_the_rule
from idioprobe.report.tables.grid import NOT_SIGNIFICANT
from idioprobe.report.tables.spec import LayoutTable
from idioprobe.suites.catalogue import BY_NAME
from idioprobe.suites.epsilon.epsilon import category

LAYOUTS = [name for name in reported_tables() if isinstance(all_tables()[name], LayoutTable)]


def test_states_and_values_go_together():
    cells = load_reported()
    assert set(cells["state"]) == set(STATES)
    assert (cells["value"].is_not_null() == (cells["state"] == "value")).all()
    assert cells.filter(state="not_significant")["printed"].unique().to_list() == ["-"]
    assert cells.filter(state="unreadable")["printed"].is_null().all()


def test_a_number_is_what_is_printed():
    plain = load_reported().filter(pl.col("state") == "value", ~pl.col("printed").str.contains(r"\(|[a-zA-Z]"))
    assert (plain["value"] == plain["printed"].str.replace(",", ".").cast(pl.Float64)).all()


def test_a_mean_and_its_spread_are_two_rows_of_one_cell():
    cell = load_reported("H8").filter(expression="grey matter", model="BERT", measure="sim_syn")
    assert cell.select("statistic", "value", "printed").rows() == [
        ("mean", 0.68, "0.68 (0.14)"),
        ("sd", 0.14, "0.68 (0.14)"),
    ]


def test_measures_are_those_of_the_summary():
    modelled = load_reported().filter(pl.col("model").is_not_null())
    epsilon = {"epsilon", "epsilon_modifier", "epsilon_head", "distance_word", "distance_sentence"}
    assert set(modelled.filter(pl.col("state") != "words")["measure"]) <= BY_NAME.keys() | epsilon | {
        "dimension",
        "parameters",
        "across",
    }


@pytest.mark.parametrize("name", LAYOUTS)
def test_every_cell_is_found_where_a_result_would_be(name):
    """The layout fetches each cell by its keys, and what it fetches is what stands there in print."""
    grid = reported_grid(name)
    rows = load_reported(name)
    there = {(row["row"], row["column"]): row for row in rows.unique(["row", "column"]).iter_rows(named=True)}
    seen = 0
    for line in grid.rows:
        for labels, cell in zip(grid.columns, line.cells, strict=True):
            key = tuple(" / ".join(label for label in part if label) for part in (line.labels, labels))
            printed = there[key]
            assert cell.reported
            assert cell.flag == printed["doubt"]
            if printed["state"] == "value":
                assert cell.text.rstrip("?") == printed["printed"].replace(",", ".")
            if printed["state"] == "not_significant":
                assert cell.text.rstrip("?") == NOT_SIGNIFICANT
            seen += 1
    assert seen == len(there)


@pytest.mark.parametrize("name", LAYOUTS)
def test_no_two_cells_of_a_table_have_the_same_keys(name):
    keys = ["model", "view", "language", "condition", "unit", "group", "measure", "statistic", "rating", "expression"]
    assert load_reported(name).select(keys).is_duplicated().sum() == 0


def test_the_example_of_the_issue():
    cells = load_reported("h5").filter(model="BERT", measure="aff_syn_words")
    assert cells["value"].to_list() == [0.57, 0.53, 0.35, 0.34]


def test_a_table_of_data_is_as_printed():
    grid = reported_grid("G2-1")
    assert [row.labels for row in grid.rows] == [("NC",), ("Head",), ("Modifier",)]
    assert [cell.text for cell in grid.rows[0].cells] == ["0.30", "0.22", "0.52", "0.44"]


def test_models_are_static_or_contextual_as_in_their_paper():
    assert [m.model for m in reported_models("V5.9") if m.kind == "static"] == ["GloVe"]
    assert [m.model for m in reported_models("H5") if m.kind == "static"] == ["Word2Vec", "GloVe"]


def test_a_reported_model_is_marked_as_such():
    assert reported_models("H5")[4].label == "BERT †"
    assert reported_models("H-models") == ()


def test_some_models_of_a_table():
    grid = reported_grid("H5", ["bert", "Llama2"])
    assert grid.columns == (("BERT",), ("Llama2",))
    with pytest.raises(ConfigError, match="H5 does not report OpenAI; it has Word2Vec"):
        reported_grid("H5", ["OpenAI"])


def test_a_table_without_results_says_so():
    with pytest.raises(ConfigError, match="H1 is not among the reported tables"):
        reported_grid("H1")
    with pytest.raises(ConfigError, match="There are no reported results under 'X9'"):
        load_reported("X9")


def test_the_overview_counts_cells_once():
    row = overview().filter(table="H8").row(0, named=True)
    assert (row["cells"], row["unreadable"], row["value"]) == (384, 34, 350)
    assert overview()["table"].to_list() == reported_tables()


def test_the_paper_and_the_rule_sort_most_models_alike():
    assert set(IN_THE_TEXT) == set(load_reported("W1")["model"])
    p_values = ([c, pc, nc] for c in (0.0, 1.0) for pc in (0.0, 1.0) for nc in (0.0, 1.0))
    kinds = {category(dict(zip(("C", "PC", "NC"), p, strict=True))) for p in p_values}
    assert set(IN_THE_TEXT.values()) <= kinds
    differing = {model for (model, _), found in by_the_rule().items() if found != IN_THE_TEXT[model]}
    assert differing == {"BERT", "S-GPT"}
    notes = reported_grid("W1").notes
    assert "S-GPT (native) is human-aligned at α = 0.05; the paper counts it among the anti-compositional." in notes


def test_doubtful_and_unreadable_cells_are_explained_below_the_table():
    notes = reported_grid("H11").notes
    assert any("repeats P_WordsSyn" in note for note in notes)
    assert any("n/r: 59 cells" in note for note in reported_grid("H10").notes)


@pytest.mark.parametrize(
    ("name", "blocks"),
    [("V4.1", 2), ("G1-6", 4), ("G1-7", 4)],
    ids=["two parts", "English probes", "Portuguese probes"],
)
def test_a_table_of_several_parts_has_a_block_for_each_and_no_gaps(name, blocks):
    grid = reported_grid(name)
    assert len({(row.heads, row.labels[:-1]) for row in grid.rows}) == blocks
    assert all(cell.text for row in grid.rows for cell, head in zip(row.cells, row.heads, strict=True) if head)
    assert all(head or not cell.text for row in grid.rows for cell, head in zip(row.cells, row.heads, strict=True))
