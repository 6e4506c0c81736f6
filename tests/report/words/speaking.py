"""Models that answer in words as they are told to, on the sixteen expressions of the tables' tests."""

import hashlib
import re

import numpy as np

from idioprobe import evaluate
from idioprobe.core.answers import Text
from idioprobe.core.encoder import Facts, Identity
from idioprobe.core.views import ANSWER, WAYS
from tests.report.tables.small import Planned, dataset, vectors

LISTED = re.compile(r"^([A-D])\) (.*)$", re.M)
WEIGHTS = "one and the same"


def number(text):
    """The number of the expression that an option of the tables' dataset is about."""
    found = re.search(r"(?:syn|words|rand) (\d)", text)
    return int(found[1]) if found else 0


def knowing(question):
    """Takes the synonym of the expressions with the higher numbers, rates all alike, and knows no synonym."""
    options = LISTED.findall(question.text)
    if options:
        wanted = "syn" if any(number(text) > 3 for _, text in options) else "words"
        return next((letter for letter, text in options if f" {wanted} " in text), "A")
    return "3" if "0" in question.text and "5" in question.text else "a thing, <b>another</b>, a third"


def refusing(question):  # noqa: ARG001
    """Has nothing to say."""
    return "I cannot answer that."


class Speaker:
    """A model that writes what `say` says, and finds the synonym likelier the higher the expression's number."""

    def __init__(self, say=knowing, name="talker", *, ways=tuple(WAYS), weights=WEIGHTS):
        self._say, self._name, self._ways, self._weights = say, name, ways, weights

    @property
    def identity(self):
        told = f"{self._name} {self._say.__name__} {self._ways} {self._weights}"
        digest = hashlib.sha256(told.encode()).hexdigest()
        return Identity("chat", self._name, digest, details={"weights_sha256": self._weights})

    def facts(self):
        return Facts(states=0, dimension=0, units=(ANSWER,), pools=self._ways)

    def respond(self, questions, batch_tokens):  # noqa: ARG002
        for question in questions:
            if question.options:
                each = [-1 + 0.1 * number(text) if " syn " in text else -0.7 for text in question.options]
                likelihoods = [len(text) * one for text, one in zip(question.options, each, strict=True)]
                yield [(question, np.asarray(likelihoods, dtype=np.float32))]
            else:
                yield [(question, Text(self._say(question)))]


class Seen(Planned):
    """The vectors of the same weights."""

    @property
    def identity(self):
        return Identity("hf", "talker", "vectors of talker", details={"weights_sha256": WEIGHTS})


def spoken(cache, say=knowing, data=None, **options):
    """The result of a model that answers in words."""
    own = {name: options.pop(name) for name in ("name", "ways", "weights") if name in options}
    chosen = {"suites": ("questions",), "languages": ("en",), "cache_dir": str(cache), "resamples": 200, **options}
    return evaluate(Speaker(say, **own), data or dataset(), **chosen)


def seen(cache, data=None, **options):
    """The result of the same model's vectors."""
    data = data or dataset()
    chosen = {"languages": ("en",), "cache_dir": str(cache), "resamples": 200, **options}
    return evaluate(Seen(vectors(data)), data, **chosen)
