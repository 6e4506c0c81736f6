"""The results that most tests about tables are made from."""

from tests.report.tables.fixtures import both, contextual, data, maker, one, static

__all__ = ["both", "contextual", "data", "maker", "one", "static"]
