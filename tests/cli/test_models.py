"""The list of models, in windows of any width."""

import pytest

from idioprobe.models.known import KNOWN_MODELS
from idioprobe.papers.models import paper_models
from tests.cli.test_data import caller


@pytest.mark.parametrize("width", [80, 100, 200])
def test_every_model_with_its_call_and_no_line_longer_than_the_window(monkeypatch, capsys, width):
    monkeypatch.setenv("COLUMNS", str(width))
    done = caller(monkeypatch, capsys)("models")
    assert max(map(len, done.out.splitlines())) <= width
    for known in KNOWN_MODELS:
        assert known.hub_id in done.out
        assert f"{known.dimension} {known.layers} {known.licence} {known.hub_id}" in done.said
    for row in paper_models():
        assert f"{row.dimension} {row.licence} {row.as_paper}" in done.said
        assert row.needs is None or f"{row.needs}." in done.said
