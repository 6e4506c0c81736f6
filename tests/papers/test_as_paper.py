"""A run as a paper did it: the paper's settings, the user's own before them, and what differs all the same, once."""

from dataclasses import replace

import pytest

from idioprobe import evaluate
from idioprobe.core.errors import ConfigError
from idioprobe.papers.as_paper import as_paper, find_paper, options_as, unlike_the_paper, words
from idioprobe.papers.beside.compare import compare_with_reported
from idioprobe.papers.maketable import TableMaker
from idioprobe.papers.models import model_sets
from idioprobe.papers.registry import all_papers
from idioprobe.report.tables.fill import Options
from idioprobe.run.config import make_config
from tests.papers.test_wold import embedding, plain, world
from tests.report.tables.small import alpha, dataset

SETTINGS = (
    ("H2", "he2025"),
    ("H3", "he2025"),
    ("H6", "he2025"),
    ("V5.7", "vieira2023"),
    ("G1-2", "garcia2021-eacl"),
    ("G2-5", "garcia2021-acl"),
)
IMPOSSIBLE = ("dataset tiny", "naturalistic sentences in", "classes by hand")
"""What a small dataset made by hand cannot have as in the papers."""


@pytest.mark.parametrize(("table", "source"), SETTINGS)
def test_a_run_as_the_paper_did_is_warned_of_nothing_but_the_impossible(tmp_path, table, source):
    data = dataset()
    views = all_papers()[source].settings.views["hf"]
    result = evaluate(alpha(data), data, as_paper=source, cache_dir=tmp_path, resamples=100, views=views)
    warnings = compare_with_reported(TableMaker(result, None, dataset), table, Options()).warnings
    assert [w for w in warnings if not w.startswith(IMPOSSIBLE) and "naturalistic" not in w] == []


def test_so_is_one_of_the_suite_epsilon(tmp_path):
    result = evaluate(embedding(), world(), as_paper="wold2025", cache_dir=tmp_path, resamples=100)
    config = result.manifest.config
    assert (config.suites, config.conditions, config.pairing, config.units) == (
        ["epsilon"],
        ["nat"],
        "one",
        ["sentence"],
    )
    warnings = compare_with_reported(TableMaker(result, None, world), "W1", Options()).warnings
    assert [w for w in warnings if "pairing" in w or "view" in w] == []


def test_what_the_user_says_wins_and_is_told_once(tmp_path):
    said = []
    result = evaluate(
        plain(), world(), as_paper="wold2025", pairing="ordered", cache_dir=tmp_path, resamples=100, notice=said.append
    )
    assert result.manifest.config.pairing == "ordered"
    assert [s for s in said if "pairing" in s] == ["Your own, not the paper's: `pairing` ordered (wold2025: one)."]
    assert sum("dataset tiny, in the paper ncimp" in s for s in said) == 1


def test_naming_a_language_keeps_the_notice_of_missing_sentences(tmp_path):
    said = []
    data = dataset()
    data = replace(data, header=data.header.model_copy(update={"name": "ncimp"}))
    given = {"as_paper": "he2025", "cache_dir": tmp_path, "resamples": 100, "views": "mean@last4", "limit": 2}
    evaluate(alpha(data), data, languages="en", **given, notice=said.append)
    missing = " ".join(s for s in said if s.startswith("Not as in he2025"))
    assert "naturalistic sentences in en, in the paper 840" in missing
    assert "in pt" not in missing


def test_saying_the_same_as_the_paper_is_not_saying_otherwise():
    assert options_as(find_paper("wold2025"), "hf", {"pairing": "one", "conditions": "nat"}).own == {}


def test_every_setting_of_every_paper_is_one_that_a_run_can_have():
    for paper in all_papers().values():
        for family in ("hf", "st", "static", "elmo", "openai"):
            config = make_config(paper.settings.options(family))
            assert config.suites == paper.settings.suites
            assert config.metric == "cosine"


@pytest.mark.parametrize(
    ("source", "option", "value"),
    [
        ("he2025", "random_by", "max"),
        ("he2025", "special_tokens", True),
        ("he2025", "winner", "target"),
        ("he2025", "conditions", ("nat", "neut")),
        ("vieira2023", "random_by", "mean"),
        ("vieira2023", "conditions", ("nat", "neut", "neut_long")),
        ("garcia2021-acl", "suites", ("prediction",)),
        ("wold2025", "pairing", "one"),
        ("wold2025", "conditions", ("nat",)),
        ("wold2025", "languages", ("en",)),
    ],
)
def test_what_the_papers_did(source, option, value):
    assert options_as(find_paper(source), "hf", {}).options[option] == value


def test_views_go_by_the_family():
    wold = find_paper("wold2025")
    assert options_as(wold, "hf", {}).options["views"] == ("cls@-1", "cls+sep@-1", "mean@last4")
    assert options_as(wold, "st", {}).options["views"] == ("native",)
    assert "views" not in options_as(wold, "static", {}).options


def test_a_model_that_answers_in_words_is_asked_the_questions_of_table_9():
    run = as_paper(find_paper("he2025"), "chat:some/model", {})
    config = make_config(run.options)
    assert (config.suites, config.languages, config.kinds) == (("questions",), ("en",), ("free", "idiom"))
    told = " ".join(words([run], dataset()))
    assert told.startswith("As he2025: `suites` questions, `languages` en, `kinds` idiom,free")
    assert "float16" not in told


def test_what_becomes_of_unknown_words_is_named_with_the_option_that_does_as_the_code():
    told = " ".join(words([as_paper(find_paper("he2025"), "static:glove.txt", {})], dataset()))
    assert 'the vector of the word "word"' in told
    assert "`unknown_words` word" in told


def test_a_model_of_the_paper_has_the_options_of_its_row():
    wold = find_paper("wold2025")
    for written in ("QWEN3", "st:Qwen/Qwen3-Embedding-0.6B"):
        assert as_paper(wold, written, {}).options["prompt_name"] == "wold-2025"
    assert "prompt_name" not in as_paper(wold, "st:all-MiniLM-L6-v2", {}).options
    assert as_paper(find_paper("he2025"), "Llama2", {}).options["dtype"] == "bfloat16"


def test_so_it_has_where_the_user_leaves_the_family_out():
    wold, he = find_paper("wold2025"), find_paper("he2025")
    prompted = as_paper(wold, "intfloat/multilingual-e5-large-instruct", {})
    assert prompted.row.name == "E5"
    assert prompted.options["prompt_name"] == "wold-2025"
    for written in ("all-MiniLM-L6-v2", "sentence-transformers/all-MiniLM-L6-v2"):
        assert as_paper(wold, written, {}).options["views"] == ("native",)
    assert as_paper(wold, "bert-base-uncased", {}).row.name == "BERT"
    assert as_paper(he, "text-embedding-ada-002", {}).row is None, "an API that costs money has to be named"


def test_sentence_vectors_of_a_models_own_are_taken_where_the_paper_took_such(tmp_path):
    (tmp_path / "modules.json").write_text("[]")
    model = str(tmp_path)
    assert as_paper(find_paper("wold2025"), model, {}).options["views"] == ("native",)
    assert as_paper(find_paper("wold2025"), model, {"views": ("cls@-1",)}).family == "hf"
    for source in ("he2025", "vieira2023", "garcia2021-eacl"):
        assert as_paper(find_paper(source), model, {}).options["views"] == ("mean@last4",)
    (tmp_path / "modules.json").unlink()
    assert "cls@-1" in as_paper(find_paper("wold2025"), model, {}).options["views"]


def test_a_row_of_one_language_runs_in_that_language_and_others_in_all():
    he = find_paper("he2025")
    languages = {
        row.name: as_paper(he, row.spec, {}, row).options.get("languages") for row in model_sets()["he2025-pt"]
    }
    assert languages["GloVe"] == languages["BERT"] == ("pt",)
    assert languages["BERT ML"] is None


def test_a_set_of_models_names_its_paper_and_nobody_else_does():
    assert find_paper("he2025-en").source == "he2025"
    with pytest.raises(ConfigError, match="`as_paper` nobody: one of he2025, vieira2023"):
        find_paper("nobody")


def test_a_papers_name_alone_says_how_the_paper_ran_it():
    assert "`random_by` max" in unlike_the_paper("BERT ML", {})
    assert unlike_the_paper("BERT ML", options_as(find_paper("he2025"), "hf", {}).options) is None
    assert unlike_the_paper("all-MiniLM-L6-v2", {}) is None


@pytest.mark.published
def test_the_papers_classes_are_taken_where_they_are_at_hand_and_else_it_is_said(shared_data):
    from idioprobe import load_dataset
    from idioprobe.papers.as_paper import load_as

    ncimp, nctti = shared_data / "ncimp", shared_data / "nctti"

    def loading(*folders):
        return lambda labelling: load_dataset("ncimp", list(folders), labelling=labelling)

    wold, he = find_paper("wold2025"), find_paper("he2025")
    data, why = load_as(wold, "ncimp", None, loading(ncimp, nctti))
    assert (data.header.labelling, why) == ("ClassType", None)
    data, why = load_as(he, "ncimp", None, loading(ncimp, nctti))
    assert (data.header.labelling, why) == ("CompScale", None)
    data, why = load_as(he, "ncimp", None, loading(ncimp))
    assert data.header.labelling == "ClassType"
    said = " ".join(words([options_as(he, "hf", {})], data, why=why))
    assert "classes by ClassType (`labelling` CompScale" in said
    data, why = load_as(he, "ncimp", "ClassToken", loading(ncimp, nctti))
    assert data.header.labelling == "ClassToken"
    told = " ".join(words([options_as(he, "hf", {})], data, labelling="ClassToken"))
    assert "`labelling` ClassToken (he2025: CompScale)" in told
