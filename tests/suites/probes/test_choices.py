"""The choice between meaning, words and random words: what it is for models whose similarities are known."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from idioprobe import check, evaluate
from idioprobe.connect.watched import IdiomWatch
from tests.suites.world import at, dataset, encoder, expression, item, summed

COUNT = 12
NAMES = [f"paper tiger{n}" for n in range(COUNT)]


def fillers(name, *, words=1, rand=3):
    made = {"original": name, "syn": f"threat of {name}", "words": f"card lion of {name}"}
    made["words_alt"] = [f"sheet cat {n} of {name}" for n in range(words - 1)]
    return made | {"rand": [f"dull knife {n} of {name}" for n in range(rand)]}


def world(*, label="NC", sentences=(1,), without=(), **counts):
    """Twelve expressions, each with its substitutes."""
    rows = []
    for name in NAMES:
        own = {role: written for role, written in fillers(name, **counts).items() if role not in without}
        for sentence in sentences:
            rows += item(own, sentence=sentence)
    return dataset(rows, [expression(name, label=label) for name in NAMES])


def vectors(syn, words, rand):
    """Cosines with the original; a list is one for each substitute, a function one for each expression."""
    made = {}
    for number, name in enumerate(NAMES):
        own = fillers(name, words=5, rand=5)
        made[name] = at(1.0)
        made[own["syn"]] = at(syn(number) if callable(syn) else syn)
        every = [own["words"], *own["words_alt"]]
        made |= {text: at(words[k % len(words)]) for k, text in enumerate(every)}
        made |= {text: at(rand[k % len(rand)]) for k, text in enumerate(own["rand"])}
    return made


def run(tmp_path, made, data=None, **options):
    return evaluate(encoder(made), data or world(), cache_dir=tmp_path, resamples=200, **options)


def test_every_pair_of_substitutes_is_one_choice(tmp_path):
    data = world(words=2, rand=3)
    result = run(tmp_path, vectors(0.5, [0.4, 0.6], [0.1, 0.2, 0.9]), data)
    found = {name: summed(result, name, group="NC")["value"] for name in ("choice", "choice_words", "choice_random")}
    assert found == pytest.approx({"choice": 2 / 6, "choice_words": 2 / 6, "choice_random": 2 / 6})
    assert summed(result, "choice_net", group="NC")["value"] == pytest.approx(0)


def test_a_tie_of_three_is_shared(tmp_path):
    result = run(tmp_path, vectors(0.5, [0.5], [0.5]))
    assert summed(result, "choice", group="NC")["value"] == pytest.approx(1 / 3)


def test_the_order_of_substitutes_decides_nothing(tmp_path):
    one = run(tmp_path / "1", vectors(0.5, [0.4, 0.6], [0.1, 0.7]), world(words=2, rand=2))
    other = run(tmp_path / "2", vectors(0.5, [0.6, 0.4], [0.7, 0.1]), world(words=2, rand=2))
    assert summed(one, "choice_net", group="NC")["value"] == summed(other, "choice_net", group="NC")["value"]


def test_a_model_of_words_gets_0_one_of_meaning_100_and_their_verdicts_need_tokens(tmp_path):
    words, meaning = run(tmp_path / "1", vectors(0.3, [0.9], [0.1])), run(tmp_path / "2", vectors(0.9, [0.3], [0.1]))
    assert (words.score.value, meaning.score.value) == (0, 1)
    assert words.score.interval == pytest.approx((-0.2646, 0.2646), abs=1e-4)
    assert words.score.n == COUNT
    assert words.score.verdict.startswith("has no tokens")


def test_the_tokens_of_a_model_are_its_floor(tmp_path):
    model = encoder(vectors(0.9, [0.3], [0.1]))
    below = encoder(vectors(0.3, [0.9], [0.1])).vector
    model.token_vectors = lambda requests: {r: np.asarray(below(r), dtype=np.float32) for r in requests}
    result = evaluate(model, world(), cache_dir=tmp_path, resamples=200)
    assert (result.score.tokens, result.score.verdict) == (0, "goes beyond its words")
    assert summed(result, "choice_beyond", group="NC")["value"] == 1
    without = evaluate(model, world(), cache_dir=tmp_path, resamples=200, floor=False)
    assert without.score.tokens is None


def test_a_model_that_is_its_tokens_adds_up_its_words(tmp_path):
    model = encoder(vectors(lambda n: 0.2 + 0.06 * n, [0.5], [0.1]))
    model.token_vectors = lambda requests: {r: np.asarray(model.vector(r), dtype=np.float32) for r in requests}
    result = evaluate(model, world(), cache_dir=tmp_path, resamples=200)
    assert result.score.verdict == "adds up its words"


class Plain:
    """An encoder with what the protocol asks for, and nothing else."""

    def __init__(self, inner):
        self.identity, self.facts, self.encode = inner.identity, inner.facts, inner.encode


def test_without_a_table_single_words_are_embedded_and_added_up(tmp_path):
    inner = encoder({}, name="plain")
    inner.vector = lambda request: np.array([1.0, len(request.text), sum(map(ord, request.text)) % 7])
    result = evaluate(Plain(inner), world(), cache_dir=tmp_path, resamples=200, units="sentence")
    assert {"saw", "knife", "tiger3"} <= set(inner.seen)
    assert result.headline[0].tokens_kind == "words"
    inner.seen.clear()
    without = evaluate(Plain(inner), world(), cache_dir=tmp_path / "2", resamples=200, units="sentence", floor=False)
    assert "knife" not in inner.seen
    assert without.headline[0].tokens is None


NOISE = {"syn": lambda n: 0.2 + 0.05 * (n % 3), "words": [0.2, 0.3], "rand": [0.1, 0.35, 0.3]}


def test_who_takes_random_words_as_often_as_a_guess_has_no_score_and_passes_no_gate(tmp_path):
    result = run(tmp_path, vectors(**NOISE), world(words=2))
    assert result.score.value is None
    assert result.score.verdict == "cannot tell meaning from noise"
    assert summed(result, "choice_net", group="NC")["value"] is not None
    gate = check(result, "idiom_score>=-1")
    assert gate.exit_code == 3
    assert "random words" in gate.checks[0].reason


def test_in_training_such_a_model_has_nan_which_no_trainer_chooses():
    watch = IdiomWatch(world(words=2), languages="en", resamples=200)
    found = watch.numbers(encoder(vectors(**NOISE)))
    assert np.isnan([found["idiom_score"], found["sentence_score"]]).all()
    assert found["choice_random"] > 0.3
    assert watch.numbers(encoder(vectors(0.9, [0.3, 0.2], [0.1])))["idiom_score"] == 1


@pytest.mark.parametrize(
    "required", ["choice>=0.01", "choice_net@sentence>=-1", "pref_words>=0.01", "choice_crossed>=0"]
)
def test_a_guess_takes_the_meaning_more_often_than_who_goes_by_the_words_and_passes_no_gate_by_that(tmp_path, required):
    result = run(tmp_path, vectors(**NOISE), world(words=2, sentences=(1, 2)))
    gate = check(result, required)
    assert gate.exit_code == 3
    assert "cannot tell meaning from noise" in gate.checks[0].reason
    assert check(result, "choice_random<=0.9").exit_code == 0


def test_the_verdict_on_phrases_is_told_with_their_numbers_of_sentences_too(tmp_path):
    noise, sound = encoder(vectors(**NOISE)).vector, encoder(vectors(0.9, [0.3, 0.2], [0.1])).vector
    model = encoder({}, name="half")
    model.vector = lambda request: noise(request) if request.spans else sound(request)
    result = evaluate(model, world(words=2), cache_dir=tmp_path, resamples=200)
    assert summed(result, "choice_random", unit="sentence", group="NC")["value"] == 0
    gate = check(result, "sentence_score>=0.1")
    assert gate.exit_code == 3
    assert "it takes random words for 55 % [39, 67]" in gate.checks[0].reason


def test_of_several_languages_the_mean_is_nan_where_one_has_no_score():
    one = world(words=2)
    other = {name: getattr(one, name).with_columns(language=pl.lit("pt")) for name in ("stimuli", "expressions")}
    other["stimuli"] = other["stimuli"].with_columns(
        item=pl.col("item").str.replace("en/", "pt/"), text="de " + pl.col("text")
    )
    both = replace(one, **{name: pl.concat([getattr(one, name), table]) for name, table in other.items()})
    sound = encoder(vectors(0.9, [0.3, 0.2], [0.1])).vector
    model = encoder({}, name="half")
    model.vector = lambda request: np.full(3, np.nan) if request.text.startswith("de ") else sound(request)
    found = IdiomWatch(both, languages="en,pt", resamples=200).numbers(model)
    assert (found["idiom_score_en"], found["sentence_score_en"]) == (1, 1)
    missing = ("idiom_score_pt", "sentence_score_pt", "idiom_score", "sentence_score")
    assert np.isnan([found[name] for name in missing]).all()


def test_noise_is_no_worse_than_nothing_and_no_baseline(tmp_path):
    noise = run(tmp_path / "1", vectors(**NOISE), world(words=2))
    sound = run(tmp_path / "2", vectors(0.9, [0.3, 0.2], [0.1]), world(words=2))
    assert check(noise, no_worse_than=sound).exit_code == 3
    assert check(sound, no_worse_than=noise).exit_code == 2
    assert check(sound, no_worse_than=sound).exit_code == 0


def test_without_the_words_synonyms_there_is_no_score_and_the_check_says_what_to_add(tmp_path):
    result = run(tmp_path, vectors(0.9, [0.3], [0.1]), world(without=("words", "words_alt")))
    assert result.score is None
    assert result.headline == []
    gate = check(result, "idiom_score>=0.1")
    assert gate.exit_code == 2
    assert "data complete" in gate.checks[0].reason


def test_across_sentences_the_variants_are_those_of_the_others(tmp_path):
    data = world(sentences=(1, 2, 3))
    result = run(tmp_path, vectors(0.9, [0.3], [0.1]), data)
    crossed = result.scores.filter(measure="choice_crossed", unit="target")
    assert len(crossed) == 3 * COUNT
    assert set(crossed["value"]) == {1.0}
    alone = run(tmp_path / "alone", vectors(0.9, [0.3], [0.1]))
    assert alone.scores.filter(measure="choice_crossed").is_empty()


def test_equal_length_keeps_the_combinations_whose_substitutes_have_as_many_words(tmp_path):
    result = run(tmp_path, vectors(0.5, [0.9, 0.1], [0.0]), world(words=2))
    # "threat of paper tiger0" has as many words as neither; five words are "card lion of …", six "sheet cat 0 of …"
    assert result.scores.filter(measure="choice_same_length").is_empty()


@pytest.mark.parametrize("sd", [0.5, 2.0, 8.0])
def test_noise_on_vectors_only_lowers_the_score(tmp_path, sd):
    rng = np.random.default_rng(0)
    whole = vectors(0.9, [0.5, 0.6], [0.1, 0.2, 0.0])
    clean = run(tmp_path / "clean", whole, world(words=2))
    shaken = {name: vector + sd * rng.normal(size=3) / 3 for name, vector in whole.items()}
    damaged = run(tmp_path / "damaged", shaken, world(words=2))
    assert damaged.score.value is None or damaged.score.value <= clean.score.interval[1]
    assert summed(damaged, "choice_net", group="NC")["value"] <= summed(clean, "choice_net", group="NC")["value"]
