"""What the measures on a page mean: in words, as a formula, and where they were defined."""

from __future__ import annotations

from dataclasses import dataclass

from idioprobe import __version__

HE, VIEIRA, GARCIA_ACL, WOLD = (
    "He et al. (2025)",
    "Vieira (2023)",
    "Garcia et al. (ACL 2021)",
    "Wold et al. (2025)",
)


@dataclass(frozen=True)
class Definition:
    """A measure for readers who have not seen the papers."""

    words: str
    formula: str
    source: str


DEFINITIONS = {
    "sim_syn": Definition(
        "How close the expression stays when a synonym of the whole takes its place.", "cos(original, syn)", HE
    ),
    "sim_comp": Definition(
        "How close the nearer of its two words alone is to the expression.",
        "max(cos(original, head), cos(original, modifier))",
        HE,
    ),
    "sim_words": Definition(
        "How close the expression stays when each of its words is replaced by a synonym of that word.",
        "cos(original, words)",
        HE,
    ),
    "sim_words_alt": Definition(
        "The same for further combinations of synonyms of its words.", "mean cos(original, words_alt)", VIEIRA
    ),
    "sim_rand": Definition(
        "How close random words of like frequency are: the floor of the other similarities.",
        "mean cos(original, rand)",
        HE,
    ),
    "sim_syn_rand": Definition("How close random words are to the synonym.", "mean cos(syn, rand)", VIEIRA),
    "ctx_in_out": Definition(
        "How little the sentence changes the expression.", "cos(expression in its sentence, expression alone)", HE
    ),
    "ctx_nat_neut": Definition(
        "How alike the expression is in a natural and in a neutral sentence.",
        "cos(expression in nat, expression in neut)",
        VIEIRA,
    ),
    "out_syn": Definition(
        "How close expression and synonym are without any sentence.", "cos(expression alone, synonym alone)", VIEIRA
    ),
    "aff_syn_words": Definition(
        "Affinity: by how much the expression is nearer to its own synonym than to the synonyms of its words.",
        "sim_syn − sim_words",
        HE,
    ),
    "aff_syn_rand": Definition(
        "Affinity: by how much it is nearer to its synonym than to random words.", "sim_syn − sim_rand", HE
    ),
    "aff_syn_comp": Definition(
        "Affinity: by how much it is nearer to its synonym than to the nearer of its words.",
        "sim_syn − cos(original, nearer component)",
        VIEIRA,
    ),
    "simr_syn": Definition(
        "Scaled similarity: sim_syn on a scale on which random words are 0 and the expression itself is 1.",
        "(sim_syn − sim_rand) / (1 − sim_rand)",
        HE,
    ),
    "simr_words": Definition(
        "Scaled similarity of the synonyms of its words.", "(sim_words − sim_rand) / (1 − sim_rand)", HE
    ),
    "simr_ratio": Definition(
        "How many times closer the synonym is than the synonyms of the words, both scaled.",
        "mean simr_syn / mean simr_words",
        HE,
    ),
    "sim_syn_z": Definition(
        "sim_syn after every dimension is standardised, so that no dimension dominates.", "cos(z(original), z(syn))", HE
    ),
    "sim_syn_ztop": Definition(
        "The same for the few dimensions that contribute most to the cosine of random pairs.",
        "cos(z_top(original), z_top(syn))",
        HE,
    ),
    "pred_out": Definition(
        "Compositionality predicted from the expression alone.",
        "cos(expression in its sentence, expression alone)",
        GARCIA_ACL,
    ),
    "pred_out_comp": Definition(
        "Compositionality predicted from the sum of its words.",
        "cos(expression in its sentence, modifier alone + head alone)",
        GARCIA_ACL,
    ),
    "across_annotators": Definition(
        "Whether sentences in which annotators understand an expression alike are alike for the model; negative: yes.",
        "ρ(distance of ratings, cos of sentences), per expression",
        GARCIA_ACL,
    ),
    "across_spread": Definition(
        "How much an expression's vector varies over its sentences.", "sd of cos over pairs of sentences", GARCIA_ACL
    ),
    "epsilon": Definition(
        "How much more a substitution changes the sentence than the word: a model that composes has the same ε for "
        "the expression's own word as for a synonym of it.",
        "ε(a, b, c) = d(ac, bc) / d(a, b) − 1, with d = 1 − cos",
        WOLD,
    ),
}
"""By measure."""

CITATION = f"""@software{{idioprobe,
  title = {{idioprobe: does an embedding model represent a multiword expression as a whole, or word by word?}},
  author = {{{{The idioprobe authors}}}},
  year = {{2026}},
  version = {{{__version__}}},
}}"""
