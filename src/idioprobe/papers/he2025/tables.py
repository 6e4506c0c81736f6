"""He et al. (2025): tables 1–16, and analyses that its text and figures describe."""

from __future__ import annotations

from idioprobe.papers.common.axes import (
    ALL_AND_CLASSES,
    BY_TYPE,
    EXPRESSIONS,
    H_AFFINITIES,
    H_PROBES,
    H_SCALED,
    H_SLICES,
    MEAN_AND_SD,
    MODELS,
)
from idioprobe.papers.he2025.analyses import model_against_model
from idioprobe.papers.he2025.chatbots import answers_in_words
from idioprobe.papers.he2025.contrasts import contrast_table
from idioprobe.papers.he2025.ranks import ranks
from idioprobe.report.tables.examples import Classed, classed_examples, variants
from idioprobe.report.tables.spec import CHOSEN, SHOW_MEAN, Entry, LayoutTable, MadeTable, Models, Table

HE_ROLES = ("original", "syn", "words", "head", "modifier", "rand")
FRONT_MAN = {"front man": "catholic"}
SIX = ("grey matter", "eager beaver", "Dutch courage", "eternal rest", "economic aid", "research lab")
UNITS = (Entry("Sent", {"unit": "sentence"}), Entry("NC", {"unit": "target"}))
NATURAL = tuple(entry for entry in H_SLICES if entry.where["condition"] == "nat")
SENTENCE = {"unit": "sentence", "group": "all"}
TARGET = {"unit": "target", "group": "all"}
NO_OVERLAP = {"unit": "target", "group": "no_overlap"}
TOP = {"measure": "sim_syn_ztop"}
STANDARDISED_TOP = {"group": "all", "statistic": "rho_plain", "rating": None, **TOP}
TWO_READINGS = (
    "The paper's table has all dimensions (appendix C.1), though its §5.1 speaks of the top three and means it too; "
    "H16-top has those."
)
FREE_SYNONYM = {
    "H14-syn2": (
        "ρ of affinities with a synonym that shares no word, the second where the first does",
        (Entry("A_Syn|WordsSyn", {"measure": "aff_free_words"}), Entry("A_Syn|Rand", {"measure": "aff_free_rand"})),
    ),
    "H15-syn2": (
        "ρ of scaled similarities with a synonym that shares no word, the second where the first does",
        (Entry("Sim_R|Syn", {"measure": "simr_free"}), Entry("Sim_R|WordsSyn", {"measure": "simr_free_words"})),
    ),
}
"""Tables 14 and 15 on all expressions that have a synonym without overlap, which the paper leaves for future work."""
SCALED_MEANS = tuple(Entry(entry.label, {**entry.where, "show": SHOW_MEAN}) for entry in H_SCALED)

TABLES: tuple[Table, ...] = (
    MadeTable(
        "H1",
        "A naturalistic sentence and its minimal pairs",
        "a dataset with the expression front man (or `expressions`)",
        lambda m, **o: variants("H1", m, FRONT_MAN, HE_ROLES, numbered=True, **o),
        "material",
    ),
    LayoutTable(
        "H2",
        "ρ of similarities with compositionality, sentence unit",
        rows=((H_PROBES, H_SLICES),),
        columns=((MODELS,),),
        base={**SENTENCE, **BY_TYPE},
    ),
    LayoutTable(
        "H3",
        "ρ of similarities with compositionality, target unit",
        rows=((H_PROBES, H_SLICES),),
        columns=((MODELS,),),
        base={**TARGET, **BY_TYPE},
    ),
    LayoutTable(
        "H4",
        "ρ of sentence similarities with sentence length",
        rows=((H_PROBES, NATURAL),),
        columns=((MODELS,),),
        base={**SENTENCE, "statistic": "rho_length", "rating": None},
    ),
    LayoutTable(
        "H5",
        "ρ of affinities with compositionality, target unit",
        rows=((H_AFFINITIES, H_SLICES),),
        columns=((MODELS,),),
        base={**TARGET, **BY_TYPE},
    ),
    LayoutTable(
        "H6",
        "ρ of scaled similarities with compositionality, target unit",
        rows=((H_SCALED, H_SLICES),),
        columns=((MODELS,),),
        base={**TARGET, **BY_TYPE},
    ),
    MadeTable(
        "H7",
        "Six expressions with their synonyms and sentences",
        "a dataset with those expressions (or `expressions`)",
        lambda m, **o: classed_examples("H7", m, Classed(SIX), **o),
        "material",
    ),
    LayoutTable(
        "H8",
        "All measures of six expressions, mean (sd) over their sentences",
        rows=((EXPRESSIONS, (*H_PROBES, *H_AFFINITIES, *SCALED_MEANS)),),
        columns=((MODELS,),),
        base={"unit": "target", "language": "en", "condition": "nat"},
        cell="expression_sd",
        expressions={"en": SIX},
        notes=("The reported Sim_R of seven models, all but Llama2, does not follow from the article's equation 5.",),
    ),
    MadeTable(
        "H9",
        "Questions with idioms in them, and the shortest answers",
        "results of models that answer in words (idioprobe run -m chat:MODEL --suite questions)",
        answers_in_words,
        "answers",
        takes=(),
    ),
    *(
        LayoutTable(
            name,
            f"Mean and standard deviation of {what}",
            rows=((axis, MODELS),),
            columns=((H_SLICES, MEAN_AND_SD),),
            base={**base, "rating": None},
            cell="level",
            digits=3,
            notes=notes,
        )
        for name, what, axis, base, notes in (
            ("H10", "similarities, sentence unit", H_PROBES, SENTENCE, ()),
            (
                "H11",
                "similarities, target unit",
                H_PROBES,
                TARGET,
                ("In the printed table P_Rand for PT-Nat repeats P_WordsSyn.",),
            ),
            (
                "H12",
                "affinities, target unit",
                H_AFFINITIES,
                TARGET,
                ("The printed table seems to pool both units; here it is the target unit, as its title says.",),
            ),
            ("H13", "scaled similarities, target unit", H_SCALED, TARGET, ()),
        )
    ),
    LayoutTable(
        "H14",
        "ρ of affinities without expressions that share a word with their synonym",
        rows=((H_AFFINITIES, H_SLICES),),
        columns=((MODELS,),),
        base={**NO_OVERLAP, **BY_TYPE},
    ),
    LayoutTable(
        "H15",
        "ρ of scaled similarities without expressions that share a word with their synonym",
        rows=((H_SCALED, H_SLICES),),
        columns=((MODELS,),),
        base={**NO_OVERLAP, **BY_TYPE},
        notes=("In the printed table Sim_R|Syn for English repeats A_Syn|Rand of table 14.",),
    ),
    *(
        LayoutTable(name, title, rows=((axis, H_SLICES),), columns=((MODELS,),), base={**TARGET, **BY_TYPE})
        for name, (title, axis) in FREE_SYNONYM.items()
    ),
    LayoutTable(
        "H16",
        "ρ of P_Syn before and after standardising all dimensions",
        rows=((UNITS, H_SLICES),),
        columns=((MODELS,),),
        base={"group": "all", "measure": "sim_syn_z", "statistic": "rho_plain", "rating": None},
        digits=3,
        family="contextual",
        notes=(TWO_READINGS,),
        of_top=TOP,
    ),
    LayoutTable(
        "H16-top",
        "ρ of P_Syn before and after standardising the top dimensions",
        rows=((UNITS, H_SLICES),),
        columns=((MODELS,),),
        base=STANDARDISED_TOP,
        digits=3,
        family="contextual",
        notes=("The article's §5.1 gives 0.79 for BERT in PT-Neut and 0.65 for Llama2 in EN-Neut, and names no unit.",),
        of_top=TOP,
    ),
    LayoutTable(
        "H16-layers",
        "ρ of P_Syn before and after standardising the top dimensions, layer by layer",
        rows=((Models(per_view=True),),),
        columns=((UNITS, H_SLICES),),
        base=STANDARDISED_TOP,
        digits=3,
        family="contextual",
        every_view=True,
        needs="layers one by one (idioprobe run --view mean@all)",
        of_top=TOP,
    ),
    MadeTable(
        "H-models",
        "ρ between models over items (figure 10)",
        "results of two models or more",
        model_against_model,
        takes=("units", "conditions"),
    ),
    LayoutTable(
        "H-ratio",
        "Ratio of the scaled similarities by class (figures 8 and 9), target unit",
        rows=((H_SLICES, ALL_AND_CLASSES),),
        columns=((MODELS,),),
        base={"unit": "target", "measure": "simr_ratio", "statistic": "mean", "rating": None},
        cell="level",
    ),
    MadeTable(
        "H-contrasts",
        "Languages, conditions, synonym overlap, kinds of models against each other, with intervals",
        "results",
        contrast_table,
        takes=("units", "conditions"),
        ratings=(CHOSEN,),
    ),
    MadeTable(
        "H-ranks",
        "Highest and lowest affinities, and the first of each class (§4.5)",
        "results",
        ranks,
        takes=("units", "conditions", "top"),
    ),
)
