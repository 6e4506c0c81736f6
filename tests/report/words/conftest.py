"""A model that was asked in words and whose vectors are there too, one that refuses, and one without a chat."""

import pytest

from idioprobe.core.views import LIKELIHOOD
from tests.report.words.speaking import refusing, seen, spoken


@pytest.fixture(scope="session")
def cache(tmp_path_factory):
    return tmp_path_factory.mktemp("asked")


@pytest.fixture(scope="session")
def talker(cache):
    return spoken(cache)


@pytest.fixture(scope="session")
def vectors(cache):
    return seen(cache)


@pytest.fixture(scope="session")
def refuser(cache):
    return spoken(cache, refusing, name="refuser", weights="others", ways=("generated",))


@pytest.fixture(scope="session")
def base(cache):
    return spoken(cache, name="base", weights="its own", ways=(LIKELIHOOD,))
