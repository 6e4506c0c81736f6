"""Answers and likelihoods are those of transformers alone, one question at a time."""

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from idioprobe.core.answers import Failure, Text
from idioprobe.core.requests import Question
from tests.models.chat.talkers import KINDS, answers, by_hand, plain, talker
from tests.models.tiny import SENTENCES

ASK = "Which words keep the meaning? Answer with a letter.\n{}\nA) {}\nB) {}"
PAIRS = [("eager beaver", "hard worker"), ("wet blanket", "café"), ("silver spoon", "热狗 👍🏽")]
WRITTEN = [
    Question(ASK.format(text, *options), tokens=tokens)
    for text in SENTENCES
    for pair in PAIRS
    for options in (pair, pair[::-1])
    for tokens in (3, 9)
]
WEIGHED = [
    Question(f"What keeps the meaning?\n{text}", options=options, lead="Answer:")
    for text in SENTENCES
    for options in (*PAIRS, ("a", "a wet", "a wet blanket", "B"), ("glad",))
]


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_written_is_what_the_model_writes_alone(talking, kind):
    folder = talking(kind)
    some = WRITTEN[::5]
    found = answers(talker(folder), some)
    assert set(found) == set(some)
    for question in some:
        assert found[question] == by_hand(plain(folder), question)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("template", [True, False], ids=["turns", "no turns"])
def test_likelihoods_are_those_of_one_option_at_a_time(talking, kind, template):
    folder = talking(kind) if template else talking(kind, template=None)
    found = answers(talker(folder), WEIGHED)
    assert set(found) == set(WEIGHED)
    for question in WEIGHED:
        assert found[question].dtype == np.float32
        np.testing.assert_allclose(found[question], by_hand(plain(folder), question), atol=1e-4, rtol=0)


@pytest.mark.parametrize(("kind", "packs"), [(kind, kind not in ("mamba", "bloom")) for kind in KINDS])
def test_questions_are_packed_where_that_changes_nothing(talking, kind, packs):
    assert talker(talking(kind)).load().reader.packs is packs


@pytest.mark.parametrize("kind", ["llama", "gpt2", "gemma3", "mamba"])
def test_neither_batch_nor_order_changes_an_answer(talking, kind):
    model = talker(talking(kind))
    questions = [*WRITTEN[::3], *WEIGHED]
    expected = answers(model, questions)
    shuffled = random.Random(0).sample(questions, len(questions))
    for batch_tokens, part in [(1, shuffled), (150, questions[::-1]), (4000, shuffled), (None, questions[::7])]:
        found = answers(model, part, batch_tokens)
        for question in part:
            if question.options:
                np.testing.assert_allclose(found[question], expected[question], atol=2e-5, rtol=0)
            else:
                assert found[question] == expected[question]


def test_tokens_that_are_all_but_equal_are_told_apart_by_the_question_alone(talking):
    """The rows of some tokens are the same but for rounding: whichever batch they are in, one of them is chosen."""
    import torch

    model = talker(talking("llama"))
    loaded = model.load()
    weights = loaded.reader.model.lm_head.weight
    before = weights.detach().clone()
    with torch.no_grad():
        noise = 1e-7 * torch.randn(weights.shape, generator=torch.Generator().manual_seed(1))
        weights.copy_(before[torch.arange(len(before)) // 8 * 8] + noise)
    try:
        expected = answers(model, WRITTEN)
        assert len(set(expected.values())) > 2
        for batch_tokens in (1, 90, 200, 333, 5000):
            assert answers(model, WRITTEN, batch_tokens) == expected
    finally:
        with torch.no_grad():
            weights.copy_(before)


@settings(max_examples=25)
@given(
    text=st.text(max_size=40),
    options=st.lists(st.text(min_size=1, max_size=12), min_size=1, max_size=4, unique=True),
)
def test_any_text_can_be_asked_and_any_option_weighed(talking, text, options):
    folder = talking("llama")
    question = Question(text, options=tuple(options), lead="So:")
    found = answers(shared(folder), [question, Question(text, tokens=2)])
    assert isinstance(found[Question(text, tokens=2)], Text)
    np.testing.assert_allclose(found[question], by_hand(plain(folder), question), atol=1e-4, rtol=1e-5)


_shared = {}


def shared(folder):
    return _shared.setdefault(folder, talker(folder))


class TestLimits:
    def test_a_prompt_longer_than_the_model_takes_has_a_reason_and_the_others_an_answer(self, talking):
        model = talker(talking("llama"))
        long, short = Question("the beaver " * 300), WRITTEN[0]
        found = answers(model, [long, short, Question(long.text, options=("a", "b"))])
        assert isinstance(found[short], Text)
        for question in found.keys() - {short}:
            assert isinstance(found[question], Failure)
            assert found[question].reason.endswith("are longer than the model takes (256)")

    def test_an_answer_ends_where_the_model_takes_no_more(self, talking):
        folder = talking("llama")
        model = talker(folder)
        tokenizer = plain(folder)[0]
        question = Question("," * 200, tokens=400)
        room = 256 - len(model.load().conversation.prompts([question])[0])
        (answer,) = answers(model, [question]).values()
        assert isinstance(answer, Text)
        assert len(tokenizer(answer.text)["input_ids"]) <= room

    def test_an_empty_option_has_no_likelihood(self, talking):
        (answer,) = answers(talker(talking("llama")), [Question("Which?", options=("one", ""))]).values()
        assert answer == Failure("an option is empty, or has no token")

    def test_a_model_without_turns_writes_nothing(self, talking):
        model = talker(talking("llama", template=None))
        assert model.facts().pools == ("likelihood",)
        (answer,) = answers(model, [WRITTEN[0]]).values()
        assert isinstance(answer, Failure)
        assert "no chat template" in answer.reason

    def test_an_answer_stops_at_the_end_of_the_turn_even_if_the_model_s_files_do_not_tell(self, talking):
        folder = talking("llama", eos_token_id=None)
        assert plain(folder)[0].convert_tokens_to_ids("<|end|>") in talker(folder).load().conversation.stops(None)


class TestSampling:
    QUESTIONS = tuple(
        Question(question.text, tokens=6, sample=sample) for question in WRITTEN[::4] for sample in range(4)
    )

    def test_what_is_drawn_depends_on_the_question_and_its_sample_alone(self, talking):
        model = talker(talking("llama"), temperature=0.8)
        expected = answers(model, self.QUESTIONS)
        for batch_tokens, part in [(1, self.QUESTIONS[::3]), (200, self.QUESTIONS[::-1]), (5000, self.QUESTIONS[5:])]:
            found = answers(model, part, batch_tokens)
            assert found == {question: expected[question] for question in part}

    def test_without_chance_a_question_is_asked_once_however_often_it_is_repeated(self, talking):
        model = talker(talking("llama"))
        notices = []
        model.notice = notices.append
        found = answers(model, self.QUESTIONS)
        assert set(found) == set(self.QUESTIONS)
        for question in self.QUESTIONS:
            assert found[question] == found[replace(question, sample=0)]
        assert len(notices) == 1
        assert "`temperature`" in notices[0]

    def test_samples_differ(self, talking):
        found = answers(talker(talking("llama"), temperature=1.0), self.QUESTIONS)
        assert len({answer.text for answer in found.values()}) > len(self.QUESTIONS) // 2

    def test_a_temperature_near_zero_takes_the_likeliest(self, talking):
        folder = talking("llama")
        drawn = answers(talker(folder, temperature=1e-6), WRITTEN)
        assert drawn == answers(talker(folder), WRITTEN)

    def test_models_that_cannot_be_packed_draw_too(self, talking):
        model = talker(talking("mamba"), temperature=0.8)
        expected = answers(model, self.QUESTIONS)
        assert len(set(expected.values())) > 4
        assert answers(model, self.QUESTIONS[::-1], 1) == expected


class TestIdentity:
    def test_it_follows_weights_template_precision_and_temperature(self, talking):
        folder, other = talking("llama"), talking("llama", template="{{ messages[0]['content'] }}")
        made = [
            talker(folder),
            talker(folder, temperature=0.5),
            talker(folder, thinking=100),
            talker(folder, dtype="bfloat16"),
            talker(other),
            talker(talking("llama", seed=1)),
        ]
        assert len({model.identity.fingerprint for model in made}) == len(made)
        assert {model.identity.family for model in made} == {"chat"}
        assert made[1].identity.details["temperature"] == "0.5"

    def test_how_it_is_run_is_no_part_of_it(self, talking):
        assert talker(talking("llama")).identity == talker(talking("llama"), temperature=0.0, timeout=5.0).identity

    def test_it_answers_in_both_ways_and_has_no_other_unit(self, talking):
        facts = talker(talking("llama")).facts()
        assert facts.units == ("answer",)
        assert facts.pools == ("generated", "likelihood")
        assert facts.max_tokens == 256


@pytest.mark.parametrize("dtype", ["bfloat16", "float16"])
def test_half_precision_answers_and_is_close(talking, dtype):
    folder = talking("llama")
    model = talker(folder, dtype=dtype)
    assert model.load().reader.packs
    found = answers(model, [*WRITTEN[:4], *WEIGHED])
    for question in WEIGHED:
        np.testing.assert_allclose(found[question], by_hand(plain(folder), question), rtol=0.1)
    assert answers(model, [*WRITTEN[:4]]) == {question: found[question] for question in WRITTEN[:4]}
