"""Tiny language models, each built once per session."""

import pytest

from tests.models.chat import talkers


@pytest.fixture(scope="session")
def talking(tmp_path_factory):
    """The folder of a tiny language model; read only."""
    made = {}

    def folder(kind="llama", **options):
        key = (kind, *sorted(options.items()))
        if key not in made:
            made[key] = talkers.build(kind, tmp_path_factory.mktemp("talker") / "model", **options)
        return made[key]

    return folder
