"""Why a text has no vector, or a model is refused: what several families say."""

from __future__ import annotations

NO_TOKEN = "the text has no token"  # noqa: S105
NO_TOKEN_OF_TARGET = "no token of the text carries the target's span"  # noqa: S105
NO_FAST_TOKENIZER = (
    "{} has no fast tokenizer ({}), so characters cannot be matched to tokens; convert it to tokenizer.json, "
    "choose a model that has one, or embed the requests yourself (idioprobe requests, then vectors:FILE)."
)
MORE_THAN_NUMBERS = (
    "The weights of {} in {} are damaged, or hold more than numbers, such as code; they are not read. "
    "Ask for them as safetensors."
)
"""What is wrong with a pickle that torch will not open as plain weights."""
