"""Garcia et al. (ACL 2021): tables 1–6, and its third experiment."""

from __future__ import annotations

from idioprobe.papers.common.axes import ALL_AND_CLASSES, LANGUAGE_NAMES, LANGUAGES, MODELS
from idioprobe.papers.garcia2021_acl.datatables import agreement, annotated_example, class_means, type_and_token
from idioprobe.papers.garcia2021_acl.inputs import from_annotations, from_examples
from idioprobe.papers.garcia2021_acl.senses import sense_pairs
from idioprobe.report.tables.spec import Entry, LayoutTable, MadeTable, Table

PREDICTIONS = (Entry("NC_out", {"measure": "pred_out"}), Entry("NC_out_Comp", {"measure": "pred_out_comp"}))
LEVELS = (
    (Entry("token level", {"statistic": "rho_token"}), "token"),
    (Entry("type level", {"statistic": "rho_type"}), "type"),
)
GROUPS = (
    Entry("Total", {"group": "all"}),
    Entry("Idiomatic", {"group": "NC"}),
    Entry("Part. Comp.", {"group": "PC"}),
    Entry("Composit.", {"group": "C"}),
)
DISC_JOCKEY = {"disc jockey": ("record player", "broadcaster", "announcer")}

TABLES: tuple[Table, ...] = (
    MadeTable(
        "G2-1",
        "Krippendorff's α for two and three annotators",
        "a raw table of annotations (`annotations`)",
        from_annotations(agreement, "G2-1"),
        "files",
    ),
    MadeTable(
        "G2-2",
        "ρ of type and token ratings",
        "NCTTI, or a raw table (`annotations`)",
        from_annotations(type_and_token, "G2-2"),
        "files",
        ratings=("token_avg", "type"),
    ),
    MadeTable(
        "G2-3",
        "Class means of expression, head and modifier",
        "NCTTI, or a raw table (`annotations`), which head and modifier need",
        from_annotations(class_means, "G2-3"),
        "files",
        ratings=("token",),
    ),
    MadeTable(
        "G2-4",
        "Sentences of an expression with means and paraphrases",
        "NCTTI, or a raw table or study (`annotations`) of other expressions",
        from_examples(annotated_example, "G2-4", DISC_JOCKEY),
        "files",
        ratings=("token", "type"),
    ),
    LayoutTable(
        "G2-5",
        "ρ of compositionality prediction with ratings, PPMI and frequency",
        rows=((LANGUAGE_NAMES, MODELS),),
        columns=tuple(
            (
                (prediction,),
                (level,),
                (
                    Entry("pred", {"rating": own}),
                    Entry("PP", {"rating": "ppmi"}),
                    Entry("freq", {"rating": "frequency"}),
                ),
            )
            for prediction in PREDICTIONS
            for level, own in LEVELS
        ),
        base={"group": "all", "unit": "target", "condition": "nat"},
        italic_above=0.01,
        family="contextual",
        suite="prediction",
    ),
    LayoutTable(
        "G2-6",
        "Annotators' and models' differences across an expression's sentences: mean ρ and sd",
        rows=((LANGUAGE_NAMES, MODELS),),
        columns=((GROUPS, (Entry("ave. ρ", {"statistic": "mean"}), Entry("StDev", {"statistic": "sd"}, 2))),),
        base={"unit": "sentence", "condition": "nat", "measure": "across_annotators", "rating": None},
        cell="level",
        digits=3,
        suite="prediction",
        notes=("Negative values mean agreement: distances between annotators against cosines.",),
        needs="means of head and modifier per sentence (idioprobe run --annotations FILE)",
    ),
    LayoutTable(
        "G2-spread",
        "ρ of the spread across sentences, annotators and models (experiment 3)",
        rows=((LANGUAGES, ALL_AND_CLASSES),),
        columns=((MODELS,),),
        base={
            "unit": "target",
            "condition": "nat",
            "measure": "across_spread",
            "statistic": "rho_type",
            "rating": "token_sd",
        },
        suite="prediction",
    ),
    MadeTable(
        "G2-senses",
        "Sentences of one sense and of two: brick wall, gold mine (§4.4)",
        "results with those expressions (or `expressions`), nat, target, suite prediction",
        sense_pairs,
        conditions=("nat",),
        ratings=("token",),
    ),
)
