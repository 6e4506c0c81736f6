"""An embeddings server, encoders that ask it, and a key that nobody may see."""

import pytest

from idioprobe import load_dataset
from idioprobe.models.api.client import Client
from idioprobe.models.api.encoder import ApiEncoder
from tests.models.api.cases import KEY
from tests.models.api.server import ApiServer


@pytest.fixture(autouse=True)
def key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


@pytest.fixture(scope="session")
def running_server():
    with ApiServer() as running:
        yield running


@pytest.fixture
def server(running_server):
    yield running_server
    running_server.reset()


@pytest.fixture
def slept():
    """How long the program would have slept, each time."""
    return []


@pytest.fixture
def make(server, slept):
    """Makes encoders that ask the server; time does not pass in their pauses."""

    def encoder(name="tiny", timeout=5.0, **options):
        return ApiEncoder(name, Client(server.url, timeout=timeout, sleep=slept.append, chance=lambda: 1.0), **options)

    return encoder


@pytest.fixture(scope="session")
def starter():
    return load_dataset("starter")
