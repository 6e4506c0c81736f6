"""Pages, and a real browser to open them in."""

import shutil

import pytest

from idioprobe import make_page
from tests.report.page.browser import Browser
from tests.report.tables.small import alpha, dataset, glove, run
from tests.support import needed


@pytest.fixture(scope="session")
def browser(tmp_path_factory):
    """Chromium without a window; CI must have it."""
    paths = shutil.which("chromium"), shutil.which("chromedriver")
    needed(all(paths), "chromium with chromedriver")
    with Browser(*paths, tmp_path_factory.mktemp("profile")) as opened:
        yield opened


@pytest.fixture(scope="session")
def results(tmp_path_factory):
    """A contextual and a static model on sixteen expressions."""
    data, cache = dataset(citation="A. Author. 2020. A dataset."), tmp_path_factory.mktemp("cache")
    return [run(alpha(data), data, cache, suites=("probes", "prediction")), run(glove(data), data, cache)]


@pytest.fixture(scope="session")
def page(results, tmp_path_factory):
    """The page of both."""
    return make_page(results, tmp_path_factory.mktemp("page") / "report.html", notice=pytest.fail)
