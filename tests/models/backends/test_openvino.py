"""What openvino computes is what torch computes, or torch computes it."""

import subprocess
import sys
from importlib.metadata import version
from importlib.util import find_spec

import numpy as np
import pytest

from idioprobe.core.requests import Request
from idioprobe.core.views import View
from idioprobe.models.registry import load_encoder
from tests.models.st.test_sentencetransformers import make
from tests.models.tiny import SENTENCES, encoder, gather, span
from tests.support import apart, needed, same_vectors

needed(find_spec("openvino"), "openvino")  # not imported here: the program does that, without its telemetry

ENCODERS = ("bert", "typed bert", "roberta", "distilbert", "t5", "modernbert", "deberta", "xlnet")
TEXTS = (*SENTENCES, "tea", "eager beaver", " ".join(SENTENCES[:2]))
SPANS = {
    TEXTS[0]: [span(TEXTS[0], "eager beaver"), span(TEXTS[0], "eager") + span(TEXTS[0], "glad")],
    TEXTS[3]: [span(TEXTS[3], "silver spoon")],
}
VIEWS = (
    View("target", "mean", "last4"),
    View("target", "first", "2"),
    View("target", "mean", "-1+1", "concat"),
    View("sentence", "mean", "0"),
    View("sentence", "max", "-1", special_tokens=True),
    View("sentence", "cls", "-1"),
)
NATIVE = (View("target", "native", ""), View("sentence", "native", ""))


def told(made):
    """An encoder, and what it has to say."""
    said = []
    made.notice = said.append
    return made, said


def vectors(model, views, batch_tokens=None, texts=TEXTS, spans=SPANS):
    found, failed, _ = gather(model.encode(list(texts), spans, views, batch_tokens))
    assert not any(failed.values())
    return {(view, request): vector for view, rows in found.items() for request, vector in rows.items()}


def printed(code, folder):
    """What a process of its own prints about a model, and that it ends well."""
    command = [sys.executable, "-c", code, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def same(found, expected):
    assert found.keys() == expected.keys()
    for key, vector in expected.items():
        same_vectors(found[key], vector, where=str(key))


@pytest.mark.parametrize("name", ENCODERS)
def test_every_view_of_every_encoder_is_that_of_torch_in_batches_of_any_size(name, model_folder):
    torch, (openvino, said) = encoder(model_folder(name)), told(encoder(model_folder(name), backend="openvino"))
    views = [view for view in VIEWS if view.pool in torch.facts().pools]
    expected = vectors(torch, views)
    for size in (None, 1, 40, 100_000):
        same(vectors(openvino, views, size), expected)
    assert openvino.facts() == torch.facts()
    assert (said, openvino.identity.details["backend"]) == ([], f"openvino {version('openvino')}")


@pytest.mark.parametrize("name", ["gpt2", "llama"])
def test_a_decoder_stays_in_torch_and_says_so(name, model_folder):
    torch, (asked, said) = encoder(model_folder(name)), told(encoder(model_folder(name), backend="openvino"))
    assert asked.identity == torch.identity
    assert len(said) == 1
    assert said[0].startswith("tiny is computed in torch, not in openvino: it is a decoder")
    same(vectors(asked, VIEWS[:1]), vectors(torch, VIEWS[:1]))
    assert len(said) == 1


def test_several_threads_compute_the_same(model_folder):
    import torch

    expected, before = vectors(encoder(model_folder("bert")), VIEWS), torch.get_num_threads()
    torch.set_num_threads(3)
    try:
        same(vectors(encoder(model_folder("bert"), backend="openvino"), VIEWS, 40), expected)
    finally:
        torch.set_num_threads(before)


def test_it_computes_in_float32_whatever_the_processor_would_rather(model_folder):
    model = encoder(model_folder("bert"), backend="openvino").load().model
    assert model.precision == "f32"


def test_what_a_model_is_asked_beside_a_text_is_refused_not_passed_over(model_folder):
    import torch

    model = encoder(model_folder("bert"), backend="openvino").load().model
    with pytest.raises(TypeError, match="position_ids"):
        model(input_ids=torch.tensor([[1, 2]]), position_ids=torch.tensor([[5, 6]]))


def test_bfloat16_is_near_and_another_model_where_the_processor_has_it(model_folder):
    exact, torch = encoder(model_folder("bert")), encoder(model_folder("bert"), dtype="bfloat16")
    made, said = told(encoder(model_folder("bert"), backend="openvino", dtype="bfloat16"))
    if "backend" not in made.identity.details:
        assert said == ["tiny is computed in torch, not in openvino: this processor has no bfloat16."]
        assert made.identity == torch.identity
        same(vectors(made, VIEWS), vectors(torch, VIEWS))
        return
    marks = {
        one.identity.fingerprint for one in (exact, torch, made, encoder(model_folder("bert"), backend="openvino"))
    }
    assert len(marks) == 4
    found, expected = vectors(made, VIEWS), vectors(exact, VIEWS)
    far = [float(apart(found[key], vector)) for key, vector in expected.items()]
    assert 1e-5 < max(far) < 0.2


@pytest.fixture(scope="module")
def sentences(model_folder, tmp_path_factory):
    """A tiny sentence-transformers model; read only."""
    return make(model_folder("bert"), tmp_path_factory.mktemp("st") / "tiny-st")


@pytest.mark.parametrize("prompt", [None, "a query: "])
def test_a_sentence_transformers_model_has_the_vectors_of_torch(sentences, prompt):
    torch = load_encoder(f"st:{sentences}", device="cpu", prompt=prompt)
    openvino, said = told(load_encoder(f"st:{sentences}", device="cpu", prompt=prompt, backend="openvino"))
    texts = TEXTS[:-1]
    expected = vectors(torch, NATIVE, texts=texts)
    for size in (None, 1, 64):
        same(vectors(openvino, NATIVE, size, texts), expected)
        same(vectors(openvino, NATIVE[1:], size, texts), {k: v for k, v in expected.items() if k[0] == NATIVE[1]})
    assert (said, openvino.facts()) == ([], torch.facts())
    assert openvino.identity.fingerprint != torch.identity.fingerprint


def test_a_sentence_transformers_model_without_a_transformer_stays_in_torch(tmp_path):
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import StaticEmbedding

    from tests.models.tiny import wordpiece

    tokenizer = wordpiece().backend_tokenizer
    SentenceTransformer(modules=[StaticEmbedding(tokenizer, embedding_dim=8)], device="cpu").save_pretrained(
        str(tmp_path / "static"), create_model_card=False
    )
    made, said = told(load_encoder(f"st:{tmp_path / 'static'}", device="cpu", backend="openvino"))
    assert made.identity == load_encoder(f"st:{tmp_path / 'static'}", device="cpu").identity
    assert "its first module is no transformer" in said[0]
    assert np.isfinite(vectors(made, NATIVE[1:])[NATIVE[1], Request("tea")]).all()


@pytest.mark.slow
@pytest.mark.parametrize(("family", "views"), [("hf", VIEWS), ("st", NATIVE)])
def test_the_real_weights_have_the_vectors_of_torch(family, views, minilm_folder):
    torch = load_encoder(f"{family}:{minilm_folder}", device="cpu")
    openvino, said = told(load_encoder(f"{family}:{minilm_folder}", device="cpu", backend="openvino"))
    expected = vectors(torch, views)
    for size in (None, 64):
        same(vectors(openvino, views, size), expected)
    assert said == []
    assert "backend" in openvino.identity.details


def test_openvino_tells_nobody_that_it_is_used(model_folder):
    code = (
        "import sys, socket\n"
        "def refuse(*_): raise SystemExit('a connection was tried')\n"
        "socket.socket.connect = refuse\n"
        "from tests.models.tiny import encoder\n"
        "from pathlib import Path\n"
        "assert 'backend' in encoder(Path(sys.argv[1]), backend='openvino').identity.details\n"
        "assert 'openvino' in sys.modules\n"
        "print([name for name in sys.modules if name.startswith('openvino_telemetry')])\n"
    )
    assert printed(code, model_folder("bert")) == "[]"


def test_a_signal_after_two_models_have_gone_is_handled(model_folder):
    code = """
import gc, os, signal, sys
from idioprobe.models.registry import load_encoder
from idioprobe.core.views import View
def load():
    made = load_encoder("hf:" + sys.argv[1], backend="openvino")
    list(made.encode(["a cup of tea"], {}, [View("sentence", "mean", "-1")], None))
    return made
models = [load(), load()]
while models:
    models.pop(0)
    gc.collect()
signal.signal(signal.SIGTERM, lambda *_: print("handled"))
os.kill(os.getpid(), signal.SIGTERM)
"""
    assert printed(code, model_folder("bert")) == "handled"
