"""What a user may say about how a model is to be loaded and used."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from dataclasses import dataclass, fields
from pathlib import Path

from idioprobe.core.encoder import Encoder
from idioprobe.core.errors import ConfigError

DTYPES = ("float32", "float16", "bfloat16")

Memory = MutableMapping[str, str]
"""What is kept between runs: hashes of large files, words that a vocabulary lacks, dimensions of APIs' vectors."""


@dataclass(frozen=True)
class ModelOptions:
    """Options of all families; each family takes those in its `takes`, the others must be left alone."""

    dtype: str = "float32"
    device: str = "auto"
    revision: str | None = None
    trust_remote_code: bool = False
    allow_pickle: bool = False
    gguf: str | None = None
    inject: str | None = None
    prompt: str | None = None
    prompt_name: str | None = None
    allow_missing: bool = False
    base_url: str | None = None
    timeout: float = 60.0
    casing: str = "fallback"
    mwe_tokens: bool = False
    mwe_missing: str = "drop"
    cache_dir: Path | None = None
    download: bool = True

    def __post_init__(self) -> None:
        """Refuse what no family can do."""
        if self.dtype not in DTYPES:
            raise ConfigError(f"--dtype {self.dtype}: one of {', '.join(DTYPES)}.")
        if not 0 < self.timeout < 86400:
            raise ConfigError(f"--timeout {self.timeout:g}: a number of seconds above 0 and below a day.")

    def changed(self) -> set[str]:
        """The options that are not as they are by default."""
        return {f.name for f in fields(self) if getattr(self, f.name) != f.default}


@dataclass(frozen=True)
class Family:
    """A model family: how its models are written, the options it takes, and what loads one."""

    written: str
    load: Callable[[str, ModelOptions, Memory], Encoder]
    takes: frozenset[str] = frozenset()


ALWAYS = frozenset({"dtype", "device", "timeout", "cache_dir", "download"})
"""Options that a family without a use for them may pass over: one run may name models of several families."""
