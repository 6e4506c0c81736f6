"""The models of the papers: every row can be read, every reported name has one, and names mean one model or say so."""

import json

import polars as pl
import pytest

from idioprobe.core.errors import ModelError
from idioprobe.core.views import parse_view
from idioprobe.models.common.nothere import NotHere
from idioprobe.models.hf.encoder import HuggingFaceEncoder
from idioprobe.models.registry import families, load_encoder
from idioprobe.papers.models import by_paper_name, check_needed, model_sets, paper_models, resolve
from idioprobe.papers.registry import all_papers
from idioprobe.papers.reported import load_reported
from idioprobe.run.config import run_options
from tests.cli.test_data import caller

QUOTED = ("Cordeiro et al. (2019)",)


@pytest.fixture
def call(monkeypatch, capsys):
    return caller(monkeypatch, capsys)


@pytest.fixture
def elsewhere(monkeypatch, tmp_path):
    """A folder without any of the files, and no hub."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    return tmp_path


class TestRows:
    @pytest.mark.parametrize("row", paper_models(), ids=lambda row: f"{row.paper}-{row.name}-{row.languages[0]}")
    @pytest.mark.usefixtures("elsewhere")
    def test_each_is_a_model_that_loads_or_says_what_it_needs(self, row):
        assert row.family in families()
        assert row.paper in all_papers()
        assert row.dimension > 0
        assert row.licence
        for name, value in row.options:
            assert name in run_options()
            if name == "views":
                assert all(parse_view(view) for view in value.split(","))
        options = {name: value for name, value in row.options if name == "prompt_name"}
        if row.needs:
            with pytest.raises(ModelError, match=r"needs .*: put it at"):
                check_needed(row, row.name)
        else:
            encoder = load_encoder(row.spec, download=False, **options)
            assert encoder.identity.family == row.family

    @pytest.mark.parametrize("row", [r for r in paper_models() if r.needs], ids=lambda row: f"{row.paper}-{row.spec}")
    def test_a_file_that_is_there_is_enough(self, row, elsewhere):
        (elsewhere / (row.inject or row.spec.partition(":")[2])).touch()
        check_needed(row, row.name)

    def test_sets_are_of_one_paper_and_one_language(self):
        for name, rows in model_sets().items():
            language = {"en": "en", "pt": "pt"}.get(name.rpartition("-")[2], "en")
            assert all(name.startswith(row.paper) for row in rows)
            assert all(language in row.languages or "many" in row.languages for row in rows)
            assert len({row.name for row in rows}) == len(rows)

    def test_every_reported_model_has_a_row_for_its_language(self):
        """Chatbots that a paper asked can no longer be: of them there are answers only. What a paper quotes of earlier
        work is no model of its own."""
        rows = {(row.paper, row.name, language) for row in paper_models() for language in row.languages}
        reported = (
            load_reported()
            .filter(pl.col("model").is_not_null(), pl.col("state") != "words")
            .select("source", "model", "language")
        )
        for paper, model, language in reported.filter(~pl.col("model").is_in(QUOTED)).unique().iter_rows():
            wanted = {(paper, model, language), (paper, model, "many")}
            if language is None:
                assert (paper, model) in {row[:2] for row in rows}
            else:
                assert wanted & rows, (paper, model, language)

    def test_every_row_is_reported(self):
        reported = set(load_reported().select("source", "model").unique().iter_rows())
        assert {(row.paper, row.name) for row in paper_models()} <= reported


class TestNames:
    @pytest.mark.parametrize(
        ("name", "spec", "paper"),
        [
            ("BERT ML", "hf:google-bert/bert-base-multilingual-cased", "he2025"),
            ("SBERT ML", "hf:sentence-transformers/distiluse-base-multilingual-cased", "he2025"),
            ("DistilBERT ML", "hf:distilbert/distilbert-base-multilingual-cased", "he2025"),
            ("Llama2", "hf:meta-llama/Llama-2-13b-hf", "he2025"),
            ("S-BERT", "st:all-MiniLM-L6-v2", "wold2025"),
            ("qwen3", "st:Qwen/Qwen3-Embedding-0.6B", "wold2025"),
            ("DistilB", "hf:distilbert/distilbert-base-multilingual-cased", "garcia2021-eacl"),
            ("DistilB ML", "hf:distilbert/distilbert-base-multilingual-cased", "vieira2023"),
        ],
    )
    def test_the_same_model_in_several_papers_is_no_question(self, name, spec, paper):
        row = by_paper_name(name)
        assert (row.spec, row.paper) == (spec, paper)

    def test_different_models_are_all_told_each_once(self):
        with pytest.raises(ModelError, match="'GloVe' stands for several models") as raised:
            by_paper_name("GloVe")
        said = str(raised.value)
        assert said.count("static:glove.840B.300d.txt") == 1
        assert "(he2025, vieira2023, garcia2021-eacl, garcia2021-acl: pt)" in said

    @pytest.mark.parametrize("name", ["BERT", "ELMo", "Word2Vec", "fastText", "SBERT", "DBERT", "BERTRAM"])
    def test_a_name_that_depends_on_paper_or_language_is_refused(self, name):
        with pytest.raises(ModelError, match="stands for several models"):
            by_paper_name(name)

    def test_a_name_becomes_what_runs_it_and_all_else_stays(self):
        assert resolve("S-BERT", {}) == "st:all-MiniLM-L6-v2"
        assert resolve("st:all-MiniLM-L6-v2", {}) == "st:all-MiniLM-L6-v2"

    def test_a_folder_of_that_name_comes_first(self, elsewhere):
        (elsewhere / "S-BERT").mkdir()
        assert resolve("S-BERT", {}) == "S-BERT"

    def test_an_unknown_name_is_none(self):
        assert by_paper_name("GPT-9") is None

    @pytest.mark.usefixtures("elsewhere")
    def test_a_name_on_the_hub_is_only_looked_for_here(self):
        assert isinstance(load_encoder("BERT ML", resolve=resolve, download=False), NotHere | HuggingFaceEncoder)


class TestCommand:
    def test_the_list_says_what_is_open(self, call):
        said = call("models").said
        assert "garcia2021-acl DBERT (en): casing not stated" in said
        for open_row in (
            "he2025 BERT ML (many): said to be uncased",
            "he2025 GloVe (en): file not stated in the article",
            "he2025 Word2Vec (pt), he2025 GloVe (pt): 300 dimensions in the article, 1000 in its code",
            "he2025 Llama2 (many): 13B in the article; its code has 7B for Portuguese",
            "wold2025 QWEN3 (many): mean pooling in the paper",
        ):
            assert open_row in said
        assert "inject learn is another, and its vectors are not this row" in said
        assert "cc.en.300.vec, the official fastText vectors" in said

    @pytest.mark.usefixtures("elsewhere")
    def test_bert_and_bertram_of_a_set_are_two_models(self, call):
        done = call("run", "--models", "garcia2021-acl-pt", "--dry-run", "--language", "pt")
        assert "To get first, of 6 models: " in done.out
        assert done.out.count("bert-base-multilingual-cased: ") == 2
        assert "BERTRAM (garcia2021-acl) needs expressions.safetensors" in done.err
        assert "made elsewhere with BERTRAM" in done.err

    def test_vectors_of_another_method_do_not_pass_for_bertram(self, call, elsewhere):
        import numpy as np

        from idioprobe.models.hf.inject import Injected, write_injected

        made = {"inject learn": {"learned": "{}"}, "a method that the file does not name": {}}
        for said, notes in made.items():
            vectors = Injected(np.ones((1, 4), dtype=np.float32), (("lame duck",),), notes=notes)
            write_injected(elsewhere / "expressions.safetensors", vectors)
            done = call("run", "--models", "garcia2021-acl-en", "--dry-run", code=2)
            assert "BERTRAM (garcia2021-acl) needs vectors made with BERTRAM" in done.err
            assert f"were made by {said}" in done.err

    def test_a_paper_for_models_of_another_is_refused(self, call):
        done = call("run", "--models", "wold2025", "--as", "he2025", "--dry-run", code=2)
        assert "--models runs each as its own paper did" in done.message

    @pytest.mark.usefixtures("elsewhere")
    def test_a_row_whose_file_is_absent_says_what_to_get(self, call):
        done = call("run", "--models", "he2025-pt", "--dry-run", "--language", "pt")
        assert "GloVe (he2025) needs the 300-dimensional Portuguese vectors of Hartmann et al. (2017)" in done.err
        assert "put it at glove_s300.txt, or write static: and its path" in done.err

    @pytest.mark.usefixtures("elsewhere")
    def test_a_dry_run_lists_what_to_get_first_and_only_a_run_fails_without_it(self, call):
        row = ("run", "-m", "static:GoogleNews-vectors-negative300.bin", "--limit", "1")
        assert "there is no such file" in call(*row, "--dry-run", code=2).message, "a file that no row of a paper names"
        done = call("run", "--models", "he2025-en", "--language", "en", "--dry-run", "--json")
        listed = json.loads(done.out)
        assert [one["model"].partition(":")[0] for one in listed["to_get"]] == ["static", "static", "elmo"]
        assert (len(listed["runs"]), listed["failed"]) == (6, [])
        assert "models failed" not in done.err

    @pytest.mark.usefixtures("elsewhere")
    def test_two_sets_of_a_paper_run_what_they_share_once(self, call):
        done = call("run", "--models", "he2025-en", "--models", "he2025-pt", "--dry-run")
        assert "To get first, of 13 models: " in done.out

    @pytest.mark.usefixtures("elsewhere")
    def test_what_two_papers_ran_otherwise_is_run_for_each(self, call):
        sets = ("--models", "he2025-en", "--models", "vieira2023-en")
        done = call("run", *sets, "--dry-run")
        assert "To get first, of 17 models: " in done.out
        assert done.err.count("As he2025: ") == done.err.count("As vieira2023: ") == 1

    def test_a_dataset_without_synonyms_is_refused_once_for_all_models(self, call, elsewhere):
        text = "expression,sentence,synonym\nlame duck,A lame duck.,loser\nhot dog,A hot dog.,sausage\n"
        (elsewhere / "one.csv").write_text(text, encoding="utf-8")
        call("data", "build", "one.csv", "-o", "one", "--language", "en")
        done = call("run", "--models", "wold2025", "-d", "one", "--dry-run", code=2)
        assert done.err.count("no component of one has two synonyms") == 1
        assert "models failed" not in done.err
