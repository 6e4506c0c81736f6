"""Rows of figures, beside what the small results are known to have."""

import math
from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from scipy.stats import spearmanr

from idioprobe.core.errors import ConfigError
from idioprobe.core.tables import LENGTHS
from idioprobe.papers.figures import all_figures
from idioprobe.report.figures.draw import drawable
from idioprobe.report.figures.rows import SCORE_ROWS, corrected_epsilon, density, rows
from idioprobe.report.figures.slices import with_slice
from idioprobe.report.tables.gather import gather
from tests.report.figures.conftest import HOSTILE
from tests.report.tables.small import CLASSES, COUNT, ENGLISH, FRAMES, NAMES, PLACES, alpha, run, similarity
from tests.support import changed, close_to


def only(table, **where):
    return table.filter(*(pl.col(name) == value for name, value in where.items()))


class TestScores:
    def test_columns_and_count(self, inputs):
        table = rows(all_figures()["H2"], inputs)
        assert dict(table.schema) == SCORE_ROWS
        sentences = sum(len(places) for places in PLACES.values())
        contextual, static = (only(table, model=model.label) for model in inputs.models)
        assert len(contextual) == 4 * 2 * COUNT * sentences
        assert len(static) == 4 * COUNT * sentences

    @pytest.mark.parametrize(
        ("figure", "unit", "role", "label"),
        [
            ("H2", "target", "syn", "P_Syn"),
            ("H1", "sentence", "words", "P_WordsSyn"),
            ("H2", "target", "rand", "P_Rand"),
        ],
    )
    @pytest.mark.parametrize("language", ["en", "pt"])
    @pytest.mark.parametrize("place", ["nat1", "nat3", "neut"])
    def test_a_row_has_its_similarity_class_rating_and_length(self, inputs, figure, unit, role, label, language, place):
        table = only(rows(all_figures()[figure], inputs), model="alpha", measure=label)
        for i, name in enumerate(NAMES[language]):
            row = only(table, sentence=f"{language}/{name}/{place}").row(0, named=True)
            assert row["value"] == close_to(similarity(language, place, role, i, unit))
            assert (row["expression"], row["class"], row["rating"]) == (name, CLASSES[i], i / 2)
            assert (row["unit"], row["slice"]) == (unit, f"{language.upper()}-{place[:4].strip('123').title()}")
            assert row["length"] == len(FRAMES[place].format(name).split())

    def test_the_length_is_the_one_that_the_run_went_by(self, data, tmp_path):
        own = {f"en/{name}/nat1": 10 + i for i, name in enumerate(ENGLISH)}
        measured = replace(data, lengths=pl.DataFrame(list(own.items()), schema=LENGTHS, orient="row"))
        result = run(alpha(data), measured, tmp_path, languages=("en",), length="dataset")
        table = rows(all_figures()["length"], gather([result]))
        assert dict(table.drop_nulls("length").select("sentence", "length").unique().iter_rows()) == own

    def test_affinities_are_differences(self, inputs):
        table = only(rows(all_figures()["H3"], inputs), model="alpha", measure="A_Syn|WordsSyn", condition="nat")
        for i, name in enumerate(ENGLISH):
            expected = similarity("en", "nat2", "syn", i) - similarity("en", "nat2", "words", i)
            assert only(table, sentence=f"en/{name}/nat2")["value"].item() == close_to(expected)

    def test_only_what_a_figure_is_about(self, inputs):
        table = rows(all_figures()["H4"], inputs)
        assert table["unit"].unique().to_list() == ["target"]
        assert table["condition"].unique().to_list() == ["nat"]

    def test_hostile_names_come_through_as_they_are(self, hostile):
        assert set(HOSTILE.values()) <= set(rows(all_figures()["length"], hostile)["expression"])


def test_names_of_slices():
    places = pl.DataFrame({"language": "en", "condition": ["nat", "neut", "neut_long", "none", "new"]})
    assert with_slice(places)["slice"].to_list() == ["EN-Nat", "EN-Neut", "EN-NeutLong", "EN-Alone", "EN-new"]


class TestRatios:
    def test_the_ratio_is_that_of_the_means_and_has_its_interval(self, inputs):
        scaled = only(rows(all_figures()["H5"], inputs), model="alpha", slice="PT-Nat")
        means = [only(scaled, measure=f"Sim_R|{which}")["value"].mean() for which in ("Syn", "WordsSyn")]
        row = only(rows(all_figures()["H8"], inputs), model="alpha", slice="PT-Nat").row(0, named=True)
        assert row["value"] == pytest.approx(means[0] / means[1], rel=1e-4)
        assert row["low"] < row["value"] < row["high"]
        assert row["class"] is None
        spread = inputs.models[0].result.summary.filter(
            language="pt", condition="nat", unit="target", group="all", measure="simr_ratio", statistic="sd"
        )
        assert row["sd"] in spread["value"].to_list()
        assert (row["below"], row["above"]) == (row["value"] - row["sd"], row["value"] + row["sd"])

    def test_by_class(self, inputs):
        table = only(rows(all_figures()["H9"], inputs), model="alpha", slice="EN-Nat")
        assert sorted(table["class"]) == ["C", "NC", "PC"]


class TestCorrelogram:
    @pytest.fixture
    def table(self, inputs):
        return rows(all_figures()["H10"], inputs)

    def test_every_two_models_over_all_items_they_share_whatever_the_sentence(self, inputs, table):
        first, second = (model.label for model in inputs.models)
        part = only(table, measure="P_Rand", unit="target")
        assert set(part.select("model", "other").iter_rows()) == {
            (one, other) for one in (first, second) for other in (first, second)
        }
        scores = only(rows(all_figures()["H2"], inputs), measure="P_Rand", language="en")
        values = [only(scores, model=name).sort("sentence")["value"].to_numpy() for name in (first, second)]
        cell = only(part, model=first, other=second)
        assert cell["value"].item() == pytest.approx(spearmanr(*values).statistic)
        assert cell["n"].item() == COUNT * 4

    def test_only_what_two_models_share_is_named_and_counted(self, table):
        alone = only(table, measure="P_Rand", model="alpha", other="alpha")
        assert dict(alone.select("unit", "n").iter_rows()) == {"sentence": COUNT * 4, "target": COUNT * 4}
        named = alone.select("language", "condition", "slice", "counted").unique().rows()
        assert named == [("en", None, "EN-Nat+Neut", f"n = {COUNT * 4}")]

    def test_what_is_not_significant_is_left_out(self, inputs):
        """Two models that agree on P_Syn; of P_Rand one has noise of its own."""
        first, second = inputs.models
        scores = second.result.scores.with_columns(noise=np.random.default_rng(0).random(len(second.result.scores)))
        value = pl.when(pl.col("measure") == "sim_rand").then("noise").otherwise("value")
        scores = scores.with_columns(value=value).drop("noise")
        other = gather([first.result, changed(second.result, scores=scores)])
        found = only(rows(all_figures()["H10"], other), model="alpha", other="vectors.txt", unit="target")
        shared = [only(m.scores, measure="sim_rand", unit="target", language="en").sort("item") for m in other.models]
        p = spearmanr(*(part["value"].to_numpy() for part in shared)).pvalue
        assert p > 0.05
        assert "P_Rand" not in set(found["measure"])
        assert "P_Syn" in set(found["measure"])
        assert (rows(all_figures()["H10"], other)["p"] < 0.05).all()

    @pytest.mark.parametrize(
        ("where", "n", "name"),
        [
            ({"condition": ("neut",)}, COUNT, "EN-Neut"),
            ({"language": ("en",)}, 4 * COUNT, "EN-Nat+Neut"),
            ({"language": ("en",), "condition": ("nat",)}, 3 * COUNT, "EN-Nat"),
        ],
    )
    def test_it_can_be_narrowed_before_anything_is_correlated(self, inputs, where, n, name):
        table = drawable(all_figures()["H10"], inputs, where)
        cell = only(table, model="alpha", other="vectors.txt", measure="P_Syn", unit="target")
        assert cell.select("n", "slice").row(0) == (n, name)
        one = drawable(all_figures()["H10"], inputs, {**where, "unit": ("sentence",)})
        assert set(one["unit"]) == {"sentence"}

    @pytest.mark.parametrize("name", ["H1", "H10", "H2"])
    def test_long_neutral_sentences_are_drawn_where_they_are_asked_for(self, inputs, name):
        def renamed(model):
            scores = model.result.scores.with_columns(pl.col("condition").replace("neut", "neut_long"))
            return changed(model.result, scores=scores)

        figure = all_figures()[name]
        long = gather([renamed(model) for model in inputs.models])
        assert "neut_long" not in rows(figure, long)["condition"].unique()
        drawn = drawable(figure, long, {"condition": ("neut_long",)})
        before = drawable(figure, inputs, {"condition": ("neut",)})
        assert set(drawn["condition"]) == {"neut_long"}
        assert drawn.filter(model="alpha")["value"].to_list() == before.filter(model="alpha")["value"].to_list()

    def test_there_is_none_of_one_model(self, inputs):
        assert rows(all_figures()["H10"], gather([inputs.models[0].result])).is_empty()


class TestLayers:
    def test_one_row_per_layer_with_the_mean_and_its_interval(self, inputs):
        table = only(rows(all_figures()["layers"], inputs), slice="EN-Nat", measure="P_Syn")
        assert table["model"].unique().to_list() == ["alpha"]
        assert sorted(table["layer"]) == [1, 3]
        mean = np.mean([similarity("en", place, "syn", i) for place in PLACES["nat"] for i in range(COUNT)])
        assert table["value"].to_list() == close_to([mean] * 2)
        assert (table["low"] < table["value"]).all()
        assert (table["value"] < table["high"]).all()

    def test_results_of_one_layer_have_none(self, data, tmp_path):
        result = run(alpha(data), data, tmp_path, views=("mean@2",), languages=("en",), units=("target",))
        assert rows(all_figures()["layers"], gather([result])).is_empty()


class TestEpsilon:
    def test_every_model_and_view_has_both_distributions(self, epsilon):
        table = rows(all_figures()["W2"], epsilon)
        assert set(table["model"]) == {"plain cls@-1", "plain mean@last4", "embedding"}
        assert set(table["measure"]) == {"idiomaticity-ε", "baseline-ε"}
        assert set(table.group_by("model", "measure").len()["len"]) == {80}

    def test_the_idiomatic_lies_above_and_the_baseline_below(self, epsilon):
        table = rows(all_figures()["W2"], epsilon)
        assert (only(table, measure="idiomaticity-ε")["density"] >= 0).all()
        assert (only(table, measure="baseline-ε")["density"] <= 0).all()

    def test_mean_spread_and_n_are_those_of_the_pairs(self, epsilon):
        model = epsilon.models[1]
        pairs = only(model.result.table("epsilon"), view=model.view)
        values = (pairs["distance_sentence_idiom"] + 0.05) / (pairs["distance_word_idiom"] + 0.05) - 1
        row = only(rows(all_figures()["W2"], epsilon), model="plain mean@last4", measure="idiomaticity-ε").row(
            0, named=True
        )
        assert (row["mean"], row["sd"], row["n"]) == (
            pytest.approx(values.mean()),
            pytest.approx(values.std(), abs=1e-12),
            len(pairs),
        )

    def test_the_correction_bounds_what_near_words_make_explode(self):
        made = corrected_epsilon(pl.Series([0.1, 0.2]), pl.Series([0.0, 0.35]))
        assert made.tolist() == pytest.approx([0.15 / 0.05 - 1, 0.25 / 0.4 - 1])

    def test_a_density_is_the_normal_curve_around_one_value_and_has_area_one(self):
        grid = np.linspace(-5, 5, 1001)
        curve = density(np.array([0.0]), grid, 1.0)
        assert curve[500] == pytest.approx(1 / math.sqrt(2 * math.pi))
        assert np.trapezoid(density(np.array([-1.0, 0.5, 0.7]), grid, 0.3), grid) == pytest.approx(1, abs=1e-6)


class TestSample:
    """Three synonyms of each word; a figure of text."""

    @pytest.fixture
    def figure(self):
        return all_figures()["W1"]

    def test_it_shows_one_sentence_with_the_synonyms_of_one_word_and_both_epsilons_of_each(self, figure, epsilon):
        lines = only(rows(figure, epsilon), model="embedding").sort("line")
        texts = lines["text"].to_list()
        assert texts[1] == "lame duck, modifier lame: lamex, lamey, lamez"
        assert "lame duck" in texts[0]
        assert lines["measure"].to_list()[2:] == ["idiomaticity-ε", "baseline-ε"] * 3
        assert texts[2].startswith("ε(lamex, lame) = ")
        assert texts[3].startswith("ε(lamex, lamey) = ")

    def test_its_numbers_are_those_of_the_pairs(self, figure, epsilon):
        model = epsilon.models[-1]
        pair = only(model.result.table("epsilon"), expression="lame duck", synonym="lamex", other="lamey").row(
            0, named=True
        )
        lines = only(rows(figure, epsilon), model="embedding").sort("line")
        assert lines["value"][2] == pair["eps_idiom"]
        sentence, word = (pair[f"distance_{what}_base"] for what in ("sentence", "word"))
        assert f" = {sentence:.3f} / {word:.3f} − 1 = " in lines["text"][3]

    def test_another_expression_can_be_named(self, figure, epsilon):
        table = drawable(figure, epsilon, {"expression": ("Car key",)})
        assert set(table["expression"]) == {"car key"}
        with pytest.raises(ConfigError, match="`expressions` no such: W1 has car key, face value, lame duck here"):
            drawable(figure, epsilon, {"expression": ("no such",)})

    def test_of_others_a_figure_of_ratios_tells_no_expressions_apart(self, inputs):
        with pytest.raises(ConfigError, match="`expressions` front man: H8 tells no expressions apart"):
            drawable(all_figures()["H8"], inputs, {"expression": ("front man",)})
