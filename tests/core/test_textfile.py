"""What goes to a terminal has no control characters of others; paths are text, whatever their bytes."""

import json
import os

import pytest

from idioprobe.core.textfile import json_text, printable, readable


@pytest.mark.parametrize("bad", ["\x1b", "\x07", "\x08", "\r", "\x00", "\x7f", "\x85", "\x9b"])
def test_control_characters_are_marked(bad):
    assert printable(f"a{bad}b") == "a\ufffdb"


@pytest.mark.parametrize("good", ["eager beaver", "a\nb\tc", "é à ç 日本", "ρ − ≤", "e\u0301", "\u200f"])
def test_text_stays_as_it_is(good):
    assert printable(good) == good


def test_json_says_the_same_without_control_characters():
    value = {"a": "x\x1b[2J\x9b31m\x7f", "b": ["é"]}
    text = json_text(value, indent=2)
    assert printable(text) == text
    assert json.loads(text) == value


def test_bytes_of_a_path_that_are_no_text_get_a_mark():
    assert readable(os.fsdecode(b"caf\xe9.txt")) == "caf\ufffd.txt"
    assert readable("café.txt") == "café.txt"
