"""Every table has a name, and either can be made or says what it lacks."""

import pytest

from idioprobe import make_table
from idioprobe.core.errors import ConfigError, UserError
from idioprobe.papers.maketable import TableMaker
from idioprobe.papers.tables import all_tables, find_table, what_it_needs
from idioprobe.report.tables.fill import Options
from idioprobe.report.tables.spec import LayoutTable
from tests.papers.nctti import write_annotations, write_small_nctti
from tests.support import changed

WITHOUT = {
    "H9": "shows answers, and these results have none in English",
    "G2-6": "measures across_annotators",
    "G2-spread": "numbers that are undefined or were dropped (dropped.csv says why)",
    "G1-concat": "needs results with both views",
    "G2-senses": "is about brick wall, gold mine; tiny has none of them",
    "words-vectors": "no model here has both vectors and answers in words",
}
"""Tables that the small results do not suffice for, and what they say is missing."""


@pytest.fixture(autouse=True)
def nothing_fetched(monkeypatch, tmp_path):
    monkeypatch.setenv("IDIOPROBE_DATA", str(tmp_path / "fetched"))


@pytest.fixture(scope="module")
def complete(both, tmp_path_factory):
    """A maker that has results, NCTTI and annotations."""
    folder = tmp_path_factory.mktemp("nctti")
    annotations = write_annotations(folder / "annotations.csv")
    return TableMaker(both, None, lambda: pytest.fail("not needed"), write_small_nctti(folder), annotations)


@pytest.mark.parametrize("name", [name for name in all_tables() if not name.startswith("W")])
def test_each_table_can_be_made_or_says_what_is_missing(complete, name):
    if name in WITHOUT:
        with pytest.raises(ConfigError) as refused:
            complete.make(name, Options())
        assert name in str(refused.value)
        assert WITHOUT[name] in str(refused.value)
        return
    grid = complete.make(name, Options())
    assert grid.name == name
    assert grid.columns
    assert any(cell.text for row in grid.rows for cell in row.cells)
    assert all(len(row.cells) == len(grid.columns) for row in grid.rows)


@pytest.mark.parametrize("name", all_tables())
def test_without_anything_each_says_where_to_start(name):
    with pytest.raises(UserError) as refused:
        make_table(name)
    said = str(refused.value)
    if isinstance(all_tables()[name], LayoutTable) or all_tables()[name].source in ("results", "answers"):
        assert said == (
            f"{name} is made from results; name their folders, as in idioprobe analyse results/ncimp --table {name}."
        )
    elif name == "G1-median":
        assert said.startswith("G1-median needs a raw table of annotations")
    else:
        assert "is not on this machine. Fetch it with idioprobe data fetch" in said


@pytest.mark.parametrize("name", all_tables())
def test_each_has_a_line_that_says_what_it_shows_and_needs(name):
    table = all_tables()[name]
    assert table.name == name
    assert table.title
    assert "\n" not in table.title
    assert what_it_needs(table)


@pytest.mark.parametrize(
    ("written", "meant"),
    [("h5", "H5"), (" H 5", "H5"), ("g1_2", "G1-2"), ("vb.3", "VB.3"), ("v5.10", "V5.10"), ("h-Models", "H-models")],
)
def test_names_may_be_written_loosely(written, meant):
    assert find_table(written).name == meant


@pytest.mark.parametrize(
    ("written", "near"), [("H55", "H5"), ("V5.15", "V5.1"), ("G1-8", "G1-"), ("H-model", "H-models"), ("G2.5", "G2-5")]
)
def test_an_unknown_name_suggests_the_nearest(written, near):
    with pytest.raises(ConfigError, match=f"There is no table '{written}'; did you mean ") as refused:
        find_table(written)
    assert near in str(refused.value)
    assert str(refused.value).endswith("idioprobe analyse --list shows all.")


def test_a_name_like_no_other_only_leads_to_the_list():
    with pytest.raises(ConfigError, match=r"There is no table 'ζζζζ'\. idioprobe analyse --list shows all\."):
        find_table("ζζζζ")


def test_a_table_whose_suite_did_not_run_names_it(contextual):
    probes = contextual.summary.filter(contextual.summary["measure"] == "sim_syn")
    info = contextual.info | {"config": contextual.info["config"] | {"suites": ["probes"]}}
    with pytest.raises(ConfigError, match=r"suite prediction \(idioprobe run --suite prediction\)"):
        make_table("G2-5", changed(contextual, summary=probes, info=info))


def test_a_table_whose_ratings_are_missing_names_them(static):
    unrated = static.summary.filter(static.summary["rating"].is_null())
    with pytest.raises(ConfigError, match=r"H3 cannot be filled; missing from these results: .*ratings type"):
        make_table("H3", changed(static, summary=unrated))


def test_languages_and_conditions_that_were_not_run_are_named(static):
    neutral = static.summary.filter(static.summary["condition"] == "neut")
    shown = make_table("H3", changed(static, summary=neutral))
    undefined = "numbers that are undefined or were dropped (dropped.csv says why)"
    assert shown.notes[-1] == f"Missing from these results: languages pt; conditions nat; {undefined}."
    every = make_table("H5", changed(static, summary=neutral))
    assert every.notes[-1] == "Missing from these results: languages pt; conditions nat."
