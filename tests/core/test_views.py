"""A view is read as it is written, and names exactly the hidden states it reads."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from idioprobe.core.errors import ConfigError
from idioprobe.core.views import COMBINATIONS, POOLS, View, expand, parse_view


@pytest.mark.parametrize(
    ("written", "parts"),
    [
        ("mean@last4", ("mean", "last4", "mean")),
        ("mean@last4:mean", ("mean", "last4", "mean")),
        ("mean@last4:concat", ("mean", "last4", "concat")),
        ("mean@last4:sum", ("mean", "last4", "sum")),
        ("cls@-1", ("cls", "-1", "mean")),
        ("cls+sep@-1", ("cls+sep", "-1", "mean")),
        ("max@0", ("max", "0", "mean")),
        ("mean@-1+-2", ("mean", "-1+-2", "mean")),
        ("mean@0+3+-1:concat", ("mean", "0+3+-1", "concat")),
        ("mean@all", ("mean", "all", "mean")),
        ("mean", ("mean", "", "mean")),
        ("  wmean@12 ", ("wmean", "12", "mean")),
    ],
)
def test_a_written_view_is_pool_layers_and_combination(written, parts):
    assert parse_view(written) == parts


@pytest.mark.parametrize("pool", POOLS)
def test_every_pool_can_be_written(pool):
    assert parse_view(f"{pool}@last4") == (pool, "last4", "mean")


@pytest.mark.parametrize("written", ["median@last4", "", "@last4", "Mean@last4", "mean last4", "last4", "mean:concat"])
def test_an_unknown_pool_is_named_with_those_that_exist(written):
    with pytest.raises(ConfigError, match=r"unknown pooling.*mean, max.*mean@last4"):
        parse_view(written)


@pytest.mark.parametrize(
    "layers", ["", "last", "last0", "last-1", "first4", "1-3", "1,2", "1+", "+1", "--1", "1.5", "ALL"]
)
def test_layers_that_cannot_be_read_are_an_error_that_shows_how_to_write_them(layers):
    with pytest.raises(ConfigError, match=r"cannot read the layers.*last4"):
        parse_view(f"mean@{layers}")


@pytest.mark.parametrize("combine", ["", "max", "concatenate", "sum:sum"])
def test_an_unknown_combination_is_an_error(combine):
    with pytest.raises(ConfigError, match="mean, sum, concat"):
        parse_view(f"mean@last4:{combine}")


@given(
    st.sampled_from(list(POOLS)),
    st.sampled_from(["last4", "last12", "0", "-1", "-1+-2", "3+1"]),
    st.sampled_from(COMBINATIONS),
)
def test_the_name_of_a_view_reads_back_as_the_same_view(pool, layers, combine):
    assert parse_view(View("target", pool, layers, combine).name) == (pool, layers, combine)


def test_all_layers_means_one_view_for_each_hidden_state():
    views = expand("mean@all", "target", special_tokens=False, states=7)
    assert [view.name for view in views] == [f"mean@{layer}" for layer in range(7)]
    assert [view.states(7) for view in views] == [(layer,) for layer in range(7)]


def test_without_layers_the_default_is_the_last_four():
    assert expand("mean", "target", special_tokens=False, states=7) == [View("target", "mean", "last4")]


def test_a_model_without_layers_keeps_the_pool_alone():
    for written in ("mean", "mean@last4", "mean@all", "mean@99"):
        (view,) = expand(written, "sentence", special_tokens=False, states=0)
        assert (view.name, view.unit) == ("mean", "sentence")


def test_special_tokens_and_unit_are_carried_into_each_view():
    for view in expand("mean@all", "sentence", special_tokens=True, states=3):
        assert view.special_tokens
        assert view.unit == "sentence"


@pytest.mark.parametrize(
    ("layers", "count", "states"),
    [
        ("last4", 7, (3, 4, 5, 6)),
        ("last4", 4, (0, 1, 2, 3)),
        ("last4", 3, (0, 1, 2)),
        ("last4", 1, (0,)),
        ("last1", 7, (6,)),
        ("last99", 2, (0, 1)),
        ("0", 7, (0,)),
        ("-1", 7, (6,)),
        ("-7", 7, (0,)),
        ("6", 7, (6,)),
        ("-1+-2", 7, (6, 5)),
        ("0+6+3", 7, (0, 6, 3)),
    ],
)
def test_layers_are_counted_from_the_embeddings_or_from_the_end(layers, count, states):
    assert View("target", "mean", layers).states(count) == states


@pytest.mark.parametrize("layers", ["7", "-8", "99", "0+7", "-1+-8"])
def test_a_layer_that_the_model_lacks_is_an_error_with_the_range(layers):
    with pytest.raises(ConfigError, match=r"7 hidden states, 0 \(embeddings\) to 6, or -7 to -1"):
        View("target", "mean", layers).states(7)
    with pytest.raises(ConfigError, match="does not exist"):
        expand(f"mean@{layers}", "target", special_tokens=False, states=7)


@given(st.integers(1, 40), st.integers(1, 40))
def test_last_n_is_the_end_of_the_model_and_never_more_than_it_has(n, count):
    states = View("target", "mean", f"last{n}").states(count)
    assert states == tuple(range(count))[-n:]
