"""What an index says of itself: the corpus it was made of, by which rule, and how large it is."""

from __future__ import annotations

import json
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from idioprobe import __version__
from idioprobe.core.errors import DatasetError
from idioprobe.core.files import replacing
from idioprobe.data.languages.language import base_language

FORMAT = 1
MANIFEST = "manifest.json"
COUNTS = "counts"
"""What `how` says under `format` of an index that was made from tables of counts and has no sentences."""


class Shard(BaseModel):
    """A file of the corpus, or the part of a large one that begins at byte `start`, and what was found in it."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    path: str
    sha256: str
    bytes: int = Field(ge=0)
    sentences: int = Field(ge=0)
    words: int = Field(ge=0)
    documents: int = Field(ge=0)
    pairs: int = Field(default=0, ge=0)
    start: int = Field(default=0, ge=0)
    tagged: bool = False
    damaged: int = Field(default=0, ge=0)
    """How many lines are not text, or too long to be; they are left out."""
    cut: int = Field(default=0, ge=0)
    """How many lines are so long that they were cut at spaces."""
    modified: int = 0
    """When the file was last changed, in nanoseconds."""


class Totals(BaseModel):
    """How large the corpus is; `pairs` counts adjacent words, each time they occur."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    words: int = Field(ge=0)
    sentences: int = Field(ge=0)
    documents: int = Field(ge=0)
    pairs: int = Field(ge=0)


class Manifest(BaseModel):
    """The file `manifest.json` of an index."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    format: int = FORMAT
    language: str
    tokeniser: str
    window: int = Field(default=1, ge=1)
    how: dict[str, str] = Field(default_factory=dict)
    """How it was read: the field of records, the encoding, the format."""
    shards: tuple[Shard, ...]
    left_out: dict[str, int] = Field(default_factory=dict)
    """Files that could not be read and were left out, as asked, and when each was last changed."""
    totals: Totals
    version: str = __version__

    @property
    def has_sentences(self) -> bool:
        """Whether it was made from text, and not from counts."""
        return self.how.get("format") != COUNTS


def read_manifest(folder: Path) -> Manifest:
    """The manifest of an index; one of another format is refused with what to do."""
    path = folder / MANIFEST
    if not folder.is_dir():
        raise DatasetError(f"{folder} is not a folder; make an index with idioprobe corpus index.")
    if not path.is_file():
        raise DatasetError(
            f"{folder} has no {MANIFEST}: it is no index, or was not finished; run idioprobe corpus index "
            "with the same words as before to finish it."
        )
    try:
        raw = json.loads(path.read_bytes())
        format_ = raw.get("format") if isinstance(raw, dict) else None
        if format_ != FORMAT:
            raise DatasetError(
                f"{path}: an index of format {format_}, which this version does not read (it reads {FORMAT}); "
                "index the corpus again."
            )
        return Manifest.model_validate(raw)
    except OSError as error:
        raise DatasetError(f"{path} cannot be read: {error.strerror}.") from error
    except (ValueError, ValidationError) as error:
        first = " ".join(str(error).split())[:120]
        raise DatasetError(f"{path} is damaged ({first}); index the corpus again.") from error


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest, whole or not at all: it is what tells a finished index."""
    with replacing(folder / MANIFEST) as temporary:
        temporary.write_text(manifest.model_dump_json(indent=1) + "\n", encoding="utf-8")


def require_language(manifest: Manifest, language: str | None, folder: Path) -> None:
    """Refuse an index of another language than the one that is asked about."""
    if language and base_language(language) != base_language(manifest.language):
        raise DatasetError(
            f"{folder} is an index of language {manifest.language}, but `language` is {language}; "
            "give an index of that language."
        )
