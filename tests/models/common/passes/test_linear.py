"""Linear layers by oneDNN: the same numbers, only where it is quicker, and nothing half done."""

import pytest
import torch
from transformers.pytorch_utils import Conv1D

from idioprobe.models.common.passes import linear
from idioprobe.models.common.passes.linear import PackedLinear, alike, packed, pays, quicken

WIDE = 256
ROWS = torch.randn(3, 5, WIDE, generator=torch.Generator().manual_seed(0))

needs_onednn = pytest.mark.skipif(not torch.backends.mkldnn.is_available(), reason="torch has no oneDNN here")


class Two(torch.nn.Module):
    """Two layers of which the first is used as a layer, and on demand by its weights too."""

    def __init__(self, *, by_weight=False):
        super().__init__()
        self.first, self.second = torch.nn.Linear(WIDE, WIDE), torch.nn.Linear(WIDE, WIDE, bias=False)
        self.by_weight = by_weight

    def forward(self, given):
        made = given @ self.first.weight.T if self.by_weight else self.first(given)
        return self.second(torch.tanh(made))


@pytest.fixture
def quicker(monkeypatch):
    """A machine on which oneDNN is quicker."""
    monkeypatch.setattr(linear, "_is_quicker", lambda _: True)


def kinds(model):
    return [type(layer) for layer in (model.first, model.second)]


@pytest.mark.parametrize(
    ("torchs", "onednns", "expected"),
    [([2.0], [1.0], True), ([1.0], [2.0], False), ([1.0], [0.99], False), ([3.0, 2.0], [9.0, 1.5], True)],
)
def test_the_best_rounds_decide_and_a_hair_is_not_enough(torchs, onednns, expected):
    assert pays(torchs, onednns) is expected


@needs_onednn
@pytest.mark.parametrize("layer", [torch.nn.Linear(WIDE, 7), torch.nn.Linear(WIDE, 7, bias=False), Conv1D(7, WIDE)])
def test_a_packed_layer_gives_the_same(layer):
    with torch.inference_mode():
        assert alike(packed(layer)(ROWS), layer(ROWS))


@needs_onednn
@pytest.mark.usefixtures("quicker")
def test_a_model_is_packed_where_that_is_quicker_and_gives_the_same():
    model = Two().eval()
    with torch.inference_mode():
        expected = model(ROWS)
        assert quicken(model, lambda: [model(ROWS)])
        assert kinds(model) == [PackedLinear, PackedLinear]
        assert alike(model(ROWS), expected)
    assert not list(model.parameters()), "the weights are in memory once"


def test_a_model_stays_as_it_is_where_it_is_not_quicker(monkeypatch):
    monkeypatch.setattr(linear, "_is_quicker", lambda _: False)
    model = Two()
    assert not quicken(model, lambda: [model(ROWS)])
    assert kinds(model) == [torch.nn.Linear, torch.nn.Linear]


@needs_onednn
@pytest.mark.usefixtures("quicker")
def test_a_model_that_reads_the_weights_itself_gets_its_layers_back():
    model = Two(by_weight=True).eval()
    with torch.inference_mode():
        expected = model(ROWS)
        assert not quicken(model, lambda: [model(ROWS)])
        assert kinds(model) == [torch.nn.Linear, torch.nn.Linear]
        assert torch.equal(model(ROWS), expected)


@pytest.mark.usefixtures("quicker")
def test_nothing_is_packed_where_there_is_no_room_for_both_forms(monkeypatch):
    monkeypatch.setattr(linear, "free_memory", lambda _: WIDE * WIDE)
    model = Two()
    assert not quicken(model, lambda: [model(ROWS)])


@pytest.mark.parametrize("model", [Two().to(torch.bfloat16), torch.nn.Sequential(torch.nn.Linear(8, 8))])
@pytest.mark.usefixtures("quicker")
def test_other_precisions_and_small_layers_are_left_alone(model):
    assert not quicken(model, list)
    assert not any(isinstance(part, PackedLinear) for part in model.modules())


def test_measuring_leaves_the_number_of_threads_as_it_was():
    before = torch.get_num_threads()
    model = Two()
    with torch.inference_mode():
        quicken(model, lambda: [model(ROWS)])
    assert torch.get_num_threads() == before
