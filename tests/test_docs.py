"""The calls that the documentation shows are calls that the command takes."""

import json
import re
import shlex
from pathlib import Path

import numpy as np
import pytest
import typer.main
from typer.testing import CliRunner

from idioprobe.cli import app
from idioprobe.models.hf.inject import Injected, write_injected
from idioprobe.models.registry import families
from tests.models import tiny
from tests.models.chat import talkers
from tests.models.elmo import bilm
from tests.models.static.fasttextbin import Model

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
VARIABLE = re.compile(r"[A-Z_]+=\S+")


def calls(page):
    """The calls of idioprobe in a page's console blocks, each as a list of arguments."""
    for block in re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        for line in block.replace("\\\n", " ").splitlines():
            for part in line.removeprefix("$ ").split("&&") if line.startswith("$ ") else ():
                words = [w for w in shlex.split(part, comments=True) if not VARIABLE.fullmatch(w)]
                if words and words[0] == "idioprobe":
                    yield words[1:]


SHOWN = [pytest.param(call, id=f"{page.name}: {' '.join(call)}") for page in PAGES for call in calls(page)]
MODELS = list(calls(ROOT / "docs" / "models.md"))


def test_there_are_calls_to_check():
    assert len(SHOWN) > 30


@pytest.mark.parametrize("call", SHOWN)
def test_every_call_that_is_shown_is_one_that_the_command_understands(call):
    command, context = typer.main.get_command(app), None
    while hasattr(command, "commands"):
        context = command.make_context("idioprobe", call, parent=context, resilient_parsing=True)
        name, call = call[0], call[1:]
        assert name in command.commands
        command = command.commands[name]
    assert command.make_context("idioprobe", list(call), parent=context).params


def test_the_page_about_models_shows_every_family():
    named = {call[place + 1].partition(":") for call in MODELS for place, word in enumerate(call) if word == "-m"}
    shown = {family if colon else "hf" for family, colon, _ in named}
    assert shown == set(families())
    assert any("--gguf" in call for call in MODELS)
    assert any("--mwe-tokens" in call for call in MODELS)
    assert any("--base-url" in call for call in MODELS)


@pytest.fixture(scope="module")
def stand_ins(tmp_path_factory):
    """Tiny models in place of those that the page names; one with the same name as a file on the page stands there."""
    place = tmp_path_factory.mktemp("page")
    encoder, decoder = tiny.build("bert", place / "bert"), tiny.build("qwen3", place / "qwen3")
    talker = talkers.build("llama", place / "talker", max_position_embeddings=2048)
    words = sorted({word.lower() for text in starter_texts() for word in re.findall(r"\w+", text)})
    rows = [f"{word} {number % 7 - 3} {number % 5 - 2} {number % 3}" for number, word in enumerate(words)]
    for name in ("glove.6B.300d.txt", "vectors.txt"):
        (place / name).write_text("\n".join(rows), encoding="utf-8")
    Model(words).write(place / "cc.en.300.bin")
    bilm.write(place / "elmo-original", bilm.OPTIONS, bilm.weights(bilm.OPTIONS))
    bilm.write(place / "elmo", bilm.OPTIONS, bilm.weights(bilm.OPTIONS), "elmo_")
    width = json.loads((encoder / "config.json").read_text(encoding="utf-8"))["hidden_size"]
    vectors = np.random.default_rng(0).normal(size=(2, width)).astype(np.float32)
    write_injected(place / "expressions.safetensors", Injected(vectors, (("black sheep",), ("paper tiger",))))
    return place, {
        "all-MiniLM-L6-v2": encoder,
        "hf:all-MiniLM-L6-v2": f"hf:{encoder}",
        "google-bert/bert-base-uncased": encoder,
        "./my-finetuned-model": encoder,
        "gpt2": decoder,
        "chat:HuggingFaceTB/SmolLM2-135M-Instruct": f"chat:{talker}",
        "chat:./my-chat-model": f"chat:{talker}",
        "Qwen/Qwen3-0.6B": decoder,
        "st:all-MiniLM-L6-v2": f"st:{encoder}",
        "st:intfloat/multilingual-e5-large-instruct": f"st:{encoder}",
        "st:Qwen/Qwen3-Embedding-0.6B": f"st:{decoder}",
    }


def starter_texts():
    from idioprobe import load_dataset

    return load_dataset("starter").stimuli["text"].to_list()


RUN_HERE = [
    call
    for call in MODELS
    if call[0] == "run"
    and "--gguf" not in call
    and "ncimp" not in call
    and not any(word.startswith(("openai:", "chat:openai:", "vectors:")) for word in call)
]


@pytest.mark.parametrize("call", RUN_HERE, ids=" ".join)
def test_the_calls_of_the_page_about_models_run(call, stand_ins, tmp_path, monkeypatch):
    """With tiny models; what needs a server, a GGUF file, an export or a published dataset is tested with those."""
    place, models = stand_ins
    model = call[call.index("-m") + 1]
    monkeypatch.chdir(place)
    call = [str(models.get(model, model)) if word == model else word for word in call]
    if "--revision" in call:
        del call[call.index("--revision") : call.index("--revision") + 2]
    small = ["--limit", "2", "--language", "en", "--condition", "nat", "--resamples", "100", "--device", "cpu"]
    if "--mwe-tokens" in call:
        small += ["--mwe-missing", "words"]
    done = CliRunner().invoke(app, [*call, *small, "--out", str(tmp_path / "out"), "--cache-dir", str(tmp_path / "c")])
    assert done.exit_code == 0, f"{done.output}{done.exception}"
    assert "Results: " in done.output
