"""ELMo: two language models, one for each direction, over words that are read character by character."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping, Sequence, Set
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from idioprobe.core.answers import Answer
from idioprobe.core.encoder import Encoded, Facts, Identity, Spans
from idioprobe.core.errors import MissingExtraError, ModelError, install
from idioprobe.core.fingerprint import fingerprint
from idioprobe.core.memory import check_import
from idioprobe.core.requests import Request
from idioprobe.core.textfile import readable
from idioprobe.core.views import SENTENCE_POOLS, STATE_POOLS, View
from idioprobe.models.common.files.unchanged import hash_files
from idioprobe.models.common.hub import short_name
from idioprobe.models.common.spelling import words_of
from idioprobe.models.elmo.format import read_options

if TYPE_CHECKING:
    from idioprobe.models.elmo.network import ElmoNetwork

OPTIONS, WEIGHTS = "options.json", "weights.hdf5"


@dataclass(frozen=True, slots=True)
class Sentence:
    """One text in words; offsets and special tokens count the boundaries around them, too."""

    text: str
    words: list[str]
    offsets: list[tuple[int, int]]
    special: list[int]
    ids: list[int] = field(default_factory=list)


def split(text: str) -> Sentence:
    """A text in words and marks of punctuation.

    >>> split("hot dog.").words
    ['hot', 'dog', '.']
    """
    found = words_of(text)
    offsets = [(0, 0), *((start, end) for start, end, _ in found), (0, 0)]
    return Sentence(text, [word for _, _, word in found], offsets, [1, *(0 for _ in found), 1])


class ElmoEncoder:
    """A published ELMo: `*options.json` and `*weights.hdf5` of one folder.

    As published it carries the states of one batch over to the next, so that a vector depends on
    what was read before. Here each text begins with states of zeros: the same text has the
    same vector in any order and any batch. Numbers are float32 throughout.
    """

    def __init__(self, path: Path, *, device: str = "auto", memory: MutableMapping[str, str] | None = None) -> None:
        self.options_file, self.weights_file = find_files(path)
        files = (self.options_file, self.weights_file)
        self._files = hash_files(lambda: {file.name: file for file in files}, {} if memory is None else memory)
        self.options = read_options(self.options_file)
        self.device = device
        self._loaded: ElmoNetwork | None = None
        options, digest = (self._files.hashes[file.name] for file in files)
        self._identity = Identity(
            family="elmo",
            name=_name(path),
            fingerprint=fingerprint(["elmo", digest, options]),
            details={"weights_sha256": digest, "dtype": "float32"},
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
        """Known from the options; by default all layers stand side by side, as in the papers."""
        lstm = self.options.lstm
        states = lstm.n_layers + 1
        pools = tuple(pool for pool in STATE_POOLS if pool not in SENTENCE_POOLS)
        return Facts(states, 2 * lstm.projection_dim, pools=pools, default_view=f"mean@last{states}:concat")

    def encode(
        self, texts: Sequence[str], spans: Spans, views: Sequence[View], batch_tokens: int | None
    ) -> Iterator[Encoded]:
        """Texts of like length share a batch; a batch is one pass for all views."""
        network = self.load()
        yield from network.encode([split(text) for text in texts], batch_tokens or network.batch_tokens, spans, views)

    def token_vectors(self, requests: Set[Request]) -> Mapping[Request, Answer] | None:
        """Means of what the characters of each word give, before any word around it is read."""
        from idioprobe.models.common.lookup import looked_up

        network = self.load()
        known = {word: at for at, word in enumerate(sorted({w for r in requests for w in split(r.text).words}), 2)}
        vectors = network.word_vectors(list(known))

        def tokenize(texts: list[str]) -> list[Sentence]:
            return [replace(one, ids=[0, *(known[word] for word in one.words), 1]) for one in map(split, texts)]

        return looked_up(requests, tokenize, vectors.__getitem__, str(network.device))

    def load(self) -> ElmoNetwork:
        """The model in memory, where it stays once it is asked for."""
        if self._loaded is None:
            check_import("torch")
            try:
                from idioprobe.models.elmo.network import ElmoNetwork
            except ImportError as error:
                raise MissingExtraError(
                    f"Running elmo:{self.identity.name} needs {error.name}: {install('elmo')}."
                ) from error
            loaded = ElmoNetwork(self.options, self.weights_file, self.identity.name, self.device)
            self._files.check_loaded(self.identity.name)
            self._loaded = loaded
        return self._loaded


def find_files(path: Path) -> tuple[Path, Path]:
    """The options and the weights of a model, from its folder or its weights file."""
    if path.is_dir():
        return _only(path, OPTIONS), _only(path, WEIGHTS)
    if not path.is_file():
        raise ModelError(f"elmo:{path}: there is no such folder; it has to hold *{OPTIONS} and *{WEIGHTS}.")
    if not path.name.endswith(WEIGHTS):
        raise ModelError(f"elmo:{path} is not a weights file (*{WEIGHTS}); give its name, or that of the folder.")
    options = path.with_name(path.name.removesuffix(WEIGHTS) + OPTIONS)
    if not options.is_file():
        raise ModelError(f"elmo:{path}: its options are not beside it; they have to be called {options.name}.")
    return options, path


def _only(folder: Path, ending: str) -> Path:
    found = sorted(p for p in folder.glob(f"*{ending}") if p.is_file() and not p.name.startswith("."))
    if not found:
        raise ModelError(f"elmo:{folder}: there is no *{ending}; a model is two files, *{OPTIONS} and *{WEIGHTS}.")
    if len(found) > 1:
        names = ", ".join(p.name for p in found)
        raise ModelError(
            f"elmo:{folder}: there are {len(found)} files *{ending} ({names}); "
            f"say which model is meant by its weights file, elmo:{folder}/NAME_{WEIGHTS}."
        )
    return found[0]


def _name(path: Path) -> str:
    """That of the folder, or of the weights file where it has one of its own."""
    if path.is_dir():
        return short_name(str(path))
    return readable(path.name).removesuffix(WEIGHTS).rstrip("_-.") or short_name(str(path.resolve().parent))
