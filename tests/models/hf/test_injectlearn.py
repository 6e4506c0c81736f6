"""Vectors of expressions learned from sentences, on tiny models and on the real MiniLM."""

import json

import numpy as np
import pytest

from idioprobe.core.errors import ConfigError, DatasetError, ModelError
from idioprobe.core.notices import OldFormWarning
from idioprobe.core.views import View
from idioprobe.models.hf.contexts import Context, read_contexts
from idioprobe.models.registry import load_encoder
from tests.models.tiny import encoder, gather, loaded_folder, span
from tests.support import apart

VIEWS = (View("target", "mean", "last4"), View("sentence", "mean", "last4"))


def test_contexts_in_brackets_and_by_numbers_are_the_same(tmp_path):
    (tmp_path / "a.csv").write_text(
        "expression,text\neager beaver,An [eager beaver] met\neager beaver,Two [eager beavers]\n"
    )
    (tmp_path / "b.csv").write_text("expression,text,start,end\neager beaver,An eager beaver met,2,16\n")
    rows = [{"expression": "eager beaver", "text": "An eager beaver met", "start": 3, "end": 15}]
    (tmp_path / "c.jsonl").write_text("\n".join(map(json.dumps, rows)))
    read = {name: read_contexts(tmp_path / name) for name in ("a.csv", "b.csv", "c.jsonl")}
    assert [c.form for c in read["a.csv"]] == ["eager beaver", "eager beavers"]
    for contexts in read.values():
        first = contexts[0]
        assert (first.text, first.start, first.end) == ("An eager beaver met", 3, 15)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.csv", "expression,text\neager beaver,An eager beaver\n", r"a\.csv:2: put \[ \] around 'eager beaver'"),
        ("a.csv", "expression,text\neager beaver,[A] [b]\n", "found 2 times"),
        ("a.csv", "expression,text,start,end\nx,An x,3,9\n", "no target at 3 to 9"),
        ("a.csv", "expression,text,start,end\nx,An x,3,\n", "whole numbers"),
        ("a.csv", "expression\nx\n", "'text' is missing"),
        ("a.jsonl", "[1]\n", "JSON object per line"),
    ],
)
def test_a_context_without_its_target_is_named_by_its_line(tmp_path, name, content, message):
    (tmp_path / name).write_text(content)
    with pytest.raises(DatasetError, match=message):
        read_contexts(tmp_path / name)


@pytest.mark.parametrize("name", ["a.csv", "a.jsonl"])
def test_a_file_without_contexts_is_refused(tmp_path, name):
    (tmp_path / name).write_text("expression,text\n" if name == "a.csv" else "\n")
    with pytest.raises(DatasetError, match=r"has no rows|is empty"):
        read_contexts(tmp_path / name)


def contexts_of(expression, *texts):
    return [
        Context(expression, t.replace("[", "").replace("]", ""), t.index("["), t.index("]") - 1, "c.csv:2")
        for t in texts
    ]


TINY = contexts_of(
    "eager beaver", "The [eager beaver] met the dogs", "A [eager beavers] eat tea", "He met a [eager beaver]"
)


@pytest.mark.parametrize("family", ["bert", "gpt2", "t5"])
def test_learning_lowers_the_distance_and_is_the_same_every_time(family, model_folder):
    from idioprobe.models.hf.injectlearn import LearnOptions, learn

    more = contexts_of("wet blanket", "A [wet blanket] met tea", "The [wet blanket] was glad")
    options = LearnOptions(steps=30, held_out=0)
    first, outcomes = learn(encoder(model_folder(family)), [*TINY, *more], options)
    alone, _ = learn(encoder(model_folder(family)), TINY, options)
    assert all(o.after < o.before for o in outcomes)
    assert first.forms == (("eager beaver", "eager beavers"), ("wet blanket",))
    np.testing.assert_array_equal(first.vectors[0], alone.vectors[0])
    other, _ = learn(encoder(model_folder(family)), TINY, LearnOptions(steps=30, held_out=0, seed=1))
    assert apart(other.vectors, alone.vectors).max() > 1e-5


def distance_by_hand(folder, context, vector):
    """How far the last states are from those of the expression's own tokens, with transformers alone."""
    import torch

    tokenizer, model = loaded_folder(folder, "float32")
    tokens = tokenizer(context.text, return_offsets_mapping=True)
    inside = [i for i, (a, b) in enumerate(tokens["offset_mapping"]) if max(a, context.start) < min(b, context.end)]
    with torch.no_grad():
        embedded = model.get_input_embeddings()(torch.tensor([tokens["input_ids"]]))
        own = model(inputs_embeds=embedded).last_hidden_state[0]
        parts = (embedded[:, : inside[0]], torch.tensor(vector).reshape(1, 1, -1), embedded[:, inside[-1] + 1 :])
        one = model(inputs_embeds=torch.cat(parts, dim=1)).last_hidden_state[0]
    words = [(one[: inside[0]], own[: inside[0]]), (one[inside[0] + 1 :], own[inside[-1] + 1 :])]
    pairs = [(a, b) for one_side, own_side in words for a, b in zip(one_side, own_side, strict=True)]
    relative = [float(((a - b) ** 2).sum() / (b**2).sum()) for a, b in pairs]
    target = own[inside].mean(0)
    return (np.mean(relative) + float(((one[inside[0]] - target) ** 2).sum() / (target**2).sum())) / 2


@pytest.mark.parametrize(("family", "scale"), [("bert", 1), ("gpt2", 1), ("gemma", 4)])
def test_the_distance_is_that_of_the_vectors_that_are_written(family, scale, model_folder, scaling_folder):
    from idioprobe.models.hf.injectlearn import LearnOptions, learn

    folder = scaling_folder if family == "gemma" else model_folder(family)
    made, [outcome] = learn(encoder(folder), TINY, LearnOptions(steps=20, held_out=0))
    expected = np.mean([distance_by_hand(folder, context, scale * made.vectors[0]) for context in TINY])
    assert outcome.after == pytest.approx(expected, rel=1e-3)
    assert outcome.after < outcome.before


@pytest.mark.parametrize(
    ("contexts", "message"),
    [
        (TINY[:1], "has one context"),
        ([*TINY, *contexts_of("eager beavers", "An [eager beavers] met", "[eager beavers] eat")], "one vector only"),
        ([*TINY, *contexts_of("eager beaver", "An [eager beaver] " + "met " * 100)], r"c\.csv:2: .* takes 96; shorten"),
        (contexts_of("\u200b", "An [\u200b] eat", "A [\u200b] met"), "no token of the text carries"),
    ],
)
def test_contexts_that_cannot_be_learned_from_are_refused(model_folder, contexts, message):
    from idioprobe.models.hf.injectlearn import LearnOptions, learn

    with pytest.raises(DatasetError, match=message):
        learn(encoder(model_folder("bert")), contexts, LearnOptions(steps=1))


@pytest.mark.parametrize("options", [{"steps": 0}, {"rate": 0}, {"rate": float("nan")}, {"held_out": 1}])
def test_options_that_make_no_sense_are_refused(options):
    from idioprobe.models.hf.injectlearn import LearnOptions

    with pytest.raises(ConfigError, match=f"^`{next(iter(options))}`"):
        LearnOptions(**options)


def test_a_model_that_takes_no_input_vectors_is_refused(model_folder, monkeypatch):
    from transformers import BertModel

    from idioprobe.models.hf.injectlearn import learn

    forward = BertModel.forward

    def ids_only(self, input_ids, attention_mask=None, output_hidden_states=None):
        return forward(self, input_ids, attention_mask=attention_mask, output_hidden_states=output_hidden_states)

    monkeypatch.setattr(BertModel, "forward", ids_only)
    with pytest.raises(ModelError, match="takes no input vectors"):
        learn(encoder(model_folder("bert")), TINY)


@pytest.mark.slow
def test_minilm_learns_a_token_that_is_nearer_to_contexts_held_out(minilm_folder, tmp_path):
    from typer.testing import CliRunner

    from idioprobe.cli.models.inject import app
    from idioprobe.models.hf.injectlearn import LearnOptions, learn

    sentences = (
        "He is an [eager beaver] at work.",
        "Some [eager beavers] came early.",
        "She was an [eager beaver] at school.",
        "Nobody likes an [eager beaver].",
        "We hired an [eager beaver] today.",
        "What an [eager beaver] he is!",
    )
    contexts = contexts_of("eager beaver", *sentences)
    loaded = load_encoder("hf:all-MiniLM-L6-v2", device="cpu")
    _, [outcome] = learn(loaded, contexts, LearnOptions(steps=30, held_out=0.34))
    assert (outcome.learned_from, outcome.held_out) == (4, 2)
    assert outcome.after < 0.5 * outcome.before

    lines = [json.dumps({"expression": "eager beaver", "text": text}) for text in sentences[:3]]
    (tmp_path / "c.jsonl").write_text("\n".join(lines))
    call = [
        "learn",
        "-m",
        str(minilm_folder),
        "--contexts",
        str(tmp_path / "c.jsonl"),
        "--steps",
        "8",
        "--device",
        "cpu",
    ]
    result = CliRunner().invoke(app, [*call, "-o", str(tmp_path / "o.safetensors")], catch_exceptions=False)
    assert (result.exit_code, "eager beaver" in result.output) == (0, True)
    text = "An eager beaver met us."
    spans = {text: [span(text, "eager beaver")]}
    plain, _, _ = gather(loaded.encode([text], spans, VIEWS, None))
    injecting = load_encoder("all-MiniLM-L6-v2", device="cpu", inject=str(tmp_path / "o.safetensors"))
    made, failed, _ = gather(injecting.encode([text], spans, VIEWS, None))
    assert not any(failed.values())
    for view in VIEWS:
        [(_, a)], [(_, b)] = plain[view].items(), made[view].items()
        assert 0 < float(a @ b / np.linalg.norm(a) / np.linalg.norm(b)) < 0.9999


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("old.csv", "compound,text\nlame duck,A [lame duck] swam.\n"),
        ("old.jsonl", '{"compound": "lame duck", "text": "A [lame duck] swam."}\n'),
    ],
)
def test_contexts_with_the_old_column_are_read_with_a_notice(tmp_path, name, text):
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.warns(OldFormWarning, match="compound is called expression"):
        (context,) = read_contexts(tmp_path / name)
    assert (context.expression, context.form) == ("lame duck", "lame duck")
