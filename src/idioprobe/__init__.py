"""idioprobe measures whether a model represents a multiword expression as a whole.

>>> from idioprobe import evaluate
>>> result = evaluate("all-MiniLM-L6-v2", "starter")  # doctest: +SKIP
>>> result.summary  # doctest: +SKIP
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from idioprobe.core.encoder import Encoder
    from idioprobe.data.dataset import Dataset
    from idioprobe.data.folder import write_folder
    from idioprobe.data.lexicon.build import build_dataset
    from idioprobe.data.lexicon.read import read_lexicon
    from idioprobe.data.registry import load_dataset
    from idioprobe.papers.makepage import make_page
    from idioprobe.papers.maketable import make_table
    from idioprobe.papers.reported import load_published
    from idioprobe.run.evaluate import evaluate
    from idioprobe.run.results import Result, load_result
    from idioprobe.suites.paired import compare_models

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
    "Encoder": "idioprobe.core.encoder",
    "Result": "idioprobe.run.results",
    "build_dataset": "idioprobe.data.lexicon.build",
    "compare_models": "idioprobe.suites.paired",
    "evaluate": "idioprobe.run.evaluate",
    "load_dataset": "idioprobe.data.registry",
    "load_published": "idioprobe.papers.reported",
    "load_result": "idioprobe.run.results",
    "make_page": "idioprobe.papers.makepage",
    "make_table": "idioprobe.papers.maketable",
    "read_lexicon": "idioprobe.data.lexicon.read",
    "write_folder": "idioprobe.data.folder",
}


def __getattr__(name: str) -> Any:
    """Load a part of the API when it is first used, so that the command starts at once."""
    if name not in _HOMES:
        raise AttributeError(f"module 'idioprobe' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
