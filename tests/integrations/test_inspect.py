"""Inspect finds our task by its entry point, and SmolLM2 answers it as it answers our suite."""

import inspect_ai
import polars as pl
from inspect_ai.model import get_model

from idioprobe import evaluate
from idioprobe.connect.inspect_ai import write_inspect

LIMIT = 1


def test_smollm_answers_as_in_our_suite(smollm, data, tmp_path):
    write_inspect(data, tmp_path / "questions", ["en"], LIMIT)
    (log,) = inspect_ai.eval(
        "idioprobe/questions",
        task_args={"folder": str(tmp_path / "questions"), "kinds": "pair,paraphrase,idiom"},
        model=get_model("hf/smollm2", model_path=str(smollm), tokenizer_path=str(smollm), device="cpu"),
        log_dir=str(tmp_path / "logs"),
        display="none",
    )
    assert log.status == "success"
    how = {"suites": ("questions",), "views": ("generated",), "languages": ("en",), "limit": LIMIT}
    ours = evaluate(f"chat:{smollm}", data, cache_dir=tmp_path / "store", **how).table("answers")
    mine = {
        (row["item"], row["kind"], row["order"]): row
        for row in ours.filter(pl.col("kind").is_in(["pair", "paraphrase", "idiom"])).to_dicts()
    }
    theirs = {
        tuple(sample.metadata[key] for key in ("item", "kind", "order")): sample.scores["understood"]
        for sample in log.samples
    }
    assert theirs.keys() == mine.keys()
    assert {key: score.answer.strip() for key, score in theirs.items()} == {
        key: row["answer"].strip() for key, row in mine.items()
    }
    assert {key: score.value for key, score in theirs.items()} == {
        key: row["value"] or 0.0 for key, row in mine.items()
    }
    names = {name for score in log.results.scores for name in score.metrics}
    assert {"pair", "paraphrase", "pair_stderr", "paraphrase_stderr"} <= names
