"""The format in which ELMo is published, that of bilm-tf and AllenNLP: options, characters and names of weights."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, PositiveFloat, ValidationError

from idioprobe.core.errors import ModelError

BEGIN_SENTENCE, END_SENTENCE, BEGIN_WORD, END_WORD, PADDING = range(256, 261)
"""Characters that no text has; those below 256 are the bytes of UTF-8."""
CHARACTERS = PADDING + 1
BRACKETS = 2
"""The characters that begin and end a word."""


MOST_LAYERS, MOST_FILTERS, WIDEST, LONGEST_WORD = 64, 256, 1 << 16, 1 << 12
"""Far above what any published model has; a damaged file may say more, which nobody could compute."""
_LONGEST_FILE = 1 << 20

Width = Annotated[int, Field(gt=0, le=WIDEST)]


class _Part(BaseModel):
    """What training alone needs stands in the same file and is passed over."""

    model_config = ConfigDict(frozen=True)


class Embedding(_Part):
    """The vectors of characters."""

    dim: Width


class CharacterCnn(_Part):
    """How a word's vector is made of its characters.

    `n_characters` is 261, or 262 where a character that stands for padding is counted: the
    weights are the same.
    """

    activation: Literal["relu", "tanh"]
    embedding: Embedding
    filters: Annotated[tuple[tuple[Width, Width], ...], Field(min_length=1, max_length=MOST_FILTERS)]
    max_characters_per_token: Annotated[int, Field(gt=BRACKETS, le=LONGEST_WORD)]
    n_characters: Literal[261, 262]
    n_highway: Annotated[int, Field(ge=0, le=MOST_LAYERS)]

    @property
    def width(self) -> int:
        """How many filters there are in all."""
        return sum(count for _, count in self.filters)


class Lstm(_Part):
    """The two language models, one for each direction; a clip that is null cuts nothing."""

    dim: Width
    projection_dim: Width
    n_layers: Annotated[int, Field(gt=0, le=MOST_LAYERS)]
    cell_clip: PositiveFloat | None
    proj_clip: PositiveFloat | None
    use_skip_connections: bool


class ElmoOptions(_Part):
    """What the options file says of the model."""

    char_cnn: CharacterCnn
    lstm: Lstm


def read_options(path: Path) -> ElmoOptions:
    """The options of a model; a mistake in them becomes one line that names the key."""
    try:
        with path.open("rb") as file:
            raw = file.read(_LONGEST_FILE + 1)
        if len(raw) > _LONGEST_FILE:
            raise ValueError(f"more than {_LONGEST_FILE:,} bytes")
        options = ElmoOptions.model_validate(json.loads(raw.decode("utf-8")))
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(map(str, first["loc"])) or "the file"
        missing = first["type"] == "missing"
        what = "is missing; the options of a published ELMo have it" if missing else f"is wrong: {first['msg']}"
        raise ModelError(f"{path}: {key} {what}.") from None
    except UnicodeDecodeError as error:
        byte = error.object[error.start]
        raise ModelError(f"{path} is not a readable JSON file: byte 0x{byte:02x} is not UTF-8; get it again.") from None
    except (OSError, ValueError, RecursionError) as error:
        raise ModelError(f"{path} is not a readable JSON file: {error}; get it again.") from error
    cnn, lstm = options.char_cnn, options.lstm
    widest = max(width for width, _ in cnn.filters)
    if widest > cnn.max_characters_per_token:
        raise ModelError(
            f"{path}: char_cnn.filters has one of width {widest}, but char_cnn.max_characters_per_token "
            f"is {cnn.max_characters_per_token}; a filter cannot be wider than a word."
        )
    if lstm.projection_dim > lstm.dim:
        raise ModelError(
            f"{path}: lstm.projection_dim is {lstm.projection_dim}, but lstm.dim is {lstm.dim}; "
            "a projection makes vectors smaller."
        )
    return options


def word_characters(word: str, width: int) -> list[int]:
    """The characters of a word, filled up to a fixed width; a longer word is cut as in training.

    >>> word_characters("né", 7)
    [258, 110, 195, 169, 259, 260, 260]
    """
    return _bracketed(list(word.encode("utf-8", "ignore")[: width - BRACKETS]), width)


def boundary_characters(boundary: int, width: int) -> list[int]:
    """The beginning or the end of a sentence, which the model reads as a word of one character."""
    return _bracketed([boundary], width)


def _bracketed(characters: list[int], width: int) -> list[int]:
    return [BEGIN_WORD, *characters, END_WORD] + [PADDING] * (width - BRACKETS - len(characters))


def cell_name(direction: int, layer: int) -> str:
    """Where the weights of one LSTM stand; direction 0 reads from left to right, 1 from right to left."""
    return f"RNN_{direction}/RNN/MultiRNNCell/Cell{layer}/LSTMCell"


def weight_shapes(options: ElmoOptions) -> dict[str, tuple[int, ...]]:
    """Every dataset that the weights must have, and no other, by name.

    As bilm-tf writes them: nothing is projected where the sizes before and after are equal.
    """
    cnn, lstm = options.char_cnn, options.lstm
    shapes: dict[str, tuple[int, ...]] = {"char_embed": (CHARACTERS, cnn.embedding.dim)}
    for i, (width, count) in enumerate(cnn.filters):
        shapes |= {f"CNN/W_cnn_{i}": (1, width, cnn.embedding.dim, count), f"CNN/b_cnn_{i}": (count,)}
    for i in range(cnn.n_highway):
        for gate in ("carry", "transform"):
            shapes |= {f"CNN_high_{i}/W_{gate}": (cnn.width, cnn.width), f"CNN_high_{i}/b_{gate}": (cnn.width,)}
    if cnn.width != lstm.projection_dim:
        shapes |= {"CNN_proj/W_proj": (cnn.width, lstm.projection_dim), "CNN_proj/b_proj": (lstm.projection_dim,)}
    for direction in (0, 1):
        for layer in range(lstm.n_layers):
            name = cell_name(direction, layer)
            shapes |= {f"{name}/W_0": (2 * lstm.projection_dim, 4 * lstm.dim), f"{name}/B": (4 * lstm.dim,)}
            if lstm.projection_dim != lstm.dim:
                shapes[f"{name}/W_P_0"] = (lstm.dim, lstm.projection_dim)
    return shapes
