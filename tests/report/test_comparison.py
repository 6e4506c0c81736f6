"""Models ranked from Python: as text, as HTML, as a table."""

import pytest

from idioprobe import IdioprobeError, compare
from tests.report.tables.small import alpha, dataset, glove, run


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    data = dataset()
    place = tmp_path_factory.mktemp("cache")
    return [run(model(data), data, place) for model in (alpha, glove)]


def test_any_number_of_results_in_any_form(results, tmp_path):
    folders = [result.save(tmp_path) for result in results]
    boards = [compare(*results), compare(results), compare(tmp_path), compare(folders[0], results[1])]
    tables = [one.to_polars().drop("texts_per_second") for one in boards]
    assert all(table.equals(tables[0]) for table in tables)
    assert {"alpha", "vectors.txt"} == set(tables[0]["model"])


def test_the_best_comes_first_in_every_language(results):
    compared = compare(*results)
    assert len(compared) == len(list(compared)) == 2
    for board in compared:
        values = [entry.score.value for entry in board.entries]
        assert values == sorted(values, reverse=True)
        assert board.conclusion in compared.conclusion


def test_it_prints_and_shows_the_board(results):
    compared = compare(*results)
    for said in (str(compared), compared._repr_html_()):
        assert "alpha" in said
        assert "vectors.txt" in said
        assert compared[0].conclusion in said


def test_results_of_other_suites_have_no_board(results):
    without = [type(one)(one.manifest.model_copy(update={"headline": []}), one.tables) for one in results]
    with pytest.raises(IdioprobeError, match="No result there has an idiom score"):
        compare(*without)
