"""Whole runs with expressions as single tokens: what they say, what they keep, and that learned vectors are used."""

import numpy as np
import polars as pl
import pytest

from idioprobe import build_dataset, evaluate, read_lexicon
from idioprobe.core.errors import ModelError
from idioprobe.models.hf.inject import Injected, write_injected
from idioprobe.run.config import make_config
from idioprobe.run.evaluate import open_run
from tests.cli.test_run import LEXICON, idioprobe, one_line
from tests.models.tiny import WIDTH

OPTIONS = {"languages": "en", "conditions": "nat", "resamples": 100, "device": "cpu"}
ALL = (("lame duck",), ("paper tiger",), ("car key",), ("tea cup",))


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    path = tmp_path_factory.mktemp("lexicon") / "tiny.csv"
    path.write_text(LEXICON, encoding="utf-8")
    return build_dataset(read_lexicon(path, language="en")).dataset


def file(folder, forms, name="expressions.safetensors", seed=0, width=WIDTH):
    vectors = np.random.default_rng(seed).normal(size=(len(forms), width)).astype(np.float32)
    write_injected(folder / name, Injected(vectors, forms))
    return str(folder / name)


def run(model, data, cache, **options):
    notices = []
    result = evaluate(str(model), data, cache_dir=cache, notice=notices.append, **OPTIONS, **options)
    return result, [notice for notice in notices if "`inject`" in notice]


@pytest.mark.parametrize(
    ("forms", "known", "said"),
    [
        (ALL, (4, 8), None),
        ((("Lame Duck",), ("eager beaver",)), (1, 2), "knows 1 of 4 (2 of 8 times); the others are read"),
        ((("eager beaver",),), (0, 0), "knows none; they are read in their own tokens"),
    ],
)
def test_a_run_says_how_many_of_the_expressions_the_file_knows(model_folder, data, tmp_path, forms, known, said):
    path = file(tmp_path, forms)
    result, notices = run(model_folder("bert"), data, tmp_path, inject=path)
    counts = result.info["counts"]
    assert (counts["expressions_injected"], counts["targets_injected"]) == known
    assert [said in notice for notice in notices] == ([True] if said else [])
    config = make_config({**OPTIONS, "inject": path, "cache_dir": tmp_path})
    dry = []
    with open_run(str(model_folder("bert")), data, config, dry.append) as planned:
        assert planned.forecast().missing == 0
    assert [notice for notice in dry if "`inject`" in notice] == notices


def test_vectors_are_kept_by_the_content_of_the_file(model_folder, data, tmp_path):
    folder = model_folder("bert")
    plain, _ = run(folder, data, tmp_path)
    first, _ = run(folder, data, tmp_path, inject=file(tmp_path, ALL))
    other, _ = run(folder, data, tmp_path, inject=file(tmp_path, ALL, "other.safetensors", seed=1))
    moved, _ = run(folder, data, tmp_path, inject=file(tmp_path / "elsewhere", ALL))
    embedded = [result.info["counts"]["texts_embedded"] for result in (plain, first, other, moved)]
    assert embedded == [plain.info["counts"]["texts"]] * 3 + [0]
    assert moved.info["digits"] == first.info["digits"] != other.info["digits"]
    assert "expressions_injected" not in plain.info["counts"]
    model = first.info["model"]
    assert model["name"].endswith("+expressions")
    assert model["inject"] == "expressions.safetensors"
    assert moved.similarities.equals(first.similarities)
    originals = pl.col("role") == "syn"
    assert not first.similarities.filter(originals).equals(plain.similarities.filter(originals))


def test_a_run_with_vectors_of_another_width_ends_before_it_embeds(model_folder, data, tmp_path):
    with pytest.raises(ModelError, match=r"8 numbers.* 16"):
        run(model_folder("bert"), data, tmp_path, inject=file(tmp_path, ALL, width=8))


@pytest.mark.slow
def test_the_commands_learn_vectors_and_run_them(tmp_path):
    (tmp_path / "tiny.csv").write_text(LEXICON, encoding="utf-8")
    idioprobe("data", "build", "tiny.csv", "-o", "tiny", "--language", "en", cwd=tmp_path, check=0)
    contexts = ("He was a [lame duck].", "A [lame duck] leads us.", "They are [lame ducks] now.")
    lines = [f'lame duck,"{text}"' for text in contexts]
    (tmp_path / "contexts.csv").write_text("\n".join(["expression,text", *lines]), encoding="utf-8")
    learn = ("inject", "learn", "--contexts", "contexts.csv", "-o", "my file.safetensors", "--steps", "10")
    done = idioprobe(*learn, cwd=tmp_path, check=0)
    assert "idioprobe run -m all-MiniLM-L6-v2 --inject 'my file.safetensors'" in done.stdout
    assert "lame ducks" in done.stdout
    call = ("run", "-d", "tiny", "--inject", "my file.safetensors", "--resamples", "100")
    dry = idioprobe(*call, "--dry-run", cwd=tmp_path, check=0)
    assert "all-MiniLM-L6-v2+my file:" in dry.stdout
    assert "0 in the store" in dry.stdout
    done = idioprobe(*call, cwd=tmp_path, check=0)
    assert "--inject knows 1 of 4" in done.stderr
    assert "Results: results" in done.stdout
    refused = idioprobe("run", "-m", "st:all-MiniLM-L6-v2", "--inject", "x", cwd=tmp_path, check=2)
    assert "--inject does not go with st:" in one_line(refused)
    missing = idioprobe("run", "--inject", "none.safetensors", cwd=tmp_path)
    assert "there is no such file" in one_line(missing)
