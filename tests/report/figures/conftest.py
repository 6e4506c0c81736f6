"""The results that figures are drawn from: two models, one of them in two layers, and one with ε."""

from dataclasses import replace

import polars as pl
import pytest

from idioprobe.report.tables.gather import gather
from tests.papers.test_wold import embedding, measured, plain
from tests.report.tables.small import ENGLISH, alpha, dataset, glove, run

HOSTILE = {
    ENGLISH[0]: "<script>alert('x')</script>",
    ENGLISH[1]: "\"quoted\" & \\ 'single'",
    ENGLISH[2]: "שלום עולם",
    ENGLISH[3]: "🦆 lame",
}
HOSTILE_MODEL = "<b>\"M&'"


@pytest.fixture(scope="session")
def data():
    return dataset()


@pytest.fixture(scope="session")
def contextual(data, tmp_path_factory):
    return run(alpha(data), data, tmp_path_factory.mktemp("cache"), views=("mean@last4", "mean@1", "mean@3"))


@pytest.fixture(scope="session")
def inputs(data, contextual, tmp_path_factory):
    """A contextual model in both languages, word vectors in English."""
    static = run(glove(data), data, tmp_path_factory.mktemp("cache"), languages=("en",))
    return gather([contextual, static])


@pytest.fixture(scope="session")
def hostile(data, tmp_path_factory):
    """The same under names that mean something to a browser."""
    renamed = replace(
        data,
        **{
            name: getattr(data, name).with_columns(pl.col("expression").replace(HOSTILE))
            for name in ("stimuli", "expressions", "ratings")
        },
    )
    return gather([run(alpha(data, name=HOSTILE_MODEL), renamed, tmp_path_factory.mktemp("cache"))])


@pytest.fixture(scope="session")
def epsilon(tmp_path_factory):
    """A plain model in two views and a text-embedding model, with the suite epsilon."""
    cache = tmp_path_factory.mktemp("cache")
    results = [measured(plain(), cache, views="cls@-1,mean@last4"), measured(embedding(), cache)]
    return gather(results, every_view=True)


@pytest.fixture(scope="session")
def inputs_of(inputs, epsilon):
    """The results that a figure can be drawn from."""
    return lambda figure: epsilon if figure.suite == "epsilon" else inputs
