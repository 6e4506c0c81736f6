"""Garcia et al. (EACL 2021): tables 1–7, and analyses that the text describes."""

from __future__ import annotations

from idioprobe.papers.common.axes import BY_TYPE, EXPRESSIONS, G1_SLICES, LANGUAGES, MODELS, PROBES
from idioprobe.papers.common.axes import UNITS as PLAIN_UNITS
from idioprobe.papers.garcia2021_eacl.analyses import concatenation, top_overlap
from idioprobe.papers.garcia2021_eacl.gaps import gaps
from idioprobe.papers.garcia2021_eacl.median import mean_and_median
from idioprobe.papers.garcia2021_eacl.probed import PROBED_EN, PROBED_PT, probed
from idioprobe.report.tables.examples import Examples, examples
from idioprobe.report.tables.spec import Entry, LayoutTable, MadeTable, Models, Table

SHOWN = {
    "field work": "archaeology",
    "ghost town": "deserted",
    "close call": "alive and kicking",
    "eager beaver": "left work",
    "wet blanket": "no wonder",
}
"""The expressions of table 1, with a clue to the sentence of each."""
FIVE = tuple(SHOWN)
G1_HEADINGS = ("Naturalistic sentence", "NC", "NC_syn", "NC_synW")
UNITS = (Entry("ρ Sent", {"unit": "sentence"}), Entry("ρ NC", {"unit": "target"}))
# GloVe's eager beaver is .43 there and .41 on average over the sentences (H table 8), one of which has a plural:
# static models show the neutral sentence.
CONTEXTS = Models(
    {
        "static": (Entry("NAT/NEU", {"condition": ("neut", "nat")}),),
        "contextual": (Entry("NAT", {"condition": "nat"}), Entry("NEU", {"condition": "neut"})),
    }
)

TABLES: tuple[Table, ...] = (
    MadeTable(
        "G1-1",
        "Naturalistic sentences with both kinds of synonyms",
        "a dataset with those expressions (or `expressions`)",
        lambda m, **o: examples("G1-1", m, Examples(SHOWN, G1_HEADINGS), **o),
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
        ratings=("type",),
    ),
    MadeTable(
        "G1-7",
        "Portuguese examples for each probe, with ratings and similarities",
        "results on a dataset with those expressions",
        lambda i, **o: probed("G1-7", i, "pt", PROBED_PT, **o),
        ratings=("type",),
    ),
    MadeTable(
        "G1-top50", "Synonym overlap among the highest P1 (§4.1)", "results", top_overlap, takes=("conditions", "top")
    ),
    MadeTable(
        "G1-median",
        "ρ of mean and median judgments (§3.1)",
        "a raw table of annotations (`annotations`)",
        mean_and_median,
        "files",
        takes=(),
    ),
    LayoutTable(
        "G1-layers",
        "ρ of P1, P2, P3 with compositionality, combinations of layers side by side (§3.3)",
        rows=((G1_SLICES, PROBES, PLAIN_UNITS),),
        columns=((Models(per_view=True),),),
        base={"group": "all", **BY_TYPE},
        every_view=True,
        needs="several views (idioprobe run --view mean@-1,mean@last2,mean@last3,mean@last4,mean@last5)",
    ),
    MadeTable(
        "G1-gaps",
        "Largest and smallest gaps of P4, naturalistic to neutral (§4.4)",
        "results of contextual models, nat/neut, target",
        gaps,
        takes=("expressions", "top"),
    ),
    LayoutTable(
        "G1-contexts",
        "ρ of naturalistic and neutral sentences (§4.5)",
        rows=((LANGUAGES, PROBES),),
        columns=((MODELS, PLAIN_UNITS),),
        base={"group": "all", "condition": "nat", "statistic": "rho_neut_type", "rating": None},
        notes=("Over expressions: the mean of the naturalistic sentences of each against its neutral sentence.",),
    ),
    MadeTable(
        "G1-concat",
        "ρ with averaged and with concatenated subwords (§4.6)",
        "results with the views mean@last4,concat@last4",
        concatenation,
        ratings=("type",),
    ),
)
