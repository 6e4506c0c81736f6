"""Targets as they are written: without what stands between their parts, or marked in their text."""

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from idioprobe.core.requests import format_spans
from idioprobe.data.languages.language import Language
from idioprobe.data.targets import pieces, target_text, target_texts


@st.composite
def targets(draw):
    """A text and spans in it, sorted and apart."""
    text = draw(st.text(min_size=2, max_size=40))
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), min_size=2, max_size=8)))
    return text, tuple(zip(cuts[::2], cuts[1::2], strict=False))


@given(targets())
def test_the_pieces_are_the_text_and_those_inside_are_the_target(target):
    text, spans = target
    made = list(pieces(text, format_spans(spans)))
    assert "".join(piece for piece, _ in made) == text
    assert [piece for piece, inside in made if inside] == [text[a:b] for a, b in spans]


def test_parts_are_joined_as_the_language_joins_words(monkeypatch):
    known = {"zz": Language("zz", spaces=False)}
    monkeypatch.setattr("idioprobe.data.languages.language.declared", known.get)
    assert target_text("She gave it up.", "4:8 12:14", "en") == "gave up"
    assert target_text("他泼了我冷水。", "1:2 4:6", "zz-TW") == "泼冷水"


@pytest.mark.parametrize("language", ["en", "pt-BR", "xx"])
def test_of_a_whole_table(language):
    rows = {"text": ["She gave it up.", "gave up"], "spans": ["4:8 12:14", "0:7"], "language": language}
    assert target_texts(pl.DataFrame(rows)).to_list() == ["gave up", "gave up"]


def test_a_table_without_rows_has_no_targets():
    assert target_texts(pl.DataFrame(schema={"text": pl.String, "spans": pl.String, "language": pl.String})).is_empty()


@given(st.lists(targets(), max_size=5))
def test_targets_of_a_table_are_those_of_its_rows(several):
    rows = [(text, format_spans(spans), "en") for text, spans in several]
    table = pl.DataFrame(rows, schema=dict.fromkeys(("text", "spans", "language"), pl.String), orient="row")
    assert target_texts(table).to_list() == [target_text(*row) for row in rows]
