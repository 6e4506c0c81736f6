"""A model that is spread over memory and disk has the vectors of one that is not."""

import pytest

from idioprobe.core.errors import ConfigError
from idioprobe.core.views import View
from idioprobe.models.common.spread import Spread, parse_limits, placed
from idioprobe.models.registry import load_encoder
from tests.support import needed_module, same_vectors

needed_module("accelerate")
TEXTS = ["He was a lame duck by May, and all of them knew it.", "The big fish eats.", "A car key lay on the table."]
VIEWS = [View("sentence", "mean", "last4"), View("target", "mean", "0"), View("sentence", "cls", "-1")]
SPANS = {TEXTS[0]: [((9, 18),)]}


def vectors(encoder):
    batches = list(encoder.encode(TEXTS, SPANS, VIEWS, None))
    return {(view, request): v for b in batches for view, rows in b.vectors.items() for request, v in rows}


@pytest.mark.slow
def test_a_model_on_cpu_and_disk_has_the_same_vectors_and_says_where_it_is(minilm_folder, tmp_path):
    whole = load_encoder(f"hf:{minilm_folder}")
    options = {"device_map": "auto", "max_memory": "cpu=60MB"}
    spread = load_encoder(f"hf:{minilm_folder}", cache_dir=tmp_path, **options)
    said = []
    spread.notice = said.append
    found, expected = vectors(spread), vectors(whole)
    assert spread.identity.fingerprint == whole.identity.fingerprint
    assert found.keys() == expected.keys()
    for key, vector in expected.items():
        same_vectors(found[key], vector)
    places = placed(spread.load().model)
    assert places.keys() == {"cpu", "disk"}
    assert places["cpu"] <= 60_000_000
    assert said == ["all-MiniLM-L6-v2 is spread over devices: 47.7 MB on cpu, 43.2 MB on disk."]


def test_limits_are_read_and_others_refused():
    assert parse_limits("0=1GB,1=500MB,cpu=2KiB") == {0: 10**9, 1: 5 * 10**8, "cpu": 2048}
    with pytest.raises(ConfigError, match="`max_memory`"):
        parse_limits("cpu=lots")


@pytest.mark.parametrize(("gpus", "told"), [(0, "there is none here"), (2, "the GPUs here are 0 to 1")])
def test_a_limit_for_a_gpu_that_is_not_there_is_refused(monkeypatch, gpus, told):
    monkeypatch.setattr("torch.cuda.device_count", lambda: gpus)
    with pytest.raises(ConfigError, match=f"`max_memory` cpu=1GB,2=9GB: there is no GPU 2; {told}."):
        Spread("cpu=1GB,2=9GB").budget()


def test_a_model_for_which_there_is_no_room_anywhere_is_refused_before_it_is_loaded(tmp_path):
    with pytest.raises(Exception, match="would go to disk"):
        Spread("cpu=1GB", tmp_path).arguments("huge", 10**18)
    assert list(tmp_path.iterdir()) == []


def test_limits_without_a_map_and_a_map_with_a_device_are_refused(minilm_folder):
    for options in ({"max_memory": "cpu=1GB"}, {"device_map": "auto", "device": "cpu"}):
        with pytest.raises(ConfigError, match="`device_map`"):
            load_encoder(f"hf:{minilm_folder}", **options)
