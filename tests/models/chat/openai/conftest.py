"""A chat server, models that ask it, and a key that nobody may see."""

import pytest

from idioprobe.core.answers import Text
from idioprobe.core.requests import Question
from idioprobe.embed.store import open_store
from idioprobe.models.api.client import Client
from idioprobe.models.chat.openai import CHAT, ChatApi
from tests.models.api.cases import KEY
from tests.models.chat.openai.server import ChatServer, reply

QUESTIONS = [Question(f"If I am all at sea in lesson {n}, am I lost?") for n in range(20)]
GOOD = {question: Text(reply(question.text)) for question in QUESTIONS}


def ask(model, questions=QUESTIONS):
    """Every answer by question."""
    return dict(pair for answered in model.respond(questions, None) for pair in answered)


@pytest.fixture(autouse=True)
def key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


@pytest.fixture(scope="session")
def running_server():
    with ChatServer() as running:
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
    """Makes models that ask the server; time does not pass in their pauses."""

    def model(name="tiny", timeout=5.0, **options):
        client = Client(server.url, CHAT, timeout=timeout, sleep=slept.append, chance=lambda: 1.0)
        return ChatApi(name, client, **options)

    return model


@pytest.fixture
def store(tmp_path):
    opened, _ = open_store(tmp_path)
    with opened:
        yield opened
