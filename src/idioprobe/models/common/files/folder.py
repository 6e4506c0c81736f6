"""The files of a model in a folder: whether all are there, and what tells the model from others."""

from __future__ import annotations

import json
from collections.abc import MutableMapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from idioprobe.core.errors import ModelError
from idioprobe.core.fingerprint import file_sha256, fingerprint, remembered
from idioprobe.models.common.files.code import json_object, trusted_files
from idioprobe.models.common.files.ggufheader import read_header
from idioprobe.models.common.files.unchanged import HashedFiles, hash_files
from idioprobe.models.common.reasons import NO_FAST_TOKENIZER
from idioprobe.models.common.tensorheader import parameters

_DECIDING = (
    "config.json",
    "config.*.json",
    "tokenizer*",
    "vocab*",
    "merges.txt",
    "special_tokens_map.json",
    "added_tokens.json",
    "*.model",
    "*.tiktoken",
    "*.spm",
    "*.bpe",
    "tekken.json",
    "entity_vocab.json",
)
_TEMPLATES = ("additional_chat_templates/*.jinja",)
_ADAPTER = "adapter_config.json"
_WEIGHTS = ("model*.safetensors", "model.safetensors.index.json")
_WITHOUT_VOCABULARY = {"ByT5Tokenizer", "CanineTokenizer", "PerceiverTokenizer"}
"""Tokenizers that need no file, and have no fast version."""
_PICKLED = ("pytorch_model*.bin", "pytorch_model.bin.index.json")


@dataclass(frozen=True)
class Files:
    """A model's files by name: its weights, and the others that decide what it computes."""

    folder: Path
    hashed: HashedFiles
    weights: Sequence[str]
    """Which of them are weights."""

    @property
    def hashes(self) -> dict[str, str]:
        """Their hashes by name."""
        return self.hashed.hashes

    def details(self, dtype: str) -> dict[str, str]:
        """What a result says of the model."""
        hashes = [self.hashes[name] for name in self.weights]
        counted = all(name.endswith((".safetensors", ".json")) for name in self.weights)
        return {
            "weights_sha256": fingerprint(hashes) if len(hashes) > 1 else hashes[0],
            "dtype": dtype,
            **(parameters(self.folder) if counted else {}),
        }

    def digest(self) -> str:
        """All hashes, as a fingerprint takes them."""
        return json.dumps(self.hashes, sort_keys=True)


def read_files(
    folder: Path,
    memory: MutableMapping[str, str],
    *,
    gguf: str | None = None,
    allow_pickle: bool = False,
    own_code: bool = False,
    more: Sequence[str] = (),
) -> Files:
    """The hashes of the files of a folder that has all a model needs; `more` names further files that decide.

    Code of a model's own may read any file: where it runs all are hashed, and the code elsewhere that is named.
    """
    refuse_adapters(folder)
    weights = check_folder(folder, allow_pickle=allow_pickle) if gguf is None else check_gguf(folder, gguf)

    def find_weights() -> dict[str, Path]:
        if gguf is not None:
            return {weights.name: weights}
        return _weight_files(folder, _WEIGHTS if weights.suffix == ".safetensors" else _PICKLED)

    def find() -> dict[str, Path]:
        found = find_weights() | {path.name: path for path in _files(folder, (*_DECIDING, *more))}
        found |= {_below(folder, path): path for path in _files(folder, _TEMPLATES)} if more else {}
        return found | (trusted_files(folder) if own_code else {})

    return Files(folder, hash_files(find, memory), list(find_weights()))


def _weight_files(folder: Path, patterns: Sequence[str]) -> dict[str, Path]:
    """The weights that a folder has by the usual names, and those that its index or its configuration names."""
    found = {path.name: path for path in _files(folder, patterns)}
    own = json_object(folder / "config.json").get("transformers_weights")
    named = [own] if isinstance(own, str) else []
    for path in [*found.values(), *(folder / name for name in named)]:
        if path.name.endswith(".index.json"):
            table = json_object(path).get("weight_map")
            named += [str(name) for name in table.values()] if isinstance(table, dict) else []
    return found | {name: folder / name for name in sorted(set(named)) if (folder / name).is_file()}


def refuse_adapters(*folders: Path) -> None:
    """Raise if a folder has an adapter: whether it is applied, and to which model, depends on what is installed."""
    for folder in folders:
        if (folder / _ADAPTER).is_file():
            raise ModelError(
                f"{folder} holds an adapter ({_ADAPTER}), which is not applied here: merge it into its model and save "
                "that with model.merge_and_unload().save_pretrained(folder), or remove it to measure the model alone."
            )


def check_folder(folder: Path, *, allow_pickle: bool = False) -> Path:
    """A weights file of a folder that has all a model needs; else an error that says what is missing."""
    if not (folder / "config.json").is_file():
        raise ModelError(f"{folder} holds no config.json: it is not a Hugging Face model folder.")
    if not any(_files(folder, ("tokenizer.json", "vocab.*", "*.model", "tokenizer.model", "spiece.model"))):
        own = _tokenizer_class(folder)
        if own in _WITHOUT_VOCABULARY:
            raise ModelError(NO_FAST_TOKENIZER.format(folder, own))
        raise ModelError(
            f"{folder} holds no tokenizer (tokenizer.json, vocab.txt or a SentencePiece model): "
            "save it there too, with tokenizer.save_pretrained(folder)."
        )
    weights = [p for p in _files(folder, _WEIGHTS) if p.suffix == ".safetensors"]
    if not weights and allow_pickle:
        weights = [p for p in _files(folder, _PICKLED) if p.suffix == ".bin"]
    if not weights:
        pickled = [p.name for p in _files(folder, ("*.bin", "*.pt", "*.pth"))]
        what = f"only as a pickle ({pickled[0]}), which can run code when opened" if pickled else "not at all"
        insist = (
            "" if allow_pickle or "pytorch_model.bin" not in pickled else "; if you trust it, `allow_pickle` reads it"
        )
        raise ModelError(
            f"{folder} holds weights {what}; idioprobe reads model.safetensors "
            f"(model.save_pretrained(folder) writes it){insist}."
        )
    return weights[0]


def check_gguf(folder: Path, name: str) -> Path:
    """The GGUF file, in the folder or by its own path."""
    path = folder / name
    if not path.is_file():
        others = ", ".join(p.name for p in sorted(folder.glob("*.gguf"))) or "none"
        raise ModelError(f"`gguf` {name}: {folder} has no such file; GGUF files there: {others}.")
    with path.open("rb") as file:
        if file.read(4) != b"GGUF":
            raise ModelError(f"`gguf` {name}: {path} is not a GGUF file; it may be damaged or cut short.")
    return path


def tells_turns(folder: Path, gguf: str | None, memory: MutableMapping[str, str]) -> bool:
    """Whether a model comes with a chat template, told from its files."""
    if gguf is None:
        return any(folder.glob("chat_template*")) or bool(_settings(folder).get("chat_template"))
    path = folder / gguf
    return remembered(memory, f"turns|{file_sha256(path, memory)}", lambda: str(read_header(path).has_turns)) == "True"


def _tokenizer_class(folder: Path) -> str | None:
    settings = _settings(folder)
    return str(settings.get("tokenizer_class")) if settings else None


def _settings(folder: Path) -> dict[str, Any]:
    """What the tokenizer's configuration says; nothing where it cannot be read."""
    return json_object(folder / "tokenizer_config.json")


def _below(folder: Path, path: Path) -> str:
    return path.relative_to(folder).as_posix()


def _files(folder: Path, patterns: Sequence[str]) -> list[Path]:
    return sorted({p for pattern in patterns for p in folder.glob(pattern) if p.is_file()})
