"""Models ranked from Python: as text, as HTML, as a table."""

import polars as pl
import pytest

from idioprobe import IdioprobeError, compare, evaluate
from tests.report.tables.small import alpha, dataset, glove, run
from tests.suites.world import at, encoder, expression, item
from tests.suites.world import dataset as dataset_of
from tests.support import changed


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


def test_ranks_decide_the_order_not_scores_of_fewer_expressions(tmp_path):
    """One knows only six expressions, easy ones; the other is better on each of them, and has hard ones besides."""
    names = [f"paper tiger{n}" for n in range(16)]
    rows, here = [], {}
    for name in names:
        own = {"original": name, "syn": f"threat of {name}", "words": f"lion of {name}", "rand": f"knife of {name}"}
        rows += item(own)
        here |= {name: at(1.0), own["syn"]: at(0.5), own["words"]: at(0.9), own["rand"]: at(0.1)}
    good = {text: at(0.95) if text in {f"threat of {name}" for name in names[:6]} else v for text, v in here.items()}
    data = dataset_of(rows, [expression(name, label="NC") for name in names])

    def result(vectors, name, value):
        made = evaluate(encoder(vectors, name=name), data, cache_dir=tmp_path / name, resamples=200)
        own = (pl.col("measure") == "choice_net") & (pl.col("unit") == "target")
        few = pl.col("expression").is_in(names[:6]) | ~own
        return (
            made
            if value is None
            else changed(
                made,
                made.info | {"headline": [{**one, "value": value} for one in made.info["headline"]]},
                scores=made.scores.filter(few),
            )
        )

    board = compare(result(here, "few", 0.9), result(good, "many", None))[0]
    assert [(entry.label, entry.rank) for entry in board.entries] == [("many", 1), ("few", 2)]
    assert "6 expressions that both have" in board.conclusion


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
