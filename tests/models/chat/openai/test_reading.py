"""Answers are read whatever they are made of: no server can break the program by what it sends."""

import json

from hypothesis import given
from hypothesis import strategies as st

from idioprobe.core.answers import Failure
from idioprobe.models.api.client import Refusal
from idioprobe.models.chat.completion import Said, read_completion
from idioprobe.models.chat.stream import is_cut, read_body
from idioprobe.models.chat.thoughts import MARKS, after_thoughts
from tests.models.chat.openai.server import completion, stream

WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="<>[]|"))
NAMES = st.sampled_from(
    ["choices", "message", "content", "text", "delta", "error", "finish_reason", "refusal", "tool_calls", "usage"]
)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4),
)
CHOICES = st.fixed_dictionaries({"choices": st.lists(st.dictionaries(NAMES, ANYTHING), max_size=2)})


@given(st.dictionaries(NAMES, ANYTHING) | CHOICES)
def test_any_object_is_an_answer_a_failure_or_said_to_be_broken(content):
    assert isinstance(read_completion(content), Said | Failure | Refusal | str)


@given(st.lists(ANYTHING | CHOICES))
def test_any_stream_is_read_or_said_to_be_broken(chunks):
    body = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in [*chunks, {}]).encode()
    found = read_body(body)
    assert found is None or isinstance(found, dict)
    assert isinstance(is_cut(body), bool)


@given(st.binary())
def test_any_bytes_are_read_or_said_to_be_broken(body):
    read_body(b"data: " + body)
    read_body(body)
    assert isinstance(is_cut(body), bool)


@given(st.lists(WORDS))
def test_a_stream_says_what_one_piece_would(pieces):
    body = stream(*({"content": piece} for piece in pieces))
    whole = read_completion(completion(content="".join(pieces)))
    assert read_completion(read_body(body)) == whole == Said("".join(pieces).strip())
    assert not is_cut(body)


@given(WORDS, WORDS, st.sampled_from(MARKS))
def test_what_is_thought_is_not_said(thought, answer, marks):
    begin, end = marks
    assert after_thoughts(f"{begin}{thought}{end}{answer}") == answer.strip()
    assert after_thoughts(f"{thought}{end}{answer}") == answer.strip()
    assert after_thoughts(f" {begin}{thought}") is None
    assert after_thoughts(answer) == answer.strip()
