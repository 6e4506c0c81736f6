"""NCTTI as published: Marcos Garcia and others, ACL 2021."""

from __future__ import annotations

from typing import TYPE_CHECKING

from idioprobe.data.sources.catalogue import Copies, Source, SourceFile

if TYPE_CHECKING:
    from idioprobe.data.dataset import Dataset


def _read(copies: Copies) -> Dataset:
    from idioprobe.data.sources.nctti.dataset import read_nctti_dataset

    return read_nctti_dataset(copies.folders[0], copies.header)


SOURCE = Source(
    name="nctti",
    short="NCTTI",
    title="Noun Compound Type and Token Idiomaticity",
    languages=("en", "pt"),
    expressions={"en": 280, "pt": 180},
    sentences={"en": 840, "pt": 540},
    roles=("original", "syn", "syn2", "head", "modifier"),
    licence="none in the repository",
    citation=(
        "Marcos Garcia, Tiago Kramer Vieira, Carolina Scarton, Marco Idiart, and Aline Villavicencio. 2021. "
        "Assessing the Representations of Idiomaticity in Vector Models with a Noun Compound Dataset Labeled at Type "
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
    layout=("data/data_en.tsv", "data/data_pt.tsv", "data/data_*.tsv"),
    read=_read,
    references="data/sentids_{language}.csv",
)
