"""Options of static vectors: how upper case is looked up, and expressions that are one entry."""

import numpy as np
import pytest

from idioprobe import evaluate
from idioprobe.core.errors import ConfigError
from idioprobe.core.requests import Request
from idioprobe.core.views import View
from idioprobe.models.common.spelling import joined
from idioprobe.models.static.encoder import NO_ENTRY, UNKNOWN, StaticEncoder
from tests.models import vectorfiles as write
from tests.models.tiny import gather, span
from tests.suites.world import dataset, expression, item, scored
from tests.support import close_to

TABLE = {
    "eager": [0, 2, 0],
    "beaver": [0, 0, 4],
    "Beaver": [0, 0, 9],
    "Paris": [3, 0, 0],
    "eager_beaver": [5, 1, 1],
    "Hot_Dog": [1, 7, 0],
    "hot-dog": [0, 7, 1],
    "hot": [1, 1, 0],
    "dog": [0, 1, 1],
    "red-tape": [2, 2, 2],
    "red": [1, 0, 0],
    "tape": [0, 1, 0],
    "fim_de_semana": [4, 4, 0],
    "pé_direito": [6, 0, 1],
    "bull's_eye": [8, 0, 0],
}
TARGET, SENTENCE = View("target", "mean", ""), View("sentence", "mean", "")


@pytest.fixture
def path(tmp_path):
    """A small file of vectors, with entries of several words."""
    made = tmp_path / "vectors.txt"
    made.write_bytes(write.glove(list(TABLE.items())))
    return made


@pytest.fixture
def embed(path):
    """The vector, or the reason why there is none, of a text or of a target in it."""

    def run(text, target=None, pool="mean", **options):
        spans = {} if target is None else {text: [span(text, target)]}
        view = View("sentence" if target is None else "target", pool, "")
        request = Request(text) if target is None else Request(text, spans[text][0])
        vectors, failed, _ = gather(StaticEncoder(path, **options).encode([text], spans, [view], 64))
        return failed[view].get(request) or vectors[view][request].tolist()

    return run


# Casing.


@pytest.mark.parametrize(
    ("word", "exact", "lower", "fallback"),
    [
        ("beaver", [0, 0, 4], [0, 0, 4], [0, 0, 4]),
        ("Beaver", [0, 0, 9], [0, 0, 4], [0, 0, 9]),
        ("BEAVER", UNKNOWN, [0, 0, 4], [0, 0, 4]),
        ("Paris", [3, 0, 0], UNKNOWN, [3, 0, 0]),
        ("paris", UNKNOWN, UNKNOWN, UNKNOWN),
    ],
)
def test_casing_decides_which_spellings_are_looked_up(embed, word, exact, lower, fallback):
    assert embed(word, casing="exact") == exact
    assert embed(word, casing="lower") == lower
    assert embed(word, casing="fallback") == embed(word) == fallback


def test_casing_holds_for_the_parts_of_a_word_too(embed):
    assert embed("Eager-Beaver", casing="exact") == [0, 0, 9]
    assert embed("Eager-Beaver", casing="lower") == [0, 1, 2]


def test_casing_decides_what_is_unknown(path):
    for casing, unknown in {"exact": {"BEAVER": 1}, "lower": {"Paris": 1}, "fallback": {}}.items():
        made = StaticEncoder(path, casing=casing)
        list(made.encode(["BEAVER of Paris"], {}, [SENTENCE], 64))
        assert made.unknown_words(["BEAVER, Paris"]) == unknown


def test_a_casing_that_does_not_exist_is_an_error(path):
    with pytest.raises(ConfigError, match="fallback, exact, lower"):
        StaticEncoder(path, casing="upper")


# Entries of several words.


@pytest.mark.parametrize("text", ["eager beaver", "We saw the eager beaver there.", "An Eager Beaver!"])
def test_a_target_that_has_an_entry_is_that_one_vector(embed, text):
    target = next(t for t in ("eager beaver", "Eager Beaver") if t in text)
    assert embed(text, target, mwe_tokens=True) == [5, 1, 1]
    assert embed(text, target) != [5, 1, 1]


@pytest.mark.parametrize("pool", ["mean", "max", "min", "sum", "first", "last"])
def test_one_vector_is_the_same_in_every_pooling(embed, pool):
    assert embed("the eager beaver", "eager beaver", pool, mwe_tokens=True) == [5, 1, 1]


@pytest.mark.parametrize(
    ("target", "vector"),
    [
        ("Hot Dog", [1, 7, 0]),
        ("hot dog", [0, 7, 1]),
        ("hot-dog", [0, 7, 1]),
        ("red tape", [2, 2, 2]),
        ("eager-beaver", [5, 1, 1]),
        ("fim de semana", [4, 4, 0]),
        ("pe\u0301 direito", [6, 0, 1]),
        ("bull's eye", [8, 0, 0]),
        ("bull's-eye", [8, 0, 0]),
        ("  eager   beaver ", [5, 1, 1]),
        ("“eager beaver”", [5, 1, 1]),
    ],
)
def test_an_entry_is_joined_by_underscores_or_hyphens(embed, target, vector):
    assert embed(f"A {target} B", target, mwe_tokens=True) == vector


def test_the_underscore_comes_before_the_hyphen_and_what_is_written_before_lower_case():
    assert joined("Hot Dog", "fallback") == ["Hot_Dog", "hot_dog", "Hot-Dog", "hot-dog"]
    assert joined("Hot Dog", "exact") == ["Hot_Dog", "Hot-Dog"]
    assert joined("Hot Dog", "lower") == ["hot_dog", "hot-dog"]
    assert joined("hotdog", "fallback") == joined("hot!", "fallback") == joined("", "fallback") == []


def test_a_genitive_behind_the_target_changes_nothing(embed):
    assert embed("the eager beaver's tail", "eager beaver", mwe_tokens=True) == [5, 1, 1]


def test_a_target_of_one_word_is_that_word(embed):
    assert embed("the eager beaver", "beaver", mwe_tokens=True) == [0, 0, 4]


def test_a_sentence_is_made_of_its_words_all_the_same(embed):
    assert embed("eager beaver", mwe_tokens=True) == embed("eager beaver") == [0, 1, 2]


def test_a_target_without_an_entry_is_dropped_or_made_of_its_words(embed):
    assert embed("a red beaver", "red beaver", mwe_tokens=True) == NO_ENTRY
    assert embed("a red beaver", "red beaver", mwe_tokens=True, mwe_missing="words") == [0.5, 0, 2]
    for missing in ("drop", "words"):
        assert embed("a red beaver", "beaver", mwe_tokens=True, mwe_missing=missing) == [0, 0, 4]
        assert embed("an eager beaver", "eager beaver", mwe_tokens=True, mwe_missing=missing) == [5, 1, 1]
        assert embed("a red beaver", mwe_tokens=True, mwe_missing=missing) == [0.5, 0, 2]


def test_a_target_in_parts_is_made_of_its_words_and_has_no_entry(path):
    text = "an eager, red beaver"
    at = span(text, "eager") + span(text, "beaver")
    for missing in ("drop", "words"):
        made = StaticEncoder(path, mwe_tokens=True, mwe_missing=missing)
        vectors, failed, _ = gather(made.encode([text], {text: [at]}, [TARGET], 64))
        assert not any(failed.values())
        assert vectors[TARGET][Request(text, at)].tolist() == [0, 1, 2]
        assert made.lookup_counts([Request(text, at)]) == {"mwe_targets": 0, "mwe_targets_with_entry": 0}


def test_targets_are_counted_by_whether_they_had_an_entry(path):
    memory, texts = {}, ["the eager beaver", "a red beaver", "a beaver"]
    spans = {text: [span(text, text.split(maxsplit=1)[1])] for text in texts}
    list(StaticEncoder(path, memory=memory, mwe_tokens=True).encode(texts, spans, [TARGET], 64))
    again = StaticEncoder(path, memory=memory, mwe_tokens=True)
    wanted = {"eager beaver": True, "red beaver": False}
    assert again.multiword_entries(["eager beaver", "red beaver", "beaver"]) == wanted
    requests = [Request(text, spans[text][0]) for text in texts] + [Request(text) for text in texts]
    assert again.lookup_counts(requests) == {"mwe_targets": 2, "mwe_targets_with_entry": 1}
    unasked = StaticEncoder(path, memory=memory)
    assert unasked.multiword_entries(["eager beaver"]) == unasked.lookup_counts(requests) == {}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"mwe_missing": "words"}, "`mwe_tokens`"),
        ({"mwe_tokens": True, "mwe_missing": "guess"}, "drop, words"),
    ],
)
def test_what_makes_no_sense_is_an_error(path, options, message):
    with pytest.raises(ConfigError, match=message):
        StaticEncoder(path, **options)


# Identity.

WAYS = [
    {},
    {"casing": "exact"},
    {"casing": "lower"},
    {"mwe_tokens": True},
    {"mwe_tokens": True, "mwe_missing": "words"},
    {"mwe_tokens": True, "casing": "lower"},
    {"unknown_words": "word"},
]


def test_every_option_that_changes_a_vector_changes_the_fingerprint(path):
    made = [StaticEncoder(path, **way).identity for way in WAYS]
    assert len({identity.fingerprint for identity in made}) == len(WAYS)
    assert made[0].details["casing"] == "fallback"
    assert [identity.details["mwe_tokens"] for identity in made[2:5]] == ["no", "else drop", "else words"]


def test_an_unknown_word_may_get_the_vector_of_the_word_word(embed, tmp_path):
    assert embed("eager quokka") == [0, 2, 0]
    made = tmp_path / "more.txt"
    made.write_bytes(write.glove([*TABLE.items(), ("word", [9, 0, 3])]))
    encoder = StaticEncoder(made, unknown_words="word")
    vectors, _, _ = gather(encoder.encode(["eager quokka ?", "quokka"], {}, [SENTENCE], 64))
    assert [vectors[SENTENCE][Request(t)].tolist() for t in ("eager quokka ?", "quokka")] == [[4.5, 1, 1.5], [9, 0, 3]]
    assert encoder.unknown_words(["eager quokka ?"]) == {"quokka": 1}
    with pytest.raises(ConfigError, match=r"`unknown_words` word: vectors\.txt has no such word"):
        embed("eager quokka", unknown_words="word")


def test_a_cache_folder_changes_no_fingerprint(path, tmp_path):
    kept = StaticEncoder(path, cache_dir=tmp_path, casing="fallback", mwe_tokens=False)
    assert kept.identity == StaticEncoder(path).identity


# Compositionality prediction.

FRAMES = {"nat": "We saw {} there.", "none": "{}"}


def stimuli(name):
    """An expression in a sentence and alone, and its words alone."""
    modifier, head = name.split()
    fillers = {"nat": {"original": name}, "none": {"original": name, "head": head, "modifier": modifier}}
    return [
        row
        for condition, frame in FRAMES.items()
        for row in item(
            fillers[condition], condition=condition, sentence=1 if condition == "nat" else None, frame=frame
        )
    ]


def predicted(tmp_path, path, **options):
    names = ["eager beaver", "hot dog", "red dog"]
    data = dataset([row for name in names for row in stimuli(name)], [expression(name) for name in names])
    encoder = StaticEncoder(path, **options)
    return evaluate(encoder, data, suites=("prediction",), units=("target",), cache_dir=tmp_path, resamples=100)


def cosine(a, b):
    a, b = np.array(a, dtype=float), np.array(b, dtype=float)
    return a @ b / np.linalg.norm(a) / np.linalg.norm(b)


def test_the_prediction_is_the_cosine_of_the_entry_and_the_sum_of_its_words(tmp_path, path):
    result = predicted(tmp_path, path, mwe_tokens=True)
    beaver = cosine(TABLE["eager_beaver"], np.add(TABLE["eager"], TABLE["beaver"]))
    dog = cosine(TABLE["hot-dog"], np.add(TABLE["hot"], TABLE["dog"]))
    assert scored(result, "pred_out_comp") == close_to([beaver, dog])
    assert result.dropped.filter(expression="red dog")["reason"].unique().to_list() == [NO_ENTRY]


def test_without_an_entry_the_words_would_be_compared_with_themselves(tmp_path, path):
    """Which is why an expression without one is dropped unless the user insists."""
    assert scored(predicted(tmp_path, path), "pred_out_comp") == close_to([1.0, 1.0, 1.0])
    insisted = predicted(tmp_path, path, mwe_tokens=True, mwe_missing="words")
    assert scored(insisted, "pred_out_comp")[2] == close_to(1.0)


def test_tokens_added_up_leave_out_punctuation_as_sentences_do(tmp_path):
    """A file may have vectors of marks; they are no words, in the sentence or among its tokens."""
    path = tmp_path / "marks.txt"
    path.write_bytes(write.glove([*TABLE.items(), (",", [9, 9, 9]), (".", [9, 9, 9])]))
    encoder = StaticEncoder(path)
    request = Request("hot, dog.")
    vectors, _, _ = gather(encoder.encode([request.text], {}, [SENTENCE], 64))
    assert encoder.token_vectors({request})[request].tolist() == vectors[SENTENCE][request].tolist()
