"""A browser for the pages of studies."""

from tests.report.page.conftest import browser  # noqa: F401
