"""What sentence-transformers saves is not always a sentence encoder: other kinds are refused, not turned into one."""

import json

import numpy as np
import pytest

from idioprobe.core.errors import ModelError
from idioprobe.core.requests import Request
from idioprobe.core.views import View
from idioprobe.models.registry import load_encoder
from tests.identity.pairs import edit
from tests.models.tiny import SENTENCES, WIDTH, build, gather
from tests.support import needed_module, same_vectors

needed_module("sentence_transformers")


def plain(folder, kind="AutoModel"):
    """The transformer alone, with a head."""
    import transformers

    build("bert", folder)
    if kind != "AutoModel":
        config = transformers.AutoConfig.from_pretrained(folder)
        config.num_labels = 1
        getattr(transformers, kind).from_config(config).save_pretrained(folder)
    return str(folder)


def splade(base, folder):
    from sentence_transformers import SparseEncoder

    SparseEncoder(plain(base, "AutoModelForMaskedLM"), device="cpu").save_pretrained(folder, create_model_card=False)


def sparse_autoencoder(base, folder):
    from sentence_transformers import SparseEncoder

    SparseEncoder(plain(base), device="cpu").save_pretrained(folder, create_model_card=False)


def colbert(base, folder):
    from sentence_transformers import MultiVectorEncoder

    MultiVectorEncoder(plain(base), device="cpu").save_pretrained(folder, create_model_card=False)


def cross_encoder(base, folder):
    from sentence_transformers import CrossEncoder

    made = CrossEncoder(plain(base, "AutoModelForSequenceClassification"), device="cpu")
    made.save_pretrained(folder, create_model_card=False)


def older_cross_encoder(base, folder):
    """Before version 6 of the library: a transformer with a head, and no word about its kind."""
    del base
    plain(folder, "AutoModelForSequenceClassification")


def pylate(base, folder):
    """As PyLate saves its models: a transformer and a layer."""
    colbert(base, folder)
    edit(folder / "config_sentence_transformers.json", model_type="ColBERT")
    modules = json.loads((folder / "modules.json").read_text())[:2]
    modules[1]["type"] = "pylate.models.Dense.Dense"
    (folder / "modules.json").write_text(json.dumps(modules))


KINDS = [
    (splade, "a sparse model such as SPLADE"),
    (sparse_autoencoder, "a sparse model such as SPLADE"),
    (colbert, "many vectors for each text, such as ColBERT"),
    (pylate, "many vectors for each text, such as ColBERT"),
    (cross_encoder, "a cross-encoder"),
    (older_cross_encoder, "a cross-encoder"),
]


@pytest.mark.parametrize(("save", "kind"), KINDS, ids=lambda one: getattr(one, "__name__", ""))
@pytest.mark.parametrize("says", [True, False])
def test_another_kind_of_model_is_refused(tmp_path, save, kind, says):
    folder = tmp_path / "model"
    save(tmp_path / "base", folder)
    if not says and (path := folder / "config_sentence_transformers.json").exists():
        path.unlink()
    with pytest.raises(ModelError, match=f" is .*{kind}.* hf: in place of st:"):
        load_encoder(f"st:{folder}")


@pytest.mark.parametrize("save", [splade, colbert, cross_encoder], ids=lambda one: one.__name__)
def test_nobody_is_told_that_another_kind_of_model_is_used_as_published(tmp_path, save):
    folder = tmp_path / "model"
    save(tmp_path / "base", folder)
    with pytest.raises(ModelError, match="does not measure such models yet"):
        load_encoder(str(folder))
    assert load_encoder(f"hf:{folder}", device="cpu").facts().dimension == WIDTH


def test_a_kind_that_nobody_knows_is_refused(own):
    folder = own("st")
    edit(folder / "config_sentence_transformers.json", model_type="Telepath")
    with pytest.raises(ModelError, match="a model of the kind 'Telepath'"):
        load_encoder(f"st:{folder}")


@pytest.mark.parametrize("normalized", [True, False])
def test_sentences_are_as_long_as_the_model_says(own, normalized):
    from sentence_transformers import SentenceTransformer

    folder, view = own("st"), View("sentence", "native", "")
    if not normalized:
        modules = json.loads((folder / "modules.json").read_text())[:2]
        (folder / "modules.json").write_text(json.dumps(modules))
    made = SentenceTransformer(str(folder), device="cpu", truncate_dim=6)
    made.save_pretrained(str(folder), create_model_card=False)
    model = load_encoder(f"st:{folder}", device="cpu")
    found = gather(model.encode(list(SENTENCES), {}, [view], None))[0][view]
    assert model.facts().dimension == 6
    ours = np.stack([found[Request(text)] for text in SENTENCES])
    same_vectors(ours, SentenceTransformer(str(folder), device="cpu").encode(list(SENTENCES)))
