"""Answers written token by token, many at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import torch
from numpy.typing import NDArray

from idioprobe.models.chat.draws import Draws, scores
from idioprobe.models.chat.packs import Asked, Pack
from idioprobe.models.chat.reader import Reader

CLOSE = 1e-4
"""Tokens whose logits differ by less, relative to the largest, may change places with what else is in the pack."""

Noise = NDArray[np.float64] | None


@dataclass
class Written:
    """An answer so far."""

    asked: Asked
    draws: Draws | None
    tokens: list[int] = field(default_factory=list)

    def noise(self, size: int) -> Noise:
        """What the next draw depends on; None where nothing is drawn."""
        return None if self.draws is None else self.draws.next(size)

    def text(self) -> list[int]:
        """All tokens so far, the prompt's too."""
        return [*self.asked.prompt, *self.tokens]


class Writer:
    """Writes answers with a model, the likeliest token at each step or, at a temperature, one that is drawn."""

    def __init__(self, reader: Reader, stops: frozenset[int], temperature: float) -> None:
        self._reader, self._stops, self._temperature = reader, stops, temperature

    def write(self, pack: Pack) -> Iterator[list[Written]]:
        """All answers of a pack, a token of each at a time; those that are finished are handed on."""
        sees = pack.tree.sees()
        ends = [paths[0][-1] for paths in pack.places]
        width = len(pack.tree)
        reach = np.zeros((len(ends), width + sum(asked.most for asked in pack.asked)), bool)
        reach[:, :width] = sees[ends]
        answers = dict(enumerate(map(self._begun, pack.asked)))
        logits, memory = self._reader.packed(pack.tree, sees, ends)
        while True:
            self._append(list(answers.values()), logits)
            finished = {row: answer for row, answer in answers.items() if self._finished(answer)}
            if finished:
                yield list(finished.values())
            answers = {row: answer for row, answer in answers.items() if row not in finished}
            if not answers:
                return
            rows, current = list(answers), list(answers.values())
            reach[rows, width + np.arange(len(rows))] = True
            width += len(rows)
            logits, memory = self._reader.further(
                [answer.tokens[-1] for answer in current],
                [len(answer.text()) - 1 for answer in current],
                reach[rows, :width],
                range(len(rows)),
                memory,
            )

    def write_alone(self, asked: Asked) -> Written:
        """One answer, with the model's own way to remember what it read."""
        answer = self._begun(asked)
        memory = None
        while True:
            logits, memory = self._reader.on(answer.text(), memory)
            answer.tokens.append(int(self._scores(logits[0], answer.noise(logits.shape[-1])).argmax()))
            if self._finished(answer):
                return answer

    def answer(self, written: Written) -> list[int]:
        """The tokens of an answer without the one that ends it."""
        return [token for token in written.tokens if token not in self._stops]

    def _begun(self, asked: Asked) -> Written:
        return Written(asked, Draws(asked.question) if self._temperature > 0 else None)

    def _finished(self, written: Written) -> bool:
        return written.tokens[-1] in self._stops or len(written.tokens) >= written.asked.most

    def _append(self, answers: Sequence[Written], logits: torch.Tensor) -> None:
        """Let each answer go on with its best token.

        In full precision, where two are so close that what else is in the pack may decide between them, the text is
        read again alone: a question has the same answer whatever else is asked.
        """
        noise = [answer.noise(logits.shape[-1]) for answer in answers]
        found = torch.stack([self._scores(row, drawn) for row, drawn in zip(logits, noise, strict=True)])
        best = found.argmax(dim=-1).tolist()
        unsure = self._close(logits, found) if logits.dtype is torch.float32 else [False] * len(best)
        for answer, token, drawn, close in zip(answers, best, noise, unsure, strict=True):
            if close:
                text = answer.text()
                alone = self._reader.alone(text, [len(text) - 1])[0]
                answer.tokens.append(int(self._scores(alone, drawn).argmax()))
            else:
                answer.tokens.append(token)

    def _close(self, logits: torch.Tensor, found: torch.Tensor) -> list[bool]:
        """Of each row whether its two best scores are too close to be told apart."""
        top = found.topk(min(2, found.shape[-1]), dim=-1).values
        scale = logits.abs().amax(dim=-1).clamp(min=1.0) / (self._temperature or 1.0)
        close: list[bool] = ((top[:, 0] - top[:, -1]) <= CLOSE * scale.to(top)).tolist()
        return close

    def _scores(self, logits: torch.Tensor, noise: Noise) -> torch.Tensor:
        if noise is None:
            return logits
        return torch.from_numpy(scores(logits.double().cpu().numpy(), self._temperature, noise))
