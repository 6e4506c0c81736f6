"""Chat APIs: OpenAI's, and every server that speaks as it does. They tell what a model writes, and no likelihoods."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from idioprobe.core.answers import Answer, Failure, Text
from idioprobe.core.encoder import Facts, Identity
from idioprobe.core.errors import ModelError
from idioprobe.core.fingerprint import fingerprint
from idioprobe.core.notices import Notice, ignore
from idioprobe.core.price import Estimate
from idioprobe.core.requests import Question, Request, request_key
from idioprobe.core.views import ANSWER, GENERATED
from idioprobe.models.api.client import Client, Endpoint, Refusal, ServerError
from idioprobe.models.api.cost import CHAT_MODELS, count_tokens, estimate_answers
from idioprobe.models.api.key import DEFAULT_URL, without_key
from idioprobe.models.chat.atonce import at_once
from idioprobe.models.chat.completion import NOTHING, Said, read_completion
from idioprobe.models.chat.stream import is_cut, read_body
from idioprobe.models.chat.thoughts import ONLY_THOUGHTS
from idioprobe.models.family import Setting

if TYPE_CHECKING:
    from idioprobe.models.chat.family import ChatOptions

CHAT = Endpoint("chat/completions", "answers", read_body, is_cut)
AT_ONCE = 4
"""So many questions are under way at once; a server that limits its rate gets one at a time."""
TRIES = 3
"""How often a question is asked to which nothing comes back."""
SIMPLE = Question("Say yes.", tokens=16)
"""What a server is asked where only matters whether it answers."""
NO_TEMPERATURE = "{} takes no temperature of 0: its answers may differ from one time to the next."
NO_LIKELIHOOD = Failure("a chat API does not tell how likely given answers are")


@dataclass(frozen=True)
class Form:
    """How a server wants its requests: what it calls the limit of tokens, which parameters and messages it takes."""

    limit: str = "max_tokens"
    temperature: bool = True
    seed: bool = True
    system: bool = True

    def messages(self, question: Question) -> list[dict[str, str]]:
        """The conversation: the instruction as a system message, or at the head of the user's where there is none."""
        if question.instruction and self.system:
            told = {"role": "system", "content": question.instruction}
            return [told, {"role": "user", "content": question.text}]
        return [{"role": "user", "content": question.prompt}]

    def after(self, refusal: Refusal, *, needs_temperature: bool) -> Form | None:
        """How to ask a server that refuses for this reason; None if that is not about the form."""
        if self.limit == "max_tokens" and "max_completion_tokens" in refusal.reason:
            return replace(self, limit="max_completion_tokens")
        if self.system and "system" in refusal.reason:
            return replace(self, system=False)
        if self.seed and "seed" in refusal.reason:
            return replace(self, seed=False)
        if self.temperature and "temperature" in refusal.reason and not needs_temperature:
            return replace(self, temperature=False)
        return None


@dataclass(frozen=True)
class _Asked:
    """A question with its answer, and perhaps what the user should know about it."""

    question: Question
    answer: Answer
    remark: str = ""


class ChatApi:
    """A model behind a chat API. Each question is a conversation of its own, each answer is handed on at once."""

    def __init__(self, name: str, client: Client, *, temperature: float = 0.0, thinking: int = 0) -> None:
        self.client = client
        self.notice: Notice = ignore
        self._temperature, self._thinking = temperature, thinking
        self._known = CHAT_MODELS.get(name) if client.base_url == DEFAULT_URL else None
        self._form, self._accepted = Form(seed=temperature > 0), False
        own = {"temperature": f"{temperature:g}"} if temperature else {}
        own |= {"thinking": str(thinking)} if thinking else {}
        self._identity = Identity(
            family="chat",
            name=name,
            fingerprint=fingerprint(["chat", "openai", client.base_url, name, *map("=".join, own.items())]),
            details={"base_url": client.base_url, **own},
        )

    @property
    def identity(self) -> Identity:
        """Known from address, name and how it is asked: which weights the server has, it does not tell."""
        return self._identity

    def promises(self) -> Facts:
        """The facts, which are the same for every server."""
        return Facts(0, 0, units=(ANSWER,), pools=(GENERATED,))

    def facts(self) -> Facts:
        """Known without asking."""
        return self.promises()

    def estimate(self, requests: Iterable[Request]) -> Estimate:
        """What the questions would cost at most, about; no request is sent."""
        return estimate_answers([(q.prompt, self._limit(q)) for q in requests if isinstance(q, Question)], self._known)

    def respond(
        self, questions: Sequence[Question], batch_tokens: int | None
    ) -> Iterator[list[tuple[Question, Answer]]]:
        """One question, and after its answer some at once; one that the server refuses is left with its reason."""
        del batch_tokens
        done, told = 0, {""}
        self.client.stopped.clear()
        try:
            for asked in at_once(self._asked, questions, self._most, self.client.stopped.set):
                yield [(asked.question, asked.answer)]
                done += 1
                if asked.remark not in told:
                    told.add(asked.remark)
                    self.notice(asked.remark)
        except ModelError as error:
            if not done and not isinstance(error, ServerError):
                raise
            kept = f"{done:,} of {len(questions):,} answers are stored; the same command continues from there."
            raise type(error)(f"{error} {kept}") from None

    def _most(self) -> int:
        """How many questions may be under way: one, until the server is known to answer."""
        return AT_ONCE if self._accepted and not self.client.limited else 1

    def _asked(self, question: Question) -> _Asked:
        if question.options:
            return _Asked(question, NO_LIKELIHOOD)
        form = self._form
        found = self._ask(question)
        for _ in range(TRIES - 1):
            found = self._ask(question) if found is NOTHING else found
        remark = "" if form.temperature == self._form.temperature else NO_TEMPERATURE.format(self.identity.name)
        if isinstance(found, Refusal):
            self._check_server()
            reason = found.reason if found is NOTHING else f"refused by the server: {found.reason}"
            return _Asked(question, Failure(reason), remark)
        if isinstance(found, Failure):
            return _Asked(question, found, remark)
        if found.only_thoughts:
            remark = ONLY_THOUGHTS.format(self.identity.name)
        return _Asked(question, Text(without_key(found.text)), remark)

    def _check_server(self) -> None:
        """Tell a server that refuses everything from one that refuses a certain question."""
        found = self._ask(SIMPLE)
        if found is NOTHING:
            raise self._broken("an empty list of choices, whatever it is asked")
        if isinstance(found, Refusal):
            raise ModelError(
                f"{self.client.base_url} does not answer with {self.identity.name}: {found.reason}. "
                "Check the model's name and `base_url`."
            )

    def _ask(self, question: Question) -> Said | Failure | Refusal:
        """One question, in another form where the server refuses the usual one."""
        found = self._send(question)
        while isinstance(found, Refusal) and (not self._accepted or (question.instruction and self._form.system)):
            form = self._form.after(found, needs_temperature=self._temperature > 0)
            if form is None:
                return found
            self._form = form
            found = self._send(question)
        if isinstance(found, str):
            raise self._broken(found)
        self._accepted = self._accepted or not isinstance(found, Refusal)
        return found

    def _send(self, question: Question) -> Said | Failure | Refusal | str:
        """What comes back, read at once: as it came it may hold the key, and nothing that raises may keep it."""
        limit = self._limit(question)
        content: dict[str, Any] = {
            "model": self.identity.name,
            "messages": self._form.messages(question),
            self._form.limit: limit,
            "stream": False,
        }
        if self._form.temperature:
            content["temperature"] = self._temperature
        if self._form.seed:
            content["seed"] = seed_of(question)
        return read_completion(self.client.post(content, count_tokens(question.prompt) + limit))

    def _limit(self, question: Question) -> int:
        return question.tokens + self._thinking

    def _broken(self, what: str) -> ServerError:
        return ServerError(f"{self.client.base_url} gives a broken answer: {what}.")


def seed_of(question: Question) -> int:
    """The seed with which a question's answer is drawn: another for each sample, the same in each run.

    >>> seed_of(Question("Am I lost?")) == seed_of(Question("Am I lost?", sample=1))
    False
    """
    return int.from_bytes(hashlib.sha256(request_key(question)).digest()[:4], "big") >> 1


def load_openai(name: str, options: ChatOptions, setting: Setting) -> ChatApi:
    """The model of that name on OpenAI's server, or on the one at `base_url`; nothing is asked yet."""
    del setting
    if not name.strip():
        raise ModelError("'chat:openai:' names no model; write it as in chat:openai:gpt-4o-mini.")
    client = Client(options.base_url, CHAT, timeout=options.timeout)
    return ChatApi(name, client, temperature=options.temperature, thinking=options.thinking)
