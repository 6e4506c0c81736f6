"""Static vectors: a mean over the words that are known; the others are counted, never replaced."""

import json

import numpy as np
import pytest

from idioprobe.core.encoder import CountsUnknownWords
from idioprobe.core.errors import ConfigError, DatasetError, ModelError
from idioprobe.core.requests import Request
from idioprobe.core.views import View
from idioprobe.models.registry import load_encoder
from idioprobe.models.static.encoder import StaticEncoder
from tests.models import vectorfiles as write
from tests.models.tiny import gather, span
from tests.support import same_vectors

TABLE = {
    "the": [1, 0, 0],
    "eager": [0, 2, 0],
    "beaver": [0, 0, 4],
    "Beaver": [0, 0, 9],
    "well": [3, 0, 0],
    "known": [0, 3, 0],
    "self-made": [5, 5, 5],
    "isn't": [7, 0, 0],
    "s": [100, 100, 100],
    "café": [0, 0, 6],
    ".": [0, 1, 0],
    "热狗": [2, 2, 0],
}
TARGET, SENTENCE = View("target", "mean", ""), View("sentence", "mean", "")


@pytest.fixture
def path(tmp_path):
    """A small file of vectors."""
    made = tmp_path / "vectors.txt"
    made.write_bytes(write.glove(list(TABLE.items())))
    return made


@pytest.fixture
def embed(path):
    """The vector, or the reason why there is none, of a text or of a target in it."""

    def run(text, target=None, occurrence=1, pool="mean"):
        spans = {} if target is None else {text: [span(text, target, occurrence)]}
        view = View("sentence" if target is None else "target", pool, "")
        request = Request(text) if target is None else Request(text, spans[text][0])
        vectors, failed, _ = gather(StaticEncoder(path).encode([text], spans, [view], 64))
        return failed[view].get(request) or vectors[view][request].tolist()

    return run


def test_a_sentence_is_the_mean_of_its_words(embed):
    same_vectors(embed("the eager beaver"), [1 / 3, 2 / 3, 4 / 3])


def test_a_target_is_the_mean_of_its_words_alone(embed):
    assert embed("the eager beaver.", "eager beaver") == [0, 1, 2]


def test_words_that_are_unknown_are_left_out_of_the_mean(embed):
    assert embed("the eager quokka", "eager quokka") == [0, 2, 0]


def test_a_word_is_looked_up_as_it_is_written_and_then_in_lower_case(embed):
    assert embed("Beaver") == [0, 0, 9]
    assert embed("beaver") == [0, 0, 4]
    assert embed("BEAVER") == [0, 0, 4]
    assert embed("The") == [1, 0, 0]


def test_a_hyphenated_word_is_looked_up_whole_and_then_by_its_parts(embed):
    assert embed("self-made") == [5, 5, 5]
    assert embed("well-known") == [1.5, 1.5, 0]
    assert embed("Well-Known") == [1.5, 1.5, 0]
    assert embed("eager-quokka") == [0, 2, 0]


def test_a_contraction_is_one_word(embed):
    assert embed("isn't") == [7, 0, 0]


def test_accents_and_other_scripts_are_words(embed):
    assert embed("café") == [0, 0, 6]
    assert embed("热狗") == [2, 2, 0]


def test_a_combining_accent_is_the_same_word(embed):
    assert embed("cafe\u0301") == [0, 0, 6]
    assert embed("the cafe\u0301 eager", "cafe\u0301") == [0, 0, 6]


def test_punctuation_is_no_word_even_where_the_file_has_it(embed):
    assert embed("(eager beaver).", "eager beaver") == [0, 1, 2]
    assert embed("beaver.") == embed("beaver") == [0, 0, 4]
    assert embed("the beaver raisonn?", "beaver raisonn?") == [0, 0, 4]
    assert embed("eager √ beaver ¬ .") == embed("eager beaver")
    assert embed(".") == "every word is out of vocabulary"


def test_the_second_occurrence_is_not_the_first(embed):
    assert embed("Beaver meets beaver", "beaver") == [0, 0, 4]
    assert embed("eager the eager", "eager", 2) == [0, 2, 0]


@pytest.mark.parametrize("apostrophe", ["'", "’"])
def test_a_genitive_that_is_not_part_of_the_target_stays_outside(embed, apostrophe):
    assert embed(f"the beaver{apostrophe}s known", "beaver") == [0, 0, 4]


def test_a_target_that_is_one_part_of_a_hyphenated_word_is_that_part(embed):
    assert embed("a well-known beaver", "known") == [0, 3, 0]
    assert embed("a well-known beaver", "well") == [3, 0, 0]


@pytest.mark.parametrize(
    ("pool", "vector"),
    [
        ("mean", [2 / 3, 5 / 3, 4 / 3]),
        ("sum", [2, 5, 4]),
        ("mean+max", [2 / 3, 5 / 3, 4 / 3, 2, 3, 4]),
        ("max", [2, 3, 4]),
        ("min", [0, 0, 0]),
        ("first", [0, 3, 0]),
        ("last", [2, 2, 0]),
    ],
)
def test_every_pooling(embed, pool, vector):
    same_vectors(embed("known beaver 热狗", pool=pool), vector)


def counted(folder, text="word,count\nThe,900\nthe,97\nbeaver,3\n"):
    table = folder / "counts.csv"
    table.write_text(text, encoding="utf-8")
    return table


def test_rare_words_weigh_more_in_a_sif_mean(path, tmp_path):
    encoder = StaticEncoder(path, word_counts=counted(tmp_path))
    text, view = "the eager beaver", View("sentence", "sif", "")
    assert "sif" in encoder.facts().pools
    vectors, _, _ = gather(encoder.encode([text], {}, [view], 64))
    weights = {"the": 0.001 / 0.998, "eager": 1.0, "beaver": 0.25}
    expected = sum(weight * np.array(TABLE[word]) for word, weight in weights.items()) / 3
    same_vectors(vectors[view][Request(text)], expected)


def test_word_counts_are_part_of_which_model_it_is(path, tmp_path):
    plain, one = StaticEncoder(path), StaticEncoder(path, word_counts=counted(tmp_path))
    other = StaticEncoder(path, word_counts=counted(tmp_path, "word,count\nthe,1\n"))
    assert len({encoder.identity.fingerprint for encoder in (plain, one, other)}) == 3
    assert "sif" not in plain.facts().pools


def test_all_mistakes_of_word_counts_are_named_at_once(path, tmp_path):
    table = counted(tmp_path, "word,count\nthe,many\nbeaver,-1\neager,2,3\n")
    with pytest.raises(DatasetError) as refused:
        StaticEncoder(path, word_counts=table)
    assert [line.partition(": ")[0].rpartition(":")[2] for line in str(refused.value).splitlines()] == ["4", "2", "3"]
    with pytest.raises(DatasetError, match="no word occurs"):
        StaticEncoder(path, word_counts=counted(tmp_path, "word,count\nthe,0\n"))
    with pytest.raises(ConfigError, match="no such file"):
        StaticEncoder(path, word_counts=tmp_path / "absent.csv")


def test_a_target_in_parts_is_pooled_over_the_words_of_all_of_them(path):
    text = "the eager quokka, the well-known beaver"
    at = span(text, "eager quokka") + span(text, "known") + span(text, "beaver")
    pools = {"mean": np.mean, "max": np.max, "min": np.min, "sum": np.sum}
    views = {pool: View("target", pool, "") for pool in (*pools, "first", "last")}
    vectors, _, _ = gather(StaticEncoder(path).encode([text], {text: [at]}, list(views.values()), 64))
    found = {pool: vectors[view][Request(text, at)].tolist() for pool, view in views.items()}
    rows = np.array([TABLE["eager"], TABLE["known"], TABLE["beaver"]], dtype=np.float32)
    assert (found["first"], found["last"]) == (TABLE["eager"], TABLE["beaver"])
    for pool, pooled in pools.items():
        same_vectors(found[pool], pooled(rows, axis=0))


def test_a_word_that_two_spans_share_counts_once(path):
    text, at = "the eager beaver", ((4, 6), (7, 9), (10, 16))
    vectors, _, _ = gather(StaticEncoder(path).encode([text], {text: [at]}, [TARGET], 64))
    same_vectors(vectors[TARGET][Request(text, at)], [0, 1, 2])


@pytest.mark.parametrize(
    ("text", "target"), [("quokka wombat", None), ("the quokka", "quokka"), ("!?", None), ("", None)]
)
def test_without_a_known_word_there_is_no_vector_and_a_reason(embed, text, target):
    assert embed(text, target) == "every word is out of vocabulary"


def test_several_targets_in_one_text_and_a_failure_among_them(path):
    text = "the eager quokka and the beaver"
    spans = {text: [span(text, w) for w in ("eager", "quokka", "beaver")]}
    vectors, failed, texts = gather(StaticEncoder(path).encode([text], spans, [TARGET, SENTENCE], 1))
    assert texts == 1
    assert {r.target: v.tolist() for r, v in vectors[TARGET].items()} == {
        "eager": [0, 2, 0],
        "beaver": [0, 0, 4],
    }
    assert list(failed[TARGET]) == [Request(text, spans[text][1])]
    assert vectors[SENTENCE][Request(text)].tolist() == [0.5, 0.5, 1.0]


@pytest.mark.parametrize("batch_tokens", [1, 64, 100_000])
def test_the_size_of_a_batch_changes_nothing(path, batch_tokens):
    texts = [f"{'the ' * n}eager beaver" for n in range(20)]
    vectors, _, count = gather(StaticEncoder(path).encode(texts, {}, [SENTENCE], batch_tokens))
    assert count == 20
    for n, text in enumerate(texts):
        expected = np.array([n, 2, 4], dtype=np.float32) / (n + 2)
        same_vectors(vectors[SENTENCE][Request(text)], expected)


def test_unknown_words_are_counted_as_often_as_they_occur(path):
    made, texts = StaticEncoder(path), ["the quokka met a Quokka", "quokka, well-known wombat-like!"]
    list(made.encode(texts, {}, [SENTENCE], 64))
    assert isinstance(made, CountsUnknownWords)
    assert made.unknown_words(texts) == {"quokka": 2, "met": 1, "a": 1, "Quokka": 1, "wombat-like": 1}
    assert made.unknown_words(texts[:1]) == {"quokka": 1, "met": 1, "a": 1, "Quokka": 1}


def test_unknown_words_are_remembered_when_nothing_is_computed_again(path):
    memory, texts = {}, ["the quokka met the beaver"]
    list(StaticEncoder(path, memory=memory).encode(texts, {}, [SENTENCE], 64))
    list(StaticEncoder(path, memory=memory).encode(["eager wombat"], {}, [SENTENCE], 64))
    again = StaticEncoder(path, memory=json.loads(json.dumps(memory)))
    assert again.unknown_words(texts) == {"quokka": 1, "met": 1}
    assert again.unknown_words(["wombat"]) == {"wombat": 1}


def test_another_file_forgets_the_words_that_the_first_lacked(path):
    memory = {}
    list(StaticEncoder(path, memory=memory).encode(["quokka"], {}, [SENTENCE], 64))
    path.write_bytes(path.read_bytes() + b"quokka 1 2 3\n")
    made = StaticEncoder(path, memory=memory)
    assert not made.unknown_words(["quokka"])


def test_it_is_known_by_the_content_of_its_file(path, tmp_path):
    copy = tmp_path / "copy.txt"
    copy.write_bytes(path.read_bytes())
    one, same = StaticEncoder(path).identity, StaticEncoder(copy).identity
    assert (one.family, one.name, one.fingerprint) == ("static", "vectors.txt", same.fingerprint)
    copy.write_bytes(path.read_bytes().replace(b"100.0", b"101.0"))
    assert StaticEncoder(copy).identity.fingerprint != one.fingerprint


def test_it_has_no_layers_and_only_poolings_without_special_tokens(path):
    facts = StaticEncoder(path).facts()
    assert (facts.states, facts.dimension, facts.max_tokens) == (0, 3, None)
    assert set(facts.pools) == {"mean", "max", "min", "sum", "mean+max", "first", "last"}


def test_a_missing_file_is_an_error_that_names_it(tmp_path):
    for name in ("absent.txt", "."):
        with pytest.raises(ModelError, match="there is no such file"):
            load_encoder(f"static:{tmp_path / name}")


def test_a_broken_file_is_an_error_and_not_a_vector(path):
    path.write_bytes(path.read_bytes() + b"quokka 1 2\n")
    with pytest.raises(ModelError, match="get it again"):
        list(load_encoder(f"static:{path}").encode(["the"], {}, [SENTENCE], 64))


@pytest.mark.published
def test_published_vectors_are_read_as_they_are_printed(shared_data):
    path = shared_data / "vectors" / "glove.6B.100d.subset.txt"
    lines = (line.split(" ") for line in path.read_text(encoding="utf-8").splitlines())
    printed = {word: np.array(numbers, dtype=np.float32) for word, *numbers in lines}
    made, text = load_encoder(f"static:{path}"), "The big fish swallowed xqzzyx"
    at = span(text, "big fish")
    vectors, _, _ = gather(made.encode([text], {text: [at]}, [TARGET, SENTENCE], 64))
    assert made.facts().dimension == 100
    same_vectors(vectors[TARGET][Request(text, at)], (printed["big"] + printed["fish"]) / 2)
    known = [printed[w] for w in ("the", "big", "fish", "swallowed") if w in printed]
    same_vectors(vectors[SENTENCE][Request(text)], np.mean(known, axis=0))
    assert "xqzzyx" in made.unknown_words([text])
