"""The results that most tests about tables are made from."""

import pytest

from idioprobe.papers.maketable import TableMaker
from tests.report.tables.small import alpha, dataset, glove, run


@pytest.fixture(scope="session")
def data():
    return dataset()


@pytest.fixture(scope="session")
def contextual(data, tmp_path_factory):
    return run(alpha(data), data, tmp_path_factory.mktemp("cache"), suites=("probes", "prediction"))


@pytest.fixture(scope="session")
def static(data, tmp_path_factory):
    """English only, so that tables with both models have gaps."""
    return run(glove(data), data, tmp_path_factory.mktemp("cache"), languages=("en",))


@pytest.fixture(scope="session")
def both(contextual, static):
    return [contextual, static]


def no_dataset():
    raise AssertionError("a table made from results needs no dataset")


@pytest.fixture(scope="session")
def maker(both):
    """Makes tables of both models; reads them once."""
    return TableMaker(both, None, no_dataset)


@pytest.fixture(scope="session")
def one(contextual):
    """Makes tables of the contextual model."""
    return TableMaker(contextual, None, no_dataset)
