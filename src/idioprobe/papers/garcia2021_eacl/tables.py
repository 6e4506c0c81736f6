"""Garcia et al. (EACL 2021): tables 1–7; Garcia et al. (ACL 2021): tables 1–6."""

from __future__ import annotations

from idioprobe.papers.axes import BY_TYPE, EXPRESSIONS, G1_SLICES, LANGUAGE_NAMES, LANGUAGES, MODELS, PROBES
from idioprobe.papers.garcia2021_acl.datatables import agreement, annotated_example, class_means, type_and_token
from idioprobe.papers.garcia2021_eacl.probed import PROBED_EN, PROBED_PT, probed
from idioprobe.papers.vieira2023.tables import FIVE
from idioprobe.report.tables.examples import Examples, examples
from idioprobe.report.tables.spec import Entry, LayoutTable, MadeTable, Models, Table

UNITS = (Entry("ρ Sent", {"unit": "sentence"}), Entry("ρ NC", {"unit": "target"}))
# GloVe's eager beaver is .43 there and .41 on average over the sentences (H table 8), one of which has a plural:
# static models show the neutral sentence.
CONTEXTS = Models(
    {
        "static": (Entry("NAT/NEU", {"condition": ("neut", "nat")}),),
        "contextual": (Entry("NAT", {"condition": "nat"}), Entry("NEU", {"condition": "neut"})),
    }
)
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

EACL: tuple[Table, ...] = (
    MadeTable(
        "G1-1",
        "Naturalistic sentences with both kinds of synonyms",
        "a dataset with those expressions (or --expression)",
        lambda m, **o: examples("G1-1", m, Examples({"en": FIVE}), **o),
        "material",
    ),
    LayoutTable(
        "G1-2",
        "ρ of P1, P2, P3 with compositionality",
        rows=((G1_SLICES, PROBES),),
        columns=((MODELS, UNITS),),
        base={"group": "all", **BY_TYPE},
    ),
    LayoutTable(
        "G1-3",
        "P1, P2 (position of the nearer word) and P3 of five expressions, target unit",
        rows=((EXPRESSIONS,),),
        columns=((PROBES, CONTEXTS),),
        base={"unit": "target", "language": "en"},
        cell="expression_winner",
        expressions={"en": FIVE},
    ),
    LayoutTable(
        "G1-4",
        "ρ of P4 with compositionality",
        rows=((G1_SLICES,),),
        columns=((MODELS,),),
        base={"group": "all", "unit": "target", "measure": "ctx_in_out", **BY_TYPE},
        family="contextual",
    ),
    LayoutTable(
        "G1-5",
        "ρ of sentence similarities with sentence length",
        rows=((LANGUAGES, PROBES),),
        columns=((MODELS,),),
        base={"unit": "sentence", "group": "all", "condition": "nat", "statistic": "rho_length", "rating": None},
        alpha=0.001,
    ),
    MadeTable(
        "G1-6",
        "English examples for each probe, with ratings and similarities",
        "results on a dataset with those expressions",
        lambda i, **o: probed("G1-6", i, "en", PROBED_EN, **o),
    ),
    MadeTable(
        "G1-7",
        "Portuguese examples for each probe, with ratings and similarities",
        "results on a dataset with those expressions",
        lambda i, **o: probed("G1-7", i, "pt", PROBED_PT, **o),
    ),
)

ACL: tuple[Table, ...] = (
    MadeTable(
        "G2-1",
        "Krippendorff's α for two and three annotators",
        "a raw table of annotations (--annotations)",
        lambda d, **_: agreement("G2-1", d),
        "nctti",
    ),
    MadeTable("G2-2", "ρ of type and token ratings", "NCTTI", lambda d, **_: type_and_token("G2-2", d), "nctti"),
    MadeTable(
        "G2-3",
        "Class means of expression, head and modifier",
        "NCTTI; for head and modifier a raw table (--annotations)",
        lambda d, **_: class_means("G2-3", d),
        "nctti",
    ),
    MadeTable(
        "G2-4",
        "Sentences of an expression with means and paraphrases",
        "NCTTI",
        lambda d, **o: annotated_example("G2-4", d, "disc jockey", **o),
        "nctti",
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
        notes=("PP and freq need counts: idioprobe run --association FILE.",),
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
        notes=(
            "Negative values mean agreement: distances between annotators against cosines.",
            "Needs means of head and modifier per sentence: idioprobe run --annotations FILE.",
        ),
    ),
)
TABLES = EACL + ACL
