"""The manifest of a result, `run.json`: what was run, on what, how, and how much came of it."""

from __future__ import annotations

import os
import platform
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from importlib import metadata
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from idioprobe import __version__
from idioprobe.core.encoder import CountsLookups, CountsUnknownWords, Facts, Model
from idioprobe.core.requests import Request
from idioprobe.core.tables import CLASSES
from idioprobe.data.dataset import Dataset
from idioprobe.run.config import RESULT_FORMAT, RunConfig
from idioprobe.run.languages import not_made_for
from idioprobe.suites.headline import Headline

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
    "openvino",
    "h5py",
)
_UNKNOWN_LISTED = 50
MOST_RESAMPLES = 10_000_000
"""More than anybody computes; a damaged file may say so."""


class _Record(BaseModel):
    """What families and suites add is kept beside the fields that all results have."""

    model_config = ConfigDict(extra="allow", frozen=True, protected_namespaces=())

    def more(self, name: str, default: Any = None) -> Any:
        """What only some results have."""
        return (self.model_extra or {}).get(name, default)


class ModelRecord(_Record):
    """Which model it was."""

    name: str
    family: str
    fingerprint: str
    revision: str | None = None
    contextual: bool = True


class DatasetRecord(_Record):
    """Which data it was run on."""

    name: str
    sha256: str
    languages: list[str]
    labelling: str = ""
    labelling_note: str = ""
    licence: str = ""
    citation: str = ""
    classes: list[str] = list(CLASSES)
    """From idiomatic to compositional."""
    notes: list[str] = []


class ConfigRecord(_Record):
    """The options that decided the numbers; those of the model's family are among the others."""

    languages: list[str]
    types: list[str] | None = None
    conditions: list[str]
    suites: list[str]
    units: list[str]
    views: list[str]
    special_tokens: bool
    metric: str
    winner: str
    random_by: str = "mean"
    component_forms: str = "listed"
    length: str
    pairing: str
    rogue: int = 3
    samples: int = 1
    orders: str = "balanced"
    kinds: list[str] | None = None
    questions: str = ""
    """SHA-256 of what was asked, where anything was asked in words."""
    controls: str = ""
    """The first digits of the SHA-256 of the ordinary words that were measured too, where there were any."""
    floor: bool = True
    limit: int | None
    seed: int = Field(ge=0)
    resamples: int = Field(ge=0, le=MOST_RESAMPLES)
    thresholds: dict[str, float]


class HowRecord(_Record):
    """How the numbers were made, where that does not change them."""

    device: str | None = None
    device_used: str | None = None
    batch_tokens: int | None = None


class Counts(_Record):
    """How much there was of everything."""

    expressions: int
    items: int
    texts: int
    texts_embedded: int
    texts_from_store: int
    dropped: int


class ReferenceRecord(_Record):
    """What a reference model gets on the same data: its idiom scores, and which predictions hold.

    Older results know only how many `holds` of how many `decided`.
    """

    name: str
    headline: list[Headline]
    held: list[str] | None = None


class Manifest(BaseModel):
    """All that a reader needs to tell how the numbers came about."""

    model_config = ConfigDict(frozen=True, protected_namespaces=())

    format: int
    idioprobe: str
    digits: str
    model: ModelRecord
    dataset: DatasetRecord
    config: ConfigRecord
    views: list[str]
    how: HowRecord
    counts: Counts
    started: datetime
    seconds: dict[str, float]
    versions: dict[str, str]
    machine: dict[str, str | int | None]
    not_made_for: list[str] = Field(default_factory=list)
    """Languages that were scored though the model was not made for them."""
    label: str = ""
    """The name that the user gave the run, where one was given."""
    headline: list[Headline] = Field(default_factory=list)
    """The idiom score, in each language, view and unit."""
    references: list[ReferenceRecord] = Field(default_factory=list)
    findings: dict[str, Any] = Field(default_factory=dict)
    """What suites found out beside their tables, such as rogue dimensions."""

    @property
    def day(self) -> str:
        """When it was run."""
        return self.started.date().isoformat()


def model_record(encoder: Model, facts: Facts | None) -> ModelRecord:
    """Which model an encoder is; `facts` are what is known that it can do."""
    identity = encoder.identity
    known: dict[str, Any] = {"family": identity.family, "revision": identity.revision}
    known |= {"contextual": facts.contextual} if facts else {}
    return ModelRecord.model_validate(
        {"name": identity.name, "fingerprint": identity.fingerprint, **known, **identity.details}
    )


def make_manifest(
    *,
    encoder: Model,
    model: ModelRecord,
    data: Dataset,
    digest: str,
    digits: str,
    languages: list[str],
    config: RunConfig,
    views: Iterable[str],
    counts: Mapping[str, Any],
    started: datetime,
    seconds: Mapping[str, float],
    headline: list[Headline],
    references: list[ReferenceRecord],
    findings: Mapping[str, Any],
    questions: str = "",
    controls: str = "",
) -> Manifest:
    """The manifest of one run."""
    header = data.header
    return Manifest(
        format=RESULT_FORMAT,
        idioprobe=__version__,
        digits=digits,
        model=model,
        dataset=DatasetRecord(
            name=data.name,
            sha256=digest,
            languages=languages,
            labelling=header.labelling,
            labelling_note=header.labelling_note,
            licence=header.licence,
            citation=header.citation,
            classes=header.classes,
            notes=header.notes,
        ),
        config=ConfigRecord(
            **{**config.deciding(), "languages": languages, "questions": questions, "controls": controls}
        ),
        views=sorted(views),
        how=HowRecord(
            device=config.device,
            device_used=getattr(encoder, "device_used", None),
            batch_tokens=config.batch_tokens,
        ),
        counts=Counts(**counts),
        started=started,
        seconds=dict(seconds),
        versions={"python": platform.python_version(), **_versions()},
        machine={"system": platform.system(), "machine": platform.machine(), "cpus": os.cpu_count()},
        not_made_for=not_made_for(encoder, languages),
        label=config.name or "",
        headline=headline,
        references=references,
        findings=dict(findings),
    )


def word_counts(encoder: Model, requests: Collection[Request]) -> dict[str, Any]:
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
