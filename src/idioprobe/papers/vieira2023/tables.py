"""Vieira (2023): tables 4.1–4.4, 5.1–5.14, 6.1–6.10, B.1–B.6."""

from __future__ import annotations

from idioprobe.papers.common.axes import (
    AFFINITIES,
    CLASSES,
    EXPRESSIONS,
    LANGUAGES,
    MODELS,
    NEUTRAL_RATINGS,
    PROBES,
    UNITS,
    V_PROBES,
    V_SLICES,
    slices,
    token_slices,
)
from idioprobe.papers.garcia2021_acl.datatables import agreement_and_correlation, annotated_example, class_means
from idioprobe.papers.garcia2021_acl.inputs import from_annotations, from_examples
from idioprobe.papers.garcia2021_acl.tables import DISC_JOCKEY
from idioprobe.papers.garcia2021_eacl.tables import SHOWN
from idioprobe.papers.he2025.tables import FRONT_MAN
from idioprobe.report.tables.examples import Examples, examples, variants
from idioprobe.report.tables.spec import CellKind, Entry, Family, LayoutTable, MadeTable, Models, Product, Table, Where

SIX = ("civil marriage", "close call", "eager beaver", "field work", "ghost town", "wet blanket")
BOTH: tuple[tuple[str, Family], ...] = (("static models", "static"), ("contextual models", "contextual"))

_NAT, _NEU = Entry("Nat", {"condition": "nat"}), Entry("Neu", {"condition": "neut"})
CONTEXTS = Models({"static": (Entry("Nat/Neu", {"condition": ("nat", "neut")}),), "contextual": (_NAT, _NEU)})
UNINFLECTED = Models({"static": (Entry("Nat/Neu", {"condition": ("neut", "nat")}),), "contextual": (_NAT, _NEU)})
UPPER = Models(
    {
        "static": (Entry("NAT/NEU", {"condition": ("nat", "neut")}),),
        "contextual": (Entry("NAT", _NAT.where), Entry("NEU", _NEU.where)),
    }
)
NAT_ONLY = Models({"contextual": (Entry("", {"condition": "nat"}),)})
OUT = {"condition": "none", "unit": "target", "measure": "out_syn", "statistic": "rho_token", "rating": NEUTRAL_RATINGS}
LENGTH = {"unit": "sentence", "group": "all", "condition": "nat", "statistic": "rho_length", "rating": None}
NAT_NEUT = {"group": "all", "condition": "nat", "statistic": "rho_neut", "rating": None}
GRANULARITIES: tuple[Product, ...] = tuple(
    ((plain,), (Entry("Type", {"statistic": "rho_type", "rating": "type"}), Entry("Token", token.where)))
    for plain, token in zip(slices("Nat", "NeuShort"), token_slices("NeuShort"), strict=True)
)


def _pair(
    names: tuple[str, str], title: str, rows: Product, base: Where, *more: Product, notes: tuple[str, ...] = ()
) -> tuple[Table, ...]:
    """The same table twice, as the thesis prints it: for static and for contextual models, whom notes are about."""
    return tuple(
        LayoutTable(
            name,
            f"{title}, {what}",
            rows=(rows, *more),
            columns=((MODELS, UNITS),),
            base=base,
            family=family,
            notes=notes if family == "contextual" else (),
        )
        for name, (what, family) in zip(names, BOTH, strict=True)
    )


def _six(
    name: str,
    title: str,
    measure: str,
    models: Models = CONTEXTS,
    cell: CellKind = "expression",
    family: Family | None = None,
) -> LayoutTable:
    return LayoutTable(
        name,
        f"{title} of six expressions, target unit",
        rows=((EXPRESSIONS,),),
        columns=((models,),),
        base={"unit": "target", "language": "en", "measure": measure},
        cell=cell,
        family=family,
        expressions={"en": SIX},
    )


P1 = {"group": "no_overlap", "measure": "sim_syn"}
A1 = {"group": "no_overlap", "measure": "aff_syn_words"}
ALL = {"group": "all"}

TABLES: tuple[Table, ...] = (
    MadeTable(
        "V4.1",
        "Agreement of annotators; ρ of type and token ratings",
        "NCTTI, or a raw table (`annotations`), which the agreement needs",
        from_annotations(agreement_and_correlation, "V4.1"),
        "files",
        ratings=("token_avg", "type"),
    ),
    MadeTable(
        "V4.2",
        "Class means of expression, head and modifier",
        "NCTTI, or a raw table (`annotations`), which head and modifier need",
        from_annotations(class_means, "V4.2"),
        "files",
        ratings=("token",),
    ),
    MadeTable(
        "V4.3",
        "Sentences of an expression with means and paraphrases",
        "NCTTI, or a raw table or study (`annotations`) of other expressions",
        from_examples(annotated_example, "V4.3", DISC_JOCKEY),
        "files",
        ratings=("token", "type"),
    ),
    MadeTable(
        "V4.4",
        "A naturalistic sentence, its variants and baselines",
        "a dataset with the expression front man (or `expressions`)",
        lambda m, **o: variants(
            "V4.4", m, FRONT_MAN, ("original", "syn", "syn2", "words", "head", "modifier", "rand", "words_alt"), **o
        ),
        "material",
    ),
    MadeTable(
        "V5.1",
        "Naturalistic sentences with both kinds of synonyms",
        "a dataset with those expressions (or `expressions`)",
        lambda m, **o: examples("V5.1", m, Examples(SHOWN), **o),
        "material",
    ),
    *_pair(("V5.2", "V5.3"), "ρ of P1 without synonym overlap", (V_SLICES,), P1),
    LayoutTable(
        "V5.4",
        "ρ of P1 out of context without synonym overlap",
        rows=((LANGUAGES,),),
        columns=((MODELS,),),
        base={**OUT, "group": "no_overlap"},
    ),
    LayoutTable(
        "V5.5", "ρ of P1 out of context", rows=((LANGUAGES,),), columns=((MODELS,),), base={**OUT, "group": "all"}
    ),
    *_pair(("V5.6", "V5.7"), "ρ of P1, P2, P3 and baselines", (V_SLICES, V_PROBES), ALL),
    LayoutTable(
        "V5.8",
        "ρ of sentence similarities with sentence length",
        rows=((LANGUAGES, PROBES),),
        columns=((MODELS,),),
        base=LENGTH,
    ),
    _six("V5.9", "P1", "sim_syn", UNINFLECTED),
    _six("V5.10", "P2 (position of the nearer word)", "sim_comp", cell="expression_winner"),
    _six("V5.11", "P3", "sim_words"),
    LayoutTable(
        "V5.12",
        "ρ of P4 with compositionality",
        rows=(
            ((Entry("In/Out", {"measure": "ctx_in_out"}),), V_SLICES),
            (
                (Entry("Nat/Neutral", {"measure": "ctx_nat_neut"}),),
                tuple(
                    Entry(entry.label, {**entry.where, "condition": "nat", "statistic": "rho_token", "rating": "token"})
                    for entry in LANGUAGES
                ),
            ),
        ),
        columns=((MODELS,),),
        base={"group": "all", "unit": "target"},
        family="contextual",
    ),
    _six("V5.13", "P4 in and out of context", "ctx_in_out", family="contextual"),
    _six("V5.14", "P4 natural and neutral", "ctx_nat_neut", NAT_ONLY, family="contextual"),
    *_pair(("V6.1", "V6.2"), "ρ of A1 within classes", (CLASSES, V_SLICES), {"measure": "aff_syn_words"}),
    *_pair(
        ("V6.3", "V6.4"),
        "ρ of A1 without synonym overlap",
        (V_SLICES,),
        A1,
        notes=("The printed table repeats table 5.3, and its EN-Neutral row again as PT-Neutral.",),
    ),
    *_pair(("V6.5", "V6.6"), "ρ of A1 and A2", (V_SLICES, AFFINITIES), ALL),
    _six("V6.7", "A1", "aff_syn_words", UPPER),
    *_pair(("V6.8", "V6.9"), "ρ of A2 within classes", (CLASSES, V_SLICES), {"measure": "aff_syn_comp"}),
    _six("V6.10", "A2", "aff_syn_comp", UPPER),
    *_pair(
        ("VB.1", "VB.2"), "ρ of naturalistic and neutral sentences", (LANGUAGES, (PROBES[0], AFFINITIES[0])), NAT_NEUT
    ),
    *_pair(
        ("VB.3", "VB.4"),
        "ρ of P1 at both granularities",
        GRANULARITIES[0],
        {"group": "all", "measure": "sim_syn"},
        *GRANULARITIES[1:],
    ),
    *_pair(
        ("VB.5", "VB.6"),
        "ρ of A1 at both granularities",
        GRANULARITIES[0],
        {"group": "all", "measure": "aff_syn_words"},
        *GRANULARITIES[1:],
    ),
)
