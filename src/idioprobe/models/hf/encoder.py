"""Models in the layout of Hugging Face: which files they are, and their vectors."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from idioprobe.core.encoder import Encoded, Facts, Identity, Spans, requests_for
from idioprobe.core.errors import MissingExtraError, ModelError
from idioprobe.core.fingerprint import file_sha256, fingerprint
from idioprobe.core.requests import Request
from idioprobe.core.views import View
from idioprobe.models.common.reasons import NO_FAST_TOKENIZER, NO_TOKEN
from idioprobe.models.hf.inject import Injected, check_made_for, coverage, read_injected

if TYPE_CHECKING:
    from idioprobe.models.hf.transformer import Tokens, Transformer

_DECIDING = (
    "config.json",
    "tokenizer*",
    "vocab*",
    "merges.txt",
    "special_tokens_map.json",
    "added_tokens.json",
    "*.model",
)
_WEIGHTS = ("model*.safetensors", "model.safetensors.index.json")
_TOKENIZER = "tokenizer.json"
_WITHOUT_VOCABULARY = {"ByT5Tokenizer", "CanineTokenizer", "PerceiverTokenizer"}
"""Tokenizers that need no file, and have no fast version."""
_PICKLED = ("pytorch_model*.bin", "pytorch_model.bin.index.json")


class HuggingFaceEncoder:
    """A model in a local folder, in the layout that `save_pretrained` writes."""

    def __init__(
        self,
        folder: Path,
        name: str,
        *,
        revision: str | None = None,
        languages: frozenset[str] | None = None,
        dtype: str = "float32",
        device: str = "auto",
        gguf: str | None = None,
        inject: str | None = None,
        trust_remote_code: bool = False,
        allow_pickle: bool = False,
        memory: MutableMapping[str, str] | None = None,
    ) -> None:
        self.folder = folder
        self.dtype = dtype
        self.device = device
        self._loaded: Transformer | None = None
        self.gguf = gguf
        self.trust_remote_code = trust_remote_code
        self.allow_pickle = allow_pickle
        weights = check_folder(folder, allow_pickle=allow_pickle) if gguf is None else check_gguf(folder, gguf)
        memory = {} if memory is None else memory
        kept = _WEIGHTS if weights.suffix == ".safetensors" else _PICKLED
        files = _files(folder, kept) if gguf is None else [weights]
        hashes = {p.name: file_sha256(p, memory) for p in files}
        deciding = {p.name: file_sha256(p, memory) for p in _files(folder, _DECIDING)}
        details: dict[str, Any] = {
            "weights_sha256": fingerprint(hashes.values()) if len(hashes) > 1 else hashes[weights.name],
            "weights_bytes": sum(p.stat().st_size for p in files),
            "dtype": dtype,
        }
        decides = ["hf", dtype, json.dumps({**hashes, **deciding}, sort_keys=True)]
        decides += ["token types"] if _tells_types(folder, deciding, memory) else []
        self.injected: Injected | None = None
        if inject is not None:
            path = Path(inject).expanduser()
            self.injected = read_injected(path)
            check_made_for(self.injected, path, name, details["weights_sha256"])
            details |= {"inject": path.name, "inject_sha256": file_sha256(path, memory)}
            decides.append(details["inject_sha256"])
            name = f"{name}+{path.stem}"
        self._identity = Identity(
            family="hf",
            name=name,
            fingerprint=fingerprint(decides),
            revision=revision,
            languages=languages,
            details=details,
        )

    @property
    def identity(self) -> Identity:
        """Known from the files' hashes alone."""
        return self._identity

    @property
    def device_used(self) -> str | None:
        """Where the model runs; None while it is not loaded."""
        return str(self._loaded.device) if self._loaded else None

    def facts(self) -> Facts:
        """Loads the model: its hidden states are counted, not guessed."""
        return self.load().facts

    def check_expressions(
        self, written: Mapping[tuple[str, str], Sequence[Request]], notice: Callable[[str], None]
    ) -> dict[str, int]:
        """How many of the expressions, as they are written in texts, are single tokens; a notice if not all are."""
        return {} if self.injected is None else coverage(self.injected, self.identity.name, written, notice)

    def encode(
        self,
        texts: Sequence[str],
        spans: Spans,
        views: Sequence[View],
        batch_tokens: int | None,
    ) -> Iterator[Encoded]:
        """Texts of like length share a batch; a batch is one forward pass for all views."""
        loaded = self.load()
        tokenized: list[Tokens] = []
        refused: list[tuple[str, str]] = []
        limit = loaded.facts.max_tokens
        for text, tokens in zip(texts, loaded.tokenize(texts), strict=True):
            if limit is not None and len(tokens.ids) > limit:
                refused.append((text, f"text of {len(tokens.ids)} tokens is longer than the model takes ({limit})"))
            elif not tokens.ids:
                refused.append((text, NO_TOKEN))
            else:
                tokenized.append(tokens)
        if refused:
            yield _refused(refused, spans, views)
        yield from loaded.forward_all(tokenized, batch_tokens or loaded.batch_tokens, spans, views)

    def load(self) -> Transformer:
        """The model in memory, where it stays once it is asked for."""
        if self._loaded is None:
            try:
                from idioprobe.models.hf.transformer import Transformer
            except ImportError as error:
                raise MissingExtraError(
                    f"Running {self.identity.name} needs {error.name}: pip install 'idioprobe[hf]'."
                ) from error
            self._loaded = Transformer(
                self.folder,
                self.identity.name,
                self.dtype,
                self.device,
                gguf=self.gguf,
                trust_remote_code=self.trust_remote_code,
                injected=self.injected,
                allow_pickle=self.allow_pickle,
            )
        return self._loaded


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


def _tokenizer_class(folder: Path) -> str | None:
    try:
        settings = json.loads((folder / "tokenizer_config.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return str(settings.get("tokenizer_class")) if isinstance(settings, dict) else None


def _tells_types(folder: Path, hashes: Mapping[str, str], memory: MutableMapping[str, str]) -> bool:
    """Whether a tokenizer says of a single text that its tokens are of several kinds, as XLNet's does.

    A store may hold vectors that were made without these kinds: those made with them have another fingerprint.
    """
    if _TOKENIZER not in hashes:
        return False
    key = f"types|{hashes[_TOKENIZER]}"
    if key not in memory:
        memory[key] = str(max(_single_types(folder / _TOKENIZER), default=0))
    return memory[key] != "0"


def _single_types(tokenizer: Path) -> Iterator[int]:
    """The kinds of segments in what the tokenizer makes of one text; none where the file cannot be read."""
    try:
        for piece in json.loads(tokenizer.read_text(encoding="utf-8"))["post_processor"]["single"]:
            yield from (int(entry["type_id"]) for entry in piece.values())
    except (ValueError, KeyError, TypeError, AttributeError):
        return


def _files(folder: Path, patterns: Sequence[str]) -> list[Path]:
    return sorted({p for pattern in patterns for p in folder.glob(pattern) if p.is_file()})


def _refused(texts: list[tuple[str, str]], spans: Spans, views: Sequence[View]) -> Encoded:
    failed: dict[View, list[tuple[Request, str]]] = {view: [] for view in views}
    for text, reason in texts:
        for view in views:
            failed[view] += [(request, reason) for request in requests_for(text, spans, view)]
    return Encoded(len(texts), {}, failed)
