"""Models in the layout of Hugging Face: which files they are, and their vectors."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence, Set
from pathlib import Path
from typing import TYPE_CHECKING

from idioprobe.core.answers import Answer
from idioprobe.core.encoder import Encoded, Facts, Identity, Spans, requests_for
from idioprobe.core.errors import MissingExtraError, install
from idioprobe.core.fingerprint import fingerprint, remembered
from idioprobe.core.memory import check_import
from idioprobe.core.notices import Notice, ignore
from idioprobe.core.requests import Request
from idioprobe.core.views import View
from idioprobe.models.common.backends.choice import Backend
from idioprobe.models.common.files.code import runs_own_code
from idioprobe.models.common.files.folder import read_files
from idioprobe.models.common.files.unchanged import hash_files
from idioprobe.models.common.options import OWN_CODE, TORCH
from idioprobe.models.common.reasons import NO_TOKEN
from idioprobe.models.hf.inject import Injected, check_made_for, coverage, read_injected

if TYPE_CHECKING:
    from idioprobe.models.common.spread import Spread
    from idioprobe.models.hf.transformer import Tokens, Transformer

_TOKENIZER = "tokenizer.json"


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
        spread: Spread | None = None,
        backend: str = TORCH,
        memory: MutableMapping[str, str] | None = None,
    ) -> None:
        self.folder = folder
        self.dtype = dtype
        self.device = device
        self._loaded: Transformer | None = None
        self.gguf = gguf
        self.trust_remote_code = trust_remote_code and runs_own_code(folder)
        self.allow_pickle = allow_pickle
        self.spread = spread
        self.notice: Notice = ignore
        memory = {} if memory is None else memory
        files = read_files(folder, memory, gguf=gguf, allow_pickle=allow_pickle, own_code=self.trust_remote_code)
        self._files = [files.hashed]
        details = files.details(dtype)
        decides = ["hf", dtype, files.digest()]
        decides += ["token types"] if _tells_types(folder, files.hashes, memory) else []
        decides += [OWN_CODE] if self.trust_remote_code else []
        self.injected: Injected | None = None
        if inject is not None:
            path = Path(inject).expanduser()
            injected = hash_files(lambda: {path.name: path} if path.is_file() else {}, memory)
            self.injected = read_injected(path)
            check_made_for(self.injected, path, name, details["weights_sha256"])
            self._files.append(injected)
            details |= {"inject": path.name, "inject_sha256": injected.hashes[path.name]}
            details |= {"inject_method": self.injected.method} if self.injected.method else {}
            decides.append(details["inject_sha256"])
            name = f"{name}+{path.stem}"
        self._in_torch = Identity(
            family="hf",
            name=name,
            fingerprint=fingerprint(decides),
            revision=revision,
            languages=languages,
            details=details,
        )
        self._backend = Backend(backend, self._in_torch, dtype, memory)

    @property
    def identity(self) -> Identity:
        """Known from the files' hashes alone; in another backend than torch, once that is tried."""
        return self._backend.identity(self.load, self.notice)

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
        for batch in encoded(loaded, loaded.tokenize(texts), spans, views, batch_tokens):
            if self.spread is not None:  # a part of it may still be read from its files
                for files in self._files:
                    files.check_read(self._in_torch.name)
            yield batch

    def token_vectors(self, requests: Set[Request]) -> Mapping[Request, Answer] | None:
        """Means of the input embeddings."""
        return self.load().look_up(requests)

    def load(self) -> Transformer:
        """The model in memory, where it stays once it is asked for."""
        if self._loaded is None:
            name = self._in_torch.name
            check_import("torch")
            try:
                from idioprobe.models.common.spread import told_places
                from idioprobe.models.hf.transformer import load_transformer
            except ImportError as error:
                raise MissingExtraError(f"Running {name} needs {error.name}: {install('hf')}.") from error

            def in_torch(dtype: str) -> Transformer:
                loaded = load_transformer(
                    self.folder,
                    name,
                    dtype,
                    self.device,
                    gguf=self.gguf,
                    trust_remote_code=self.trust_remote_code,
                    injected=self.injected,
                    allow_pickle=self.allow_pickle,
                    spread=self.spread,
                )
                for files in self._files:
                    files.check_loaded(name)
                return loaded

            def in_openvino(loaded: Transformer, dtype: str) -> None:
                from idioprobe.models.hf.compiled import compute_in_openvino

                compute_in_openvino(loaded, dtype)

            self._loaded = self._backend.load(in_torch, in_openvino, self.notice)
            if self.spread is not None:
                self.notice(told_places(name, self._loaded.model))
        return self._loaded


def _tells_types(folder: Path, hashes: Mapping[str, str], memory: MutableMapping[str, str]) -> bool:
    """Whether a tokenizer says of a single text that its tokens are of several kinds, as XLNet's does.

    A store may hold vectors that were made without these kinds: those made with them have another fingerprint.
    """
    if _TOKENIZER not in hashes:
        return False
    key = f"types|{hashes[_TOKENIZER]}"
    return remembered(memory, key, lambda: str(max(_single_types(folder / _TOKENIZER), default=0))) != "0"


def _single_types(tokenizer: Path) -> Iterator[int]:
    """The kinds of segments in what the tokenizer makes of one text; none where the file cannot be read."""
    try:
        for piece in json.loads(tokenizer.read_text(encoding="utf-8"))["post_processor"]["single"]:
            yield from (int(entry["type_id"]) for entry in piece.values())
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return


def encoded(
    loaded: Transformer, tokens: Sequence[Tokens], spans: Spans, views: Sequence[View], batch_tokens: int | None
) -> Iterator[Encoded]:
    """The vectors of tokenized texts; one that the model would cut is refused."""
    taken: list[Tokens] = []
    refused: list[tuple[str, str]] = []
    limit = loaded.facts.max_tokens
    for one in tokens:
        if limit is not None and len(one.ids) > limit:
            refused.append((one.text, f"text of {len(one.ids)} tokens is longer than the model takes ({limit})"))
        elif not one.ids:
            refused.append((one.text, NO_TOKEN))
        else:
            taken.append(one)
    if refused:
        yield _refused(refused, spans, views)
    yield from loaded.forward_all(taken, batch_tokens or loaded.batch_tokens, spans, views)


def _refused(texts: list[tuple[str, str]], spans: Spans, views: Sequence[View]) -> Encoded:
    failed: dict[View, list[tuple[Request, str]]] = {view: [] for view in views}
    for text, reason in texts:
        for view in views:
            failed[view] += [(request, reason) for request in requests_for(text, spans, view)]
    return Encoded(len(texts), {}, failed)
