"""Pairs are counted alike, however many words there are and however often they occur."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from idioprobe.make.corpus.indexing.counting import counted

rows = st.lists(
    st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 3), st.integers(1, 1 << 20)), max_size=50
)


@pytest.mark.parametrize("step", [1, (1 << 27) // 10, (1 << 31) // 10])
@pytest.mark.parametrize("with_extra", [False, True])
@pytest.mark.parametrize("times", [None, 1, 1 << 30])
@given(rows)
def test_equal_pairs_are_added_up_and_all_are_in_order(step, with_extra, times, rows):
    expected: Counter = Counter()
    for first, second, extra, count in rows:
        expected[first * step, second * step, extra * with_extra] += 1 if times is None else count * times
    columns = np.array(rows, np.int64).reshape(-1, 4).T
    first, second = ((column * step).astype(np.int32) for column in columns[:2])
    extra = columns[2].astype(np.int32) if with_extra else None
    found = counted(first, second, 10 * step, extra, None if times is None else columns[3] * times)
    also = np.zeros(len(found.first), np.int32) if found.extra is None else found.extra
    keys = list(zip(found.first.tolist(), found.second.tolist(), also.tolist(), strict=True))
    assert dict(zip(keys, found.counts.tolist(), strict=True)) == dict(expected)
    assert keys == sorted(expected)
