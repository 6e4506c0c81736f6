"""Vectors are kept under the backend that made them, whatever was asked for."""

from importlib.util import find_spec

import pytest

from idioprobe import evaluate
from idioprobe.core.errors import ConfigError, ModelError
from idioprobe.models.common.backends import choice, converted
from idioprobe.models.registry import load_encoder
from idioprobe.report.results import labels_of
from tests.models.tiny import encoder
from tests.suites.world import dataset, expression, item
from tests.support import needed

needed(find_spec("openvino"), "openvino")

BEAVER = {"original": "eager beaver", "syn": "hard worker", "modifier_alt": ["keen beaver", "avid beaver"]}
NO_TOLERANCE = {"float32": -1.0, "bfloat16": -1.0}


def beavers(*more):
    return dataset([*item(BEAVER), *more], [expression("eager beaver", label="NC")])


@pytest.fixture
def run(model_folder, tmp_path):
    """Score the tiny BERT, with a store of the test's own: the result, and what was said."""

    def running(data=None, **options):
        said = []
        given = {"controls": False, "cache_dir": tmp_path / "cache", "resamples": 100, "notice": said.append, **options}
        return evaluate(f"hf:{model_folder('bert')}", data or beavers(), device="cpu", **given), said

    return running


def embedded(result):
    return result.manifest.counts.texts_embedded, result.manifest.counts.texts_from_store


def test_vectors_of_both_backends_are_kept_apart_and_results_say_which(run):
    torch, openvino, again = run()[0], run(backend="openvino")[0], run(backend="openvino")[0]
    texts = torch.manifest.counts.texts_embedded
    assert texts > 0
    assert [embedded(one) for one in (openvino, again)] == [(texts, 0), (0, texts)]
    assert torch.manifest.model.more("backend") is None
    assert openvino.manifest.model.more("backend") == f"openvino {choice.installed_version()}"
    assert openvino.manifest.digits == again.manifest.digits != torch.manifest.digits
    assert [label.partition("=")[2].split()[0] for label in labels_of([torch, openvino])] == ["torch", "openvino"]


@pytest.mark.parametrize("why", ["not the same", "not converted", "not installed"])
def test_where_torch_computes_instead_the_result_and_its_vectors_are_torchs(run, monkeypatch, why):
    if why == "not the same":
        monkeypatch.setattr(converted, "TOLERANCE", NO_TOLERANCE)
    elif why == "not converted":
        monkeypatch.setattr(converted, "_compiled", lambda *_, **__: 1 / 0)
    else:
        monkeypatch.setattr(choice, "installed_version", lambda: None)
    asked, said = run(backend="openvino")
    torch, nothing = run()
    assert asked.manifest.model == torch.manifest.model
    assert asked.manifest.digits == torch.manifest.digits
    assert embedded(torch) == (0, embedded(asked)[0])
    about = [line for line in said if "openvino" in line]
    reason = {
        "not the same": "cosines differ by",
        "not converted": "it cannot be converted (ZeroDivisionError: division by zero)",
        "not installed": "openvino is not installed: ",
    }[why]
    assert len(about) == 1
    assert f"is computed in torch, not in openvino: {reason}" in about[0]
    assert not any("openvino" in line for line in nothing)


def test_a_store_that_holds_facts_of_openvino_gets_no_vectors_of_torch_under_that_name(run, monkeypatch):
    made = run(backend="openvino")[0]
    monkeypatch.setattr(converted, "TOLERANCE", NO_TOLERANCE)
    assert run(backend="openvino")[0].manifest.digits == made.manifest.digits  # all in the store, nothing loaded
    more = beavers(*item(BEAVER, frame="Not every {} is glad.", sentence=2))
    with pytest.raises(ModelError, match="gave the same in openvino as in torch before, and does not now: cosines"):
        run(more, backend="openvino")
    asked, torch = run(more, backend="openvino")[0], run(more)[0]
    assert asked.manifest.digits == torch.manifest.digits
    assert embedded(asked)[0] == embedded(torch)[1] > 0


def test_what_was_tried_once_is_known_without_loading_the_model(model_folder):
    memory = {}
    first = encoder(model_folder("bert"), backend="openvino", memory=memory)
    assert first.device_used is None
    assert first.identity.details["backend"]
    assert first.device_used == "cpu"
    again = encoder(model_folder("bert"), backend="openvino", memory=memory)
    assert again.identity == first.identity
    assert again.device_used is None


def test_the_default_backend_leaves_the_fingerprint_as_it_was(model_folder):
    plain, asked = encoder(model_folder("bert")), encoder(model_folder("bert"), backend="torch")
    assert plain.identity == asked.identity
    assert "backend" not in plain.identity.details
    assert plain.device_used is None


def test_another_version_of_openvino_is_another_model(model_folder, monkeypatch):
    now = encoder(model_folder("bert"), backend="openvino").identity
    monkeypatch.setattr(choice, "installed_version", lambda: "2031.1.0")
    later = encoder(model_folder("bert"), backend="openvino").identity
    assert later.details["backend"] == "openvino 2031.1.0"
    assert later.fingerprint != now.fingerprint


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"device": "cuda"}, "computes on the processor: leave out `device` cuda"),
        ({"dtype": "float16"}, "computes in float32 or bfloat16, not in `dtype` float16"),
        ({"inject": "learned.safetensors"}, "`inject` does not go with `backend` openvino"),
        ({"device_map": "auto"}, "`device_map` does not go with `backend` openvino"),
        ({"backend": "onnx"}, "one of torch, openvino"),
    ],
)
def test_what_contradicts_it_is_refused(model_folder, options, message):
    with pytest.raises(ConfigError, match=message):
        load_encoder(f"hf:{model_folder('bert')}", **{"backend": "openvino", **options})


@pytest.mark.parametrize("name", ["static:vectors.txt", "chat:some/model", "reference:words"])
def test_families_that_do_not_have_it_refuse_it(name):
    with pytest.raises(ConfigError, match="`backend` does not go with"):
        load_encoder(name, backend="openvino")


def test_a_model_in_memory_refuses_it(model_folder):
    from transformers import AutoModel, AutoTokenizer

    pair = AutoModel.from_pretrained(model_folder("bert")), AutoTokenizer.from_pretrained(model_folder("bert"))
    data = beavers()
    with pytest.raises(ConfigError, match="`backend` does not go with a model that is in memory already"):
        evaluate(pair, data, backend="openvino")


def test_a_model_on_a_gpu_stays_there():
    import torch

    with pytest.raises(choice.NotInBackendError, match="the model is on cuda"):
        converted.converted(None, None, torch.device("cuda"), hidden=True, at_once=1, longest=None, dtype="float32")
