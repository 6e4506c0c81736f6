"""Compounds as single tokens: in closed form on tiny models, learned on the real MiniLM."""

import json

import numpy as np
import pytest
import torch
from safetensors.numpy import save_file

from idioprobe.errors import ConfigError, DatasetError, ModelError
from idioprobe.models.base import Request
from idioprobe.models.contexts import Context, read_contexts
from idioprobe.models.inject import Found, Injected, merge, read_injected, write_injected
from idioprobe.models.registry import load_encoder
from idioprobe.models.views import View
from tests.models.tiny import WIDTH, _loaded, encoder, gather, span

TARGET, SENTENCE = View("target", "mean", "last4"), View("sentence", "mean", "last4")
VIEWS = (TARGET, SENTENCE)
FAMILIES = ("bert", "distilbert", "gpt2", "llama", "roberta", "modernbert", "t5")
TEXTS = (
    "The eager beaver met another eager beaver, and the beaver was glad.",
    "The eager beaver met the other wet blanket.",
    "A wet blanket isn't a sugar daddy.",
    "Eager Beavers eat tea.",
    "The beaver met the blanket.",
)
WANTED = {
    TEXTS[0]: [span(TEXTS[0], "eager beaver"), span(TEXTS[0], "eager beaver", 2)],
    TEXTS[1]: [span(TEXTS[1], "eager beaver"), span(TEXTS[1], "wet blanket")],
    TEXTS[2]: [span(TEXTS[2], "wet blanket"), span(TEXTS[2], "sugar daddy")],
    TEXTS[3]: [(0, 13)],
    TEXTS[4]: [span(TEXTS[4], "beaver")],
}
FORMS = (("eager beaver", "eager beavers"), ("wet blanket",))


def random_vectors(rows=2, width=WIDTH):
    return np.random.default_rng(0).normal(size=(rows, width)).astype(np.float32)


@pytest.fixture
def inject_file(tmp_path):
    write_injected(tmp_path / "two.safetensors", Injected(random_vectors(), FORMS))
    return str(tmp_path / "two.safetensors")


def by_hand(folder, text, found):
    """One text alone through transformers, its compounds replaced one after the other from the end."""
    tokenizer, model = _loaded(folder, "float32")
    tokens = tokenizer(text, return_offsets_mapping=True, return_special_tokens_mask=True)
    offsets, special = list(map(tuple, tokens["offset_mapping"])), list(tokens["special_tokens_mask"])
    embedded = list(model.get_input_embeddings()(torch.tensor(tokens["input_ids"])).detach())
    for (start, end), vector in sorted(found.items(), reverse=True):
        run = [i for i, (a, b) in enumerate(offsets) if not special[i] and max(a, start) < min(b, end)]
        for things, one in ((embedded, torch.tensor(vector)), (offsets, (start, end)), (special, 0)):
            things[run[0] : run[-1] + 1] = [one]
    with torch.no_grad():
        output = model(inputs_embeds=torch.stack(embedded).unsqueeze(0), output_hidden_states=True)
    states = torch.stack(output.hidden_states)[-4:, 0].mean(0).numpy()
    return states, offsets, np.array(special, bool)


@pytest.mark.parametrize("family", FAMILIES)
def test_vectors_equal_those_of_input_embeddings_put_in_by_hand(family, model_folder, inject_file):
    folder, vectors = model_folder(family), random_vectors()
    made, failed, texts = gather(encoder(folder, inject=inject_file).encode(TEXTS, WANTED, VIEWS, 64))
    assert (texts, any(failed.values())) == (len(TEXTS), False)
    known = {"eager beaver": 0, "Eager Beavers": 0, "wet blanket": 1}
    for text in TEXTS:
        found = {at: vectors[known[text[slice(*at)]]] for at in WANTED[text] if text[slice(*at)] in known}
        states, offsets, special = by_hand(folder, text, found)
        np.testing.assert_allclose(made[SENTENCE][Request(text)], states[~special].mean(0), atol=1e-5)
        for at in WANTED[text]:
            tokens = [i for i, (a, b) in enumerate(offsets) if not special[i] and max(a, at[0]) < min(b, at[1])]
            assert len(tokens) == 1 or at not in found
            np.testing.assert_allclose(made[TARGET][Request(text, *at)], states[tokens].mean(0), atol=1e-5)


@pytest.mark.parametrize("family", ["bert", "gpt2", "llama"])
@pytest.mark.parametrize("batch_tokens", [1, 100_000])
def test_the_size_of_a_batch_does_not_change_a_vector(family, model_folder, inject_file, batch_tokens):
    loaded = encoder(model_folder(family), inject=inject_file)
    expected, _, _ = gather(loaded.encode(TEXTS, WANTED, VIEWS, 64))
    made, _, _ = gather(loaded.encode(TEXTS[::-1], WANTED, VIEWS, batch_tokens))
    for view in VIEWS:
        assert set(made[view]) == set(expected[view])
        for request, vector in made[view].items():
            np.testing.assert_allclose(vector, expected[view][request], atol=1e-5)


@pytest.mark.parametrize("family", ["bert", "distilbert", "gpt2", "llama"])
def test_a_word_of_one_token_that_gets_its_own_embedding_changes_nothing(family, model_folder, tmp_path):
    folder = model_folder(family)
    text = "The beaver met a beaver."
    tokenizer, model = _loaded(folder, "float32")
    encoded = tokenizer(text, return_offsets_mapping=True)
    start, end = span(text, "beaver")
    [token] = [
        i for i, (a, b) in zip(encoded["input_ids"], encoded["offset_mapping"], strict=True) if a < end and b > start
    ]
    own = model.get_input_embeddings().weight[[token]].detach().numpy()
    path = tmp_path / "own.safetensors"
    write_injected(path, Injected(own, (("beaver",),)))
    spans = {text: [(start, end)]}
    plain, _, _ = gather(encoder(folder).encode([text], spans, VIEWS, None))
    made, _, _ = gather(encoder(folder, inject=str(path)).encode([text], spans, VIEWS, None))
    for view in VIEWS:
        for request, vector in plain[view].items():
            np.testing.assert_allclose(made[view][request], vector, atol=1e-5)


@pytest.mark.parametrize("family", ["bert", "gpt2"])
def test_a_text_without_a_known_compound_is_as_without_the_file(family, model_folder, inject_file):
    texts = (TEXTS[4], "The beaver met the eager dogs.", "An eager beaverish blanket.")
    plain, _, _ = gather(encoder(model_folder(family)).encode(texts, {}, [SENTENCE], None))
    made, _, _ = gather(encoder(model_folder(family), inject=inject_file).encode(texts, {}, [SENTENCE], None))
    for request, vector in plain[SENTENCE].items():
        np.testing.assert_allclose(made[SENTENCE][request], vector, atol=1e-6)


def test_a_sentence_has_the_same_vector_whichever_targets_are_wanted(model_folder, inject_file):
    loaded = encoder(model_folder("bert"), inject=inject_file)
    with_targets, _, _ = gather(loaded.encode(TEXTS, WANTED, [SENTENCE], None))
    without, _, _ = gather(loaded.encode(TEXTS, {}, [SENTENCE], None))
    for request, vector in with_targets[SENTENCE].items():
        np.testing.assert_allclose(without[SENTENCE][request], vector, atol=1e-6)


def test_a_text_is_too_long_only_if_it_is_with_the_compound_as_one_token(model_folder, inject_file):
    text = "eager beaver " * 94
    assert len(encoder(model_folder("bert")).facts().pools)
    made, failed, _ = gather(encoder(model_folder("bert"), inject=inject_file).encode([text], {}, [SENTENCE], None))
    assert Request(text) in made[SENTENCE]
    assert not failed.get(SENTENCE)
    _, failed, _ = gather(encoder(model_folder("bert")).encode([text], {}, [SENTENCE], None))
    assert Request(text) in failed[SENTENCE]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("An eager  beaver, EAGER BEAVERS", ["eager  beaver", "EAGER BEAVERS"]),
        ("eager beaverish, meager beaver", []),
        ("a hot dog stand, a hot dog", ["hot dog stand", "hot dog"]),
        ("corac\u0327a\u0303o partido e coração partido", ["corac\u0327a\u0303o partido", "coração partido"]),
        ("他吃了热狗了", ["热狗"]),
        ("ein weißer Rabe", ["weißer Rabe"]),
    ],
)
def test_compounds_are_found_as_whole_words_in_any_spelling(text, found):
    forms = (("eager beaver", "eager beavers"), ("Hot dog",), ("hot dog stand",), ("coração partido",))
    forms += (("热狗",), ("weißer Rabe",))
    injected = Injected(random_vectors(len(forms)), forms)
    assert [text[f.start : f.end] for f in injected.find(text)] == found
    assert all(f.row == injected.row(text[f.start : f.end]) for f in injected.find(text))


def test_a_compound_that_meets_no_token_is_left_out():
    merged = merge([1, 2], [(0, 0), (0, 0)], [1, 1], [Found(0, 5, 0)], 9)
    assert (merged.ids, merged.placed) == ([1, 2], ())


def test_the_file_is_part_of_the_models_identity(model_folder, inject_file, tmp_path):
    folder = model_folder("bert")
    write_injected(tmp_path / "other.safetensors", Injected(random_vectors() + 1, FORMS))
    files = (None, inject_file, str(tmp_path / "other.safetensors"))
    assert len({encoder(folder, inject=file).identity.fingerprint for file in files}) == 3


def test_what_is_written_is_read_again(tmp_path):
    made = Injected(random_vectors(), FORMS, "tiny", "abc", {"learned": "{}"})
    write_injected(tmp_path / "new" / "x.safetensors", made)
    read = read_injected(tmp_path / "new" / "x.safetensors")
    np.testing.assert_array_equal(read.vectors, made.vectors)
    assert (read.forms, read.model, read.weights_sha256, read.notes) == (FORMS, "tiny", "abc", {"learned": "{}"})


def test_vectors_of_another_width_are_refused(model_folder, tmp_path):
    write_injected(tmp_path / "x.safetensors", Injected(random_vectors(width=8), FORMS))
    with pytest.raises(ModelError, match=r"8 numbers.* 16"):
        encoder(model_folder("bert"), inject=str(tmp_path / "x.safetensors")).facts()


def test_vectors_made_for_another_model_are_refused(model_folder, tmp_path):
    digest = encoder(model_folder("distilbert")).identity.details["weights_sha256"]
    path = tmp_path / "x.safetensors"
    write_injected(path, Injected(random_vectors(), FORMS, "tiny-distilbert", digest))
    encoder(model_folder("distilbert"), inject=str(path))
    with pytest.raises(ModelError, match="made for tiny-distilbert"):
        encoder(model_folder("bert"), inject=str(path))


def broken(path, kind):
    vectors = random_vectors()
    good = {"compounds": json.dumps(FORMS)}
    if kind == "no file":
        return
    if kind == "not safetensors":
        path.write_bytes(b"\x80\x04pickle")
    elif kind == "cut short":
        save_file({"vectors": vectors}, path, good)
        path.write_bytes(path.read_bytes()[:-10])
    else:
        tensors = {"other" if kind == "other tensor" else "vectors": vectors}
        tensors |= {"vectors": vectors * np.nan} if kind == "not finite" else {}
        compounds = {
            "not json": "[",
            "not forms": "[1, 2]",
            "too few": '["a"]',
            "twice": '["a b", "A  b"]',
            "empty": '["", "a"]',
        }
        save_file(
            tensors, path, {} if kind == "no compounds" else {"compounds": compounds.get(kind, good["compounds"])}
        )


KINDS = ("no file", "not safetensors", "cut short", "other tensor", "not finite", "not json", "not forms", "too few")


@pytest.mark.parametrize("kind", [*KINDS, "twice", "empty", "no compounds"])
def test_a_broken_file_is_one_clear_line(tmp_path, kind):
    path = tmp_path / "x.safetensors"
    broken(path, kind)
    with pytest.raises(ModelError, match=r"--inject .*x\.safetensors") as raised:
        read_injected(path)
    assert "\n" not in str(raised.value)


def test_only_hugging_face_models_take_it(inject_file):
    with pytest.raises(ConfigError, match="--inject does not go with"):
        load_encoder("static:vectors.txt", inject=inject_file)


def test_contexts_in_brackets_and_by_numbers_are_the_same(tmp_path):
    (tmp_path / "a.csv").write_text(
        "compound,text\neager beaver,An [eager beaver] met\neager beaver,Two [eager beavers]\n"
    )
    (tmp_path / "b.csv").write_text("compound,text,start,end\neager beaver,An eager beaver met,2,16\n")
    rows = [{"compound": "eager beaver", "text": "An eager beaver met", "start": 3, "end": 15}]
    (tmp_path / "c.jsonl").write_text("\n".join(map(json.dumps, rows)))
    read = {name: read_contexts(tmp_path / name) for name in ("a.csv", "b.csv", "c.jsonl")}
    assert [c.form for c in read["a.csv"]] == ["eager beaver", "eager beavers"]
    for contexts in read.values():
        first = contexts[0]
        assert (first.text, first.start, first.end) == ("An eager beaver met", 3, 15)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.csv", "compound,text\neager beaver,An eager beaver\n", r"a\.csv:2: put \[ \] around 'eager beaver'"),
        ("a.csv", "compound,text\neager beaver,[A] [b]\n", "found 2 times"),
        ("a.csv", "compound,text,start,end\nx,An x,3,9\n", "no target at 3 to 9"),
        ("a.csv", "compound,text,start,end\nx,An x,3,\n", "whole numbers"),
        ("a.csv", "compound\nx\n", "'text' is missing"),
        ("a.jsonl", "[1]\n", "JSON object a line"),
    ],
)
def test_a_context_without_its_target_is_named_by_its_line(tmp_path, name, content, message):
    (tmp_path / name).write_text(content)
    with pytest.raises(DatasetError, match=message):
        read_contexts(tmp_path / name)


def contexts_of(compound, *texts):
    return [
        Context(compound, t.replace("[", "").replace("]", ""), t.index("["), t.index("]") - 1, "c.csv:2") for t in texts
    ]


TINY = contexts_of(
    "eager beaver", "The [eager beaver] met the dogs", "A [eager beavers] eat tea", "He met a [eager beaver]"
)


@pytest.mark.parametrize("family", ["bert", "gpt2", "t5"])
def test_learning_lowers_the_distance_and_is_the_same_every_time(family, model_folder):
    from idioprobe.models.injectlearn import LearnOptions, learn

    more = contexts_of("wet blanket", "A [wet blanket] met tea", "The [wet blanket] was glad")
    options = LearnOptions(steps=30, held_out=0)
    first, outcomes = learn(encoder(model_folder(family)), [*TINY, *more], options)
    alone, _ = learn(encoder(model_folder(family)), TINY, options)
    assert all(o.after < o.before for o in outcomes)
    assert first.forms == (("eager beaver", "eager beavers"), ("wet blanket",))
    np.testing.assert_array_equal(first.vectors[0], alone.vectors[0])
    other, _ = learn(encoder(model_folder(family)), TINY, LearnOptions(steps=30, held_out=0, seed=1))
    assert not np.allclose(other.vectors, alone.vectors)


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
    from idioprobe.models.injectlearn import LearnOptions, learn

    with pytest.raises(DatasetError, match=message):
        learn(encoder(model_folder("bert")), contexts, LearnOptions(steps=1))


@pytest.mark.parametrize("options", [{"steps": 0}, {"rate": 0}, {"rate": float("nan")}, {"held_out": 1}])
def test_options_that_make_no_sense_are_refused(options):
    from idioprobe.models.injectlearn import LearnOptions

    with pytest.raises(ConfigError, match="--"):
        LearnOptions(**options)


@pytest.mark.slow
def test_minilm_learns_a_token_that_is_nearer_to_contexts_held_out(minilm_folder, tmp_path):
    from typer.testing import CliRunner

    from idioprobe.cli.inject import app
    from idioprobe.models.injectlearn import LearnOptions, learn

    sentences = (
        "He is an [eager beaver] at work.",
        "Some [eager beavers] came early.",
        "She was an [eager beaver] at school.",
        "Nobody likes an [eager beaver].",
        "We hired an [eager beaver] today.",
        "What an [eager beaver] he is!",
    )
    contexts = contexts_of("eager beaver", *sentences)
    loaded = load_encoder("all-MiniLM-L6-v2", device="cpu")
    _, [outcome] = learn(loaded, contexts, LearnOptions(steps=30, held_out=0.34))
    assert (outcome.learned_from, outcome.held_out) == (4, 2)
    assert outcome.after < 0.5 * outcome.before

    lines = [json.dumps({"compound": "eager beaver", "text": text}) for text in sentences[:3]]
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
