"""What a run is asked to do, checked, and the eight digits that name it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, Literal, get_args

import platformdirs
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from idioprobe.core.errors import ConfigError
from idioprobe.core.notices import old_form
from idioprobe.core.views import DEFAULT_VIEW, UNITS, Unit, parse_view
from idioprobe.stats.similarity import METRICS
from idioprobe.suites.catalogue import SUITES
from idioprobe.suites.thresholds import Thresholds

RESULT_FORMAT = 3
"""Raised when the same configuration would lead to other result files than before."""

Condition = Literal["nat", "neut", "neut_long", "neut_plural"]
CONDITION_ORDER: tuple[Condition, ...] = get_args(Condition)


def default_cache_dir() -> Path:
    """Where vectors are kept unless the user says otherwise."""
    return platformdirs.user_cache_path("idioprobe")


class RunConfig(BaseModel):
    """All options of a run. The first part decides the numbers, the second how they are made."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    languages: tuple[str, ...] | None = None
    conditions: tuple[Condition, ...] = ("nat", "neut", "neut_long")
    suites: tuple[str, ...] = ("probes",)
    units: tuple[Unit, ...] = ("target", "sentence")
    views: tuple[str, ...] = (DEFAULT_VIEW,)
    special_tokens: bool = False
    metric: str = "cosine"
    winner: Literal["unit", "target"] = "unit"
    rogue: int = Field(default=3, ge=1)
    length: Literal["tokens", "dataset"] = "tokens"
    dtype: Literal["float32", "float16", "bfloat16"] = "float32"
    revision: str | None = None
    trust_remote_code: bool = False
    gguf: str | None = None
    prompt: str | None = None
    prompt_name: str | None = None
    casing: Literal["fallback", "exact", "lower"] = "fallback"
    mwe_tokens: bool = False
    mwe_missing: Literal["drop", "words"] = "drop"
    pairing: Literal["ordered", "one"] = "ordered"
    limit: int | None = Field(default=None, ge=1)
    seed: int = Field(default=0, ge=0)
    resamples: int = Field(default=2000, ge=100)
    thresholds: Thresholds = Thresholds()

    device: str = "auto"
    inject: str | None = None
    allow_pickle: bool = False
    allow_missing: bool = False
    base_url: str | None = None
    timeout: float = Field(default=60.0, gt=0, lt=86400)
    batch_tokens: int | None = Field(default=None, ge=1)
    cache_dir: Path = Field(default_factory=default_cache_dir)

    @field_validator("languages", "conditions", "suites", "units", "views", mode="before")
    @classmethod
    def _split_at_commas(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(part.strip() for part in value.split(",") if part.strip())
        return value

    @field_validator("length", mode="before")
    @classmethod
    def _own_lengths(cls, value: object) -> object:
        if value != "published":
            return value
        old_form("`length` published is now `length` dataset.")
        return "dataset"

    @field_validator("thresholds", mode="before")
    @classmethod
    def _known_thresholds(cls, value: object) -> object:
        known = [f.name for f in fields(Thresholds)]
        if isinstance(value, dict) and (strange := sorted(set(value) - set(known))):
            raise ValueError(f"unknown threshold {strange[0]!r}; one of {', '.join(known)}")
        if isinstance(value, dict) and any(float(v) < 0 for v in value.values()):
            raise ValueError("a threshold is 0 or more")
        return value

    @field_validator("languages", "conditions", "suites", "units", "views")
    @classmethod
    def _not_empty(cls, value: tuple[str, ...] | None) -> tuple[str, ...] | None:
        if value is not None and not value:
            raise ValueError("at least one is needed")
        return value if value is None else tuple(dict.fromkeys(value))

    @field_validator("conditions", "units", "suites")
    @classmethod
    def _in_their_order(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        known = (*CONDITION_ORDER, *UNITS, *SUITES)
        return tuple(sorted(value, key=lambda name: known.index(name) if name in known else len(known)))

    @field_validator("suites")
    @classmethod
    def _known_suites(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        unknown = [suite for suite in value if suite not in SUITES]
        if unknown:
            raise ValueError(f"unknown suite {unknown[0]!r}; one of {', '.join(SUITES)}")
        return value

    @field_validator("views")
    @classmethod
    def _readable_views(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for view in value:
            try:
                parse_view(view)
            except ConfigError as error:
                raise ValueError(str(error)) from None
        return value

    @field_validator("metric")
    @classmethod
    def _known_metric(cls, value: str) -> str:
        if value not in METRICS:
            raise ValueError(f"unknown metric {value!r}; one of {', '.join(METRICS)}")
        return value

    def deciding(self) -> dict[str, Any]:
        """The options that decide the numbers.

        The base URL and the content of the file to inject do so as a part of the model's identity.
        """
        how = {"device", "inject", "allow_pickle", "allow_missing", "base_url", "timeout", "batch_tokens", "cache_dir"}
        return self.model_dump(mode="json", exclude=how)

    def canonical(self) -> dict[str, Any]:
        """The deciding options, the same for the same numbers in whatever order views were written."""
        views = (parse_view(view) for view in self.views)
        return {**self.deciding(), "views": sorted({(pool, layers or "last4", how) for pool, layers, how in views})}


def make_config(options: Mapping[str, Any], names: Mapping[str, str] | None = None) -> RunConfig:
    """A checked configuration; a mistake becomes one line that names the option as `names` has it."""
    try:
        return RunConfig(**options)
    except ValidationError as error:
        first = error.errors()[0]
        where = str(first["loc"][0]) if first["loc"] else "options"
        message = first["msg"].removeprefix("Value error, ").rstrip(".")
        if first["type"] == "extra_forbidden":
            message = f"there is no such option; one of {', '.join(RunConfig.model_fields)}"
        raise ConfigError(f"{(names or {}).get(where, where)}: {message}.") from None


def config_digits(decides: dict[str, Any]) -> str:
    """Eight hexadecimal digits that differ whenever anything that decides the numbers differs."""
    canonical = json.dumps({"format": RESULT_FORMAT, **decides}, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()[:8]
