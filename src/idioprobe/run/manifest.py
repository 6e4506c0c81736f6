"""The manifest of a result, `run.json`: what was run, on what, how, and how much came of it."""

from __future__ import annotations

import os
import platform
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from importlib import metadata
from typing import Any

from idioprobe import __version__
from idioprobe.core.encoder import CountsLookups, CountsUnknownWords, Encoder
from idioprobe.core.requests import Request
from idioprobe.data.dataset import Dataset
from idioprobe.run.config import RESULT_FORMAT, RunConfig

_VERSIONS = (
    "numpy",
    "polars",
    "scipy",
    "wordfreq",
    "torch",
    "transformers",
    "tokenizers",
    "safetensors",
    "sentence-transformers",
    "h5py",
)
_UNKNOWN_LISTED = 50


def manifest(
    *,
    encoder: Encoder,
    model: Mapping[str, Any],
    data: Dataset,
    digest: str,
    digits: str,
    languages: list[str],
    config: RunConfig,
    views: Iterable[str],
    counts: Mapping[str, Any],
    started: datetime,
    seconds: Mapping[str, float],
) -> dict[str, Any]:
    """All that a reader needs to tell how the numbers came about."""
    header = data.header
    return {
        "format": RESULT_FORMAT,
        "idioprobe": __version__,
        "digits": digits,
        "model": dict(model),
        "dataset": {
            "name": data.name,
            "sha256": digest,
            "languages": languages,
            "labelling": header.labelling,
            "labelling_note": header.labelling_note,
            "licence": header.licence,
            "citation": header.citation,
            "notes": header.notes,
        },
        "config": {**config.deciding(), "languages": languages},
        "views": sorted(views),
        "how": {
            "device": config.device,
            "device_used": getattr(encoder, "device_used", None),
            "batch_tokens": config.batch_tokens,
        },
        "counts": dict(counts),
        "started": started.isoformat(timespec="seconds"),
        "seconds": dict(seconds),
        "versions": {"python": platform.python_version(), **_versions()},
        "machine": {"system": platform.system(), "machine": platform.machine(), "cpus": os.cpu_count()},
    }


def word_counts(encoder: Encoder, requests: Collection[Request]) -> dict[str, Any]:
    """How many words a family with a vocabulary did not know, and which most often; how it found the others."""
    found = encoder.lookup_counts(requests) if isinstance(encoder, CountsLookups) else {}
    if not isinstance(encoder, CountsUnknownWords):
        return found
    unknown = encoder.unknown_words(sorted({request.text for request in requests}))
    return found | {
        "unknown_words": unknown.total(),
        "unknown_word_types": len(unknown),
        "most_frequent_unknown_words": dict(unknown.most_common(_UNKNOWN_LISTED)),
    }


def _versions() -> dict[str, str]:
    found = {}
    for name in _VERSIONS:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found
