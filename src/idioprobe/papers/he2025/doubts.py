"""Numbers of He et al. (2025) that look like errors, each with the reason."""

from __future__ import annotations

from idioprobe.papers.common.doubt import Doubt, cannot_be_significant

_EN = {"language": "en"}
_NAT_PT = {"language": "pt", "condition": "nat"}
_EXPRESSIONS = {"en": 280, "pt": 180}
_NEAREST = "P_Rand fits the nearest of the five random words (`random_by` max), not their average, as equation 3 has it"
_OF_RANDOM_WORDS = {
    **dict.fromkeys(("H2", "H3", "H4", "H8", "H10", "H11"), ("sim_rand",)),
    **dict.fromkeys(("H5", "H12", "H14"), ("aff_syn_rand",)),
    **dict.fromkeys(("H6", "H13", "H15"), ("simr_syn", "simr_words")),
}
"""Measures with random words in them, by table."""

DOUBTS = (
    Doubt(
        "H8",
        {
            "measure": ("simr_syn", "simr_words"),
            "model": ("Word2Vec", "GloVe", "ELMo", "SBERT ML", "BERT", "BERT ML", "DistilBERT ML"),
        },
        "does not follow from equation 5 and the similarities in the same table, as Llama2's numbers do",
    ),
    Doubt(
        "H8",
        {"expression": "eternal rest", "model": "DistilBERT ML", "measure": "sim_comp"},
        "0.09 lies 55 standard deviations below the model's mean of P_Comp (table 11); 0.90 would not",
    ),
    Doubt(
        "H8",
        {"expression": "grey matter", "model": "BERT", "measure": "aff_syn_words"},
        "the text (§4.5) gives -0.40 as BERT's affinity for this expression",
    ),
    Doubt(
        "H9",
        {"expression": "kill two birds in one stone", "model": ("GPT-3", "Gemini Pro", "ChatGPT 4")},
        "the question has 'in one stone', where the idiom has 'with one stone'",
    ),
    Doubt("H11", {**_NAT_PT, "measure": "sim_rand"}, "repeats P_WordsSyn of the same table"),
    Doubt(
        "H12",
        {"statistic": ("mean", "sd")},
        "the means are averages of the differences in tables 10 and 11: sentence and target unit seem to be pooled",
    ),
    Doubt("H15", {**_EN, "measure": "simr_syn"}, "repeats A_Syn|Rand of table 14, but for one cell"),
    *(cannot_be_significant(table, _EXPRESSIONS, 0.05) for table in ("H2", "H3", "H6", "H14", "H15")),
    *(
        Doubt(
            table,
            {"measure": measures, "state": "value"},
            _NEAREST if measures == ("sim_rand",) else f"made with P_Rand: {_NEAREST}",
        )
        for table, measures in _OF_RANDOM_WORDS.items()
    ),
)
