"""ELMo in memory: words in, pooled hidden states out. The only place that imports h5py."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import h5py
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from idioprobe.core.encoder import Encoded, Spans
from idioprobe.core.errors import ModelError, WeightsError
from idioprobe.core.views import View
from idioprobe.models.common.batches import token_batches
from idioprobe.models.common.device import first_line, pick_device
from idioprobe.models.common.fit import WIDTH, check_fit, free_memory
from idioprobe.models.common.parallel import Done, Job, in_parallel
from idioprobe.models.common.readout import read_out
from idioprobe.models.elmo.format import (
    BEGIN_SENTENCE,
    END_SENTENCE,
    ElmoOptions,
    boundary_characters,
    cell_name,
    weight_shapes,
    word_characters,
)

if TYPE_CHECKING:
    from idioprobe.models.elmo.encoder import Sentence

WORDS_AT_ONCE = 128
BATCH_TOKENS = {"cpu": 1024}
BATCH_TOKENS_ELSEWHERE = 4096
CPU = torch.device("cpu")
FORGET_BIAS = 1.0
"""TensorFlow adds it when it runs a cell, so that it is not in the weights."""

Weights = Mapping[str, Tensor]


class ElmoNetwork:
    """The character convolutions and both language models, with weights from an HDF5 file."""

    def __init__(self, options: ElmoOptions, weights: Path, name: str, device: str) -> None:
        self.device = pick_device(device)
        self.options = options
        self.batch_tokens = BATCH_TOKENS.get(self.device.type, BATCH_TOKENS_ELSEWHERE)
        self._weights = {
            key: tensor.to(self.device) for key, tensor in read_weights(weights, name, weight_shapes(options)).items()
        }
        self.forward_cells, self.backward_cells = (
            [Cell.of(self._weights, direction, layer, options) for layer in range(options.lstm.n_layers)]
            for direction in (0, 1)
        )

    def encode(
        self, sentences: Sequence[Sentence], most: int, spans: Spans, views: Sequence[View]
    ) -> Iterator[Encoded]:
        """All sentences in batches of at most so many tokens; each distinct word is read only once."""
        distinct = sorted({word for sentence in sentences for word in sentence.words})
        vectors = self.word_vectors(distinct)
        row = {word: i for i, word in enumerate(distinct, start=2)}
        rows = [[0, *(row[word] for word in sentence.words), 1] for sentence in sentences]

        def forward(batch: list[int]) -> Encoded:
            states = self._states_of([rows[i] for i in batch], vectors)
            return read_out(states, [sentences[i] for i in batch], spans, views)

        yield from self._in_parallel(forward, token_batches([len(r) for r in rows], most))

    def _in_parallel(self, work: Callable[[Job], Done], jobs: Iterable[Job]) -> Iterator[Done]:
        """On a processor several jobs at once, on one thread each: the matrices of one step are small."""
        threads = torch.get_num_threads()
        workers = threads if self.device.type == "cpu" else 1
        try:
            yield from in_parallel(work, jobs, workers, lambda: torch.set_num_threads(1))
        finally:
            torch.set_num_threads(threads)

    def _states_of(self, rows: list[list[int]], vectors: Tensor) -> list[Tensor]:
        lengths = [len(r) for r in rows]
        padded = np.zeros((len(rows), max(lengths)), np.int64)
        for i, r in enumerate(rows):
            padded[i, : len(r)] = r
        try:
            return self.states(vectors[torch.from_numpy(padded).to(self.device)], lengths)
        except torch.cuda.OutOfMemoryError as error:
            raise ModelError(
                f"A batch of {padded.shape[0]} texts of {padded.shape[1]} tokens does not fit on the device: "
                "try a smaller `batch_tokens`."
            ) from error

    def word_vectors(self, words: Sequence[str]) -> Tensor:
        """One vector a row, whatever stands around a word; the first two are a sentence's beginning and its end."""
        width = self.options.char_cnn.max_characters_per_token
        characters = [boundary_characters(boundary, width) for boundary in (BEGIN_SENTENCE, END_SENTENCE)]
        characters += [word_characters(word, width) for word in words]
        parts = range(0, len(characters), WORDS_AT_ONCE)
        read = dict(self._in_parallel(lambda at: (at, self._read(characters[at : at + WORDS_AT_ONCE])), parts))
        return torch.cat([read[at] for at in parts])

    @torch.inference_mode()
    def _read(self, characters: list[list[int]]) -> Tensor:
        """Vectors of words from their characters: convolutions, the maximum over places, highways, a projection.

        bilm-tf numbers characters from 1, as 0 marks places after the end of a sentence. Here
        the lengths tell where a sentence ends, and rows are as in the file.
        """
        weights, cnn = self._weights, self.options.char_cnn
        activation = torch.relu if cnn.activation == "relu" else torch.tanh
        embedded = weights["char_embed"][torch.tensor(characters, device=self.device)].transpose(1, 2)
        convolved = [
            functional.conv1d(embedded, weights[f"CNN/W_cnn_{i}"][0].permute(2, 1, 0), weights[f"CNN/b_cnn_{i}"])
            for i in range(len(cnn.filters))
        ]
        vectors = torch.cat([activation(part.amax(dim=-1)) for part in convolved], dim=-1)
        for i in range(cnn.n_highway):
            carry, transform = (
                torch.addmm(weights[f"CNN_high_{i}/b_{gate}"], vectors, weights[f"CNN_high_{i}/W_{gate}"])
                for gate in ("carry", "transform")
            )
            share = torch.sigmoid(carry)
            vectors = share * torch.relu(transform) + (1 - share) * vectors
        if "CNN_proj/W_proj" in weights:
            vectors = torch.addmm(weights["CNN_proj/b_proj"], vectors, weights["CNN_proj/W_proj"])
        return vectors

    @torch.inference_mode()
    def states(self, inputs: Tensor, lengths: Sequence[int]) -> list[Tensor]:
        """Hidden states (texts, tokens, features): the words' own vectors twice, then both directions of each layer.

        The language model for the other direction reads each sentence from its own end, so that
        in both what stands after a sentence is read last and changes nothing in it.
        """
        skip = self.options.lstm.use_skip_connections
        turned = _reversal(lengths, inputs.shape[1]).to(self.device)
        rows = torch.arange(len(lengths), device=self.device).unsqueeze(1)
        ahead, back = inputs, inputs[rows, turned]
        states = [torch.cat([inputs, inputs], dim=-1)]
        for layer, (forward, backward) in enumerate(zip(self.forward_cells, self.backward_cells, strict=True)):
            ahead, back = (
                cell.run(x) + x if skip and layer else cell.run(x) for cell, x in ((forward, ahead), (backward, back))
            )
            states.append(torch.cat([ahead, back[rows, turned]], dim=-1))
        return states


@dataclass(frozen=True, slots=True)
class Cell:
    """One LSTM with a projected output; gates in TensorFlow's order: input, candidate, forget, output."""

    inputs: Tensor
    recurrent: Tensor
    bias: Tensor
    projection: Tensor | None
    cell_clip: float | None
    projection_clip: float | None

    @classmethod
    def of(cls, weights: Weights, direction: int, layer: int, options: ElmoOptions) -> Cell:
        """The cell of one direction and layer."""
        name, lstm = cell_name(direction, layer), options.lstm
        bias = weights[f"{name}/B"].clone()
        bias[2 * lstm.dim : 3 * lstm.dim] += FORGET_BIAS
        both = weights[f"{name}/W_0"]
        inputs, recurrent = both[: lstm.projection_dim], both[lstm.projection_dim :]
        return cls(inputs, recurrent, bias, weights.get(f"{name}/W_P_0"), lstm.cell_clip, lstm.proj_clip)

    def step(self, gates: Tensor, output: Tensor, memory: Tensor) -> tuple[Tensor, Tensor]:
        """Output and memory after one word, from what the word adds to the gates and what was before it."""
        entering, candidate, kept, leaving = torch.addmm(gates, output, self.recurrent).chunk(4, dim=-1)
        memory = torch.sigmoid(kept) * memory + torch.sigmoid(entering) * torch.tanh(candidate)
        if self.cell_clip is not None:
            memory = memory.clamp(-self.cell_clip, self.cell_clip)
        output = torch.sigmoid(leaving) * torch.tanh(memory)
        if self.projection is not None:
            output = output @ self.projection
            if self.projection_clip is not None:
                output = output.clamp(-self.projection_clip, self.projection_clip)
        return output, memory

    def run(self, inputs: Tensor) -> Tensor:
        """Outputs for (texts, tokens, features), each text from a state of zeros."""
        gates = inputs.transpose(0, 1) @ self.inputs + self.bias
        output = inputs.new_zeros(len(inputs), self.recurrent.shape[0])
        memory = inputs.new_zeros(len(inputs), self.bias.shape[0] // 4)
        outputs = []
        for at in gates:
            output, memory = self.step(at, output, memory)
            outputs.append(output)
        return torch.stack(outputs, dim=1)


def _reversal(lengths: Sequence[int], width: int) -> Tensor:
    """Places in the order in which each text is read from its end; twice is as before."""
    order = np.tile(np.arange(width), (len(lengths), 1))
    for row, length in enumerate(lengths):
        order[row, :length] = order[row, :length][::-1].copy()
    return torch.from_numpy(order)


def read_weights(path: Path, name: str, shapes: Mapping[str, tuple[int, ...]]) -> dict[str, Tensor]:
    """The datasets of a file, which must be those named, each in its shape; links to other files are not followed."""
    try:
        with h5py.File(path, "r", locking=False) as file:
            found: dict[str, h5py.Dataset] = {}
            file.visititems(lambda key, what: found.update({key: what}) if isinstance(what, h5py.Dataset) else None)
            _check(path, name, shapes, {key: dataset.shape for key, dataset in found.items()})
            check_fit(name, sum(map(math.prod, shapes.values())) * WIDTH["float32"], "float32", free_memory(CPU))
            return {key: torch.from_numpy(np.asarray(found[key][...], dtype=np.float32)) for key in shapes}
    except (OSError, RuntimeError, ValueError, KeyError, TypeError) as error:
        raise WeightsError(
            f"The weights of {name} in {path} are damaged or no HDF5 file: {first_line(error)}; get the file again."
        ) from error


def _check(path: Path, name: str, wanted: Mapping[str, tuple[int, ...]], found: Mapping[str, tuple[int, ...]]) -> None:
    lacking = [key for key in wanted if key not in found]
    if lacking:
        raise WeightsError(
            f"The weights of {name} in {path} lack {len(lacking)} of {len(wanted)} datasets ({_listed(lacking)}); "
            "the file does not belong to these options, or is incomplete."
        )
    strange = [key for key in found if key not in wanted]
    if strange:
        raise WeightsError(
            f"The weights of {name} in {path} have datasets that the options do not speak of ({_listed(strange)}); "
            "the file does not belong to these options."
        )
    for key, shape in wanted.items():
        unused_row = key == "char_embed" and found[key] == (shape[0] + 1, *shape[1:])
        if found[key] != shape and not unused_row:
            raise WeightsError(
                f"The weights of {name} in {path}: {key} has the shape {found[key]}, but the options say {shape}; "
                "the file does not belong to these options."
            )


def _listed(keys: list[str]) -> str:
    return ", ".join(keys[:3]) + (", …" if len(keys) > 3 else "")
