"""A language model in memory: questions in, answers or the likelihood of answers out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import torch

from idioprobe.core.answers import Answer, Text
from idioprobe.core.errors import ModelError
from idioprobe.core.requests import Question
from idioprobe.models.chat.conversation import SAMPLE, Conversation
from idioprobe.models.chat.packs import Asked, Pack, packs
from idioprobe.models.chat.reader import Reader
from idioprobe.models.chat.weighing import weigh, weigh_alone
from idioprobe.models.chat.writing import Writer, Written
from idioprobe.models.common.files.loading import load_files, max_tokens
from idioprobe.models.common.fit import out_of_memory
from idioprobe.models.common.parallel import streamed

PACK_TOKENS = {"cpu": 2048}
"""In a pack every token is compared with every other, which small packs keep cheap."""
PACK_TOKENS_ELSEWHERE = 4096

Answered = tuple[Question, Answer]


class LanguageModel:
    """A tokenizer and its language model, loaded from a folder."""

    def __init__(
        self,
        folder: Path,
        name: str,
        dtype: str,
        device: str,
        *,
        gguf: str | None = None,
        trust_remote_code: bool = False,
        allow_pickle: bool = False,
        temperature: float = 0.0,
        thinks: bool = False,
    ) -> None:
        loaded = load_files(
            folder,
            name,
            dtype,
            device,
            gguf=gguf,
            trust_remote_code=trust_remote_code,
            allow_pickle=allow_pickle,
            writes=True,
        )
        self.device = loaded.device
        self.conversation = Conversation(loaded.tokenizer, name, thinks=thinks)
        self.max_tokens = max_tokens(loaded.tokenizer, loaded.model)
        self.pack_tokens = PACK_TOKENS.get(self.device.type, PACK_TOKENS_ELSEWHERE)
        (sample,) = self.conversation.prompts([Question(SAMPLE)])
        self.reader = Reader(loaded.model, loaded.device, name, sample)
        self._writer = Writer(self.reader, self.conversation.stops(loaded.model), temperature)

    def respond(self, asked: Sequence[Asked], most: int) -> Iterator[list[Answered]]:
        """The answers as they come, from packs of about so many tokens.

        Several packs at once on a processor, on one thread each: that uses the cores better than several threads on
        each small matrix, and no answer depends on how many cores there are.
        """
        threads = torch.get_num_threads()
        here = self.device.type == "cpu"
        try:
            if here:
                torch.set_num_threads(1)
            jobs = self._packs(asked, most)
            yield from streamed(self._answer, jobs, threads if here else 1, lambda: torch.set_num_threads(1))
        finally:
            torch.set_num_threads(threads)

    def _packs(self, asked: Sequence[Asked], most: int) -> Iterator[Pack]:
        """What is read together: answers to be written, questions with options, and those that go alone."""
        together = [one for one in asked if self._can_share(one)]
        yield from packs([one for one in together if not one.options], most)
        yield from packs([one for one in together if one.options], most)
        for one in asked:
            if not self._can_share(one):
                yield from packs([one], most)

    def _can_share(self, asked: Asked) -> bool:
        """Whether a question may be in a pack, where nothing limits how far back a token sees."""
        window = self.reader.window
        return self.reader.packs and (window is None or asked.longest() <= window)

    def _answer(self, pack: Pack) -> Iterator[list[Answered]]:
        first, shared = pack.asked[0], self._can_share(pack.asked[0])
        try:
            if first.options:
                found = weigh(self.reader, pack) if shared else [(first, weigh_alone(self.reader, first))]
                yield [(asked.question, vector) for asked, vector in found]
            else:
                for finished in self._writer.write(pack) if shared else [[self._writer.write_alone(first)]]:
                    yield [(written.asked.question, self._text(written)) for written in finished]
        except RuntimeError as error:
            if not out_of_memory(error):
                raise
            raise ModelError(
                f"{len(pack.asked)} questions of {len(pack.tree)} tokens do not fit on the device: "
                "try a smaller `batch_tokens`."
            ) from error

    def _text(self, written: Written) -> Text:
        return Text(self.conversation.text(self._writer.answer(written)))
