"""lm-evaluation-harness asks SmolLM2 what our suite asks, and SmolLM2 chooses the same."""

import sys

import numpy as np
import polars as pl
import pytest
from lm_eval.__main__ import cli_evaluate

from idioprobe import evaluate, make_page
from idioprobe.connect.lmeval import read_logs, result_of, write_lm_eval

KEYS = ["item", "kind", "order"]
LIMIT = 3


@pytest.fixture(scope="module")
def logs(smollm, data, tmp_path_factory):
    """Both forms of the tasks on SmolLM2, called as a user does."""
    place = tmp_path_factory.mktemp("lm-eval")
    plain, chat = write_lm_eval(data, place / "tasks", ["en"], LIMIT)
    call = ["lm_eval", "run", "--model", "hf", "--model_args", f"pretrained={smollm},dtype=float32", "--device", "cpu"]
    call += ["--include_path", str(place / "tasks"), "--batch_size", "4", "--log_samples"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HF_DATASETS_CACHE", str(place / "cache"))
        for more in (["--tasks", chat, "--apply_chat_template"], ["--tasks", f"{plain}_en_pair_nat"]):
            patch.setattr(sys, "argv", [*call, *more, "--output_path", str(place / "out")])
            cli_evaluate()
    return {log.chat: log for log in read_logs(place / "out")}


@pytest.fixture(scope="module")
def ours(smollm, data, tmp_path_factory):
    store = tmp_path_factory.mktemp("store")
    how = {"suites": ("questions",), "views": ("likelihood",), "languages": ("en",), "limit": LIMIT}
    return evaluate(f"chat:{smollm}", data, cache_dir=store, **how)


def choices(result):
    table = result.table("answers").filter(pl.col("kind").is_in(["idiom", "pair", "choice"]))
    return table.select(*KEYS, "choice", "likelihoods").sort(KEYS)


def test_lm_eval_makes_the_choices_of_our_suite(logs, ours, data, tmp_path):
    theirs = choices(result_of(logs[True], data, cache_dir=tmp_path))
    mine = choices(ours)
    assert theirs.select(KEYS).equals(mine.select(KEYS))
    assert len(mine) > 20
    assert theirs["choice"].to_list() == mine["choice"].to_list()
    assert len(set(mine["choice"].to_list())) > 2, "not always the same kind of option"
    far = [np.abs(np.subtract(a, b)).max() for a, b in zip(theirs["likelihoods"], mine["likelihoods"], strict=True)]
    assert max(far) < 0.05, "lm-eval counts the line break after the turn too, which is all but certain"


def test_what_lm_eval_logged_is_a_result_like_any_other(logs, ours, data, tmp_path):
    result = result_of(logs[True], data, cache_dir=tmp_path / "store")
    theirs, mine = (one.manifest.headline[0] for one in (result, ours))
    assert (theirs.name, theirs.value, theirs.n) == (mine.name, pytest.approx(mine.value), mine.n)
    result.save(tmp_path / "results")
    ours.save(tmp_path / "results")
    page = make_page(tmp_path / "results", tmp_path / "page.html").read_text(encoding="utf-8")
    assert "lm-eval" in page


def test_a_model_without_turns_reads_the_lead_before_its_answer(logs):
    assert not logs[False].chat
    assert {question.lead for question in logs[False].likelihoods} == {"Answer:"}
