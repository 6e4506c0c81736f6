"""Results beside reported models: the table, the warnings, and the differences where a model is in both."""

import json

import polars as pl
import pytest

from idioprobe.core.errors import ConfigError
from idioprobe.core.tables import SUMMARY
from idioprobe.core.views import NATIVE
from idioprobe.papers.beside.compare import compare_all, compare_with_reported
from idioprobe.papers.maketable import TableMaker
from idioprobe.papers.reported import load_reported
from idioprobe.report.tables.fill import Options
from tests.report.tables.small import alpha, dataset, run
from tests.support import changed


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    data = dataset()
    return run(alpha(data), data, tmp_path_factory.mktemp("cache"))


def altered(result, summary=None, **changes):
    """The result with other entries in its manifest; two underscores lead to an inner one."""
    info = json.loads(json.dumps(result.info))
    for path, value in changes.items():
        outer, _, inner = path.partition("__")
        info[outer][inner] = value
    return changed(result, info=info, summary=result.summary if summary is None else summary)


def compared(result, name):
    return compare_with_reported(TableMaker(result, None, dataset), name, Options())


def texts(grid):
    return {
        (" / ".join(row.labels), " / ".join(column)): cell.text
        for row in grid.rows
        for column, cell in zip(grid.columns, row.cells, strict=True)
    }


class TestTheTable:
    def test_reported_models_stand_beside_the_one_run_here(self, result):
        grid = compared(result, "H5").table
        assert [labels[0] for labels in grid.columns][:3] == ["alpha", "Word2Vec †", "GloVe †"]
        assert texts(grid)["A_Syn|WordsSyn / EN-Nat", "BERT †"] == "0.57"
        assert "† reported: He et al. (2025)." in grid.notes

    def test_a_dash_is_a_dash_and_a_doubt_is_marked(self, result):
        shown = texts(compared(result, "H15").table)
        assert shown["Sim_R|WordsSyn / EN-Nat", "Word2Vec †"] == "-"
        assert shown["Sim_R|Syn / EN-Nat", "Word2Vec †"] == "0.49?"
        assert any("repeats A_Syn|Rand of table 14" in note for note in compared(result, "H15").table.notes)

    def test_reported_cells_are_told_from_those_of_results(self, result):
        cells = compared(result, "H5").table.to_polars()
        assert set(cells.filter("reported")["column"]) == {f"{m} †" for m in load_reported("H5")["model"]}
        own = set(cells.filter(~pl.col("reported"))["column"])
        assert own == {"alpha", "word by word", "chance", "ideal"}

    def test_correcting_for_many_tests_leaves_reported_cells_alone(self, result):
        grid = compare_with_reported(TableMaker(result, None, dataset), "H3", Options(correction="holm")).table
        assert texts(grid)["P_Comp / EN-Nat", "Llama2 †"] == "0.15"

    def test_a_table_about_contextual_models_has_no_static_ones(self, result):
        columns = [labels[0] for labels in compared(result, "V5.3").table.columns]
        assert "GloVe †" not in columns
        assert "ELMo †" in columns

    def test_by_default_all_tables_that_can_be_filled(self, result):
        names = [one.table.name for one in compare_all(TableMaker(result, None, dataset), Options())]
        assert {"H5", "V5.7", "G1-2"} <= set(names)
        assert not {"W1", "V5.6", "H1"} & set(names)

    def test_a_table_that_no_paper_prints_is_refused(self, result):
        with pytest.raises(ConfigError, match="H-models is not among the reported tables"):
            compared(result, "H-models")

    def test_results_that_fill_no_table_say_so(self, result):
        empty = altered(result, summary=result.summary.filter(measure="sim_syn_ztop"))
        empty = changed(empty, scores=empty.scores.filter(measure="sim_syn_ztop"))
        with pytest.raises(ConfigError, match="No reported table can be filled"):
            compare_all(TableMaker(empty, None, dataset), Options())


class TestWarnings:
    def test_other_data_is_warned_of(self, result):
        warnings = compared(result, "H5").warnings
        assert "dataset tiny, in the paper ncimp" in warnings
        assert any(w.endswith("naturalistic sentences in en, in the paper 840") for w in warnings)

    def test_neutral_sentences_alone_are_as_many_whatever_the_naturalistic_ones(self, result):
        english = altered(result, summary=result.summary.filter(language="en"))
        assert "without pt" in compared(english, "H5").warnings

    @pytest.mark.parametrize(
        ("table", "changes", "warning"),
        [
            ("H5", {"config__metric": "euclidean"}, "metric euclidean, in the paper cosine"),
            ("H5", {"config__limit": 4}, "only the first 4 expressions (`limit`)"),
            ("V6.2", {}, "classes by hand, in the paper CompScale"),
            ("H2", {}, "sentence means without special tokens, in the paper with them"),
            ("H2", {}, "P_Comp's word chosen by `winner` unit, in the paper by target"),
            ("H3", {}, "random words by `random_by` mean, in the paper by max"),
            ("H6", {}, "random words by `random_by` mean, in the paper by max"),
        ],
    )
    def test_settings_that_differ_are_named(self, result, table, changes, warning):
        assert warning in compared(altered(result, **changes), table).warnings

    @pytest.mark.parametrize(
        ("table", "changes", "silent"),
        [
            ("H2", {"config__special_tokens": True}, "special tokens"),
            ("H3", {}, "special tokens"),
            ("H3", {"config__random_by": "max"}, "random words"),
            ("H4", {"config__random_by": "max"}, "random words"),
            ("V5.7", {}, "random words"),
            ("H3", {}, "winner"),
            ("H5", {"dataset__labelling": "CompScale"}, "classes by"),
            ("V6.2", {"dataset__labelling": "CompScale"}, "classes by"),
            ("H5", {}, "view"),
        ],
    )
    def test_settings_that_do_not_matter_are_not(self, result, table, changes, silent):
        assert not any(silent in warning for warning in compared(altered(result, **changes), table).warnings)

    def test_another_view_is_warned_of(self, result):
        other = result.summary.with_columns(view=pl.lit("mean@-1"))
        other_view = changed(altered(result, summary=other), scores=result.scores.with_columns(view=pl.lit("mean@-1")))
        assert "view mean@-1, in the paper mean@last4" in compared(other_view, "H5").warnings

    def test_warnings_are_notes_of_the_table(self, result):
        grid = compared(result, "H5").grids[0]
        assert "Warning: dataset tiny, in the paper ncimp." in grid.notes


class TestTheSameModel:
    """A result that claims to be a model of a paper, with numbers made up from the paper's."""

    def bert(self, result, shift, low=-0.02, high=0.02):
        reported = load_reported("H5").filter(model="BERT")
        rows = []
        for row in reported.iter_rows(named=True):
            value = row["value"] + shift
            same = ("language", "condition", "unit", "group", "measure", "statistic", "rating")
            rest = {"model": "m", "dataset": "tiny", "view": "mean@last4", "special_tokens": False, "metric": "cosine"}
            numbers = {"value": value, "n": 9, "ci_low": value + low, "ci_high": value + high, "p": 0.01}
            rows.append({**{k: row[k] for k in same}, **rest, **numbers, "labelling": "hand", "method": ""})
        summary = pl.DataFrame(rows, schema=SUMMARY)
        names = {"model__name": "google-bert/bert-large-uncased", "model__family": "hf"}
        return altered(result, summary=summary, **names)

    def test_cell_by_cell(self, result):
        (grid,) = compared(self.bert(result, 0.01), "H5").differences
        shown = texts(grid)
        assert shown["A_Syn|WordsSyn / EN-Nat", "reported"] == "0.57"
        assert shown["A_Syn|WordsSyn / EN-Nat", "here"] == "0.58"
        assert shown["A_Syn|WordsSyn / EN-Nat", "difference"] == "+0.01"
        assert shown["A_Syn|WordsSyn / EN-Nat", "reported within"] == "yes"
        assert grid.notes[0].startswith("May differ because of: dataset tiny, in the paper ncimp;")

    def test_only_in_the_languages_in_which_it_is_that_model(self, result):
        """In Portuguese the paper's BERT is another."""
        (grid,) = compared(self.bert(result, 0.0), "H5").differences
        assert {row.labels[1] for row in grid.rows} == {"EN-Nat", "EN-Neut"}

    def test_outside_the_interval(self, result):
        (grid,) = compared(self.bert(result, 0.1), "H5").differences
        assert {row.cells[4].text for row in grid.rows} == {"no"}

    def test_rounding_is_granted(self, result):
        (grid,) = compared(self.bert(result, 0.0245), "H5").differences
        assert {row.cells[4].text for row in grid.rows} == {"yes"}

    def test_a_prompt_that_the_paper_used_is_asked_for(self, result):
        names = {"model__name": "intfloat/multilingual-e5-large-instruct", "model__family": "st"}
        keys = ("language", "condition", "unit", "group", "measure", "statistic", "rating")
        e5 = load_reported("W3").filter(model="E5").select(*keys, "value")
        rest = {"view": NATIVE, "special_tokens": False, "metric": "cosine", "n": 5, "method": ""}
        summary = e5.with_columns(**{k: pl.lit(v) for k, v in rest.items()})
        lacking = {n: pl.lit(None, t) for n, t in SUMMARY.items() if n not in summary.columns}
        summary = summary.with_columns(**lacking).select(SUMMARY.keys()).cast(dict(SUMMARY))
        (grid,) = compared(altered(result, summary=summary, **names), "W3").differences
        assert "`prompt_name` not given, in the paper wold-2025" in grid.notes[0]
        assert [row.cells[2].text for row in grid.rows] == ["+0.000"] * 4

    def test_another_family_is_another_model(self, result):
        assert compared(altered(self.bert(result, 0), model__family="st"), "H5").differences == ()

    def test_where_the_paper_leaves_the_weights_open_that_is_the_first_reason(self, result):
        mbert = altered(result, model__name="bert-base-multilingual-cased", model__family="hf")
        (grid,) = compared(mbert, "V5.7").differences
        assert grid.title.startswith("bert-base-multilingual-cased here and as BERT ML in Vieira (2023)")
        assert grid.notes[0].startswith("May differ because of: perhaps another model there (said to be uncased")
        distilled = altered(result, model__name="distilbert-base-multilingual-cased", model__family="hf")
        assert not any("perhaps" in note for grid in compared(distilled, "H5").differences for note in grid.notes)

    def test_expressions_as_single_tokens_make_another_model(self, result):
        names = {"model__name": "bert-base-multilingual-cased", "model__family": "hf"}
        injected = {**names, "model__inject": "expressions.safetensors"}
        (plain,) = compared(altered(result, **names), "G1-2").differences
        (single,) = compared(altered(result, **injected, model__inject_method="BERTRAM"), "G1-2").differences
        assert "as BERT in Garcia" in plain.title
        assert "as BERTRAM in Garcia" in single.title

    @pytest.mark.parametrize(
        ("method", "said"),
        [({"model__inject_method": "inject learn"}, "inject learn"), ({}, "a method that their file")],
    )
    def test_another_method_is_never_bertram(self, result, method, said):
        names = {"model__name": "bert-base-multilingual-cased", "model__family": "hf"}
        learned = compared(altered(result, **names, model__inject="expressions.safetensors", **method), "G1-2")
        assert learned.differences == ()
        assert any(w.startswith(f"expressions as single tokens by {said}") for w in learned.warnings)
        assert any(w.endswith("which is not BERTRAM") for w in learned.warnings)

    def test_for_scripts(self, result):
        out = compared(self.bert(result, 0.01), "H5").as_dict()
        assert out["table"] == "H5"
        assert "dataset tiny, in the paper ncimp" in out["warnings"]
        cell = next(c for c in out["differences"][0]["cells"] if c["column"] == ["difference"])
        assert cell["value"] == pytest.approx(0.01)
