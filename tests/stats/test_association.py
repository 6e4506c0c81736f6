"""Pointwise mutual information in closed form."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from idioprobe.stats.association import pmi, ppmi

counts = st.integers(1, 10**9).map(float)


def test_words_that_meet_as_often_as_chance_would_have_it_have_a_pmi_of_zero():
    assert pmi(np.array(2.0), np.array(40.0), np.array(50.0), np.array(1000.0)) == pytest.approx(0)


def test_meeting_twice_as_often_is_worth_one_bit():
    assert pmi(np.array(4.0), np.array(40.0), np.array(50.0), np.array(1000.0)) == pytest.approx(1)


def test_two_words_that_never_part_have_the_information_of_one():
    assert pmi(np.array(8.0), np.array(8.0), np.array(8.0), np.array(1024.0)) == 7


@given(counts, counts, counts, counts)
def test_ppmi_is_pmi_cut_off_at_zero(count, count1, count2, total):
    given_ = [np.array(v) for v in (count, count1, count2, total)]
    exact = math.log2(count) + math.log2(total) - math.log2(count1) - math.log2(count2)
    assert float(pmi(*given_)) == pytest.approx(exact, abs=1e-9)
    assert float(ppmi(*given_)) == pytest.approx(max(0.0, exact), abs=1e-9)
