"""How a result was measured, for a baseline that has still to be run."""

from __future__ import annotations

from typing import Any

from idioprobe.core.options import declared
from idioprobe.run.config import RunConfig
from idioprobe.run.results import Result

NOT_AGAIN = ("views", "thresholds", "paraphrases_by")
"""What goes with a model, or only with what is said of the numbers."""


def options_of(result: Result) -> dict[str, Any]:
    """The options of a result that say what is measured."""
    config = result.manifest.config.model_dump()
    names = [name for name, one in declared(RunConfig).items() if one.decides and name in config]
    own = {name: config[name] for name in names if name not in NOT_AGAIN}
    plain = {name: ",".join(value) if isinstance(value, list) else value for name, value in own.items()}
    return {**plain, "controls": bool(config.get("controls"))}
