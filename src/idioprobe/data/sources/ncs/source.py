"""NCS as published: Marcos Garcia and others, EACL 2021."""

from __future__ import annotations

from typing import TYPE_CHECKING

from idioprobe.data.sources.catalogue import Copies, Source, SourceFile

if TYPE_CHECKING:
    from idioprobe.data.dataset import Dataset


def _read(copies: Copies) -> Dataset:
    from idioprobe.data.sources.ncs.dataset import read_ncs
    from idioprobe.data.sources.nctti.read import classes_at_hand

    return read_ncs(copies.folders[0], classes_at_hand(copies.data_dirs), copies.header)


SOURCE = Source(
    name="ncs",
    short="NCS",
    title="Noun Compound Senses",
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
    layout=(
        "input/sentids_en.csv",
        "input/sentids_pt.csv",
        *(f"dataset/{code}/neutral/P{n}_sents.csv" for code in ("en", "pt") for n in (1, 2, 3)),
    ),
    read=_read,
    references="input/sentids_{language}.csv",
)
