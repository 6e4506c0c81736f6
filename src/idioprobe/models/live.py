"""Models that are in memory already: from the object that a user holds to an encoder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from idioprobe.core.encoder import Model, Responder
from idioprobe.core.errors import ConfigError, MissingExtraError, ModelError, install
from idioprobe.models.known import known_model
from idioprobe.models.registry import families, family_options

TAKEN = (
    "a name, a SentenceTransformer, a transformers model with its tokenizer as (model, tokenizer), any object with "
    "encode(list of texts), or one with the Encoder protocol"
)
"""What may stand for a model."""
_PROMPTS = ("prompt", "prompt_name")


def is_live(given: object) -> bool:
    """Whether an object, rather than a name, may be a model."""
    if isinstance(given, str | Path):
        return False
    given = _unwrapped(given)
    return _is_model(given) or _is_pair(given) or callable(getattr(given, "encode", None)) or _is_transformer(given)


def names_model(given: str) -> bool:
    """Whether a text that is no path here is the name of a model: known, or written with its family."""
    prefix, colon, _ = given.partition(":")
    return not Path(given).exists() and (known_model(given) is not None or (bool(colon) and prefix in families()))


def as_model(given: Any, options: Mapping[str, Any] | None = None) -> str | Model:
    """The model that an object is; names and encoders stay as they are.

    `options` are those of a family, of which a model in memory has only its prompt.
    """
    if isinstance(given, str | Path):
        return str(given)
    given = _unwrapped(given)
    if _is_model(given):
        model: Model = given
        return model
    try:
        if _derives(given, "sentence_transformers", "SentenceTransformer"):
            from idioprobe.models.st.live import LiveSentenceTransformer

            return LiveSentenceTransformer(given, **_own(options, _PROMPTS))
        if _is_pair(given):
            from idioprobe.models.hf.live import LiveTransformer

            _own(options, ())
            return LiveTransformer(_unwrapped(given[0]), given[1])
    except ImportError as error:
        raise MissingExtraError(f"Running this model needs {error.name}: {install('st')}.") from error
    if _is_transformer(given):
        raise ModelError(f"{type(given).__name__}: a transformers model needs its tokenizer; give (model, tokenizer).")
    if callable(getattr(given, "encode", None)) and not _is_tokenizer(given):
        from idioprobe.models.common.sentencesonly import SentencesOnly

        _own(options, ())
        return SentencesOnly(given)
    raise ModelError(f"An object of type {type(given).__name__} is no model; a model is {TAKEN}.")


def _unwrapped(given: Any) -> Any:
    """What `torch.compile`, `DataParallel` and `DistributedDataParallel` have wrapped, with its own class again."""
    if _derives(given, "torch", "OptimizedModule"):
        return given._orig_mod  # noqa: SLF001
    if _derives(given, "torch", "DataParallel") or _derives(given, "torch", "DistributedDataParallel"):
        return given.module
    return given


def _own(options: Mapping[str, Any] | None, names: tuple[str, ...]) -> dict[str, Any]:
    """The options that a model in memory has; one that it does not have is refused where it says anything."""
    known, given = family_options(), dict(options or {})
    for name, value in given.items():
        if name not in names and not known[name].shared and value != known[name].default:
            raise ConfigError(f"`{name}` does not go with a model that is in memory already; it is taken as it is.")
    return {name: value for name, value in given.items() if name in names}


def _is_model(given: object) -> bool:
    return hasattr(given, "identity") and (callable(getattr(given, "facts", None)) or isinstance(given, Responder))


def _is_pair(given: object) -> bool:
    """A transformers model and its tokenizer."""
    return isinstance(given, tuple | list) and len(given) == 2 and callable(given[0]) and _is_tokenizer(given[1])


def _is_tokenizer(given: object) -> bool:
    return _derives(given, "transformers", "PreTrainedTokenizerBase")


def _is_transformer(given: object) -> bool:
    return _derives(given, "transformers", "PreTrainedModel")


def _derives(given: object, package: str, name: str) -> bool:
    """Whether an object is of a class of a package, which is not imported for the answer."""
    return any(kind.__name__ == name and kind.__module__.partition(".")[0] == package for kind in type(given).__mro__)
