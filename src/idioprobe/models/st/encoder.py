"""Text-embedding models as their authors use them: their own pooling, normalisation and prompts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, MutableMapping, Sequence, Set
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from idioprobe.core.answers import Answer
from idioprobe.core.encoder import Encoded, Facts, Identity, Spans, requests_for
from idioprobe.core.errors import MissingExtraError, ModelError, install
from idioprobe.core.fingerprint import fingerprint
from idioprobe.core.memory import check_import
from idioprobe.core.notices import Notice, ignore
from idioprobe.core.requests import Request
from idioprobe.core.views import NATIVE, UNITS, View
from idioprobe.models.common.backends.choice import Backend
from idioprobe.models.common.files.below import files_below
from idioprobe.models.common.files.code import runs_own_code, trusted_files
from idioprobe.models.common.files.folder import refuse_adapters
from idioprobe.models.common.files.unchanged import hash_files
from idioprobe.models.common.options import OWN_CODE, TORCH
from idioprobe.models.common.prompts import resolve_prompt
from idioprobe.models.common.reasons import NO_TOKEN, NO_TOKEN_OF_TARGET
from idioprobe.models.common.tensorheader import parameters
from idioprobe.models.st.kinds import refuse_other_kinds

if TYPE_CHECKING:
    from idioprobe.models.st.reading import Read
    from idioprobe.models.st.sentencemodel import SentenceModel

MODULES = "modules.json"
_IGNORED = {".md", ".gitattributes", ".png", ".onnx", ".bin", ".h5", ".ot", ".msgpack", ".xml", ""}
_TOKENIZERS = ("tokenizer.json", "vocab.*", "*.model", "whitespacetokenizer_config.json")
NO_POOLING = (
    "{} publishes no pooling (it has no modules.json): its sentences are pooled by sentence-transformers' default, "
    "the mean of the tokens, or of most decoders the last one."
)


class SentenceTransformerEncoder:
    """A sentence-transformers model in a local folder; its sentence vectors are taken as they come."""

    def __init__(
        self,
        folder: Path,
        name: str,
        *,
        revision: str | None = None,
        languages: frozenset[str] | None = None,
        dtype: str = "float32",
        device: str = "auto",
        prompt: str | None = None,
        prompt_name: str | None = None,
        trust_remote_code: bool = False,
        allow_pickle: bool = False,
        backend: str = TORCH,
        memory: MutableMapping[str, str] | None = None,
        remark: str = "",
    ) -> None:
        if not allow_pickle:
            _refuse_pickles(folder)
        refuse_other_kinds(folder, name)
        refuse_adapters(*{path.parent for path in files_below(folder, "adapter_config.json")})
        _check_folder(folder)
        activations = _foreign_activations(folder)
        if activations and not trust_remote_code:
            raise ModelError(
                f"{name} names an activation function that is code of its own ({', '.join(activations)}). Without it "
                "sentence-transformers would take Tanh, which makes another model of it; if you trust that code, "
                "`trust_remote_code` runs it."
            )
        self.allow_pickle = allow_pickle
        self.folder, self.dtype, self.device = folder, dtype, device
        self.trust_remote_code = own_code = trust_remote_code and runs_own_code(folder)
        self.prompt = resolve_prompt(prompt, prompt_name, *_own_prompts(folder))
        self._loaded: SentenceModel | None = None
        self.notice: Notice = ignore
        memory = {} if memory is None else memory
        ignored = _IGNORED - {".bin"} if allow_pickle else _IGNORED
        self._files = hash_files(lambda: _deciding_files(folder, ignored, own_code=own_code), memory)
        hashes = self._files.hashes
        decides = [*activations, OWN_CODE] if own_code else []
        weights = [digest for path, digest in hashes.items() if path.endswith((".safetensors", ".bin"))]
        details = {"weights_sha256": weights[0] if len(weights) == 1 else fingerprint(weights)}
        details |= {"dtype": dtype, **parameters(folder, nested=True)}
        if self.prompt:
            details["prompt"] = self.prompt
        self.remarks: tuple[str, ...] = (remark,) if remark else ()
        if not (folder / MODULES).is_file():
            details["pooling"] = "default of sentence-transformers"
            self.remarks = (*self.remarks, NO_POOLING.format(name))
        self._in_torch = Identity(
            family="st",
            name=name,
            fingerprint=fingerprint(["st", dtype, self.prompt, json.dumps(hashes, sort_keys=True), *decides]),
            revision=revision,
            languages=languages,
            details=details,
        )
        self._backend = Backend(backend, self._in_torch, dtype, memory)

    @property
    def identity(self) -> Identity:
        """Known from the files' hashes and the prompt; in another backend than torch, once that is tried."""
        return self._backend.identity(self.load, self.notice)

    @property
    def device_used(self) -> str | None:
        """Where the model runs; None while it is not loaded."""
        return self._loaded.device if self._loaded else None

    def facts(self) -> Facts:
        """Sentences as the authors pool them; targets from the token vectors, where the model has them."""
        return facts_of(self.load())

    def encode(
        self, texts: Sequence[str], spans: Spans, views: Sequence[View], batch_tokens: int | None
    ) -> Iterator[Encoded]:
        """Texts of like length together; one that the model would cut is refused."""
        model = self.load()
        taken, refused = accepted(model, texts, self.prompt)
        if refused:
            yield encoded_none(refused, spans, views)
        targets = any(view.unit == "target" for view in views)
        for batch, sentences, found in model.forward_all(
            model.batches(taken, spans, self.prompt, batch_tokens, targets=targets)
        ):
            yield encoded(batch.texts, sentences, found, spans, views)

    def token_vectors(self, requests: Set[Request]) -> Mapping[Request, Answer] | None:
        """Means of the input embeddings."""
        return self.load().look_up(requests, self.prompt)

    def load(self) -> SentenceModel:
        """The model in memory, where it stays once it is asked for."""
        if self._loaded is None:
            name = self._in_torch.name
            check_import("sentence_transformers")
            try:
                from idioprobe.models.st.sentencemodel import load_sentence_model
            except ImportError as error:
                raise MissingExtraError(f"Running st:{name} needs {error.name}: {install('st')}.") from error

            def in_torch(dtype: str) -> SentenceModel:
                loaded = load_sentence_model(
                    self.folder,
                    name,
                    dtype,
                    self.device,
                    trust_remote_code=self.trust_remote_code,
                    allow_pickle=self.allow_pickle,
                )
                self._files.check_loaded(name)
                return loaded

            def in_openvino(loaded: SentenceModel, dtype: str) -> None:
                from idioprobe.models.st.compiled import compute_in_openvino

                compute_in_openvino(loaded, dtype)

            self._loaded = self._backend.load(in_torch, in_openvino, self.notice)
            for line in self._loaded.warnings:
                self.notice(f"sentence-transformers says of {name}: {line}")
        return self._loaded


def accepted(model: SentenceModel, texts: Sequence[str], prompt: str) -> tuple[list[Read], dict[str, str]]:
    """The texts in tokens, and why some are refused: one that the model would cut is."""
    taken: list[Read] = []
    refused: dict[str, str] = {}
    limit = model.max_tokens
    for one in model.read(texts, prompt):
        if limit is not None and len(one.ids) > limit:
            refused[one.text] = f"text of {len(one.ids)} tokens is longer than the model takes ({limit})"
        elif not one.ids:
            refused[one.text] = NO_TOKEN
        else:
            taken.append(one)
    return taken, refused


def encoded_none(refused: Mapping[str, str], spans: Spans, views: Sequence[View]) -> Encoded:
    """What is said of texts that have no vector."""
    failed = {
        view: [(request, reason) for text, reason in refused.items() for request in requests_for(text, spans, view)]
        for view in views
    }
    return Encoded(len(refused), {}, failed)


def encoded(
    texts: Sequence[str],
    sentences: NDArray[np.float32],
    targets: Sequence[Sequence[NDArray[np.float32] | None]],
    spans: Spans,
    views: Sequence[View],
) -> Encoded:
    """The vectors of some texts, for each view what its unit is."""
    vectors: dict[View, list[tuple[Request, NDArray[np.float32]]]] = {view: [] for view in views}
    failed: dict[View, list[tuple[Request, str]]] = {view: [] for view in views}
    for view in views:
        for text, sentence, row in zip(texts, sentences, targets, strict=True):
            if view.unit == "sentence":
                vectors[view].append((Request(text), sentence))
                continue
            for request, vector in zip(requests_for(text, spans, view), row, strict=True):
                if vector is None:
                    failed[view].append((request, NO_TOKEN_OF_TARGET))
                else:
                    vectors[view].append((request, vector))
    return Encoded(len(texts), vectors, failed)


def facts_of(model: SentenceModel) -> Facts:
    """What a sentence-transformers model can do."""
    units = UNITS if model.has_tokens else ("sentence",)
    return Facts(0, model.dimension, model.max_tokens, units=units, pools=(NATIVE,))


def _check_folder(folder: Path) -> None:
    if not (folder / MODULES).is_file() and not (folder / "config.json").is_file():
        raise ModelError(f"{folder} holds neither {MODULES} nor config.json: it is not a sentence-transformers model.")
    if not files_below(folder, *_TOKENIZERS):
        raise ModelError(
            f"{folder} holds no tokenizer (tokenizer.json, vocab.txt or a SentencePiece model): "
            "save the model again with model.save_pretrained(folder)."
        )


def _refuse_pickles(folder: Path) -> None:
    safe = {p.parent for p in files_below(folder, "model*.safetensors")}
    pickled = [p for p in files_below(folder, "*.bin", "*.pt", "*.pth") if p.parent not in safe]
    if pickled:
        raise ModelError(
            f"{folder} holds weights only as a pickle ({pickled[0].name}), which can run code when opened; "
            "save the model with model.save_pretrained(folder), which writes safetensors; "
            "if you trust it, `allow_pickle` reads it."
        )


def _foreign_activations(folder: Path) -> list[str]:
    """The activation functions of dense layers that do not come with torch.

    They are part of the fingerprint: older stores may hold what Tanh made in their place.
    """
    found = set()
    for path in files_below(folder, "config.json"):
        try:
            layer: Any = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue
        if isinstance(layer, dict) and {"in_features", "out_features"} <= layer.keys():
            found.add(str(layer.get("activation_function", "torch.")))
    return sorted(name for name in found if not name.startswith("torch."))


def _own_prompts(folder: Path) -> tuple[dict[str, str], str | None]:
    """The authors' prompts by name, and the name of the one that they use by default."""
    try:
        config: Any = json.loads((folder / "config_sentence_transformers.json").read_text(encoding="utf-8"))
        own = {str(name): str(text) for name, text in (config.get("prompts") or {}).items()}
        return own, config.get("default_prompt_name")
    except (OSError, ValueError, AttributeError):
        return {}, None


def _deciding_files(folder: Path, ignored: Set[str], *, own_code: bool) -> dict[str, Path]:
    found = {str(path.relative_to(folder)): path for path in files_below(folder) if path.suffix not in ignored}
    return found | (trusted_files(folder) if own_code else {})
