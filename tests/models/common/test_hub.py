"""A model in a folder has a name that tells it from others."""

import pytest

from idioprobe.models.common.hub import short_name


@pytest.mark.parametrize(
    ("folder", "name"),
    [
        ("my-minilm", "my-minilm"),
        ("my-minilm/model", "my-minilm"),
        ("my-minilm/final_model", "my-minilm"),
        ("my-minilm/weights", "my-minilm"),
        ("my-minilm/checkpoint-500", "my-minilm-checkpoint-500"),
        ("my-minilm/checkpoints/step_20", "my-minilm-step_20"),
        (f"models--org--name/snapshots/{'0a' * 20}", "models--org--name-0a0a0a0a0a0a0a0a0a0a"),
        ("model2vec", "model2vec"),
        ("bert-base", "bert-base"),
    ],
)
def test_a_folder_whose_name_says_nothing_has_that_of_the_one_around_it(tmp_path, folder, name):
    (tmp_path / folder).mkdir(parents=True)
    assert short_name(str(tmp_path / folder)) == name


def test_an_id_stays_as_it_is():
    assert short_name("google-bert/bert-base-uncased") == "google-bert/bert-base-uncased"
