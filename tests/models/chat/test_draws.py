"""Draws follow the softmax of the logits, and depend on the question alone."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from idioprobe.core.requests import Question
from idioprobe.models.chat.draws import Draws, scores

LOGITS = np.log(np.array([0.5, 0.3, 0.15, 0.05]))


@pytest.mark.parametrize("temperature", [0.5, 1.0, 2.0])
def test_tokens_are_drawn_as_often_as_their_likelihood_says(temperature):
    draws = Draws(Question("How often?"))
    found = [int(scores(LOGITS, temperature, draws.next(4)).argmax()) for _ in range(20_000)]
    shares = np.bincount(found, minlength=4) / len(found)
    expected = np.exp(LOGITS / temperature)
    np.testing.assert_allclose(shares, expected / expected.sum(), atol=0.015)


def test_another_sample_another_text_another_draw():
    questions = [Question("A?"), Question("A?", sample=1), Question("B?"), Question("A?", tokens=5)]
    first = [tuple(Draws(question).next(3)) for question in questions]
    assert len(set(first)) == len(questions)
    assert first == [tuple(Draws(question).next(3)) for question in questions]


@given(
    logits=arrays(float, 30, elements=st.floats(-60, 60)),
    temperature=st.floats(1e-300, 50),
    seed=st.integers(0, 99),
)
def test_leaving_out_what_cannot_be_drawn_changes_no_draw(logits, temperature, seed):
    uniform = np.random.default_rng(seed).random(30)
    found = scores(logits, temperature, uniform)
    assert np.isfinite(found.max())
    with np.errstate(over="ignore"):
        whole = (logits - logits.max()) / temperature - np.log(-np.log(np.clip(uniform, 2**-53, 1 - 2**-53)))
    assert found.argmax() == whole.argmax()
