"""YAML as cards and tasks have it; text is written as JSON writes it, which YAML reads."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any


def as_yaml(value: Mapping[str, Any] | Sequence[Any], indent: int = 0) -> str:
    """A mapping or a list in lines.

    >>> print(as_yaml({"task": "pair", "metrics": [{"name": "acc", "n": 2}], "tags": ["a", "b"]}), end="")
    task: "pair"
    metrics:
      - name: "acc"
        n: 2
    tags:
      - "a"
      - "b"
    """
    margin = " " * indent
    if isinstance(value, Mapping):
        return "".join(f"{margin}{_key(name)}:{_value(one, indent)}" for name, one in value.items())
    return "".join(f"{margin}- {_entry(one, indent + 2)}" for one in value)


def _key(name: str) -> str:
    return name if name.replace("_", "").replace("-", "").isalpha() and name.isascii() else json.dumps(name)


def _value(value: Any, indent: int) -> str:
    if isinstance(value, Mapping | list | tuple) and value:
        return "\n" + as_yaml(value, indent + 2)
    return f" {_scalar(value)}\n"


def _entry(value: Any, indent: int) -> str:
    if isinstance(value, Mapping | list | tuple) and value:
        return as_yaml(value, indent)[indent:]
    return f"{_scalar(value)}\n"


def _scalar(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
