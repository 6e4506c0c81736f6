"""ELMo's vectors equal those worked out in numpy, word by word, from files in the published format."""

import json
import subprocess
import sys
from functools import partial

import numpy as np
import pytest

from idioprobe.core.requests import Request
from idioprobe.core.views import View
from idioprobe.embed.embedder import plan_views
from idioprobe.models.common.reasons import NO_TOKEN
from idioprobe.models.elmo.encoder import ElmoEncoder, split
from idioprobe.models.elmo.format import word_characters
from idioprobe.models.registry import load_encoder
from tests.models.elmo import bilm
from tests.models.tiny import gather, span
from tests.support import apart, same_vectors

TARGET = View("target", "mean", "last3", "concat")
SENTENCE = View("sentence", "mean", "last3", "concat")
VIEWS = (TARGET, SENTENCE, View("sentence", "mean", "0"), View("target", "max", "-1"))

LONG = "The eager beaver met another eager beaver, and the well-known beaver wasn't glad."
TEXTS = (LONG, "O café do avô é um coração partido.", "eager beaver", "beaver", "热狗 cafe\u0301 😀!")
_SPACED = (
    "The eager beaver met another eager beaver , and the well-known beaver wasn't glad .",
    "O café do avô é um coração partido .",
    "eager beaver",
    "beaver",
    "热狗 cafe\u0301 😀 !",
)
WORDS = {text: spaced.split(" ") for text, spaced in zip(TEXTS, _SPACED, strict=True)}
SPANS = {
    LONG: [
        span(LONG, "eager beaver"),
        span(LONG, "eager beaver", 2),
        span(LONG, "known"),
        span(LONG, "eager") + span(LONG, "beaver", 2),
    ],
    TEXTS[1]: [span(TEXTS[1], "coração partido")],
    TEXTS[2]: [((0, 12),)],
    TEXTS[4]: [span(TEXTS[4], "cafe\u0301")],
}
TARGETS = {
    (LONG, SPANS[LONG][0]): [1, 2],
    (LONG, SPANS[LONG][1]): [5, 6],
    (LONG, SPANS[LONG][2]): [10],
    (LONG, SPANS[LONG][3]): [1, 6],
    (TEXTS[1], SPANS[TEXTS[1]][0]): [6, 7],
    (TEXTS[2], ((0, 12),)): [0, 1],
    (TEXTS[4], SPANS[TEXTS[4]][0]): [1],
}


@pytest.fixture(scope="module", autouse=True)
def one_thread():
    """Tiny matrices gain nothing from threads."""
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.fixture(scope="module")
def arrays():
    """The weights of the model that most tests use."""
    return bilm.weights(bilm.OPTIONS)


@pytest.fixture(scope="module")
def hand(arrays):
    """The same model in numpy."""
    return bilm.ByHand(bilm.OPTIONS, arrays)


@pytest.fixture(scope="module")
def folder(arrays, tmp_path_factory):
    """Its files; read only."""
    return bilm.write(tmp_path_factory.mktemp("elmo") / "tiny", bilm.OPTIONS, arrays)


@pytest.fixture(scope="module")
def encoder(folder):
    """The model, loaded once."""
    return ElmoEncoder(folder, device="cpu")


@pytest.fixture
def own(tmp_path):
    """Make a model with other options or weights."""
    return partial(bilm.encoder, tmp_path)


def layers(encoder, text):
    """The hidden states (layers, tokens, features) of one text, boundaries first and last."""
    count = encoder.facts().states
    views = [View("sentence", "concat", str(i), special_tokens=True) for i in range(count)]
    vectors, _, _ = gather(encoder.encode([text], {}, views, None))
    return np.stack([vectors[v][Request(text)].reshape(-1, encoder.facts().dimension) for v in views])


def close(made, expected):
    """By hand all is computed in float64, and an LSTM carries an error of float32 from word to word."""
    same_vectors(made, expected, tolerance=1e-4)


@pytest.mark.parametrize("words", [["beaver"], ["café", "热狗", "😀", "."], ["x" * 40, "é" * 20, "a" * 9 + "é"]])
def test_a_words_own_vector_is_convolutions_highways_and_a_projection(encoder, hand, words):
    expected = [hand.word(w) for w in (bilm.BOS, bilm.EOS, *words)]
    close(encoder.load().word_vectors(words).numpy(), expected)


@pytest.mark.parametrize("direction", [0, 1])
@pytest.mark.parametrize("layer", [0, 1])
def test_one_step_is_that_of_a_tensorflow_cell(encoder, hand, direction, layer):
    import torch

    cell = (encoder.load().forward_cells, encoder.load().backward_cells)[direction][layer]
    random = np.random.default_rng(1)
    x, h, c = (random.normal(0, 1, size) for size in (5, 5, 8))
    rows = [torch.tensor(a, dtype=torch.float32).unsqueeze(0) for a in (x, h, c)]
    output, memory = cell.step(rows[0] @ cell.inputs + cell.bias, *rows[1:])
    expected = hand.step(direction, layer, x, h, c)
    close(output[0].numpy(), expected[0])
    close(memory[0].numpy(), expected[1])


@pytest.mark.parametrize("text", TEXTS)
def test_a_whole_sentence_is_that_of_the_published_graph(encoder, hand, text):
    expected = hand.states(WORDS[text])
    close(layers(encoder, text), expected)


@pytest.mark.parametrize(
    "changes",
    [
        {"lstm__use_skip_connections": False},
        {"lstm__cell_clip": None, "lstm__proj_clip": None},
        {"lstm__n_layers": 1},
        {"lstm__n_layers": 3},
        {"lstm__projection_dim": 8},
        {"lstm__projection_dim": 12, "lstm__dim": 14},
        {"char_cnn__n_highway": 0},
        {"char_cnn__activation": "tanh", "char_cnn__n_characters": 261},
        {"char_cnn__max_characters_per_token": 3, "char_cnn__n_highway": 1},
    ],
    ids=str,
)
def test_models_of_other_shapes_are_computed_as_their_options_say(tmp_path, changes):
    of = bilm.options(**changes)
    arrays = bilm.weights(of, seed=3)
    made = ElmoEncoder(bilm.write(tmp_path, of, arrays), device="cpu")
    expected = bilm.ByHand(of, arrays).states(WORDS[LONG])
    assert (made.facts().states, made.facts().dimension) == (expected.shape[0], expected.shape[2])
    close(layers(made, LONG), expected)


@pytest.mark.parametrize("clip", ["cell_clip", "proj_clip"])
def test_the_clips_of_the_tests_do_cut(arrays, hand, clip):
    without = bilm.ByHand(bilm.options(**{f"lstm__{clip}": None}), arrays)
    assert apart(without.states(WORDS[LONG]), hand.states(WORDS[LONG])).max() > 1e-2


def test_layer_0_is_the_words_own_vector_twice(encoder, hand):
    state = layers(encoder, "eager beaver")[0]
    close(state[1], np.tile(hand.word("eager"), 2))
    close(state[2], np.tile(hand.word("beaver"), 2))


def test_targets_and_sentences_are_means_over_words_with_the_layers_side_by_side(encoder, hand):
    vectors, failed, texts = gather(encoder.encode(TEXTS, SPANS, VIEWS, 40))
    assert not any(failed.values())
    assert texts == len(TEXTS)
    side_by_side = {t: np.concatenate(list(hand.states(WORDS[t])[:, 1:-1]), axis=1) for t in TEXTS}
    assert set(vectors[TARGET]) == {Request(*key) for key in TARGETS}
    for (text, at), words in TARGETS.items():
        close(vectors[TARGET][Request(text, at)], side_by_side[text][words].mean(axis=0))
        close(vectors[VIEWS[3]][Request(text, at)], side_by_side[text][words, 20:].max(axis=0))
    for text in TEXTS:
        close(vectors[SENTENCE][Request(text)], side_by_side[text].mean(axis=0))
        close(vectors[VIEWS[2]][Request(text)], side_by_side[text][:, :10].mean(axis=0))


def test_special_tokens_are_the_boundaries_of_the_sentence(encoder, hand):
    view = View("sentence", "mean", "-1", special_tokens=True)
    vectors, _, _ = gather(encoder.encode([LONG], {}, [view], None))
    close(vectors[view][Request(LONG)], hand.states(WORDS[LONG])[-1].mean(axis=0))


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("batch_tokens", [1, 30, 100_000, None])
def test_neither_batches_nor_padding_nor_order_change_a_vector(encoder, batch_tokens, threads):
    import torch

    alone = {}
    for text in TEXTS:
        for view, rows in gather(encoder.encode([text], SPANS, VIEWS, None))[0].items():
            alone.setdefault(view, {}).update(rows)
    torch.set_num_threads(threads)
    try:
        vectors, _, _ = gather(encoder.encode(TEXTS[::-1], SPANS, VIEWS, batch_tokens))
        assert torch.get_num_threads() == threads
    finally:
        torch.set_num_threads(1)
    for view in VIEWS:
        assert set(vectors[view]) == set(alone[view])
        for request, vector in vectors[view].items():
            same_vectors(vector, alone[view][request])


def test_what_was_read_before_changes_nothing(encoder):
    """As published the states of a batch are carried over to the next."""
    first, again = (gather(encoder.encode(TEXTS, SPANS, VIEWS, 30))[0] for _ in range(2))
    for view in VIEWS:
        for request, vector in first[view].items():
            np.testing.assert_array_equal(vector, again[view][request])


def test_a_word_is_its_bytes_between_brackets_and_padding():
    assert word_characters("né", 7) == [bilm.BOW, 110, 0xC3, 0xA9, bilm.EOW, bilm.PAD, bilm.PAD]
    assert word_characters("abcdef", 5) == [bilm.BOW, 97, 98, 99, bilm.EOW]
    assert word_characters("aé", 4) == [bilm.BOW, 97, 0xC3, bilm.EOW]
    assert word_characters("\ud800", 4) == [bilm.BOW, bilm.EOW, bilm.PAD, bilm.PAD]


def test_a_long_word_is_cut_to_the_characters_that_the_model_reads(encoder):
    alike, other = layers(encoder, "abcdefghijKL"), layers(encoder, "abcdefghiZ")
    close(layers(encoder, "abcdefghij"), alike)
    assert apart(other, alike).max() > 1e-3


def test_words_keep_their_place_in_the_text():
    text = "A wet-blanket isn't  “fun”, né?"
    made = split(text)
    assert made.words == ["A", "wet-blanket", "isn't", "“", "fun", "”", ",", "né", "?"]
    assert [text[a:b] for a, b in made.offsets[1:-1]] == made.words
    assert made.special == [1, *[0] * 9, 1]


def test_a_text_without_words_and_a_target_without_a_word_are_refused(encoder):
    spans = {" ": [((0, 1),)], "a  b": [((1, 3),), ((0, 1),)]}
    vectors, failed, _ = gather(encoder.encode([" ", "", "a  b"], spans, [TARGET, SENTENCE], None))
    assert failed[SENTENCE] == {Request(" "): NO_TOKEN, Request(""): NO_TOKEN}
    assert set(failed[TARGET]) == {Request(" ", ((0, 1),)), Request("a  b", ((1, 3),))}
    assert set(vectors[TARGET]) == {Request("a  b", ((0, 1),))}


def test_no_text_gives_no_vector(encoder):
    assert list(encoder.encode([], {}, VIEWS, None)) == []


def test_by_default_all_layers_stand_side_by_side_and_a_view_that_is_written_is_kept(encoder):
    def planned(*written):
        return [v.name for v in plan_views(encoder.facts(), written, ("target",), special_tokens=False, notice=print)]

    assert planned("mean@last4") == ["mean@last3:concat"]
    assert planned("mean") == ["mean@last3:concat"]
    assert planned("mean@last3") == ["mean@last3"]
    assert planned("mean@last4", "max@0") == ["mean@last4", "max@0"]


def test_it_has_no_special_tokens_to_pool_by(encoder):
    assert set(encoder.facts().pools) == {
        *("mean", "max", "min", "sum", "mean+max", "first", "last", "wmean", "concat")
    }
    assert encoder.facts().max_tokens is None


def test_the_family_finds_its_files_in_a_folder_or_beside_the_weights(folder):
    by_folder = load_encoder(f"elmo:{folder}")
    by_file = load_encoder(f"elmo:{folder / 'elmo_tiny_weights.hdf5'}")
    assert (by_folder.identity.family, by_folder.identity.name) == ("elmo", "tiny")
    assert by_file.identity.name == "elmo_tiny"
    assert by_file.identity.fingerprint == by_folder.identity.fingerprint
    assert load_encoder(f"elmo:{folder}", device="cpu").identity == by_folder.identity


def test_other_weights_or_options_are_another_model(encoder, own):
    one = encoder.identity.fingerprint
    assert own().identity.fingerprint == one
    assert own(of=bilm.options(lstm__cell_clip=0.7)).identity.fingerprint != one
    assert own(char_embed=np.zeros((261, 4), np.float32)).identity.fingerprint != one


def test_the_model_is_known_without_torch_and_h5py(folder):
    code = f"""
import sys
from pathlib import Path
from idioprobe.models.elmo.encoder import ElmoEncoder
assert ElmoEncoder(Path({str(folder)!r})).facts().states == 3
assert not {{"torch", "h5py"}} & set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_row_of_characters_that_no_text_has_is_passed_over(own, arrays, encoder):
    """Some models were trained with 262 characters, as the options of published ones say."""
    more = np.concatenate([arrays["char_embed"], np.full((1, 4), 9, np.float32)])
    close(layers(own(char_embed=more), LONG), layers(encoder, LONG))


def test_weights_of_another_precision_are_read(own, arrays, encoder):
    double = {name: array.astype(">f8") for name, array in arrays.items()}
    close(layers(own(**double), LONG), layers(encoder, LONG))


def test_options_for_training_are_passed_over(own):
    of = {**bilm.options(), "dropout": 0.1, "bidirectional": True}
    of["char_cnn"]["projection_after_highway"] = True
    made = own(of=of)
    assert json.loads(made.options_file.read_text())["dropout"] == 0.1
    assert [part.texts for part in made.encode(["a"], {}, VIEWS, None)] == [1]
