"""Models on this machine that answer in words: which files they are, and their answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from idioprobe.core.answers import Answer, Failure, Text
from idioprobe.core.encoder import Facts, Identity
from idioprobe.core.errors import MissingExtraError, install
from idioprobe.core.fingerprint import fingerprint
from idioprobe.core.memory import check_import
from idioprobe.core.notices import Notice, ignore
from idioprobe.core.requests import Question
from idioprobe.core.views import ANSWER, GENERATED, LIKELIHOOD
from idioprobe.models.chat.packs import Asked
from idioprobe.models.chat.thoughts import ONLY_THOUGHTS, after_thoughts
from idioprobe.models.common.files.code import runs_own_code
from idioprobe.models.common.files.folder import read_files, tells_turns
from idioprobe.models.common.hub import locate, short_name
from idioprobe.models.common.options import OWN_CODE
from idioprobe.models.common.reasons import NO_TOKEN

if TYPE_CHECKING:
    from idioprobe.models.chat.family import ChatOptions
    from idioprobe.models.chat.languagemodel import LanguageModel
    from idioprobe.models.family import Setting

_CHAT_FILES = ("chat_template*", "generation_config.json")
"""What decides an answer beside what decides a vector."""
NO_TURNS = "{} has no chat template: its answers are not read, only how likely it finds each option."
SAME_EACH_TIME = "{} answers the same each time, as nothing is left to chance: `temperature` above 0 makes it vary."
UNASKED = Failure("the model has no chat template, so nothing is asked of it but the likelihood of options")
EMPTY = Failure("an option is empty, or has no token")


def load_local(name: str, options: ChatOptions, setting: Setting) -> ChatResponder:
    """The model in a folder, or the one of that name on the hub."""
    folder, known, revision = locate(name, options, setting, gguf=options.gguf)
    short = known.name if known else short_name(name)
    if options.gguf is not None:
        short = f"{short}/{Path(options.gguf).name}"
    return ChatResponder(folder, short, options, setting, revision, known.languages if known else None)


class ChatResponder:
    """A language model in a local folder."""

    def __init__(
        self,
        folder: Path,
        name: str,
        options: ChatOptions,
        setting: Setting,
        revision: str | None = None,
        languages: frozenset[str] | None = None,
    ) -> None:
        self._folder, self._options = folder, options
        self._own_code = options.trust_remote_code and runs_own_code(folder)
        self._loaded: LanguageModel | None = None
        self._told = False
        self.notice: Notice = ignore
        files = read_files(
            folder,
            setting.memory,
            gguf=options.gguf,
            allow_pickle=options.allow_pickle,
            own_code=self._own_code,
            more=_CHAT_FILES,
        )
        self._files = files.hashed
        own = {"temperature": f"{options.temperature:g}"} if options.temperature > 0 else {}
        own |= {"thinking": str(options.thinking)} if options.thinking > 0 else {}
        code = [OWN_CODE] if self._own_code else []
        self._identity = Identity(
            family="chat",
            name=name,
            fingerprint=fingerprint(["chat", options.dtype, files.digest(), *map("=".join, own.items()), *code]),
            revision=revision,
            languages=languages,
            details=files.details(options.dtype) | own,
        )
        told = tells_turns(folder, options.gguf, setting.memory)
        self.remarks: tuple[str, ...] = () if told else (NO_TURNS.format(name),)

    @property
    def identity(self) -> Identity:
        """Known from the files' hashes alone."""
        return self._identity

    @property
    def device_used(self) -> str | None:
        """Where the model runs; None while it is not loaded."""
        return str(self._loaded.device) if self._loaded else None

    def facts(self) -> Facts:
        """Loads the model: whether it knows turns of a conversation is told by its tokenizer."""
        loaded = self.load()
        ways = (GENERATED, LIKELIHOOD) if loaded.conversation.has_turns else (LIKELIHOOD,)
        return Facts(0, 0, loaded.max_tokens, units=(ANSWER,), pools=ways)

    def respond(
        self, questions: Sequence[Question], batch_tokens: int | None
    ) -> Iterator[list[tuple[Question, Answer]]]:
        """Answers as they are finished; a question that cannot be asked is answered first, with the reason."""
        loaded = self.load()
        repeated = self._repeated(questions)
        first = [same[0] for same in repeated.values()]
        asked: list[Asked] = []
        refused: list[tuple[Question, Answer]] = []
        for question, prompt in zip(first, loaded.conversation.prompts(first), strict=True):
            one = self._asked(loaded, question, prompt)
            if isinstance(one, Failure):
                refused.append((question, one))
            else:
                asked.append(one)
        for answered in chain([refused] if refused else [], loaded.respond(asked, batch_tokens or loaded.pack_tokens)):
            told = [(question, self._answer(found)) for question, found in answered]
            yield [(same, answer) for question, answer in told for same in repeated[self._essence(question)]]

    def _repeated(self, questions: Sequence[Question]) -> dict[Question, list[Question]]:
        """The questions by what decides their answers: without chance, repetitions need not be asked."""
        found: dict[Question, list[Question]] = {}
        for question in questions:
            found.setdefault(self._essence(question), []).append(question)
        if len(found) < len(questions):
            self.notice(SAME_EACH_TIME.format(self.identity.name))
        return found

    def _essence(self, question: Question) -> Question:
        return question if self._options.temperature > 0 else replace(question, sample=0)

    def _answer(self, found: Answer) -> Answer:
        """What a model says without what it thought before, which may have left no room for more."""
        if not isinstance(found, Text):
            return found
        said = after_thoughts(found.text)
        if said is None and not self._told:
            self._told = True
            self.notice(ONLY_THOUGHTS.format(self.identity.name))
        return Text(said or "")

    def _asked(self, loaded: LanguageModel, question: Question, prompt: list[int]) -> Asked | Failure:
        """The question in tokens, with room for the answer, or why it cannot be asked."""
        limit = loaded.max_tokens
        options = loaded.conversation.options(question)
        if not question.options and not loaded.conversation.has_turns:
            return UNASKED
        if not prompt:
            return Failure(NO_TOKEN)
        if not all(options):
            return EMPTY
        needed = len(prompt) + max(map(len, options), default=1)
        if limit is not None and needed > limit:
            return Failure(f"prompt and answer of {needed} tokens are longer than the model takes ({limit})")
        if options:
            return Asked(question, prompt, options)
        wanted = question.tokens + self._options.thinking
        return Asked(question, prompt, most=wanted if limit is None else min(wanted, limit - len(prompt)))

    def load(self) -> LanguageModel:
        """The model in memory, where it stays once it is asked for."""
        if self._loaded is None:
            check_import("torch")
            try:
                from idioprobe.models.chat.languagemodel import LanguageModel
            except ImportError as error:
                raise MissingExtraError(f"Running {self.identity.name} needs {error.name}: {install('hf')}.") from error
            loaded = LanguageModel(
                self._folder,
                self.identity.name,
                self._options.dtype,
                self._options.device,
                gguf=self._options.gguf,
                trust_remote_code=self._own_code,
                allow_pickle=self._options.allow_pickle,
                temperature=self._options.temperature,
                thinks=self._options.thinking > 0,
            )
            self._files.check_loaded(self.identity.name)
            self._loaded = loaded
        return self._loaded
