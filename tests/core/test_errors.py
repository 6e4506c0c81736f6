"""A missing package is named by what an installer knows."""

import re
from importlib import metadata

import pytest

from idioprobe.core.errors import install


@pytest.mark.parametrize("extra", ["hf", "st", "elmo", "gguf", "report"])
def test_packages_of_an_extra_are_named_one_by_one(extra):
    said = install(extra)
    packages = re.findall(r"'([\w.\-]+)[^']*'", said)
    assert said.startswith("pip install '")
    assert packages
    assert not any(package.startswith("idioprobe") for package in packages)


def test_only_what_is_lacking_is_named(monkeypatch):
    real = metadata.version

    def version(name):
        if name == "altair":
            raise metadata.PackageNotFoundError(name)
        return real(name)

    monkeypatch.setattr(metadata, "version", version)
    assert re.fullmatch(r"pip install 'altair[^ ]*'", install("report"))
