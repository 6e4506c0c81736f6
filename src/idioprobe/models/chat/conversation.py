"""What a model is given to read: a question as a turn of a conversation, in tokens."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from jinja2 import TemplateError

from idioprobe.core.errors import ModelError
from idioprobe.core.requests import Question
from idioprobe.models.common.device import first_line

SAMPLE = "Is a lame duck a bird?"
REPLY = "Certainly not."
SYSTEM = "Answer as a zoologist would."


class Conversation:
    """A tokenizer with its chat template, if it has one; `thinks`: a model that can think first is let to."""

    def __init__(self, tokenizer: Any, name: str, *, thinks: bool = False) -> None:
        self.tokenizer = tokenizer
        self.name = name
        self._more = {"tokenize": False, "enable_thinking": thinks}
        self.has_turns = bool(tokenizer.chat_template)
        if self.has_turns and SAMPLE not in self._turn(SAMPLE):
            raise ModelError(f"The chat template of {name} leaves out what the user says; mend it.")

    def prompts(self, questions: Sequence[Question]) -> list[list[int]]:
        """The tokens before the answer: the user's turn and what opens the model's, as the chat template writes them.

        A model that knows no turns reads the question and, on a line of its own, what leads to the answer.
        """
        if not questions:
            return []
        if self.has_turns:
            return self._tokens([self._asked(question) for question in questions])
        texts = [f"{question.prompt}\n{question.lead}" for question in questions]
        batch = self.tokenizer(texts, return_special_tokens_mask=True, return_attention_mask=False, verbose=False)
        return [
            _opened(ids, special) for ids, special in zip(batch["input_ids"], batch["special_tokens_mask"], strict=True)
        ]

    def options(self, question: Question) -> tuple[list[int], ...]:
        """The tokens of each option, by itself: the prompt's stay as they are, whatever follows."""
        before = "" if self.has_turns else " "
        return tuple(self._tokens([before + option if option else "" for option in question.options]))

    def stops(self, model: Any) -> frozenset[int]:
        """The tokens that end an answer, as the model, the tokenizer and the chat template say."""
        told = getattr(getattr(model, "generation_config", None), "eos_token_id", None)
        ids = {self.tokenizer.eos_token_id, *(told if isinstance(told, list | tuple) else [told])}
        return frozenset(token for token in (*ids, self._end_of_turn()) if token is not None)

    def text(self, tokens: Sequence[int]) -> str:
        """What the tokens of an answer say."""
        return str(self.tokenizer.decode(list(tokens), skip_special_tokens=True))

    def _end_of_turn(self) -> int | None:
        """The token that the template puts after the model's turn, where it puts a special one."""
        if not self.has_turns:
            return None
        turns = [{"role": "user", "content": SAMPLE}, {"role": "assistant", "content": REPLY}]
        try:
            written = str(self.tokenizer.apply_chat_template(turns, **self._more))
        except (TemplateError, ValueError, TypeError):
            return None  # a template for single turns: what ends one is told by the model's files alone
        after = self._tokens([written.rpartition(REPLY)[2]])[0]
        return after[0] if after and self._special(after[0]) else None

    def _special(self, token: int) -> bool:
        added = self.tokenizer.added_tokens_decoder.get(token)
        return token in self.tokenizer.all_special_ids or (added is not None and bool(added.special))

    def _asked(self, question: Question) -> str:
        """The instruction as a system message, or, where the template knows none, at the head of the user's turn."""
        if question.instruction and self._has_system:
            return self._turn(question.text, question.instruction)
        return self._turn(question.prompt)

    @cached_property
    def _has_system(self) -> bool:
        """Whether the chat template writes down what a system message says."""
        try:
            return SYSTEM in self._turn(SAMPLE, SYSTEM)
        except ModelError:
            return False

    def _turn(self, text: str, system: str = "") -> str:
        turns = [{"role": "user", "content": text}]
        if system:
            turns.insert(0, {"role": "system", "content": system})
        try:
            return str(self.tokenizer.apply_chat_template(turns, add_generation_prompt=True, **self._more))
        except Exception as error:  # the template is code of the model's
            raise ModelError(f"The chat template of {self.name} cannot be used: {first_line(error)}") from error

    def _tokens(self, texts: list[str]) -> list[list[int]]:
        if not texts:
            return []
        batch = self.tokenizer(texts, add_special_tokens=False, return_attention_mask=False, verbose=False)
        return list(batch["input_ids"])


def _opened(ids: list[int], special: list[int]) -> list[int]:
    """A text without the special tokens that a tokenizer puts after it: the answer follows there."""
    end = len(ids)
    while end > 0 and special[end - 1]:
        end -= 1
    return ids[:end]
