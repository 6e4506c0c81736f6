"""Requests: how the spans of a target are written, and the names that files and stores know them by."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from idioprobe.core.requests import Request, format_spans, parse_spans, request_id, request_key

SPANS = st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)), min_size=1).map(tuple)


@given(SPANS)
def test_spans_come_back_from_how_they_are_written(spans):
    assert parse_spans(format_spans(spans)) == spans


@pytest.mark.parametrize("written", ["", " ", "3", "3:", ":7", "3-7", "3:7,9:12", "3:7  9:12", " 3:7", "3:7 ", "3:7\n"])
def test_what_is_written_otherwise_is_no_span(written):
    with pytest.raises(ValueError, match="is no list of spans; write 3:15, or 3:7 20:24"):
        parse_spans(written)


@pytest.mark.parametrize("written", ["03:15", "3:15:00", "03:15:00", "3:015", "٣:٧"])
def test_a_time_that_a_spreadsheet_made_of_a_span_is_none(written):
    with pytest.raises(ValueError, match="is no list of spans"):
        parse_spans(written)


def test_a_target_in_parts_is_named_by_all_of_them():
    request = Request("She gave it up.", ((4, 8), (12, 14)))
    assert (request.target, request.whole) == ("gave up", False)
    assert request_key(request) == b"4:8 12:14\0She gave it up."
    assert request_id(request) == f"t-{hashlib.sha256(request_key(request)).hexdigest()[:32]}"


@pytest.mark.parametrize(
    ("request_", "identifier"),
    [
        (Request("a lame duck"), "s-dab561f2029ac217b6f10b66ce4a53e3"),
        (Request("a lame duck", ((2, 11),)), "t-cb7ae4ef2d82f88e26babb33d46c14ef"),
        (Request("He was a lame duck by May."), "s-4beedc841e2c9c472d20565ee3d10ffe"),
        (Request("He was a lame duck by May.", ((9, 18),)), "t-ec440f2b0415053436cd959a4ca1bb1b"),
    ],
)
def test_a_sentence_and_a_target_of_one_span_have_the_ids_that_they_had_in_05(request_, identifier):
    assert request_id(request_) == identifier


def test_one_span_is_another_target_than_its_two_halves():
    whole, halves = Request("hot dog", ((0, 7),)), Request("hot dog", ((0, 3), (4, 7)))
    assert len({request_id(whole), request_id(halves), request_id(Request("hot dog"))}) == 3


def test_a_sentence_comes_before_its_targets_and_these_come_as_they_stand():
    ordered = [
        Request("a"),
        Request("a", ((0, 1),)),
        Request("a", ((0, 1), (2, 3))),
        Request("a", ((1, 2),)),
        Request("b"),
    ]
    assert sorted({*ordered}) == ordered
