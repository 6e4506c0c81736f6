"""SentencePiece models, trained on a few sentences, in the files that XLM-R and DeBERTa-v3 are published with."""

import io
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any


@dataclass(frozen=True)
class Pieces:
    """How one family has its SentencePiece model: type, file, ids of special pieces, settings."""

    model_type: str
    file: str
    special: dict[str, Any] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)


_DEBERTA = {
    "normalization_rule_name": "identity",  # what transformers makes of it normalizes little
    "pad_id": 0,
    "bos_id": 1,
    "eos_id": 2,
    "unk_id": 3,
    "pad_piece": "[PAD]",
    "bos_piece": "[CLS]",
    "eos_piece": "[SEP]",
    "unk_piece": "[UNK]",
}

PIECES = {
    "xlmr": Pieces("xlm-roberta", "sentencepiece.bpe.model"),
    "deberta": Pieces("deberta-v2", "spm.model", _DEBERTA, {"do_lower_case": False, "vocab_type": "spm"}),
    "xlnet": Pieces("xlnet", "spiece.model"),
}


@cache
def trained(name: str, sentences: tuple[str, ...], letters: str) -> bytes:
    """A SentencePiece model that knows the words of some sentences, and single letters."""
    import sentencepiece

    def lines() -> Iterable[str]:
        yield from sentences * 20
        yield from tuple(letters) * 3

    made = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines()),
        model_writer=made,
        vocab_size=160,
        hard_vocab_limit=False,
        character_coverage=1.0,
        num_threads=1,
        minloglevel=2,
        **PIECES[name].special,
    )
    return made.getvalue()


def write(name: str, folder: Path, raw: bytes) -> None:
    """The tokenizer as it is published: the SentencePiece model and settings, no tokenizer.json."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / PIECES[name].file).write_bytes(raw)
    if PIECES[name].settings:
        (folder / "tokenizer_config.json").write_text(json.dumps(PIECES[name].settings))


def load(name: str, raw: bytes) -> Any:
    """The tokenizer that transformers makes of it."""
    from transformers import AutoTokenizer

    with TemporaryDirectory() as folder:
        write(name, Path(folder), raw)
        (Path(folder) / "config.json").write_text(json.dumps({"model_type": PIECES[name].model_type}))
        return AutoTokenizer.from_pretrained(folder)
