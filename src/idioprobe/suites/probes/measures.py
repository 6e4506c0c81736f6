"""The measures of the probes, each in one declaration."""

from __future__ import annotations

from collections.abc import Mapping

from idioprobe.suites.measure import (
    HE,
    HIGH,
    LOW,
    MODERATE,
    OWN,
    VIEIRA,
    Measure,
    Prediction,
    Range,
)
from idioprobe.suites.pairs import comparisons as pair
from idioprobe.suites.pairs.formulas import affinity, larger, quotient, scaled_similarity
from idioprobe.suites.probes import overlapfree

BY_COMPOSITION: Mapping[str, Range] = {"C": HIGH, "PC": MODERATE, "NC": LOW}
BY_IDIOMATICITY: Mapping[str, Range] = {"C": LOW, "PC": MODERATE, "NC": HIGH}
POSITIVE: Range = (0.0, 1.0)


def above(than: str, words: str) -> Prediction:
    """That it is larger than another measure."""
    return Prediction("above", words, than=than)


MEASURES = (
    Measure(
        name="sim_syn",
        formula=lambda w: w["syn"],
        title="expression ↔ its synonym",
        definition="How close the expression stays when a synonym of the whole takes its place (P1).",
        written="cos(original, syn)",
        source=f"{HE}, eq. 3",
        better="higher",
        needs=(pair.SYN,),
        ideal=HIGH,
        predictions=(
            Prediction("level_one", "a synonym preserves the meaning"),
            Prediction("rho_zero", "a synonym does so whatever the idiomaticity"),
            above("sim_words", "the synonym is closer than the words' synonyms"),
            above("sim_comp", "the synonym is closer than a component"),
            above("sim_rand", "the synonym is closer than random words"),
        ),
    ),
    Measure(
        name="sim_syn2",
        formula=lambda w: w["syn2"],
        title="expression ↔ its second synonym",
        definition="The same as sim_syn for a second synonym of the whole.",
        written="cos(original, syn2)",
        source=OWN,
        better="higher",
        needs=(pair.SYN2,),
        ideal=HIGH,
        predictions=(
            Prediction("level_one", "a second synonym preserves the meaning too"),
            Prediction("rho_zero", "it does so whatever the idiomaticity"),
            above("sim_words", "the second synonym is closer than the words' synonyms"),
            above("sim_rand", "the second synonym is closer than random words"),
        ),
    ),
    Measure(
        name="sim_syn_best",
        formula=lambda w: larger(w["syn"], w["syn2"]),
        title="expression ↔ the nearer of its two synonyms",
        definition="How close the nearer of its two synonyms is, where it has two.",
        written="max(cos(original, syn), cos(original, syn2))",
        source=OWN,
        better="higher",
        needs=(pair.SYN, pair.SYN2),
        ideal=HIGH,
        predictions=(
            Prediction("level_one", "the nearer of two synonyms preserves the meaning"),
            Prediction("rho_zero", "it does so whatever the idiomaticity"),
            above("sim_words", "the nearer of two synonyms is closer than the words' synonyms"),
            above("sim_rand", "the nearer of two synonyms is closer than random words"),
        ),
    ),
    Measure(
        name="sim_comp",
        formula=lambda w: w["comp"],
        title="expression ↔ the nearer of its words",
        definition="How close the nearer of its two words alone is to the expression (P2).",
        written="max(cos(original, head), cos(original, modifier))",
        source=f"{HE}, eq. 3",
        needs=(pair.HEAD, pair.MODIFIER),
        ideal=MODERATE,
        ideals=BY_COMPOSITION,
        predictions=(
            Prediction("rho_positive", "a component is closer to compositional expressions"),
            above("sim_rand", "a component is closer than random words"),
        ),
    ),
    Measure(
        name="sim_words",
        formula=lambda w: w["words"],
        title="expression ↔ its words' synonyms",
        definition="How close the expression stays when each of its words is replaced by a synonym of that word (P3).",
        written="cos(original, words)",
        source=f"{HE}, eq. 3",
        needs=(pair.WORDS,),
        ideal=MODERATE,
        ideals=BY_COMPOSITION,
        predictions=(
            Prediction("rho_positive", "the words' synonyms are closer to compositional expressions"),
            above("sim_rand", "the words' synonyms are closer than random words"),
        ),
    ),
    Measure(
        name="sim_words_alt",
        formula=lambda w: w["words_alt"],
        title="expression ↔ further synonyms of its words",
        definition="The same as sim_words for further combinations of synonyms of its words.",
        written="mean cos(original, words_alt)",
        source=VIEIRA,
        needs=(pair.WORDS_ALT,),
        ideal=MODERATE,
        ideals=BY_COMPOSITION,
        predictions=(Prediction("rho_positive", "further words' synonyms are closer to compositional expressions"),),
    ),
    Measure(
        name="sim_rand",
        formula=lambda w: w["rand"],
        title="expression ↔ random words",
        definition="How close random words of similar frequency are: the floor of the other similarities.",
        written="mean cos(original, rand)",
        source=f"{HE}, eq. 3",
        better="lower",
        needs=(pair.RAND,),
        ideal=LOW,
        predictions=(
            Prediction("level_low", "random words are far"),
            Prediction("rho_zero", "random words are equally far whatever the idiomaticity"),
        ),
    ),
    Measure(
        name="sim_syn_rand",
        formula=lambda w: w["syn_rand"],
        title="its synonym ↔ random words",
        definition="How close random words are to the synonym.",
        written="mean cos(syn, rand)",
        source=VIEIRA,
        better="lower",
        needs=(pair.SYN_RAND,),
        ideal=LOW,
        predictions=(Prediction("rho_zero", "synonyms are equally far from random words whatever the idiomaticity"),),
    ),
    Measure(
        name="ctx_in_out",
        formula=lambda w: w["in_out"],
        title="in its sentence ↔ alone",
        definition="How little the sentence changes the expression (P4).",
        written="cos(expression in its sentence, expression alone)",
        source=HE,
        needs=(pair.IN_OUT,),
        units=("target",),
        predictions=(
            Prediction(
                "above", "a neutral sentence changes the expression less", than_condition="nat", condition="neut"
            ),
        ),
    ),
    Measure(
        name="ctx_nat_neut",
        formula=lambda w: w["nat_neut"],
        title="in a natural ↔ in a neutral sentence",
        definition="How alike the expression is in a natural and in a neutral sentence (P4).",
        written="cos(expression in nat, expression in neut)",
        source=VIEIRA,
        needs=(pair.NAT_NEUT,),
        conditions=("nat",),
        units=("target",),
    ),
    Measure(
        name="out_syn",
        formula=lambda w: w["syn"],
        title="expression ↔ its synonym, both alone",
        definition="How close expression and synonym are without any sentence.",
        written="cos(expression alone, synonym alone)",
        source=VIEIRA,
        better="higher",
        needs=(pair.SYN,),
        conditions=("none",),
        units=("target",),
        predictions=(Prediction("rho_zero", "a synonym out of context is close whatever the idiomaticity"),),
    ),
    Measure(
        name="aff_syn_words",
        formula=lambda w: affinity(w["syn"], w["words"]),
        title="nearer to its meaning than to its words",
        definition="Affinity: by how much the expression is nearer to its own synonym than to those of its words.",
        written="sim_syn − sim_words",
        source=f"{HE}, eq. 4",
        better="higher",
        needs=(pair.SYN, pair.WORDS),
        ideal=POSITIVE,
        ideals=BY_IDIOMATICITY,
        predictions=(
            Prediction("above", "idiomatic expressions prefer the synonym to the words' synonyms", group="NC"),
            Prediction("rho_negative", "the more so the more idiomatic"),
        ),
    ),
    Measure(
        name="aff_syn_rand",
        formula=lambda w: affinity(w["syn"], w["rand"]),
        title="nearer to its meaning than to random words",
        definition="Affinity: by how much it is nearer to its synonym than to random words.",
        written="sim_syn − sim_rand",
        source=f"{HE}, eq. 4",
        better="higher",
        needs=(pair.SYN, pair.RAND),
        ideal=HIGH,
        predictions=(
            Prediction("level_one", "a synonym is close and random words are far"),
            Prediction("rho_zero", "so they are whatever the idiomaticity"),
        ),
    ),
    Measure(
        name="aff_syn_comp",
        formula=lambda w: affinity(w["syn"], w["comp_of_target"]),
        title="nearer to its meaning than to one of its words",
        definition="Affinity: by how much it is nearer to its synonym than to the nearer of its words.",
        written="sim_syn − cos(original, nearer component)",
        source=VIEIRA,
        better="higher",
        needs=(pair.SYN, pair.HEAD, pair.MODIFIER),
        ideal=POSITIVE,
        ideals=BY_IDIOMATICITY,
        predictions=(
            Prediction("above", "idiomatic expressions prefer the synonym to a component", group="NC"),
            Prediction("rho_negative", "the more so the more idiomatic"),
        ),
    ),
    Measure(
        name="simr_syn",
        formula=lambda w: scaled_similarity(w["syn"], w["rand"]),
        title="expression ↔ its synonym, scaled",
        definition="Scaled similarity: sim_syn on a scale on which random words are 0 and the expression itself is 1.",
        written="(sim_syn − sim_rand) / (1 − sim_rand)",
        source=f"{HE}, eq. 5",
        better="higher",
        needs=(pair.SYN, pair.RAND),
        bounded_only=True,
        ideal=HIGH,
        predictions=(
            Prediction("level_one", "scaled by random words, a synonym is as close as can be"),
            Prediction("rho_zero", "so it is whatever the idiomaticity"),
        ),
    ),
    Measure(
        name="simr_words",
        formula=lambda w: scaled_similarity(w["words"], w["rand"]),
        title="expression ↔ its words' synonyms, scaled",
        definition="Scaled similarity of the synonyms of its words.",
        written="(sim_words − sim_rand) / (1 − sim_rand)",
        source=f"{HE}, eq. 5",
        needs=(pair.WORDS, pair.RAND),
        bounded_only=True,
        ideal=(0.0, 0.7),
        ideals=BY_COMPOSITION,
        predictions=(
            Prediction(
                "level_zero", "for idiomatic expressions the words' synonyms are as far as random words", group="NC"
            ),
            Prediction("rho_positive", "they are closer to compositional expressions"),
        ),
    ),
    Measure(
        name="simr_ratio",
        formula=quotient,
        title="its meaning against its words, as a ratio",
        definition="How many times closer the synonym is than the synonyms of the words, both scaled.",
        written="mean simr_syn / mean simr_words",
        source=HE,
        better="higher",
        needs=(pair.SYN, pair.WORDS, pair.RAND),
        of=("simr_syn", "simr_words"),
        bounded_only=True,
        per_item=False,
        predictions=(
            Prediction(
                "above", "for idiomatic expressions the synonym outweighs the words' synonyms", group="NC", floor=1.0
            ),
        ),
    ),
    *overlapfree.MEASURES,
    Measure(
        name="sim_syn_z",
        formula=lambda w: w["syn_z"],
        title="expression ↔ its synonym, all dimensions standardised",
        definition="sim_syn after every dimension is standardised, so that no dimension dominates.",
        written="cos(z(original), z(syn))",
        source=HE,
        better="higher",
        needs=(pair.SYN_Z,),
        of=("sim_syn",),
    ),
    Measure(
        name="sim_syn_ztop",
        formula=lambda w: w["syn_ztop"],
        title="expression ↔ its synonym, rogue dimensions standardised",
        definition="The same for the few dimensions that contribute most to the cosine of random pairs.",
        written="cos(z_top(original), z_top(syn))",
        source=HE,
        better="higher",
        needs=(pair.SYN_ZTOP,),
        of=("sim_syn",),
    ),
)
"""In the order in which they are shown."""
