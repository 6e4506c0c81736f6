"""A dataset goes to the Hub's format and comes back the same."""

import re

import pytest

from idioprobe import load_dataset
from idioprobe.connect.hub import card, write_hub_folder
from idioprobe.core.errors import ConfigError, DatasetError
from idioprobe.core.frames import write_parquet
from idioprobe.core.tables import TABLES
from idioprobe.data.folder import FURTHER


def same(one, other):
    tables = (*TABLES, *FURTHER)
    return one.header == other.header and all(getattr(one, name).equals(getattr(other, name)) for name in tables)


def test_the_starter_set_comes_back_equal(tmp_path):
    data = load_dataset("starter")
    folder = write_hub_folder(data, tmp_path / "starter")
    back = load_dataset(folder)
    assert same(data, back)
    assert back.digest() == data.digest()
    assert write_hub_folder(back, folder) == folder, "what was written before is replaced"


@pytest.mark.published
@pytest.mark.parametrize("name", ["ncimp", "nctti"])
def test_a_published_dataset_comes_back_with_all_that_it_has(name, shared_data, tmp_path):
    data = load_dataset(name, shared_data)
    back = load_dataset(write_hub_folder(data, tmp_path / name))
    assert same(data, back)
    assert not data.flaws.is_empty()


def test_the_card_says_what_the_data_are():
    text = card(load_dataset("starter"))
    fields, _, words = text.removeprefix("---\n").partition("---\n")
    assert 'license: "apache-2.0"' in fields
    assert re.search(r'config_name: "stimuli"\n +default: true', fields)
    assert 'name: "spans"\n        dtype: "string"' in fields
    assert all(part in words for part in ("How it was made", "## Licence", "## Citation", "`words_alt`"))


def test_what_a_dataset_says_cannot_break_its_card():
    data = load_dataset("starter").select(["en"], ["nat"], 2)
    data.header.description = "<script>alert(1)</script> | a `b`\n# c"
    data.header.licence = "none | <b>"
    text = card(data)
    assert "<script>" not in text
    assert 'license: "other"' in text
    assert "\n# c" not in text


def test_other_folders_are_left_alone(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(ConfigError, match="other files"):
        write_hub_folder(load_dataset("starter"), tmp_path)


def test_a_damaged_further_table_is_named(tmp_path):
    data = load_dataset("starter").select(["en"], ["nat"], 2)
    folder = write_hub_folder(data, tmp_path / "part")
    write_parquet(data.expressions, folder / "lengths.parquet")
    with pytest.raises(DatasetError, match=r"lengths.parquet: the column 'item'"):
        load_dataset(folder)
