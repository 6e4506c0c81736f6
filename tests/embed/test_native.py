"""Stores that were filled when a model's own pooling was called published."""

import json
import sqlite3
from contextlib import closing

import pytest

from idioprobe.core.encoder import Facts, Identity
from idioprobe.core.fingerprint import fingerprint
from idioprobe.core.notices import OldFormWarning
from idioprobe.core.views import View, parse_view
from idioprobe.embed.store import VectorStore


@pytest.fixture
def store(tmp_path):
    with VectorStore(tmp_path) as opened:
        yield opened


def test_their_vectors_are_those_of_the_view_native(store):
    identity = Identity("st", "m", "weights")
    old = ["combine=mean", "layers=", "pool=published", "special_tokens=False", "unit=sentence"]
    with closing(sqlite3.connect(store.path)) as connection, connection:
        connection.execute("INSERT INTO spaces (id, fingerprint) VALUES (7, ?)", (fingerprint(["weights", *old]),))
    assert store.space(identity, View("sentence", "native", "")) == 7
    assert store.space(identity, View("sentence", "mean", "")) != 7


@pytest.mark.parametrize(("family", "contextual"), [("st", True), ("static", False)])
def test_what_they_know_of_a_model_is_read(store, family, contextual):
    identity = Identity(family, "m", "weights")
    note = {"states": 0, "dimension": 3, "max_tokens": None, "units": ["sentence"], "pools": ["published"]}
    store.notes("facts")["weights"] = json.dumps(note | {"default_view": None})
    assert store.facts(identity) == Facts(0, 3, units=("sentence",), pools=("native",), contextual=contextual)


def test_the_old_name_is_still_read_with_a_notice():
    with pytest.warns(OldFormWarning, match="The view published is called native now"):
        assert parse_view("published") == ("native", "", "mean")
