"""idioprobe measures whether a model represents a multiword expression as a whole.

>>> from idioprobe import evaluate
>>> result = evaluate("all-MiniLM-L6-v2", "starter")  # doctest: +SKIP
>>> result.summary  # doctest: +SKIP
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from idioprobe.api import (
        check,
        compare,
        compare_models,
        evaluate,
        load_published,
        load_reported,
        make_figure,
        make_page,
        make_table,
        show_expression,
        worst_expressions,
    )
    from idioprobe.core.encoder import Encoded, Encoder, Facts, Identity, requests_for
    from idioprobe.core.errors import IdioprobeError
    from idioprobe.core.notices import OldFormWarning
    from idioprobe.core.options import option
    from idioprobe.core.requests import Request
    from idioprobe.core.views import View
    from idioprobe.data.dataset import Dataset
    from idioprobe.data.folder import write_folder
    from idioprobe.data.lexicon.build import build_dataset
    from idioprobe.data.lexicon.read import read_lexicon
    from idioprobe.data.registry import load_dataset
    from idioprobe.models.family import Family, Setting
    from idioprobe.run.results import Result, load_result

__version__ = "0.12.0"

__all__ = [
    "Dataset",
    "Encoded",
    "Encoder",
    "Facts",
    "Family",
    "Identity",
    "IdioprobeError",
    "OldFormWarning",
    "Request",
    "Result",
    "Setting",
    "View",
    "__version__",
    "build_dataset",
    "check",
    "compare",
    "compare_models",
    "evaluate",
    "load_dataset",
    "load_published",
    "load_reported",
    "load_result",
    "make_figure",
    "make_page",
    "make_table",
    "option",
    "read_lexicon",
    "requests_for",
    "show_expression",
    "worst_expressions",
    "write_folder",
]

_HOMES = {
    "Dataset": "idioprobe.data.dataset",
    "Encoded": "idioprobe.core.encoder",
    "Encoder": "idioprobe.core.encoder",
    "Facts": "idioprobe.core.encoder",
    "Family": "idioprobe.models.family",
    "Identity": "idioprobe.core.encoder",
    "IdioprobeError": "idioprobe.core.errors",
    "OldFormWarning": "idioprobe.core.notices",
    "Request": "idioprobe.core.requests",
    "Result": "idioprobe.run.results",
    "Setting": "idioprobe.models.family",
    "View": "idioprobe.core.views",
    "build_dataset": "idioprobe.data.lexicon.build",
    "check": "idioprobe.api",
    "compare": "idioprobe.api",
    "compare_models": "idioprobe.api",
    "evaluate": "idioprobe.api",
    "load_dataset": "idioprobe.data.registry",
    "load_published": "idioprobe.api",
    "load_reported": "idioprobe.api",
    "load_result": "idioprobe.run.results",
    "make_figure": "idioprobe.api",
    "make_page": "idioprobe.api",
    "make_table": "idioprobe.api",
    "option": "idioprobe.core.options",
    "read_lexicon": "idioprobe.data.lexicon.read",
    "requests_for": "idioprobe.core.encoder",
    "show_expression": "idioprobe.api",
    "worst_expressions": "idioprobe.api",
    "write_folder": "idioprobe.data.folder",
}


def __getattr__(name: str) -> Any:
    """Load a part of the API when it is first used, so that the command starts at once."""
    if name not in _HOMES:
        raise AttributeError(f"module 'idioprobe' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    """The API, not the rooms it is made of."""
    return __all__
