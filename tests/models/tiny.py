"""Tokenizers and models small enough to build in a test, in the layout of the real ones."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

from idioprobe.core.encoder import Encoded
from idioprobe.core.requests import Request
from idioprobe.core.views import View
from idioprobe.models.hf.encoder import HuggingFaceEncoder
from tests.models.pieces import PIECES, load, trained, write

SENTENCES = (
    "The eager beaver met another eager beaver, and the beaver was glad.",
    "O café do avô é um coração partido.",
    "A wet blanket isn't a well-known sugar daddy; it's a blanket.",
    "Big fish, silver spoon and hot dogs: tea for two!",
)
ALPHABET = sorted({c for s in SENTENCES for c in s + s.lower()} - {" "})
LETTERS = sorted({*ALPHABET, *"abcdefghijklmnopqrstuvwxyz"})
CJK = "热狗是一种食物他吃了"
OTHERS = "C’()½\u00a0\u200d1⁄2\U0001f44d\U0001f3fd\U0001f468\U0001f469\U0001f467\U0001f466"
WORDS = ("eager", "beaver", "the", "blanket", "wet", "cafe", "coracao", "known", "sugar", "dogs")


def wordpiece(**options: Any) -> Any:
    """BERT's: lower case, accents stripped, words into pieces."""
    vocab = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS, *LETTERS, *(f"##{c}" for c in LETTERS), *CJK]
    made = Tokenizer(models.WordPiece({w: i for i, w in enumerate(dict.fromkeys(vocab))}, unk_token="[UNK]"))
    made.normalizer = normalizers.BertNormalizer(lowercase=True, strip_accents=True)
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    made.post_processor = _template(made, "[CLS] $A [SEP]")
    made.decoder = decoders.WordPiece()
    special = {"unk_token": "[UNK]", "cls_token": "[CLS]", "sep_token": "[SEP]", "pad_token": "[PAD]"}
    return _wrap(made, **special, mask_token="[MASK]", **options)


def byte_level(*, roberta: bool) -> Any:
    """GPT-2's, and RoBERTa's with its special tokens: bytes, with the space in front of a word."""
    special = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"] if roberta else ["<|endoftext|>"]
    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    made.train_from_iterator(
        SENTENCES,
        trainers.BpeTrainer(vocab_size=420, special_tokens=special, initial_alphabet=alphabet, show_progress=False),
    )
    if not roberta:
        made.post_processor = processors.ByteLevel(trim_offsets=False)
        return _wrap(made, bos_token=special[0], eos_token=special[0], unk_token=special[0])
    made.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0), trim_offsets=True)
    names = ("bos_token", "pad_token", "eos_token", "unk_token", "mask_token")
    return _wrap(made, **dict(zip(names, special, strict=True)), cls_token="<s>", sep_token="</s>")


def unigram() -> Any:
    """T5's: SentencePiece with the space as a mark, and bytes for what is unknown."""
    pieces = [("<pad>", 0.0), ("</s>", 0.0), ("<unk>", -20.0)]
    pieces += [(f"▁{word}", -2.0) for word in WORDS] + [("▁", -4.0)]
    pieces += [(c, -6.0) for c in dict.fromkeys([*LETTERS, *CJK])]
    pieces += [(f"<0x{byte:02X}>", -12.0) for byte in range(256)]
    made = Tokenizer(models.Unigram(pieces, unk_id=2, byte_fallback=True))
    made.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Replace(Regex(r"\s"), " ")])
    made.pre_tokenizer = pre_tokenizers.Metaspace()
    made.post_processor = _template(made, "$A </s>")
    made.decoder = decoders.Metaspace()
    return _wrap(made, eos_token="</s>", unk_token="<unk>", pad_token="<pad>")


def byte_fallback() -> Any:
    """Llama's: no pre-tokenizer at all, spaces replaced, bytes for what is unknown, a token in front."""
    vocab = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256)), "▁", *LETTERS]
    merges: dict[tuple[str, str], None] = {}
    for word in (f"▁{w}" for w in WORDS):
        merges.update({(word[:n], word[n]): None for n in range(1, len(word))})
    vocab += [a + b for a, b in merges]
    ids = {w: i for i, w in enumerate(dict.fromkeys(vocab))}
    made = Tokenizer(models.BPE(ids, list(merges), unk_token="<unk>", byte_fallback=True, fuse_unk=True))
    made.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    made.post_processor = _template(made, "<s> $A")
    made.decoder = decoders.Sequence([decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse()])
    return _wrap(made, bos_token="<s>", eos_token="</s>", unk_token="<unk>")


def piece_model(name: str) -> bytes:
    """The SentencePiece model of a family that is published with one.

    It knows all characters that the tests use: a row of unknown ones would be one token, over white space and all.
    """
    return trained(name, SENTENCES, "".join(dict.fromkeys([*LETTERS, *CJK, *OTHERS])))


def sentencepiece(name: str) -> Any:
    """XLM-R's, DeBERTa-v3's and XLNet's: a SentencePiece model, from which transformers makes a fast tokenizer."""
    return load(name, piece_model(name))


def typed() -> Any:
    """BERT's, but for a text that is of the second kind throughout."""
    made = wordpiece(model_input_names=["input_ids", "token_type_ids", "attention_mask"])
    made.backend_tokenizer.post_processor = _template(made.backend_tokenizer, "[CLS]:1 $A:1 [SEP]:1")
    return made


def _template(made: Tokenizer, single: str) -> processors.TemplateProcessing:
    names = [part.partition(":")[0] for part in single.split()]
    special = [(t, made.token_to_id(t)) for t in names if t != "$A"]
    return processors.TemplateProcessing(single=single, special_tokens=special)


def _wrap(made: Tokenizer, **special: Any) -> Any:
    from transformers import PreTrainedTokenizerFast

    return PreTrainedTokenizerFast(tokenizer_object=made, clean_up_tokenization_spaces=False, **special)


TOKENIZERS: dict[str, Callable[[], Any]] = {
    "wordpiece": wordpiece,
    "typed": typed,
    "gpt2": lambda: byte_level(roberta=False),
    "roberta": lambda: byte_level(roberta=True),
    "unigram": unigram,
    "llama": byte_fallback,
    **{name: partial(sentencepiece, name) for name in PIECES},
}

LAYERS = 5
WIDTH = 16


@dataclass(frozen=True)
class Family:
    """How to build a tiny model of one architecture."""

    tokenizer: str
    config: str
    options: dict[str, Any]
    brackets: tuple[int, int]  # special tokens before and after a text
    max_tokens: int | None


_SHARED = {"hidden_size": WIDTH, "num_hidden_layers": LAYERS, "num_attention_heads": 2, "intermediate_size": 32}
_RANDOM = {"initializer_range": 0.3}

FAMILIES = {
    "bert": Family("wordpiece", "BertConfig", {**_SHARED, **_RANDOM, "max_position_embeddings": 96}, (1, 1), 96),
    "roberta": Family(
        "roberta",
        "RobertaConfig",
        {**_SHARED, **_RANDOM, "max_position_embeddings": 514, "type_vocab_size": 1, "pad_token_id": 1},
        (1, 1),
        512,
    ),
    "distilbert": Family(
        "wordpiece",
        "DistilBertConfig",
        {"dim": WIDTH, "n_layers": LAYERS, "n_heads": 2, "hidden_dim": 32, "max_position_embeddings": 96, **_RANDOM},
        (1, 1),
        96,
    ),
    "gpt2": Family(
        "gpt2",
        "GPT2Config",
        {"n_embd": WIDTH, "n_layer": LAYERS, "n_head": 2, "n_positions": 128, **_RANDOM},
        (0, 0),
        128,
    ),
    "llama": Family(
        "llama",
        "LlamaConfig",
        {**_SHARED, **_RANDOM, "num_key_value_heads": 1, "max_position_embeddings": 128, "pad_token_id": None},
        (1, 0),
        128,
    ),
    "t5": Family(
        "unigram",
        "T5Config",
        {"d_model": WIDTH, "d_kv": 8, "d_ff": 32, "num_layers": LAYERS, "num_heads": 2, "decoder_start_token_id": 0},
        (0, 1),
        None,
    ),
    "modernbert": Family(
        "roberta",
        "ModernBertConfig",
        {
            **_SHARED,
            **_RANDOM,
            "max_position_embeddings": 128,
            "local_attention": 8,
            "global_attn_every_n_layers": 3,
            "pad_token_id": 1,
            "bos_token_id": 0,
            "eos_token_id": 2,
            "cls_token_id": 0,
            "sep_token_id": 2,
        },
        (1, 1),
        128,
    ),
}


FAMILIES |= {
    "typed bert": replace(FAMILIES["bert"], tokenizer="typed"),
    "xlmr": Family(
        "xlmr",
        "XLMRobertaConfig",
        {**_SHARED, **_RANDOM, "max_position_embeddings": 130, "type_vocab_size": 1, "pad_token_id": 1},
        (1, 1),
        128,
    ),
    "deberta": Family(
        "deberta",
        "DebertaV2Config",
        {
            **_SHARED,
            **_RANDOM,
            "max_position_embeddings": 128,
            "type_vocab_size": 0,
            "relative_attention": True,
            "position_buckets": 16,
            "pos_att_type": ["p2c", "c2p"],
            "norm_rel_ebd": "layer_norm",
            "share_att_key": True,
            "position_biased_input": False,
        },
        (1, 1),
        128,
    ),
    "xlnet": Family(
        "xlnet",
        "XLNetConfig",
        {"d_model": WIDTH, "n_layer": LAYERS, "n_head": 2, "d_inner": 32, **_RANDOM},
        (0, 2),
        None,
    ),
    "qwen3": Family(
        "gpt2",
        "Qwen3Config",
        {**_SHARED, **_RANDOM, "num_key_value_heads": 1, "head_dim": 8, "max_position_embeddings": 128},
        (0, 0),
        128,
    ),
    "gemma": Family(
        "llama",
        "GemmaConfig",
        {**_SHARED, **_RANDOM, "num_key_value_heads": 1, "head_dim": 8, "max_position_embeddings": 128},
        (1, 0),
        128,
    ),
}
"""Those with a SentencePiece model have no tokenizer.json; XLNet and the typed BERT tell kinds of segments."""


def build(family: str, folder: Path, *, seed: int = 0, **options: Any) -> Path:
    """Save a model with random weights, and its tokenizer, as `save_pretrained` does."""
    import torch
    import transformers

    transformers.logging.disable_progress_bar()
    made = FAMILIES[family]
    tokenizer = TOKENIZERS[made.tokenizer]()
    torch.manual_seed(seed)
    config = getattr(transformers, made.config)(vocab_size=len(tokenizer), **{**made.options, **options})
    transformers.AutoModel.from_config(config).save_pretrained(folder)
    if made.tokenizer in PIECES:
        write(made.tokenizer, folder, piece_model(made.tokenizer))
    else:
        tokenizer.save_pretrained(folder)
    return folder


@dataclass(frozen=True)
class ByHand:
    """One text through transformers alone: hidden states (layers, tokens, features), offsets, special tokens."""

    states: np.ndarray
    offsets: list[tuple[int, int]]
    special: np.ndarray

    def target(self, spans: Sequence[tuple[int, int]]) -> list[int]:
        """The tokens that share a character with one of the spans."""
        wanted = {at for start, end in spans for at in range(start, end)}
        return [i for i, (a, b) in enumerate(self.offsets) if not self.special[i] and wanted & set(range(a, b))]

    def words(self) -> list[int]:
        """All tokens but the special ones."""
        return [i for i, special in enumerate(self.special) if not special]


@cache
def loaded_folder(folder: Path, dtype: str) -> tuple[Any, Any]:
    import torch
    from transformers import AutoModel, AutoTokenizer

    model = AutoModel.from_pretrained(folder, dtype=getattr(torch, dtype)).eval()
    return AutoTokenizer.from_pretrained(folder), model.encoder if model.config.is_encoder_decoder else model


def by_hand(folder: Path, text: str, dtype: str = "float32") -> ByHand:
    """The forward pass of one text alone, without padding."""
    import torch

    tokenizer, model = loaded_folder(folder, dtype)
    tokens = tokenizer(text, return_offsets_mapping=True, return_special_tokens_mask=True)
    more = {}
    if any(tokens.get("token_type_ids", ())):
        more["token_type_ids"] = torch.tensor([tokens["token_type_ids"]])
    with torch.no_grad():
        output = model(input_ids=torch.tensor([tokens["input_ids"]]), output_hidden_states=True, **more)
    states = np.stack([state[0].float().numpy() for state in output.hidden_states])
    return ByHand(states, [tuple(o) for o in tokens["offset_mapping"]], np.array(tokens["special_tokens_mask"]))


def encoder(folder: Path, **options: Any) -> HuggingFaceEncoder:
    """An encoder on the processor, where the oracle runs too."""
    return HuggingFaceEncoder(folder, "tiny", device="cpu", **options)


@cache
def shared_encoder(folder: Path, dtype: str = "float32") -> HuggingFaceEncoder:
    """An encoder that many tests use, loaded once; its folder must not change."""
    return encoder(folder, dtype=dtype)


def gather(parts: Any) -> tuple[dict[View, dict[Request, np.ndarray]], dict[View, dict[Request, str]], int]:
    """Vectors, failures and the number of texts, over all batches."""
    vectors: dict[View, dict[Request, np.ndarray]] = {}
    failed: dict[View, dict[Request, str]] = {}
    texts = 0
    part: Encoded
    for part in parts:
        texts += part.texts
        for view, rows in part.vectors.items():
            vectors.setdefault(view, {}).update(rows)
        for view, reasons in part.failed.items():
            failed.setdefault(view, {}).update(reasons)
    return vectors, failed, texts


def span(text: str, target: str, occurrence: int = 1) -> tuple[tuple[int, int]]:
    """Where the target stands in the text, for the first, second… time; the sum of two is a target in two parts."""
    at = -1
    for _ in range(occurrence):
        at = text.index(target, at + 1)
    return ((at, at + len(target)),)
