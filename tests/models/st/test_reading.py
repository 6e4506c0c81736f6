"""Texts are turned into tokens once, where we fill up batches as the library does; else the library does it."""

import numpy as np
import pytest

from idioprobe.core.requests import Request
from idioprobe.core.views import View
from idioprobe.models.st.reading import Read, agreed, long_samples
from tests.models.st.test_sentencetransformers import OWN, library, load, make
from tests.models.tiny import SENTENCES, WIDTH, gather, span
from tests.support import needed_module, same_vectors

needed_module("sentence_transformers")

NATIVE, TARGET = View("sentence", "native", ""), View("target", "native", "")
TEXTS = [*SENTENCES, " white space  around it ", "ONE\tWord", "x"]


class Tokenizer:
    pad_token_id = 7


def tensors(**rows):
    import torch

    return {name: torch.tensor(row) for name, row in rows.items()}


READ = [Read("a b", [1, 2]), Read("c", [3])]
PLAIN = {"input_ids": [[1, 2], [3, 7]], "attention_mask": [[1, 1], [1, 0]]}


def test_shorter_texts_are_filled_up_on_the_right_with_what_the_tokenizer_has_for_that():
    theirs = {**tensors(**PLAIN), "modality": "text"}
    filling = agreed(theirs, READ, Tokenizer)
    made = filling.fill([Read("d", [4]), Read("e f g", [5, 6, 8])])
    assert made["modality"] == "text"
    assert made["input_ids"].tolist() == [[4, 7, 7], [5, 6, 8]]
    assert made["attention_mask"].tolist() == [[1, 0, 0], [1, 1, 1]]


@pytest.mark.parametrize(
    "theirs",
    [
        {**PLAIN, "input_ids": [[1, 2], [7, 3]]},
        {**PLAIN, "input_ids": [[1], [3]], "attention_mask": [[1], [1]]},
        {**PLAIN, "position_ids": [[0, 1], [0, 1]]},
        {"input_ids": [1, 2, 3]},
    ],
    ids=["on the left", "cut", "something of its own", "flat"],
)
def test_where_the_library_does_otherwise_it_is_left_to_it(theirs):
    assert agreed(tensors(**theirs), READ, Tokenizer) is None


def test_a_long_sample_is_as_long_as_the_model_takes_and_no_longer():
    def tokens(text):
        return 2 + 2 * len(text.split())

    (sample,) = long_samples(tokens, 96)
    assert 48 < tokens(sample) <= 96
    assert long_samples(lambda _: 5, 3) == []


def dense():
    from sentence_transformers.sentence_transformer.modules import Dense

    return Dense(WIDTH, 4)


@pytest.fixture(scope="module", params=["plain", "dense", "gpt2", "truncated"])
def folder(request, model_folder, tmp_path_factory):
    """Models of several makes: with a further layer, a decoder, and one whose vectors are cut."""
    source = model_folder("gpt2" if request.param == "gpt2" else "bert")
    more = [dense()] if request.param == "dense" else []
    options = {"truncate_dim": 5} if request.param == "truncated" else {}
    return make(source, tmp_path_factory.mktemp("st") / request.param, *more, **options)


@pytest.mark.parametrize("prompt", [None, OWN["query"]])
@pytest.mark.parametrize("threads", [1, 2])
def test_vectors_are_those_that_the_library_gives(folder, prompt, threads):
    import torch

    published = library()(str(folder), device="cpu")
    if published.tokenizer.pad_token is None:
        published.tokenizer.pad_token = published.tokenizer.convert_ids_to_tokens(0)
    expected = published.encode(TEXTS, prompt=prompt, batch_size=1)
    before = torch.get_num_threads()
    torch.set_num_threads(threads)
    try:
        made, failed, _ = gather(load(folder, prompt=prompt).encode(TEXTS, {}, [NATIVE], 32))
    finally:
        torch.set_num_threads(before)
    assert not any(failed.values())
    same_vectors(np.stack([made[NATIVE][Request(text)] for text in TEXTS]), expected)


@pytest.mark.parametrize("own", [True, False], ids=["filled up by us", "by the library"])
def test_who_fills_up_a_batch_changes_no_vector(folder, own, monkeypatch):
    spans = {SENTENCES[0]: [span(SENTENCES[0], "eager beaver", 2)]}
    encoder = load(folder)
    expected, _, _ = gather(encoder.encode(TEXTS, spans, [NATIVE, TARGET], 1))
    model = encoder.load()
    if not own:
        monkeypatch.setattr(model, "_filling", lambda _: None)
    made, _, _ = gather(encoder.encode(TEXTS, spans, [NATIVE, TARGET], 100_000))
    for view in (NATIVE, TARGET):
        assert made[view].keys() == expected[view].keys()
        for request, vector in expected[view].items():
            same_vectors(made[view][request], vector)


def test_the_usual_models_are_turned_into_tokens_once(model_folder, tmp_path, monkeypatch):
    encoder = load(make(model_folder("bert"), tmp_path / "usual"))
    model = encoder.load()
    list(encoder.encode(TEXTS[:1], {}, [NATIVE], None))
    monkeypatch.setattr(model, "features", None)
    assert sum(done.texts for done in encoder.encode(TEXTS, {}, [NATIVE], None)) == len(TEXTS)
