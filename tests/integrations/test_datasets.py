"""The library datasets opens what we write for the Hub."""

import datasets
import polars as pl
import pytest

from idioprobe import load_dataset
from idioprobe.connect.hub import tables_of, write_hub_folder


def opened(folder, place):
    names = datasets.get_dataset_config_names(str(folder))
    return {name: datasets.load_dataset(str(folder), name, split="test", cache_dir=str(place)) for name in names}


def test_every_table_opens_with_its_features_and_nothing_of_the_card_is_ignored(tmp_path, caplog, monkeypatch):
    monkeypatch.setattr(datasets.logging.get_logger(), "propagate", True)
    data = load_dataset("starter")
    folder = write_hub_folder(data, tmp_path / "starter")
    stimuli = datasets.load_dataset(str(folder), cache_dir=str(tmp_path / "cache"))
    assert list(stimuli) == ["test"]
    assert stimuli["test"].num_rows == len(data.stimuli)
    for name, found in opened(folder, tmp_path / "cache").items():
        table = tables_of(data)[name]
        assert found.column_names == table.columns
        assert pl.from_arrow(found.data.table).cast(dict(table.schema)).equals(table)
    assert not [said for said in caplog.messages if "dataset card" in said]


@pytest.mark.published
def test_a_published_dataset_opens(shared_data, tmp_path):
    folder = write_hub_folder(load_dataset("ncimp", shared_data), tmp_path / "ncimp")
    found = opened(folder, tmp_path / "cache")
    assert {"stimuli", "expressions", "ratings", "labellings", "flaws", "lengths"} == set(found)
