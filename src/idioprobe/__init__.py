"""idioprobe measures whether a model represents a multiword expression as a whole.

>>> from idioprobe import evaluate
>>> result = evaluate("all-MiniLM-L6-v2", "starter")  # doctest: +SKIP
>>> result.summary  # doctest: +SKIP
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from idioprobe.data.build import build_dataset
    from idioprobe.data.dataset import Dataset
    from idioprobe.data.folder import write_folder
    from idioprobe.data.lexicon import read_lexicon
    from idioprobe.data.registry import load_dataset
    from idioprobe.measures.paired import compare_models
    from idioprobe.models.base import Encoder
    from idioprobe.pipeline import evaluate
    from idioprobe.published.load import load_published
    from idioprobe.report.page.make import make_page
    from idioprobe.report.tables.make import make_table
    from idioprobe.results import Result, load_result

__version__ = "0.3.0"

__all__ = [
    "Dataset",
    "Encoder",
    "Result",
    "__version__",
    "build_dataset",
    "compare_models",
    "evaluate",
    "load_dataset",
    "load_published",
    "load_result",
    "make_page",
    "make_table",
    "read_lexicon",
    "write_folder",
]

_HOMES = {
    "Dataset": "idioprobe.data.dataset",
    "Encoder": "idioprobe.models.base",
    "Result": "idioprobe.results",
    "build_dataset": "idioprobe.data.build",
    "compare_models": "idioprobe.measures.paired",
    "evaluate": "idioprobe.pipeline",
    "load_dataset": "idioprobe.data.registry",
    "load_published": "idioprobe.published.load",
    "load_result": "idioprobe.results",
    "make_page": "idioprobe.report.page.make",
    "make_table": "idioprobe.report.tables.make",
    "read_lexicon": "idioprobe.data.lexicon",
    "write_folder": "idioprobe.data.folder",
}


def __getattr__(name: str) -> Any:
    """Load a part of the API when it is first used, so that the command starts at once."""
    if name not in _HOMES:
        raise AttributeError(f"module 'idioprobe' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
