"""NCTTI's own files, against what its paper prints of them."""

import polars as pl
import pytest

from idioprobe.data.sources.nctti.read import comp_scale, read_nctti
from idioprobe.papers.garcia2021_acl.figure import RHO
from idioprobe.papers.garcia2021_acl.nctti import figures

pytestmark = pytest.mark.published


@pytest.fixture(scope="module")
def nctti(shared_data):
    return read_nctti(shared_data / "nctti")


@pytest.fixture(scope="module")
def table(nctti):
    return figures(nctti)


def row(table, section, language, group, figure):
    return table.filter(section=section, language=language, group=group, figure=figure).row(0, named=True)


def test_it_has_280_english_and_180_portuguese_expressions(nctti):
    assert nctti.scores["language"].value_counts(sort=True).rows() == [("en", 280), ("pt", 180)]
    assert nctti.scores.null_count().row(0) == (0, 0, 0, 1, 0, 0, 0)
    assert nctti.scores.filter(pl.col("type").is_null())["expression"].to_list() == ["small fry"]
    means = nctti.scores.select("mean1", "mean2", "mean3")
    assert (means.to_numpy().min(), means.to_numpy().max()) == (0, 5)


def test_classes_are_found_for_expressions_that_other_datasets_capitalise(nctti):
    scale = comp_scale(nctti)
    assert len(scale) == 460
    assert scale["en", "dutch courage"] == "PC"
    assert scale["pt", "pé-frio"] == "NC"


def test_these_printed_figures_come_out_of_the_files(table):
    same = table.filter(pl.col("printed").is_not_null() & ~pl.col("differs"))
    assert len(same) == 39
    assert set(same["section"]) == {"classes", "type_token", "class_means", "across", "paraphrases", "example"}
    assert table.filter(pl.col("section").is_in(["paraphrases", "example"]))["differs"].sum() == 0


def test_and_these_do_not(table):
    """Every one is known, with its value; a change here is a change of definition."""
    differing = table.filter("differs").select("section", "language", "group", "figure", "value", "printed")
    found = {key: (round(value, 3), printed) for *key, value, printed in differing.iter_rows() for key in [tuple(key)]}
    assert found == {
        ("classes", "en", "PC", "expressions"): (89, 88),
        ("classes", "en", "C", "expressions"): (88, 89),
        ("type_token", "en", "PC", RHO): (0.775, 0.78),
        ("type_token", "pt", "all", RHO): (0.894, 0.90),
        ("class_means", "en", "C", "expression mean"): (4.136, 4.13),
        ("class_means", "pt", "C", "expression mean"): (3.616, 3.61),
        ("class_means", "pt", "PC", "expression sd"): (0.905, 0.91),
        ("class_means", "pt", "C", "expression sd"): (0.929, 0.94),
        ("class_means", "en", "NC", "type mean"): (1.256, 1.1),
        ("class_means", "en", "PC", "type mean"): (2.56, 2.4),
        ("class_means", "pt", "NC", "type mean"): (1.422, 1.3),
        ("class_means", "pt", "PC", "type mean"): (2.393, 2.5),
        ("class_means", "pt", "C", "type mean"): (3.809, 3.9),
        ("across", "en", "all", "% with sd < 0.6"): (85.0, 85.7),
        ("across", "en", "all", "expressions with sd > 1"): (8, 5),
        ("across", "pt", "all", "expressions with sd > 1"): (2, 4),
    }
    assert table.filter("differs")["note"].null_count() == 0


def test_type_and_token_scores_agree_as_printed_once_small_fry_has_its_type_score(nctti):
    """NCS gives it 0.73; NCTTI's file leaves it out."""
    filled = nctti.scores.with_columns(pl.col("type").fill_null(0.73))
    whole = figures(type(nctti)(filled, nctti.paraphrases))
    assert not row(whole, "type_token", "en", "PC", RHO)["differs"]
    assert not row(whole, "type_token", "en", "all", RHO)["differs"]


def test_english_type_paraphrases_are_1506_with_repetitions_and_1184_without(table):
    assert row(table, "paraphrases", "en", "type", "paraphrases")["value"] == 1506
    assert row(table, "paraphrases", "en", "type", "different paraphrases")["value"] == 1184
    assert row(table, "paraphrases", "pt", "type", "different paraphrases")["value"] == 743
