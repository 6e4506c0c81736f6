"""Runs with ordinary words beside the data: the gap is new, and no other number changes."""

import polars as pl
import pytest

from idioprobe import evaluate, load_dataset, load_result
from idioprobe.core.fingerprint import fingerprint
from idioprobe.core.requests import Request
from idioprobe.run.config import make_config
from idioprobe.run.requests import requests_table
from idioprobe.suites.controls.gap import idiom_gaps
from tests.support import HandmadeEncoder

OPTIONS = {"languages": "en", "limit": 8, "resamples": 200}


def hashed(request):
    """Texts that share words are near each other: a vector of the hashes of a text's words."""
    words = request.text.lower().split()
    numbers = [sum(int(fingerprint([word])[at * 4 : at * 4 + 4], 16) - 2**15 for word in words) for at in range(3)]
    return [number / 2**15 for number in numbers]


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    """A result with and one without controls."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("idioprobe.data.controls.load.SHIPPED", ("en", "pt"))
        cache = tmp_path_factory.mktemp("cache")
        run = lambda on: evaluate(HandmadeEncoder(hashed), "starter", **OPTIONS, controls=on, cache_dir=cache)  # noqa: E731
        return run(True), run(False)


def test_every_other_number_stays_the_same(both):
    with_them, without = both
    ours = (pl.col("group") == "control") | (pl.col("measure") == "idiom_gap")
    assert with_them.summary.filter(~ours).equals(without.summary)
    for name in ("scores", "similarities", "predictions", "contrasts", "references", "expressions", "stimuli"):
        assert with_them.table(name).equals(without.table(name)), name
    assert with_them.manifest.headline == without.manifest.headline
    assert with_them.items.equals(without.items)


def test_the_digits_tell_the_two_apart(both):
    with_them, without = both
    assert with_them.manifest.digits != without.manifest.digits
    assert with_them.manifest.config.controls
    assert without.manifest.config.controls == ""
    assert without.controls.is_empty()


def test_a_limit_holds_for_controls_too(both):
    assert both[0].manifest.counts.more("controls") == 8
    assert both[0].controls["expression"].n_unique() == 8


def test_the_gap_is_that_of_the_scores(both):
    result = both[0]
    for gap in idiom_gaps(result.summary):
        place = {"unit": gap.unit, "view": gap.view, "condition": "nat", "measure": "aff_syn_rand"}
        idioms = result.expressions.filter(pl.col("class") == gap.group)["expression"].to_list()
        above = result.scores.filter(pl.col("expression").is_in(idioms), **place)["value"].mean()
        below = result.controls.filter(**place)["value"].mean()
        assert gap.controls == pytest.approx(below)
        assert gap.value is None or gap.value == pytest.approx(above / below)
    assert {gap.unit for gap in idiom_gaps(result.summary)} == {"target", "sentence"}


def test_controls_are_a_group_of_their_own(both):
    levels = both[0].summary.filter(group="control", statistic="mean", unit="sentence")
    assert set(levels["measure"]) == {
        *("pref_related", "sim_related", "aff_syn_related"),
        *("pref_rand", "sim_syn", "sim_rand", "aff_syn_rand"),
    }


def test_a_notebook_says_it_beside_the_score(both):
    assert "Idiom gap" in both[0]._repr_html_()
    assert "Idiom gap" not in both[1]._repr_html_()


def test_a_result_is_read_back_with_its_controls(both, tmp_path):
    again = load_result(both[0].save(tmp_path))
    assert again.controls.equals(both[0].controls)


@pytest.mark.usefixtures("with_controls")
def test_what_a_run_asks_for_has_the_controls_in_it():
    data = load_dataset("starter")
    with_them, without = (requests_table(data, make_config({**OPTIONS, "controls": on})) for on in (True, False))
    more = set(with_them["text"]) - set(without["text"])
    assert set(without["text"]) <= set(with_them["text"])
    assert len(more) == 8 * 3 * 8
    assert "The doctor told her to rest for a week and drink plenty of water." in more


@pytest.mark.parametrize("options", [{"conditions": "neut"}, {"suites": "prediction"}, {"languages": "de"}])
@pytest.mark.usefixtures("with_controls")
def test_runs_that_cannot_have_a_gap_have_no_controls(options, tmp_path):
    result = evaluate(HandmadeEncoder(hashed), "starter", **{**OPTIONS, **options}, cache_dir=tmp_path)
    assert "controls" not in result.tables


@pytest.mark.usefixtures("with_controls")
def test_a_run_as_a_paper_did_it_has_none(tmp_path):
    result = evaluate(HandmadeEncoder(hashed), "starter", as_paper="he2025", **OPTIONS, cache_dir=tmp_path)
    assert "controls" not in result.tables


@pytest.mark.usefixtures("with_controls")
@pytest.mark.parametrize("exported", [True, False])
def test_a_file_of_vectors_has_a_gap_if_it_was_made_for_it(exported, tmp_path):
    table = requests_table(load_dataset("starter"), make_config({**OPTIONS, "controls": exported}))
    vectors = [[*hashed(Request(text)), len(spans or "")] for text, spans in table.select("text", "spans").iter_rows()]
    file = tmp_path / "mine.parquet"
    table.with_columns(vector=pl.Series(vectors, dtype=pl.Array(pl.Float32, 4))).write_parquet(file)
    told = []
    result = evaluate(f"vectors:{file}", "starter", **OPTIONS, cache_dir=tmp_path, notice=told.append)
    assert ("controls" in result.tables) == exported
    assert any("no vectors of ordinary words" in line for line in told) != exported
    assert len(result.scores)
