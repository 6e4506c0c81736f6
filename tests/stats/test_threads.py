import numpy as np
import pytest
from threadpoolctl import ThreadpoolController

from idioprobe.stats import correlation
from idioprobe.stats.bootstrap import resample_weights
from idioprobe.stats.threads import one_thread


def used():
    return {one.num_threads for one in ThreadpoolController().select(user_api="blas").lib_controllers}


@pytest.fixture(autouse=True)
def two_threads():
    with ThreadpoolController().limit(limits=2, user_api="blas"):
        assert used() == {2}
        yield


def test_a_block_has_one_thread_and_gives_the_others_back():
    with one_thread():
        assert used() == {1}
    assert used() == {2}


def test_the_others_come_back_after_an_error():
    with pytest.raises(ZeroDivisionError), one_thread():
        raise ZeroDivisionError
    assert used() == {2}


def test_resamples_are_correlated_on_one_thread(monkeypatch):
    seen = []
    rankings = correlation.Rankings
    monkeypatch.setattr(correlation, "Rankings", lambda variables: seen.append(used()) or rankings(variables))
    x = np.arange(6.0)
    assert correlation.Draws(np.arange(6), resample_weights(6, 8, 0)).spearman(x, x)[0] == 1
    assert seen == [{1}]
