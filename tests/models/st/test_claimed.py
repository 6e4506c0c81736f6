"""A model that is published with its own pooling is used with it, unless hidden states are asked for."""

import pytest

from idioprobe import evaluate
from idioprobe.core.errors import ConfigError
from idioprobe.models.registry import load_encoder


def family(*arguments, **options):
    return load_encoder(*arguments, **options).identity.family


def test_a_folder_with_modules_is_used_as_published_and_that_is_said(minilm_folder):
    encoder = load_encoder(str(minilm_folder))
    assert encoder.identity.family == "st"
    (remark,) = encoder.remarks
    assert "is used as published; hf:" in remark


def test_a_known_name_is_so_too():
    assert family("all-MiniLM-L6-v2") == "st"


def test_a_folder_without_modules_has_hidden_states_only(model_folder):
    assert family(str(model_folder("bert"))) == "hf"


@pytest.mark.parametrize("options", [{"views": ("mean@last4",)}, {"views": ("native", "cls@-1")}])
def test_another_view_than_its_own_asks_for_hidden_states(options):
    assert family("all-MiniLM-L6-v2", **options) == "hf"


def test_its_own_view_and_a_prompt_do_not():
    assert family("all-MiniLM-L6-v2", views=("native",)) == "st"
    assert family("all-MiniLM-L6-v2", prompt="Find: ") == "st"


def test_written_with_a_family_it_is_of_that_family():
    assert family("hf:all-MiniLM-L6-v2") == "hf"
    with pytest.raises(ConfigError, match="`prompt` does not go with hf:"):
        load_encoder("hf:all-MiniLM-L6-v2", prompt="Find: ")


def test_a_name_of_a_paper_keeps_its_family():
    assert family("S-BERT of old", resolve=lambda _name, _options: "hf:all-MiniLM-L6-v2") == "hf"


def test_a_run_is_in_its_own_view(minilm_folder, tmp_path):
    result = evaluate(str(minilm_folder), "starter", languages="en", limit=3, cache_dir=tmp_path, resamples=100)
    assert result.manifest.views == ["native"]
    assert result.manifest.model.family == "st"
