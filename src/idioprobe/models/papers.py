"""The models that the papers evaluate, under the names that their tables use, and the sets of their rows."""

from __future__ import annotations

from dataclasses import dataclass

from idioprobe.errors import ModelError

FLAGS = {
    "suites": "--suite",
    "views": "--view",
    "prompt_name": "--prompt-name",
    "dtype": "--dtype",
    "inject": "--inject",
}


@dataclass(frozen=True)
class PaperModel:
    """A row of a paper's table: its name there, what runs it, and what is known about it.

    `spec` is what `-m` takes; `options` are the paper's, by the names that a run's configuration
    has for them; `needs` says what a user has to get first where it is a file.
    """

    paper: str
    name: str
    spec: str
    languages: tuple[str, ...]
    dimension: int
    licence: str
    options: tuple[tuple[str, str], ...] = ()
    needs: str = ""

    @property
    def family(self) -> str:
        """The word before the colon."""
        return self.spec.partition(":")[0]

    @property
    def arguments(self) -> str:
        """What names it on the command line, with the paper's options."""
        return " ".join(["-m", self.spec, *(f"{FLAGS[name]} {value}" for name, value in self.options)])

    @property
    def call(self) -> str:
        """The command that runs it as the paper did."""
        return f"idioprobe run {self.arguments}"


_NILC = "the 300-dimensional Portuguese vectors of Hartmann et al. (2017), from NILC"
_HE_EN = (
    PaperModel(
        "he2025",
        "Word2Vec",
        "static:GoogleNews-vectors-negative300.bin",
        ("en",),
        300,
        "Apache-2.0",
        needs="GoogleNews-vectors-negative300.bin, the official word2vec vectors",
    ),
    PaperModel(
        "he2025",
        "GloVe",
        "static:glove.840B.300d.txt",
        ("en",),
        300,
        "PDDL",
        needs="glove.840B.300d.txt, the official GloVe vectors",
    ),
    PaperModel(
        "he2025",
        "ELMo",
        "elmo:elmo_2x1024_128_2048cnn_1xhighway",
        ("en",),
        256,
        "Apache-2.0",
        needs="a folder with options and weights of the small ELMo of Peters et al. (2018)",
    ),
)
_HE_PT = (
    PaperModel("he2025", "Word2Vec", "static:skip_s300.txt", ("pt",), 300, "unknown", needs=_NILC),
    PaperModel("he2025", "GloVe", "static:glove_s300.txt", ("pt",), 300, "unknown", needs=_NILC),
    PaperModel(
        "he2025",
        "ELMo",
        "elmo:elmo_pt_wikipedia",
        ("pt",),
        1024,
        "unknown",
        needs="a folder with options and weights of the Portuguese ELMo of Quinta de Castro et al. (2018)",
    ),
)
_HE_SHARED = (
    PaperModel(
        "he2025", "SBERT ML", "hf:sentence-transformers/distiluse-base-multilingual-cased", ("many",), 768, "Apache-2.0"
    ),
    PaperModel("he2025", "BERT ML", "hf:google-bert/bert-base-multilingual-cased", ("many",), 768, "Apache-2.0"),
    PaperModel(
        "he2025", "DistilBERT ML", "hf:distilbert/distilbert-base-multilingual-cased", ("many",), 768, "Apache-2.0"
    ),
    PaperModel(
        "he2025",
        "Llama2",
        "hf:meta-llama/Llama-2-13b-hf",
        ("many",),
        5120,
        "Llama 2 Community",
        (("dtype", "bfloat16"),),
    ),
    PaperModel("he2025", "OpenAI", "openai:text-embedding-ada-002", ("many",), 1536, "proprietary"),
)
_BERT_EN = PaperModel("he2025", "BERT", "hf:google-bert/bert-large-uncased", ("en",), 1024, "Apache-2.0")
_BERT_PT = PaperModel("he2025", "BERT", "hf:neuralmind/bert-large-portuguese-cased", ("pt",), 1024, "MIT")
_EPSILON = (("suites", "epsilon"),)
_PLAIN = (*_EPSILON, ("views", "cls@-1,cls+sep@-1,mean@last4"))
_PROMPTED = (*_EPSILON, ("prompt_name", "wold-2025"))
_WOLD = (
    PaperModel("wold2025", "BERT", "hf:google-bert/bert-base-uncased", ("en",), 768, "Apache-2.0", _PLAIN),
    PaperModel("wold2025", "ModernBERT", "hf:answerdotai/ModernBERT-base", ("en",), 768, "Apache-2.0", _PLAIN),
    PaperModel("wold2025", "DeBERTa-v3", "hf:microsoft/deberta-v3-base", ("en",), 768, "MIT", _PLAIN),
    PaperModel("wold2025", "S-BERT", "st:all-MiniLM-L6-v2", ("en",), 384, "Apache-2.0", _EPSILON),
    PaperModel(
        "wold2025",
        "S-GPT",
        "st:Muennighoff/SGPT-125M-weightedmean-nli-bitfit",
        ("en",),
        768,
        "none stated",
        _EPSILON,
    ),
    PaperModel("wold2025", "E5", "st:intfloat/multilingual-e5-large-instruct", ("many",), 1024, "MIT", _PROMPTED),
    PaperModel("wold2025", "UAE", "st:WhereIsAI/UAE-Large-V1", ("en",), 1024, "MIT", _EPSILON),
    PaperModel("wold2025", "QWEN3", "st:Qwen/Qwen3-Embedding-0.6B", ("many",), 1024, "Apache-2.0", _PROMPTED),
)
_INJECTED = (("inject", "compounds.safetensors"),)
_ONE_TOKEN = "compounds.safetensors, a vector per compound, which idioprobe inject learn makes"  # noqa: S105
_MBERT, _BERT_LARGE = "hf:google-bert/bert-base-multilingual-cased", "hf:google-bert/bert-large-uncased"
_BERTRAM = (
    PaperModel("garcia2021-eacl", "BERTRAM", _MBERT, ("en", "pt"), 768, "Apache-2.0", _INJECTED, _ONE_TOKEN),
    PaperModel("garcia2021-acl", "BERTRAM", _BERT_LARGE, ("en",), 1024, "Apache-2.0", _INJECTED, _ONE_TOKEN),
    PaperModel("garcia2021-acl", "BERTRAM", _MBERT, ("pt",), 768, "Apache-2.0", _INJECTED, _ONE_TOKEN),
)

SETS: dict[str, tuple[PaperModel, ...]] = {
    "he2025-en": (*_HE_EN, _BERT_EN, *_HE_SHARED),
    "he2025-pt": (*_HE_PT, _BERT_PT, *_HE_SHARED),
    "wold2025": _WOLD,
}
"""All rows of a paper's tables, by the name that `--models` takes."""

PAPER_MODELS: tuple[PaperModel, ...] = tuple(
    dict.fromkeys(model for rows in (*SETS.values(), _BERTRAM) for model in rows)
)


def by_paper_name(written: str) -> PaperModel | None:
    """The model of that name in a paper; a name that means several is refused with all of them."""
    wanted = written.casefold()
    found = [model for model in PAPER_MODELS if model.name.casefold() == wanted]
    if len(found) > 1:
        meant = "; ".join(f"{m.arguments} ({m.paper}, {', '.join(m.languages)})" for m in found)
        raise ModelError(f"{written!r} stands for several models: {meant}. Write the one you mean.")
    return found[0] if found else None
