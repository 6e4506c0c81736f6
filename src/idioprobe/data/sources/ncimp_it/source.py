"""NCIMP in Italian as published, in a repository of 2026."""

from __future__ import annotations

from typing import TYPE_CHECKING

from idioprobe.data.sources.catalogue import Copies, Source, SourceFile

if TYPE_CHECKING:
    from idioprobe.data.dataset import Dataset


def _read(copies: Copies) -> Dataset:
    from idioprobe.data.sources.ncimp_it.dataset import read_ncimp_it

    return read_ncimp_it(copies.folders[0], copies.header)


SOURCE = Source(
    name="ncimp-it",
    short="NCIMP-it",
    title="Noun Compound Idiomaticity Minimal Pairs in Italian",
    languages=("it",),
    expressions={"it": 237},
    sentences={"it": 6_636},
    roles=("original", "syn", "syn2", "words", "head", "modifier", "head_syn", "modifier_syn", "rand"),
    licence="none in the repository",
    citation=(
        "Petra Giommarelli. 2026. Investigating Idiomaticity in Word Representations, Italian. Repository, "
        "https://github.com/petra-giommarelli/Investigating-Idiomaticity-in-Word-Representations-italian; "
        "an extension of Wei He and others 2025, https://doi.org/10.1162/coli_a_00546"
    ),
    repository="petra-giommarelli/Investigating-Idiomaticity-in-Word-Representations-italian",
    commit="be1a17383cb131fe1153c3ea702a65fea34c9249",
    files=(
        SourceFile(
            "files/NC_original.csv",
            "naturalistic and neutral sentences, synonyms of expressions and of their words",
            "9c8b914a536564d9e7d3706b34b6a1f606dc025099b50eacc512d2c2e6885136",
        ),
        SourceFile(
            "files/NC_PSyn.xlsx",
            "the sentences with a synonym of the expression",
            "e9ae59ca85e79587c51e261c31480416600a52c16e956985c9fc7871f3d4cdb6",
        ),
        SourceFile(
            "files/NC_PRand.xlsx",
            "the sentences with five random combinations",
            "a48f8c66184c5912729e0b4e3dee838ed1df2bff9b623c7c17e630e956e2baa0",
        ),
        SourceFile(
            "files/human_compositionality_scores_IT.xlsx",
            "human ratings, classes and sentence lengths",
            "d04fd309a6949e2dd84b8a92f51a91a62d16f653e820ed3544de6f64ab4af564",
        ),
    ),
    layout=(
        "files/NC_original.csv",
        "files/NC_PSyn.xlsx",
        "files/NC_PRand.xlsx",
        "files/human_compositionality_scores_IT.xlsx",
    ),
    read=_read,
)
