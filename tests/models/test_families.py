"""Every architecture in every kind of view, against transformers alone, one text at a time."""

import json
import shutil

import numpy as np
import pytest

from idioprobe.core.requests import Request
from idioprobe.core.views import View
from tests.models import tiny
from tests.models.pieces import PIECES
from tests.support import apart, same_vectors

TEXTS = (*tiny.SENTENCES, "eager beaver")
SPANS = {
    tiny.SENTENCES[0]: [tiny.span(tiny.SENTENCES[0], "eager beaver", 2)],
    tiny.SENTENCES[1]: [tiny.span(tiny.SENTENCES[1], "coração partido")],
    tiny.SENTENCES[2]: [
        tiny.span(tiny.SENTENCES[2], "wet blanket"),
        tiny.span(tiny.SENTENCES[2], "wet") + tiny.span(tiny.SENTENCES[2], "sugar"),
    ],
    "eager beaver": [((0, 12),)],
}
LAYERS = {"0": [0], "-1": [-1], "2": [2], "last2": [-2, -1], "-1+1": [-1, 1]}
POOLS = {
    "mean": lambda rows: rows.mean(axis=0),
    "max": lambda rows: rows.max(axis=0),
    "first": lambda rows: rows[0],
    "last": lambda rows: rows[-1],
    "wmean": lambda rows: np.average(rows, axis=0, weights=range(1, len(rows) + 1)),
    "concat": lambda rows: rows.ravel(),
}
VIEWS = [View(unit, pool, layers) for unit in ("target", "sentence") for pool in POOLS for layers in LAYERS]
MEANS = [View(unit, "mean", "last4") for unit in ("target", "sentence")]
DECODERS = ("gpt2", "llama", "qwen3", "gemma")


def vectors(folder, views=MEANS, batch_tokens=64):
    found, failed, _ = tiny.gather(tiny.shared_encoder(folder).encode(TEXTS, SPANS, views, batch_tokens))
    assert not any(failed.values())
    return found


def assert_same(one, other):
    assert one.keys() == other.keys()
    for view in one:
        assert one[view].keys() == other[view].keys()
        for request, vector in one[view].items():
            same_vectors(vector, other[view][request], where=f"{view} {request}")


def test_every_pooling_of_every_layer_is_what_it_is_by_hand(family, model_folder):
    folder = model_folder(family)
    found = vectors(folder, VIEWS)
    for view in VIEWS:
        wanted = [Request(t, at) for t in SPANS for at in SPANS[t]] if view.unit == "target" else map(Request, TEXTS)
        for request in wanted:
            hand = tiny.by_hand(folder, request.text)
            tokens = hand.words() if view.unit == "sentence" else hand.target(request.spans)
            states = np.mean([hand.states[layer] for layer in LAYERS[view.layers]], axis=0)
            expected = POOLS[view.pool](states[tokens])
            same_vectors(found[view][request], expected, where=f"{view} {request}")


def test_the_side_on_which_a_tokenizer_pads_does_not_change_a_vector(family, model_folder, tmp_path):
    left, right = (shutil.copytree(model_folder(family), tmp_path / side) for side in ("left", "right"))
    for folder in (left, right):
        path = folder / "tokenizer_config.json"
        settings = json.loads(path.read_text()) if path.exists() else {}
        path.write_text(json.dumps({**settings, "padding_side": folder.name}))
        assert tiny.shared_encoder(folder).load().tokenizer.padding_side == folder.name
    assert_same(vectors(left, batch_tokens=100_000), vectors(right, batch_tokens=100_000))
    assert_same(vectors(left, batch_tokens=100_000), vectors(model_folder(family), batch_tokens=1))


@pytest.mark.parametrize("decoder", DECODERS)
def test_a_decoder_that_transformers_pads_on_the_left_has_the_same_vectors(decoder, model_folder):
    """The token that fills is one of the model's own where it has none for that."""
    import torch

    folder = model_folder(decoder)
    tokenizer, model = tiny.loaded_folder(folder, "float32")
    ids = [tokenizer(text)["input_ids"] for text in TEXTS]
    width = max(map(len, ids))
    padded = torch.tensor([[7] * (width - len(row)) + row for row in ids])
    attended = torch.tensor([[0] * (width - len(row)) + [1] * len(row) for row in ids])
    places = (attended.cumsum(1) - 1).clamp(min=0)
    with torch.no_grad():
        last = model(input_ids=padded, attention_mask=attended, position_ids=places).last_hidden_state
    view = View("sentence", "last", "-1")
    found = vectors(folder, [view])[view]
    for row, text in enumerate(TEXTS):
        same_vectors(found[Request(text)], last[row, -1].numpy())


@pytest.mark.parametrize("decoder", DECODERS)
def test_the_last_hidden_state_of_a_decoder_is_after_its_final_norm(decoder, model_folder):
    import torch

    folder = model_folder(decoder)
    tokenizer, model = tiny.loaded_folder(folder, "float32")
    with torch.no_grad():
        output = model(input_ids=torch.tensor([tokenizer("eager beaver")["input_ids"]])).last_hidden_state
    view = View("sentence", "last", "-1")
    same_vectors(vectors(folder, [view])[view][Request("eager beaver")], output[0, -1])


@pytest.mark.parametrize("decoder", ["qwen3", "gemma"])
def test_further_decoders_read_a_common_beginning_once(decoder, model_folder):
    assert tiny.shared_encoder(model_folder(decoder)).load().reuses_prefixes


@pytest.mark.parametrize("encoder", ["deberta", "xlmr", "xlnet", "typed bert"])
def test_further_encoders_read_every_text_whole(encoder, model_folder):
    assert not tiny.shared_encoder(model_folder(encoder)).load().reuses_prefixes


class TestTheFirstToken:
    """A decoder's tokenizer may or may not put a token in front of every text."""

    @pytest.fixture(scope="class")
    @classmethod
    def folders(cls, tmp_path_factory):
        """The same GPT-2, without such a token and with it."""
        from tokenizers import processors

        without = tiny.build("gpt2", tmp_path_factory.mktemp("bos") / "without")
        marked = shutil.copytree(without, without.parent / "marked")
        tokenizer = tiny.byte_level(roberta=False)
        tokenizer.backend_tokenizer.post_processor = processors.TemplateProcessing(
            single="<|endoftext|> $A", special_tokens=[("<|endoftext|>", tokenizer.bos_token_id)]
        )
        tokenizer.save_pretrained(marked)
        return without, marked

    def test_it_is_read_by_the_model_but_is_no_part_of_any_mean(self, folders):
        without, marked = (vectors(folder) for folder in folders)
        for view in MEANS:
            for request, vector in marked[view].items():
                hand = tiny.by_hand(folders[1], request.text)
                assert hand.special.tolist() == [1] + [0] * (len(hand.special) - 1)
                tokens = hand.words() if view.unit == "sentence" else hand.target(request.spans)
                same_vectors(vector, hand.states[-4:].mean(axis=0)[tokens].mean(axis=0))
                assert apart(vector, without[view][request]) > 1e-3

    def test_it_is_part_of_a_sentence_with_special_tokens(self, folders):
        view = View("sentence", "mean", "last4", special_tokens=True)
        found = vectors(folders[1], [view])[view]
        for text in TEXTS:
            expected = tiny.by_hand(folders[1], text).states[-4:].mean(axis=(0, 1))
            same_vectors(found[Request(text)], expected)

    def test_it_can_be_taken_as_cls_only_where_there_is_one(self, folders):
        without, marked = (tiny.shared_encoder(folder).facts().pools for folder in folders)
        assert "cls" in marked
        assert "cls" not in without


class TestKindsOfSegments:
    def test_the_kinds_that_a_tokenizer_tells_reach_the_model(self, model_folder):
        """Against what the same model makes of the same tokens without a word about kinds."""
        plain, typed = vectors(model_folder("bert")), vectors(model_folder("typed bert"))
        for view in MEANS:
            for request, vector in typed[view].items():
                assert apart(vector, plain[view][request]) > 1e-2

    def test_a_batch_of_many_has_the_same_vectors_as_one_text_alone(self, model_folder):
        folder = model_folder("typed bert")
        assert_same(vectors(folder, batch_tokens=1), vectors(folder, batch_tokens=100_000))

    def test_vectors_made_with_them_are_kept_apart_from_those_made_without(self, model_folder):
        folder = model_folder("typed bert")
        found = {}
        told = tiny.encoder(folder, memory=found).identity.fingerprint
        (key,) = (key for key in found if key.startswith("types|"))
        assert found[key] == "1"
        assert tiny.encoder(folder, memory={**found, key: "0"}).identity.fingerprint != told

    @pytest.mark.parametrize("untyped", ["bert", "roberta", "gpt2", "llama", "deberta"])
    def test_a_tokenizer_without_them_leaves_the_fingerprint_as_it_was(self, model_folder, untyped):
        found = {}
        told = tiny.encoder(model_folder(untyped), memory=found).identity.fingerprint
        kept = {key: value for key, value in found.items() if not key.startswith("types|")}
        assert tiny.encoder(model_folder(untyped), memory={**kept}).identity.fingerprint == told
        assert {found[key] for key in found if key.startswith("types|")} <= {"0"}


@pytest.mark.parametrize(("name", "shift"), [("deberta", 0), ("xlmr", 1)])
def test_a_fast_tokenizer_made_of_a_sentencepiece_model_gives_its_ids(name, shift, model_folder):
    """XLM-R's are moved by one."""
    import sentencepiece

    folder = model_folder(name)
    assert not (folder / "tokenizer.json").exists()
    own = sentencepiece.SentencePieceProcessor(model_file=str(folder / PIECES[name].file))
    for tokens in tiny.shared_encoder(folder).load().tokenize(TEXTS):
        assert tokens.special == [1] + [0] * (len(tokens.ids) - 2) + [1]
        assert tokens.ids[1:-1] == [number + shift for number in own.encode(tokens.text)]
