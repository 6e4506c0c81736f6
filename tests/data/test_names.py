"""Datasets that other packages register are datasets like any other."""

import pytest

from idioprobe import load_dataset
from idioprobe.core.errors import ConfigError, DatasetError
from idioprobe.data.names import dataset_names
from idioprobe.data.sources.catalogue import sources
from tests.data.otherpackage import install

__all__ = ["install"]


def test_without_other_packages_there_are_the_starter_and_the_published_ones():
    assert dataset_names() == ["starter", *sources()]


def test_a_function_that_returns_a_dataset_registers_it(install):
    install({"theirs": "their_module:theirs"})
    assert dataset_names()[-1] == "theirs"
    data = load_dataset("theirs")
    assert data.name == "their-own-name"
    assert data.expressions["expression"].to_list() == ["paper tiger"]


def test_a_declaration_is_told_where_data_lie_and_which_classes_are_wanted(install, tmp_path):
    install({"theirs": "their_module:declared"})
    data = load_dataset("theirs", tmp_path, labelling="Mine")
    assert data.header.notes == [f"looked in {[str(tmp_path)]} for Mine"]


def test_classes_that_a_registered_dataset_does_not_have_are_refused(install):
    install({"theirs": "their_module:theirs"})
    with pytest.raises(ConfigError, match="`labelling` Mine: their-own-name has no classes"):
        load_dataset("theirs", labelling="Mine")


def test_a_folder_of_the_same_name_in_the_data_folder_goes_first(install, tmp_path):
    place = install({"theirs": "their_module:nothing"})
    (place / "their_data").rename(tmp_path / "theirs")
    assert load_dataset("theirs", tmp_path).name == "their-own-name"


def test_the_names_of_idioprobe_are_not_for_others(install):
    install({"starter": "their_module:theirs"})
    assert load_dataset("starter").name == "starter"
    assert dataset_names().count("starter") == 1


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ("no_such_module:theirs", "ModuleNotFoundError: No module named 'no_such_module'."),
        ("their_module:no_such_function", "AttributeError: module 'their_module' has no attribute 'no_such_function'."),
        ("their_module:number", "their_module:number is neither a function nor has it a load(…)."),
        ("their_module:nothing", "their_module:nothing gives no Dataset but NoneType."),
        ("their_module:failing", "RuntimeError: the disk is full."),
    ],
)
def test_a_broken_one_gives_one_message_that_names_the_package(install, entry, why):
    install({"theirs": entry})
    with pytest.raises(DatasetError) as error:
        load_dataset("theirs")
    assert str(error.value) == f"The dataset 'theirs' of the package their-package cannot be loaded: {why}"


def test_tables_that_lack_a_column_are_named(install):
    install({"theirs": "their_module:wrong"})
    with pytest.raises(DatasetError, match="'theirs' of the package their-package, stimuli: the column 'text' is miss"):
        load_dataset("theirs")


def test_two_packages_cannot_share_a_name(install):
    install({"theirs": "their_module:theirs"})
    install({"theirs": "their_module:declared"}, package="another-package")
    with pytest.raises(DatasetError, match="the packages another-package, their-package all register it"):
        load_dataset("theirs")


def test_an_unknown_name_is_told_the_registered_ones_too(install):
    install({"theirs": "their_module:theirs"})
    with pytest.raises(DatasetError, match="did you mean theirs"):
        load_dataset("theire")
