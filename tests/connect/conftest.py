"""A tiny sentence-transformers model, and a few expressions in short sentences."""

import pytest

from tests.models.fixtures import family, model_folder
from tests.models.tiny import WIDTH
from tests.suites.world import dataset, expression, item

__all__ = ["family", "model_folder"]

IDIOMS = [
    ("eager beaver", "hard worker", "keen rodent"),
    ("lame duck", "weak leader", "limping goose"),
    ("red tape", "paperwork", "scarlet band"),
    ("cold feet", "sudden fear", "chilly soles"),
    ("big fish", "boss", "large trout"),
    ("wet blanket", "killjoy", "damp quilt"),
    ("silver spoon", "wealth", "grey ladle"),
    ("hot potato", "thorny issue", "warm yam"),
    ("old flame", "former lover", "aged fire"),
    ("rat race", "daily grind", "mouse run"),
]
LITERAL = [
    ("olive oil", "oil of olives", "fruit fat"),
    ("bus stop", "halt", "coach halt"),
    ("brown dog", "tan hound", "dark hound"),
    ("tea cup", "mug", "drink mug"),
]
FRAMES = ("We saw {} there.", "It was {} again.")
RANDOM = ["jazz quiz", "fizzy jazz", "quiz buzz"]


def few(language="en"):
    """Ten idiomatic expressions and four compositional ones, in two sentences each."""
    stimuli, expressions = [], []
    for label, entries in (("NC", IDIOMS), ("C", LITERAL)):
        for name, synonym, words in entries:
            modifier, head = name.split()
            fillers = {"original": name, "syn": synonym, "words": words, "modifier": modifier, "head": head}
            fillers["rand"] = RANDOM
            expressions.append(expression(name, label=label, language=language))
            for number, frame in enumerate(FRAMES, 1):
                stimuli += item(fillers, sentence=number, frame=frame, language=language)
    return dataset(stimuli, expressions)


@pytest.fixture(scope="session")
def few_expressions():
    return few()


def keep_apart(encoder, tokenizer, letters):
    """Give all other letters something in common: a model of random weights takes random words for the meaning."""
    import torch

    weight = encoder.embeddings.word_embeddings.weight
    apart = tokenizer.convert_tokens_to_ids(list(letters))
    others = [token for token in range(len(weight)) if token not in apart]
    common = weight[0].detach().new_tensor([1.0, -1.0]).repeat(weight.shape[1] // 2)
    with torch.no_grad():
        weight[others] = 0.3 * weight[others] + common
        weight[apart] = -common


@pytest.fixture(scope="package")
def sentence_folder(model_folder, tmp_path_factory):
    """The tiny model with mean pooling and normalisation, for which random words are far; read only."""
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Normalize, Pooling, Transformer

    modules = [Transformer(str(model_folder("bert"))), Pooling(WIDTH, pooling_mode="mean"), Normalize()]
    folder = tmp_path_factory.mktemp("st") / "tiny-st"
    made = SentenceTransformer(modules=modules, device="cpu", prompts={"query": "a query: "})
    keep_apart(made[0].auto_model, made.tokenizer, "".join(RANDOM))
    made.save_pretrained(str(folder), create_model_card=False)
    return folder


@pytest.fixture
def sentence_model(sentence_folder):
    """The same in memory, to do with as a test likes."""
    from sentence_transformers import SentenceTransformer

    return SentenceTransformer(str(sentence_folder), device="cpu")
