"""The commands about reported results; called in this process, on results made by hand."""

import csv
import io
import json
import warnings
from dataclasses import replace

import polars as pl
import pytest

from tests.cli.test_data import caller
from tests.report.tables.small import alpha, dataset, glove, run


@pytest.fixture
def call(monkeypatch, capsys):
    return caller(monkeypatch, capsys)


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    folder = tmp_path_factory.mktemp("compare")
    data = dataset()
    options = {"units": ("target",), "languages": ("en",)}
    for encoder in (alpha(data), glove(data)):
        run(encoder, data, folder / "cache", **options).save(folder / "results")
    run(alpha(data), data, folder / "cache", **options, limit=4).save(folder / "limited")
    return folder


def told_of(call, *arguments):
    """What a command prints, and what it says about old forms."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        done = call(*arguments)
    return done.out, done.err + " ".join(str(warning.message) for warning in caught)


class TestOldNames:
    """What 0.3 called published is read as before, with a notice."""

    def test_the_command(self, call):
        old, told = told_of(call, "published", "--table", "h5")
        assert "idioprobe published is called idioprobe reported now." in told
        assert old == call("reported", "--table", "h5").out

    def test_it_is_not_offered(self, call):
        listed = call("--help").out
        assert "reported" in listed
        assert "published" not in listed

    def test_the_option(self, call, place):
        old, told = told_of(call, "compare", place / "results", "--with", "published", "-t", "H5")
        assert "--with published is called --with reported now." in told
        assert old == call("compare", place / "results", "--with", "reported", "-t", "H5").out


class TestReported:
    def test_the_list(self, call):
        said = call("reported").said
        assert "He et al. (2025) H2 ρ of similarities with compositionality, sentence unit 144 88 55 1" in said
        assert "Wold et al. (2025) W1" in said

    def test_a_table_in_the_layout_of_its_paper(self, call):
        lines = call("reported", "--table", "h5").out.splitlines()
        assert lines[0] == "H5  ρ of affinities with compositionality, target unit; He et al. (2025)"
        assert " ".join(lines[2].split()) == "A_Syn|WordsSyn EN-Nat 0.58 0.52 0.55 0.58 0.57 0.55 0.51 0.17"

    def test_one_model(self, call):
        lines = call("reported", "-t", "W3", "-m", "s-bert").out.splitlines()
        assert lines[3].split() == ["S-BERT", "native", "0.604", "0.170", "0.081", "0.069"]

    def test_the_tables_that_report_a_model(self, call):
        said = call("reported", "-m", "OpenAI").said
        assert "H2" in said
        assert "H5" not in said.replace("--table H5", "")

    def test_what_cannot_be_read(self, call):
        out = call("reported", "--unreadable", "-t", "H6").out
        assert "4 cells that the extracted texts of the papers do not show with certainty." in out
        assert out.count("Llama2") == 4

    @pytest.mark.parametrize(
        ("style", "start"), [("csv", ",,Word2Vec"), ("markdown", "**H5**"), ("latex", r"\begin{table}"), ("json", "{")]
    )
    def test_formats(self, call, style, start):
        assert call("reported", "-t", "H5", "--format", style).out.startswith(start)

    def test_a_doubtful_dash_in_latex_is_a_dash(self, call):
        out = call("reported", "-t", "H15", "--format", "latex").out
        assert r"& EN-Neut & 0.47? & 0.36? & 0.54? & 0.51? & 0.41? & 0.39? & 0.37? & --? \\" in out

    def test_into_a_file(self, call, tmp_path):
        call("reported", "-t", "V6.4", "-o", tmp_path / "t.csv")
        rows = list(csv.reader(io.StringIO((tmp_path / "t.csv").read_text(encoding="utf-8"))))
        assert rows[1][:3] == ["EN-Nat", "0.1?", "0.44?"]

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (("-t", "no such"), "There is no table 'no such'"),
            (("-t", "H7"), "H7 is not among the reported tables"),
            (("-t", "H5", "-m", "GPT-9"), "H5 does not report GPT-9"),
            (("-m", "GPT-9"), "No paper reports GPT-9"),
            (("-t", "H5", "--format", "xml"), "--format xml: one of terminal, csv"),
            (("-t", "H5", "--format", "csv", "--json"), "--json and --format csv: choose one."),
        ],
    )
    def test_mistakes(self, call, arguments, message):
        done = call("reported", *arguments, code=None)
        assert message in done.err


class TestWithPublished:
    def test_a_table(self, call, place):
        done = call("compare", place / "results", "--with", "reported", "-t", "H5")
        lines = done.out.splitlines()
        assert lines[1].split()[:5] == ["vectors.txt", "alpha", "Word2Vec", "†", "GloVe"]
        assert "Warning: without pt." in done.said
        assert done.err == ""

    def test_all_tables_as_json(self, call, place):
        out = json.loads(call("compare", place / "results", "--with", "reported", "--format", "json").out)
        assert {"H3", "H5", "G1-2"} <= {one["table"] for one in out}
        assert all("dataset tiny, in the paper ncimp" in one["warnings"] for one in out if one["table"][0] == "H")

    def test_a_table_without_models_is_printed_alone_beside_its_own(self, call, place):
        said = call("compare", place / "results", "--with", "reported", "-t", "W2").said
        assert said.index("alpha") < said.index("W2 The models; Wold et al. (2025)")
        assert "768?" in said


class TestRanked:
    def test_the_best_comes_first_and_a_sentence_says_what_can_be_told(self, call, place):
        done = call("compare", place / "results")
        assert done.out.startswith("models  tiny (en), naturalistic sentences, phrase vectors; higher is better")
        assert "alpha and vectors.txt cannot be told apart: the difference is " in done.said
        assert "ideal 100" in done.said

    def test_for_scripts(self, call, place):
        (board,) = json.loads(call("compare", place / "results", "--json").out)
        assert (board["dataset"], board["language"]) == ("tiny", "en")
        scores = [model["score"]["value"] for model in board["models"]]
        assert scores == sorted(scores, reverse=True)
        (one, other) = board["differences"]
        assert (one["a"], one["b"]) == (other["b"], other["a"])
        assert one["value"] == -other["value"]

    def test_a_result_that_lacks_what_a_score_needs_is_named(self, call, place):
        data = dataset()
        plain = replace(
            data,
            header=data.header.model_copy(update={"name": "plain"}),
            stimuli=data.stimuli.filter(~pl.col("role").is_in(["words", "words_alt"])),
        )
        run(glove(plain), plain, place / "cache", languages=("en",)).save(place / "plain")
        done = call("compare", place / "results", place / "plain")
        assert "on plain is not ranked. The dataset has no synonyms of the single words" in " ".join(done.err.split())

    def test_one_result_is_a_board_too(self, call, place):
        assert "alpha" in call("compare", place / "limited").out


class TestPaired:
    def test_two_results(self, call, place):
        done = call("compare", place / "results", "--measure", "sim_syn")
        assert done.out.startswith("paired  vectors.txt against alpha on the same items")
        assert "en nat target sim_syn mean" in done.said
        assert "-0.00" not in done.said
        assert "95% percentile bootstrap over expressions" in done.said

    def test_for_scripts(self, call, place):
        out = json.loads(call("compare", place / "results", "--measure", "sim_syn", "--json").out)
        assert (out["a"], out["b"]) == ("vectors.txt", "alpha")
        row = out["rows"][0]
        assert row["difference"] == pytest.approx(row["a"] - row["b"])
        assert {r["measure"] for r in out["rows"]} == {"sim_syn"}
        table = list(csv.DictReader(io.StringIO(call("compare", place / "results", "--all", "--format", "csv").out)))
        assert {r["group"] for r in table} >= {"all", "NC"}
        assert len({r["measure"] for r in table}) > 10

    @pytest.mark.parametrize(
        ("folders", "options", "message"),
        [
            (("results", "limited"), ("--all",), "not 3; name two folders, or add --with reported"),
            (("limited",), ("--all",), "not 1; name two folders"),
            (("results",), ("--measure", "sim_sin"), "--measure sim_sin: one of "),
            (("results",), ("--with", "papers"), "--with papers: only reported"),
            (("results",), ("--table", "H5"), "--table and --intervals go with --with reported"),
            (("results",), ("--with", "reported", "--all"), "--measure and --all are for two results"),
        ],
    )
    def test_mistakes(self, call, place, folders, options, message):
        done = call("compare", *(place / name for name in folders), *options, code=None)
        assert message in done.err

    def test_results_that_differ_in_more_than_the_model_are_refused(self, call, place):
        whole = next((place / "results" / "tiny").glob("*alpha*"))
        done = call("compare", whole, place / "limited", code=None)
        assert "These results cannot be in one table: limit is" in done.err
