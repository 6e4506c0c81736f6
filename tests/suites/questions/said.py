"""Models that answer in words as a function of the question says, and questions in a few words."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from idioprobe.core.answers import Answer, Failure, Text
from idioprobe.core.encoder import Facts, Identity
from idioprobe.core.requests import Question
from idioprobe.core.views import ANSWER, GENERATED, LIKELIHOOD
from idioprobe.data.questions.read import read_questions
from idioprobe.suites.base import Settings
from tests.suites.world import FILLERS, dataset, expression, item


class Speaker:
    """A model whose answer to a question is a function of it: a text, likelihoods, or a `Failure`.

    It counts what it was asked in `asked`; `None` leaves a question without an answer.
    """

    def __init__(
        self,
        say: Callable[[Question], str | Failure | None] | None = None,
        weigh: Callable[[Question], Sequence[float]] | None = None,
        name: str = "speaker",
    ) -> None:
        self._say, self._weigh = say, weigh
        self.asked: list[Question] = []
        self._identity = Identity("test", name, fingerprint=name)

    @property
    def identity(self) -> Identity:
        return self._identity

    def facts(self) -> Facts:
        ways = [way for way, can in ((GENERATED, self._say), (LIKELIHOOD, self._weigh)) if can]
        return Facts(states=0, dimension=0, units=(ANSWER,), pools=tuple(ways))

    def respond(
        self, questions: Sequence[Question], batch_tokens: int | None
    ) -> Iterator[list[tuple[Question, Answer]]]:
        del batch_tokens
        for question in questions:
            self.asked.append(question)
            answer = self._answer(question)
            if answer is not None:
                yield [(question, answer)]

    def _answer(self, question: Question) -> Answer | None:
        if question.options:
            return np.asarray(self._weigh(question), dtype=np.float32)
        said = self._say(question)
        return Text(said) if isinstance(said, str) else said


def settings(*, idioms=(), languages=("en",), conditions=("nat", "neut", "neut_long"), **changed):
    """As a run has them, with questions about idioms of its own."""
    english = replace(read_questions(["en"])["en"], idioms=tuple(idioms))
    return Settings(languages, conditions, (), questions={"en": english}, **changed)


def beaver(*conditions):
    """The eager beaver in each of the conditions, else in a natural sentence and alone."""
    rows = []
    for condition in conditions or ("nat", "none"):
        frame = "{}" if condition == "none" else "We saw {} there."
        rows += item(FILLERS, condition=condition, sentence=1 if condition == "nat" else None, frame=frame)
    return dataset(rows, [expression("eager beaver", label="NC")])


COUNT = 8
CLASSES = ("NC", "PC", "C")


def phrase(role, number):
    """What takes the place of an expression; the words of one role are as long as those of another."""
    return {"original": f"mod{number} head{number}", "head": f"head{number}"}.get(role, f"{role}{number} thing{number}")


def many(count=COUNT):
    """Some expressions in two natural sentences, a neutral one and alone, with ratings by eight people."""
    rows, expressions, ratings = [], [], []
    for i in range(count):
        roles = ("original", "syn", "words", "head", "rand")
        fillers = {role: phrase(role, i) for role in roles}
        name = fillers["original"]
        for condition, sentence, frame in (
            ("nat", 1, "First we saw {} there."),
            ("nat", 2, "Then we saw {} again."),
            ("neut", None, "This is {}."),
            ("none", None, "{}"),
        ):
            rows += item(fillers, condition=condition, sentence=sentence, frame=frame)
        expressions.append(expression(name, label=CLASSES[i % 3]))
        ratings.append((name, "en", None, "expression", "type", i / 2, 0.5, 8))
        ratings += [(name, "en", s, "expression", "token", i / 2 + s / 10, 0.5, 8) for s in (1, 2)]
    return dataset(rows, expressions, ratings)


def idioms_file(folder, count=COUNT):
    """Questions of one's own about each of the expressions."""
    path = folder / "questions.toml"
    entries = (
        f'[[idiom]]\nexpression = "{phrase("original", i)}"\nquestion = "Is it {{a}} or {{b}}?"\n'
        f'idiomatic = "meant{i}"\nliteral = "said{i}"\n'
        for i in range(count)
    )
    path.write_text('language = "en"\n' + "\n".join(entries), encoding="utf-8")
    return path


def listed(question):
    """The options that a prompt shows, by their letters."""
    return dict(re.findall(r"^([A-D])\) (.*)$", question.text, re.M))


def number_of(question):
    """Which expression a question is about."""
    return int(re.search(r"(?:head|meant)(\d+)", question.text)[1])


def knowing(question):
    """The answer of a model that knows all of them, and rates as people do."""
    options, number = listed(question), number_of(question)
    if options:
        return next(letter for letter, text in options.items() if text == phrase("syn", number))
    if "synonyms" in question.text:
        return f"Something else\n{phrase('syn', number).upper()}"
    return str(number / 2) if "How literal" in question.text else f"It is meant{number}."


def weighing(best):
    """Likelihoods by which the option that begins so is chosen; of a rating that of people is certain."""

    def weigh(question):
        if question.options[0] == "0":
            return [0.0 if int(step) == number_of(question) // 2 else -100.0 for step in question.options]
        return [-(1.0 if option.startswith(best) else 2.0) * len(option) for option in question.options]

    return weigh
