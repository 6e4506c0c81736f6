"""Which languages a model is scored in, and what is said where it was not made for one of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from idioprobe.core.encoder import CountsUnknownWords, Model
from idioprobe.core.errors import ConfigError
from idioprobe.core.notices import Notice
from idioprobe.data.dataset import Dataset
from idioprobe.data.languages.language import base_language, find_language
from idioprobe.data.names import dataset_names
from idioprobe.models.known import KNOWN_MODELS, KnownModel
from idioprobe.run.config import RunConfig
from idioprobe.run.plan import asked_languages

FEWEST_KNOWN = 0.8
"""A vocabulary that knows less than this share of a language's words was made for another language."""


def scored_languages(encoder: Model, data: Dataset, config: RunConfig, notice: Notice) -> list[str]:
    """The languages to score: those asked for, else those that data and model share."""
    asked = asked_languages(data, config)
    if asked is not None:
        if strange := not_made_for(encoder, asked):
            notice(f"{not_made_words(encoder.identity.name, strange)} {_others(data, strange)}")
        return asked
    known = encoder.identity.languages
    if known is None:
        return _readable(encoder, data, notice)
    left = not_made_for(encoder, data.languages)
    shared = [language for language in data.languages if language not in left]
    if not shared:
        raise ConfigError(
            f"{encoder.identity.name} knows {_named(sorted(known))}; {data.name} is in {_named(data.languages)}. "
            f"{_others(data, left)} Or pass `languages` {left[0]} to score it anyway."
        )
    if left:
        notice(
            f"{encoder.identity.name} does not know {_named(left)}: not scored "
            f"(`languages` {','.join(data.languages)} scores it anyway). {_others(data, left)}"
        )
    return shared


def not_made_for(encoder: Model, languages: Sequence[str]) -> list[str]:
    """Those of the languages that a model is known not to know."""
    known = encoder.identity.languages
    return [] if known is None else [language for language in languages if base_language(language) not in known]


def not_made_words(model: str, languages: Sequence[str]) -> str:
    """What a reader must know of a model that was scored all the same.

    >>> not_made_words("gpt2", ["pt", "xx"])
    "gpt2 was not made for Portuguese (pt), language 'xx': its numbers there say little."
    """
    return f"{model} was not made for {_named(languages)}: its numbers there say little."


def _named(codes: Iterable[str]) -> str:
    """Languages by their English names; a bare code, such as it, may read as a word."""
    names = {code: find_language(code).names[:1] for code in codes}
    return ", ".join(
        f"{name[0].capitalize()} ({code})" if name else f"language {code!r}" for code, name in names.items()
    )


def models_for(languages: Sequence[str]) -> list[KnownModel]:
    """The known models that know all of some languages, the smallest first.

    >>> [model.name for model in models_for(["it"])][0]
    'distilbert-base-multilingual-cased'
    """
    codes = {base_language(language) for language in languages}
    knowing = [model for model in KNOWN_MODELS if model.languages is None or codes <= model.languages]
    return sorted(knowing, key=lambda model: model.layers * model.dimension**2)


def _others(data: Dataset, languages: Sequence[str]) -> str:
    """Which models do know the languages, and how to run the smallest."""
    names = [model.name for model in models_for(languages)]
    where = data.name if data.name in dataset_names() else "FOLDER"
    return (
        f"Models that know {_named(languages)}, the smallest first: {', '.join(names)} "
        f"(idioprobe run -d {where} -m {names[0]})."
    )


def _readable(encoder: Model, data: Dataset, notice: Notice) -> list[str]:
    """The languages whose words a vocabulary has; all of them where it has none of them, or where there is none."""
    if len(data.languages) < 2 or not isinstance(encoder, CountsUnknownWords):
        return data.languages
    shares = {}
    for language in data.languages:
        texts = sorted(set(data.stimuli.filter(language=language)["text"]))
        shares[language] = 1 - encoder.unknown_words(texts).total() / max(sum(len(text.split()) for text in texts), 1)
    left = [language for language, share in shares.items() if share < FEWEST_KNOWN]
    if not left or len(left) == len(shares):
        return data.languages
    told = ", ".join(f"{language} ({shares[language]:.0%})" for language in left)
    notice(
        f"{encoder.identity.name} knows less than {FEWEST_KNOWN:.0%} of the words in {told}: not scored "
        f"(`languages` {','.join(data.languages)} scores it all the same)."
    )
    return [language for language in data.languages if language not in left]
