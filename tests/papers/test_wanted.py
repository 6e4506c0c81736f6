"""What tables should do and, without the fixes proposed beside these tests, do not.

Once the fixes are in, the mark goes, and each test moves to the file that its class names.
"""

import io
import json
from dataclasses import replace

import polars as pl
import pytest
from rich.console import Console

from idioprobe import make_table
from idioprobe.core.errors import ConfigError, ResultsError
from idioprobe.report.results import find_results
from idioprobe.report.tables.gather import gather
from idioprobe.report.terminal.grid import show_grid
from idioprobe.suites.summary import DENOMINATOR_FLAG
from tests.report.tables.small import NAMES, table, texts
from tests.support import changed


def of(result, *measures):
    """The result with the summary of some measures only."""
    return changed(result, summary=result.summary.filter(pl.col("measure").is_in(measures)))


class TestCells:
    def test_another_rating_does_not_take_the_place_of_frequency(self, contextual):
        own = of(contextual, "pred_out")
        ranks = own.summary.filter(pl.col("rating") == "type").with_columns(
            rating=pl.lit("frequency"), value=0.5, p=0.0
        )
        grid = make_table("G2-5", changed(own, summary=pl.concat([own.summary, ranks])), rating="class_rank")
        shown = texts(grid)
        assert shown["English", "alpha", "NC_out", "type level", "freq"] == "0.50"
        assert shown["English", "alpha", "NC_out", "type level", "pred"] != "0.50"
        assert shown["English", "alpha", "NC_out", "type level", "PP"] == ""

    def test_a_rating_that_changes_nothing_is_not_said_to_be_shown(self, one):
        notes = table(one, "H4", rating="class_rank").notes
        assert not any(note.startswith("Rating:") for note in notes)
        assert any("`rating`" in note for note in notes)

    def test_an_unknown_rating_is_refused_with_those_there_are(self, one):
        with pytest.raises(ConfigError, match=r"`rating` nobodys: these results have type, token_mean, token_avg"):
            table(one, "H5", rating="nobodys")

    def test_scaled_similarities_have_no_spread_in_table_8(self, maker):
        shown = texts(table(maker, "H8"))
        assert shown["grey matter", "P_Syn", "alpha"] == "0.80 (0.01)"
        assert shown["grey matter", "Sim_R|Syn", "alpha"] == "0.69"

    def test_the_noise_of_rounding_is_no_spread(self, static):
        noisy = static.scores.with_columns(value=0.25 + 1e-9 * pl.col("sentence").fill_null(0))
        shown = texts(make_table("H8", changed(static, scores=noisy)))
        assert shown["grey matter", "P_Syn", "vectors.txt"] == "0.25"

    def test_a_ratio_not_to_be_trusted_is_marked(self, contextual):
        method = pl.when(pl.col("group") == "NC").then(pl.lit(f"x; {DENOMINATOR_FLAG}")).otherwise("method")
        own = of(contextual, "simr_ratio")
        grid = make_table("H-ratio", changed(own, summary=own.summary.with_columns(method=method)))
        shown = texts(grid)
        assert shown["EN-Nat", "I", "alpha"].endswith("*")
        assert not shown["EN-Nat", "all", "alpha"].endswith("*")
        assert any(DENOMINATOR_FLAG in note for note in grid.notes)

    def test_options_that_change_nothing_are_said_to(self, maker):
        notes = table(maker, "V5.9", correction="holm", intervals=True).notes
        assert "Without effect on this table: `correction`, `intervals`." in notes
        assert "Without effect on this table: `correction`." in table(maker, "H-models", correction="holm").notes
        assert "Without effect on this table: `expressions`." in table(maker, "H5", expressions=("front man",)).notes

    def test_expressions_that_are_not_there_are_named(self, maker):
        grid = table(maker, "V5.9", expressions=("front man", "no such"))
        assert "Not in tiny: no such." in grid.notes
        assert "Not in tiny: civil marriage." in table(maker, "V5.9").notes

    def test_those_that_a_limit_left_out_are_not_said_to_be_missing_from_the_data(self, contextual):
        manifest = contextual.manifest
        few = manifest.model_copy(update={"config": manifest.config.model_copy(update={"limit": 2})})
        grid = make_table("V5.9", replace(contextual, manifest=few), expressions=("front man", "no such"))
        assert "Not in tiny as it was run (`limit` 2): no such." in grid.notes

    def test_notes_are_about_the_models_shown(self, maker):
        assert table(maker, "V5.3").notes[0].endswith("; view: mean@last4; metric: cosine.")
        assert table(maker, "V5.2").notes[0].endswith("; view: mean; metric: cosine.")

    def test_a_rating_that_was_chosen_is_not_said_to_be_missing(self, static):
        own = of(static, "sim_syn")
        unrated = changed(own, summary=own.summary.filter(pl.col("rating").ne_missing("type")))
        grid = make_table("H3", unrated, rating="class_rank")
        assert not any("ratings type" in note for note in grid.notes)


class TestLayouts:
    def test_the_spread_of_table_6_has_two_digits(self, contextual):
        template = contextual.summary.filter(
            pl.col("measure") == "sim_syn", pl.col("statistic").is_in(["mean", "sd"]), pl.col("unit") == "sentence"
        )
        made = template.with_columns(measure=pl.lit("across_annotators"), value=pl.lit(-0.0657))
        shown = texts(make_table("G2-6", changed(contextual, summary=made)))
        assert shown["English", "alpha", "Total", "ave. ρ"] == "-0.066"
        assert shown["English", "alpha", "Total", "StDev"] == "-0.07"

    def test_granularity_has_a_column_of_its_own(self, maker):
        rows = [row.labels for row in table(maker, "VB.3").rows]
        assert rows[:3] == [("EN-Nat", "Type"), ("EN-Nat", "Token"), ("EN-NeuShort", "Type")]

    def test_prediction_is_about_contextual_models(self, maker):
        rows = {row.labels for row in table(maker, "G2-5").rows}
        assert ("English", "alpha") in rows
        assert ("English", "vectors.txt") not in rows

    @pytest.mark.parametrize(("name", "column"), [("G1-3", ("P1", "vectors.txt", "NAT/NEU")), ("V5.9", None)])
    def test_static_models_show_the_neutral_sentence(self, maker, name, column):
        shown = texts(table(maker, name))
        assert shown["eager beaver", *(column or ("vectors.txt", "Nat/Neu"))] == "0.10"

    def test_affinities_have_their_contexts_in_capitals(self, maker):
        assert [labels[-1] for labels in table(maker, "V6.7").columns] == ["NAT/NEU", "NAT", "NEU"]


class TestGather:
    def test_word_vectors_of_another_pooling_are_refused(self, contextual, static):
        other = changed(of(static, "sim_syn"), summary=of(static, "sim_syn").summary.with_columns(view=pl.lit("max")))
        with pytest.raises(ConfigError, match=r"pooling is mean for alpha\b.* and max for vectors\.txt\b.*`view`"):
            gather([of(contextual, "sim_syn"), other])

    def test_two_results_of_one_model_are_told_apart(self, contextual):
        own = of(contextual, "sim_syn")
        info = own.info | {"digits": "0123abcd", "config": own.info["config"] | {"limit": 3}}
        with pytest.raises(ConfigError) as refused:
            gather([own, changed(own, info=info)])
        assert "alpha limit=None and 3 for alpha limit=3" in str(refused.value)

    def test_a_folder_that_is_not_there_is_the_users_mistake(self, tmp_path):
        for path in (tmp_path, tmp_path / "absent"):
            with pytest.raises(ConfigError):
                find_results([path])

    def test_results_of_another_version_need_not_be_readable(self, contextual, tmp_path):
        folder = of(contextual, "sim_syn").save(tmp_path)
        info = json.loads((folder / "run.json").read_text(encoding="utf-8"))
        (folder / "run.json").write_text(json.dumps(info | {"format": 1}), encoding="utf-8")
        (folder / "expressions.parquet").unlink()
        with pytest.raises(ResultsError, match="has result format 1; this version reads"):
            find_results([folder])

    def test_sentences_come_from_all_results(self, contextual, static):
        english = static.stimuli.filter(pl.col("language") == "en")
        expressions = static.expressions.filter(pl.col("language") == "en")
        first = changed(static, stimuli=english, expressions=expressions)
        rows = [row.labels for row in make_table("G1-7", [first, contextual]).rows]
        assert ("P2", "elefante branco") in rows


class TestSentences:
    def test_a_language_that_the_results_lack_is_not_said_of_the_dataset(self, contextual):
        english = (getattr(contextual, name).filter(language="en") for name in ("stimuli", "expressions"))
        stimuli, expressions = english
        only = changed(contextual, stimuli=stimuli, expressions=expressions)
        with pytest.raises(ConfigError, match="in pt; tiny is at hand in en only"):
            make_table("G1-7", only)

    def test_averages_are_for_the_fourth_probe(self, maker):
        grid = table(maker, "G1-7")
        assert {row[0] for row, column, _ in grid.cells() if column[-1] == "Avg NAT"} == {"P4"}
        assert {row[0] for row, _, _ in grid.cells()} == {"P1", "P2", "P3", "P4"}

    def test_an_expression_of_the_other_language_is_refused(self, maker):
        with pytest.raises(ConfigError, match="G1-7 is about eager beaver; tiny has none of them in pt"):
            table(maker, "G1-7", expressions=("eager beaver",))

    def test_a_name_that_two_languages_share_is_found_in_each(self, contextual):
        def shared(frame):
            same = pl.when(pl.col("expression") == NAMES["pt"][0]).then(pl.lit(NAMES["en"][0]))
            return frame.with_columns(expression=same.otherwise("expression"))

        twins = changed(contextual, expressions=shared(contextual.expressions), stimuli=shared(contextual.stimuli))
        twins = changed(twins, scores=shared(contextual.scores), ratings=shared(contextual.ratings))
        assert make_table("G1-6", twins, expressions=["front man"]).rows
        assert make_table("G1-7", twins, expressions=["front man"]).rows

    def test_an_expression_without_a_sentence_is_named(self, data):
        bare = replace(data, stimuli=data.stimuli.filter(pl.col("condition") == "none"))
        with pytest.raises(ConfigError, match="H1: tiny has no sentence with front man"):
            make_table("H1", dataset=bare)

    @pytest.mark.parametrize("name", ["H1", "H7"])
    def test_a_neutral_sentence_in_place_of_a_naturalistic_one_is_said_to_be(self, data, name):
        neutral = replace(data, stimuli=data.stimuli.filter(pl.col("condition") != "nat"))
        assert any("the neutral one is shown" in note for note in make_table(name, dataset=neutral).notes)

    def test_the_title_is_the_one_in_the_list(self, data):
        assert make_table("H1", dataset=data).title == "A naturalistic sentence and its minimal pairs"

    def test_the_thesis_shows_both_synonyms(self, data):
        second = data.stimuli.filter(pl.col("role") == "syn").with_columns(role=pl.lit("syn2"))
        both = replace(data, stimuli=pl.concat([data.stimuli, second]))
        labels = [row.labels[0] for row in make_table("V4.4", dataset=both).rows]
        assert labels.count("NC_Syn") == 2


class TestRender:
    def test_sentences_keep_their_place_beside_numbers(self, contextual):
        names = [f"a-model-with-a-rather-long-name-{n}" for n in range(4)]
        several = [
            changed(
                contextual,
                info=contextual.info | {"model": contextual.info["model"] | {"name": name}, "digits": f"0000000{n}"},
            )
            for n, name in enumerate(names)
        ]
        console = Console(width=100, file=io.StringIO())
        show_grid(make_table("G1-6", several), console)
        said = console.file.getvalue()
        assert "We saw [music" in said
        assert "3.50" in said
        for name in names:
            assert name in said
