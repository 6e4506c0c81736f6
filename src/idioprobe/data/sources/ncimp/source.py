"""NCIMP as published: Wei He and others, Computational Linguistics 2025."""

from __future__ import annotations

from typing import TYPE_CHECKING

from idioprobe.data.sources.catalogue import Copies, Source, SourceFile

if TYPE_CHECKING:
    from idioprobe.data.dataset import Dataset


def _read(copies: Copies) -> Dataset:
    from idioprobe.data.sources.ncimp.dataset import read_ncimp
    from idioprobe.data.sources.nctti.read import classes_at_hand

    return read_ncimp(copies.folders, classes_at_hand(copies.data_dirs), copies.labelling, copies.header)


SOURCE = Source(
    name="ncimp",
    short="NCIMP",
    title="Noun Compound Idiomaticity Minimal Pairs",
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
    layout=(
        "dataset/EN/neutral.csv",
        "dataset/PT/neutral.csv",
        *(f"dataset/{code}/naturalistics_examplesent{n}.csv" for code in ("EN", "PT") for n in (1, 2, 3)),
        "dataset/human_compositionality scores.xlsx",
    ),
    read=_read,
    decided_by=("ncimp", "nctti"),
)
