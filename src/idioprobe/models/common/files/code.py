"""Code of a model's own, and what else it may read: all that decides what it computes where it is run."""

from __future__ import annotations

import filecmp
import json
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from idioprobe.models.common.files.below import files_below

_NOT_READ = {".md", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".pdf"}
_AWAY = "--"
"""Between the place of some code and its name there."""
_CLASSES = ("modules.json", "router_config.json")
"""Files of sentence-transformers that name classes."""
_LIBRARIES = {"sentence_transformers", "torch", "transformers"}
"""Packages whose classes are no code of a model's own; an activation function is taken unasked from torch only."""


def runs_own_code(folder: Path) -> bool:
    """Whether a model has code of its own, or names some, that is run where it is trusted."""
    return bool(files_below(folder, "*.py")) or any(_code_maps(folder)) or any(_classes(folder))


def trusted_files(folder: Path) -> dict[str, Path]:
    """All files of a folder but its documents, and the code elsewhere that its configurations name."""
    found = {path.relative_to(folder).as_posix(): path for path in _readable(folder)}
    for repository in sorted(set(_repositories(folder))):
        if (there := _place(repository)) is not None:
            found |= {f"{repository}{_AWAY}{path.relative_to(there).as_posix()}": path for path in _readable(there)}
    for package in sorted({name.partition(".")[0] for name in _classes(folder)} - _LIBRARIES):
        found |= {f"{package}{_AWAY}{name}": path for name, path in _package(package).items()}
    return found


def forget_code() -> None:
    """Let the code of models be imported anew: in older versions of transformers a process keeps what it imported."""
    filecmp.clear_cache()
    for name in [name for name in sys.modules if name.startswith("transformers_modules.")]:
        del sys.modules[name]


def json_object(path: Path) -> dict[str, Any]:
    """What a JSON file holds, if that is an object; nothing where it cannot be read."""
    told = _json(path)
    return told if isinstance(told, dict) else {}


def _json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None


def _readable(folder: Path) -> list[Path]:
    return [path for path in files_below(folder) if path.suffix.lower() not in _NOT_READ]


def _code_maps(folder: Path) -> Iterator[dict[str, Any]]:
    """What the configurations of a model say of where its code is."""
    for path in files_below(folder, "*config*.json"):
        named = json_object(path).get("auto_map")
        if isinstance(named, dict):
            yield named


def _repositories(folder: Path) -> Iterator[str]:
    """Where code is that is taken from elsewhere."""
    for named in _code_maps(folder):
        for entry in named.values():
            for name in entry if isinstance(entry, list) else [entry]:
                repository, away, _ = str(name).partition(_AWAY)
                if away:
                    yield repository


def _place(repository: str) -> Path | None:
    """A folder of this name, or the one in which the hub's files of this name are kept; None where neither is here."""
    if Path(repository).is_dir():
        return Path(repository)
    try:
        from huggingface_hub import snapshot_download

        return Path(snapshot_download(repository, local_files_only=True))
    except (ImportError, OSError, ValueError):
        return None


def _classes(folder: Path) -> Iterator[str]:
    """The classes that a model of sentence-transformers names and that are taken only where they are trusted."""
    for path in files_below(folder, *_CLASSES, "config.json"):
        told = _json(path)
        if path.name == "config.json":
            if isinstance(told, dict) and _is_layer(told) and not str(told["activation_function"]).startswith("torch."):
                yield str(told["activation_function"])
        else:
            yield from (name for name in _types(told) if name.partition(".")[0] not in _LIBRARIES)


def _is_layer(told: dict[str, Any]) -> bool:
    return {"in_features", "out_features", "activation_function"} <= told.keys()


def _types(told: Any) -> Iterator[str]:
    """The classes in a list of modules, or in what a router says of its own."""
    if isinstance(told, list):
        yield from (str(module["type"]) for module in told if isinstance(module, dict) and "type" in module)
    elif isinstance(told, dict) and isinstance(told.get("types"), dict):
        yield from (str(name) for name in told["types"].values())


def _package(name: str) -> dict[str, Path]:
    """The files of an installed package, found without running it."""
    try:
        spec = find_spec(name) if name.isidentifier() else None
    except (ImportError, ValueError):
        return {}
    if spec is None:
        return {}
    folders = [Path(place) for place in spec.submodule_search_locations or ()]
    if not folders:
        return {Path(spec.origin).name: Path(spec.origin)} if spec.origin and Path(spec.origin).is_file() else {}
    return {path.relative_to(folder).as_posix(): path for folder in folders for path in files_below(folder, "*.py")}
