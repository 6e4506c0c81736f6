"""The published datasets: whose they are, where their files lie, and what each file hashes to.

The program ships no published data, only this table; `check` compares a folder with it.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import platformdirs

from idioprobe.core.errors import DatasetError

DATA_VARIABLE = "IDIOPROBE_DATA"
RECORD_FILE = "fetched.json"
"""Beside fetched data: the checksum that each file had when it was installed."""

State = Literal["ok", "changed", "missing", "unverified"]
_CHUNK = 1 << 20


@dataclass(frozen=True)
class SourceFile:
    """A file of a published dataset, by its path in the publishers' repository.

    Without `sha256` its published content is not known here: what arrives is recorded, not verified.
    """

    path: str
    about: str
    sha256: str | None
    optional: bool = False


@dataclass(frozen=True)
class Source:
    """A published dataset at one commit of its publishers' repository.

    `sentences` counts as the papers do: original sentences and their variants, if there are any.
    `roles` are those that can be read, variants made by substitution included.
    """

    name: str
    title: str
    languages: tuple[str, ...]
    expressions: Mapping[str, int]
    sentences: Mapping[str, int]
    roles: tuple[str, ...]
    licence: str
    citation: str
    repository: str
    commit: str
    files: tuple[SourceFile, ...]

    @property
    def page(self) -> str:
        """Where a person finds the pinned files."""
        return f"https://github.com/{self.repository}/tree/{self.commit}"


@dataclass(frozen=True)
class FileState:
    """How a file of a dataset stands in a folder, and the checksum found there."""

    path: str
    state: State
    sha256: str | None
    optional: bool = False


_NCIMP = Source(
    name="ncimp",
    title="Noun Expression Idiomaticity Minimal Pairs",
    languages=("en", "pt"),
    expressions={"en": 281, "pt": 180},
    sentences={"en": 19_600, "pt": 12_600},
    roles=(
        "original",
        "syn",
        "syn2",
        "words",
        "words_alt",
        "head",
        "modifier",
        "modifier_alt",
        "head_alt",
        "modifier_syn",
        "head_syn",
        "rand",
        "rand_nc",
        "rand_modifier",
        "rand_head",
        "modifier_generic",
        "head_generic",
        "generic",
    ),
    licence="none in the repository; the article (Computational Linguistics 51) is CC BY 4.0",
    citation=(
        "Wei He, Tiago Kramer Vieira, Marcos Garcia, Carolina Scarton, Marco Idiart, and Aline Villavicencio. 2025. "
        "Investigating Idiomaticity in Word Representations. Computational Linguistics, 51:505–555. "
        "https://doi.org/10.1162/coli_a_00546"
    ),
    repository="risehnhew/Finding-Idiomaticity-in-Word-Representations",
    commit="9f2dc4e58473f0a314c8a570dca26fa57f987917",
    files=(
        SourceFile(
            "dataset/EN/neutral.csv",
            "English: neutral sentences and expressions alone",
            "4e93142734aee84d18b91eb5c4c934ce44be163cad5a69b630ab2ec6313570d4",
        ),
        SourceFile(
            "dataset/EN/naturalistics_examplesent1.csv", "English: first naturalistic sentence", None, optional=True
        ),
        SourceFile(
            "dataset/EN/naturalistics_examplesent2.csv", "English: second naturalistic sentence", None, optional=True
        ),
        SourceFile(
            "dataset/EN/naturalistics_examplesent3.csv", "English: third naturalistic sentence", None, optional=True
        ),
        SourceFile(
            "dataset/PT/neutral.csv",
            "Portuguese: neutral sentences and expressions alone",
            "11e18b9d5920abcb6cd73e38435dba5ae6751d7697fac994ee860538bd23662f",
        ),
        SourceFile(
            "dataset/PT/naturalistics_examplesent1.csv",
            "Portuguese: first naturalistic sentence",
            "cd61ce72c5c713cfaa8218038771a72d0e7753578722eafc63ca4ed6d55920f6",
        ),
        SourceFile(
            "dataset/PT/naturalistics_examplesent2.csv",
            "Portuguese: second naturalistic sentence",
            "2a28a938daa0950d7e75f0a5a14065ccec57bab463d0d14c91663dd4a1748152",
        ),
        SourceFile(
            "dataset/PT/naturalistics_examplesent3.csv",
            "Portuguese: third naturalistic sentence",
            "760d958c09734d56d64b27200baf993fce2048b96545acd1c61349940cc48413",
        ),
        SourceFile(
            "dataset/human_compositionality scores.xlsx",
            "human ratings, classes and sentence lengths",
            "09589faf25fcdf7f55b018efcac1e8059ae19f0afe3a8d9588973f5eddb19838",
        ),
    ),
)

_NCS = Source(
    name="ncs",
    title="Noun Expression Senses",
    languages=("en", "pt"),
    expressions={"en": 281, "pt": 180},
    sentences={"en": 5_620, "pt": 3_600},
    roles=("original", "syn", "words", "head", "modifier"),
    licence="none in the repository; “freely available” in the paper",
    citation=(
        "Marcos Garcia, Tiago Kramer Vieira, Carolina Scarton, Marco Idiart, and Aline Villavicencio. 2021. "
        "Probing for idiomaticity in vector space models. In Proceedings of the 16th Conference of the European "
        "Chapter of the Association for Computational Linguistics: Main Volume, pages 3551–3564. "
        "https://doi.org/10.18653/v1/2021.eacl-main.310"
    ),
    repository="marcospln/noun_compound_senses",
    commit="a062ffc518ad832750f1b7a2f9527aa5d3932c37",
    files=(
        SourceFile(
            "dataset/en/neutral/P1_sents.csv",
            "English: neutral sentences, synonyms",
            "0ff48509be3bb027b7adf2be5d28b35ffa7d0115f2cc5739d07ee0f317cc2070",
        ),
        SourceFile(
            "dataset/en/neutral/P2_sents.csv",
            "English: neutral sentences, head and modifier",
            "e64b0f51aae89c7b1a132f23bdb6e55cb4649b5f15b4ff3394e83b6b6ee624e3",
        ),
        SourceFile(
            "dataset/en/neutral/P3_sents.csv",
            "English: neutral sentences, component synonyms",
            "c8ed85850ee799944bb64163c6deec674154476e8f8b434d5ca0776cde7d3347",
        ),
        SourceFile(
            "dataset/pt/neutral/P1_sents.csv",
            "Portuguese: neutral sentences, synonyms",
            "21b395edf1f951a836cf8ff5d532b6fcbdbbb699ffdd4703c1a9043f0aa5de9f",
        ),
        SourceFile(
            "dataset/pt/neutral/P2_sents.csv",
            "Portuguese: neutral sentences, head and modifier",
            "11167f4c01e7504f251dd0988c29dbcac756136669cef4b519e4578dd914a42a",
        ),
        SourceFile(
            "dataset/pt/neutral/P3_sents.csv",
            "Portuguese: neutral sentences, component synonyms",
            "be09cf1771240eb8464f3f7c81ea91a2fbc0b58b7fd04605ad9ba72f290d2dc0",
        ),
        SourceFile(
            "input/sentids_en.csv",
            "English: naturalistic sentences or corpus references, type-level scores",
            "d4e506814586ce10729f18c975fdc13983ac58709cdb5149ac98ff1e1bcaca72",
        ),
        SourceFile(
            "input/sentids_pt.csv",
            "Portuguese: naturalistic sentences or corpus references, type-level scores",
            "7d3b282e2568d16acd7880a744ce6a9d7f43676d3b66cbf72873d7c06019ac15",
        ),
    ),
)

_NCTTI = Source(
    name="nctti",
    title="Noun Expression Type and Token Idiomaticity",
    languages=("en", "pt"),
    expressions={"en": 280, "pt": 180},
    sentences={"en": 840, "pt": 540},
    roles=("original", "syn", "syn2", "head", "modifier"),
    licence="none in the repository",
    citation=(
        "Marcos Garcia, Tiago Kramer Vieira, Carolina Scarton, Marco Idiart, and Aline Villavicencio. 2021. "
        "Assessing the Representations of Idiomaticity in Vector Models with a Noun Expression Dataset Labeled at Type "
        "and Token Levels. In Proceedings of the 59th Annual Meeting of the Association for Computational Linguistics "
        "and the 11th International Joint Conference on Natural Language Processing (Volume 1: Long Papers), "
        "pages 2730–2741. https://doi.org/10.18653/v1/2021.acl-long.212"
    ),
    repository="marcospln/nctti",
    commit="98126bd4b848df91aedacd8dfcd0f44e71aaa210",
    files=(
        SourceFile(
            "data/data_en.tsv",
            "English: classes, ratings and paraphrases",
            "06affd91590386de11a0bd865d369815cbd6f7dbff68e3bb886338719b928d29",
        ),
        SourceFile(
            "data/data_pt.tsv",
            "Portuguese: classes, ratings and paraphrases",
            "2da76b2b50725cbd6edc2d3b1859c46e79eaf4e1f9efd29f5409d26afab7e1ee",
        ),
        SourceFile(
            "data/sentids_en.csv",
            "English: sentences or corpus references",
            "d1332dc924e28a54197ddde2de292328fb5800c5476ec83de606b8390782e3f0",
        ),
        SourceFile(
            "data/sentids_pt.csv",
            "Portuguese: sentences or corpus references",
            "ba29902f880eb057a5633b4df7dcbbb2f285d04d1373806a6215553a474688a9",
        ),
    ),
)

SOURCES: dict[str, Source] = {source.name: source for source in (_NCIMP, _NCS, _NCTTI)}


def find_source(name: str) -> Source:
    """The dataset of that name; an error lists the names there are."""
    try:
        return SOURCES[name.lower()]
    except KeyError:
        raise DatasetError(f"There is no published dataset {name!r}; one of {', '.join(SOURCES)}.") from None


def default_folder(name: str) -> Path:
    """Where a dataset is kept unless the user says otherwise."""
    root = os.environ.get(DATA_VARIABLE)
    if root:
        return Path(root).expanduser() / name
    return platformdirs.user_data_path("idioprobe") / "datasets" / name


def check(folder: Path, source: Source) -> list[FileState]:
    """How each file of a dataset stands in a folder.

    A file whose published checksum is not known counts as changed once it differs from what
    was recorded when it was fetched.
    """
    recorded = read_record(folder)
    states = []
    for file in source.files:
        found = file_digest(folder / file.path)
        expected = file.sha256 or recorded.get(file.path)
        state: State
        if found is None:
            state = "missing"
        elif expected is not None and found != expected:
            state = "changed"
        else:
            state = "ok" if file.sha256 else "unverified"
        states.append(FileState(file.path, state, found, file.optional))
    return states


def file_digest(path: Path) -> str | None:
    """SHA-256 of a file; None where there is none."""
    digest = hashlib.sha256()
    try:
        with path.open("rb") as stream:
            while chunk := stream.read(_CHUNK):
                digest.update(chunk)
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None
    except OSError as error:
        raise DatasetError(f"{path} cannot be read: {error.strerror}.") from error
    return digest.hexdigest()


def read_record(folder: Path) -> dict[str, str]:
    """Checksums by path as they were when the files were fetched; none where nothing readable says so."""
    try:
        files = json.loads((folder / RECORD_FILE).read_text(encoding="utf-8"))["files"]
        return {str(path): str(digest) for path, digest in files.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}
