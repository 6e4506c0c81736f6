"""The measures of answers in words, each in one declaration."""

from __future__ import annotations

from functools import partial

from idioprobe.core.views import ANSWER
from idioprobe.suites.measure import HE, OWN, Measure, Prediction
from idioprobe.suites.questions.bias import position_bias
from idioprobe.suites.questions.kinds import QUESTION
from idioprobe.suites.questions.matching import matches, matches_exactly
from idioprobe.suites.questions.scores import consistency, mean, nearest, short_bias, usable

IN_CHOICES = ("nat", "neut", "none")
IN_ALL = (*IN_CHOICES, QUESTION)

in_words = partial(Measure, units=(ANSWER,), source=OWN)
share = partial(in_words, formula=mean, better="higher", by_expression=True, conditions=IN_CHOICES)
"""The share of usable answers that are right, over the orders and repetitions of a question."""
USABLE_ONLY = "Answers of no use do not count; in the row mean_refused_wrong they are wrong answers."

MEASURES = (
    share(
        name="qa_idiom",
        title="asked with an idiom, it answers by its meaning",
        definition="Questions with an idiom in them and two answers, one that follows from its meaning and one from "
        f"its words, in either order: the share of answers by its meaning. {USABLE_ONLY}",
        written="share of answers that are the idiomatic one",
        source=f"{HE}, table 9; with two answers {OWN}",
        chance=0.5,
        conditions=(QUESTION,),
        predictions=(Prediction("above", "it answers by the meaning of an idiom", floor=0.5),),
    ),
    share(
        name="qa_pref_words",
        title="asked which keeps the meaning, it takes the synonym and not the words' synonyms",
        definition="Two options, its synonym and the synonyms of its words, in either order: the share of answers that "
        f"take the synonym. {USABLE_ONLY}",
        written="share of syn among syn, words",
        chance=0.5,
        predictions=(
            Prediction("above", "the synonym keeps the meaning, the words' synonyms do not", floor=0.5),
            Prediction(
                "above", "a sentence helps to see what an expression means", than_condition="none", condition="nat"
            ),
        ),
    ),
    share(
        name="qa_choice",
        title="of all options it takes the synonym",
        definition="Up to four options, its synonym, the synonyms of its words, one of its words and random words, "
        f"each in each place equally often: the share of answers that take the synonym. {USABLE_ONLY}",
        written="share of syn among syn, words, component, rand",
        chance="qa_choice_chance",
        predictions=(
            Prediction("above", "the synonym keeps the meaning, other words do not", than="qa_choice_chance"),
        ),
    ),
    in_words(
        name="qa_choice_chance",
        formula=mean,
        title="the same by guessing",
        definition="How often a guess among the options would be the synonym; options that are equal count once.",
        written="1 / number of options",
        by_expression=True,
        correlated=False,
        conditions=IN_CHOICES,
    ),
    share(
        name="qa_chose_words",
        title="of all options it takes the words' synonyms",
        definition="The share of the answers to qa_choice that take the synonyms of its words.",
        written="share of words among syn, words, component, rand",
        better="lower",
    ),
    share(
        name="qa_chose_component",
        title="of all options it takes one of its words",
        definition="The share of the answers to qa_choice that take one of its own words: the head, or else the first.",
        written="share of component among syn, words, component, rand",
        better="lower",
    ),
    share(
        name="qa_chose_random",
        title="of all options it takes random words",
        definition="The share of the answers to qa_choice that take random words.",
        written="share of rand among syn, words, component, rand",
        better="lower",
    ),
    in_words(
        name="qa_rating",
        formula=mean,
        title="how literal it says the expression is",
        definition="Its rating of how literal the expression is in the sentence, on the scale that people were given; "
        "by likelihood the expected value over the steps of the scale. What counts is its correlation with people's "
        "(rho_type, rho_token); rho_person is that of one person with the others, where their spread is known.",
        written="mean of the ratings; ρ with people's",
        conditions=("nat",),
        predictions=(Prediction("rho_positive", "what people find literal, it finds literal"),),
    ),
    share(
        name="qa_paraphrase",
        formula=matches,
        title="it gives a synonym that people gave",
        definition="Asked for up to three synonyms in the sentence, one of them is a synonym of the dataset, but for "
        f"case, articles, hyphens, and singular or plural. {USABLE_ONLY}",
        written="share with a human synonym among three answers",
        conditions=("nat",),
    ),
    share(
        name="qa_paraphrase_exact",
        formula=matches_exactly,
        title="the same in the very words",
        definition="The same as qa_paraphrase where the words are the same but for case and punctuation around them.",
        written="share with a human synonym, as written, among three answers",
        conditions=("nat",),
    ),
    share(
        name="qa_paraphrase_sim",
        formula=nearest,
        title="how near its paraphrases are to people's",
        definition="The highest cosine between one of its paraphrases and a synonym of the dataset, by the sentence "
        "embeddings of the model that paraphrases_by names.",
        written="max cos(answer, human synonym)",
        conditions=("nat",),
    ),
    in_words(
        name="qa_position_bias",
        formula=position_bias,
        title="it prefers a place in the list",
        definition="The share of the place that is chosen most often minus the share that each place would have, "
        "over all usable answers to qa_choice (in questions: to qa_idiom); as options change places, 0 is none. The "
        "highest of several shares is above 0 by luck too, the more so the fewer answers there are; the interval is "
        "that of the place, and has 0 in it where there may be no bias.",
        written="max over places: share of the place − 1 / options",
        better="lower",
        per_item=False,
        conditions=IN_ALL,
    ),
    in_words(
        name="qa_position_bias_pair",
        formula=position_bias,
        title="the same for two options",
        definition="The same as qa_position_bias over the answers to qa_pref_words.",
        written="max over places: share of the place − 1 / 2",
        better="lower",
        per_item=False,
        conditions=IN_CHOICES,
    ),
    in_words(
        name="qa_consistency",
        formula=consistency,
        title="it makes the same choice in whatever order",
        definition="The share of the choice made most often among the usable answers to one question, over its "
        "orders and repetitions, averaged over the questions of qa_choice (in questions: of qa_idiom). A model that "
        "goes by the place alone gets 1 / options.",
        written="share of the most frequent choice",
        better="higher",
        by_expression=True,
        conditions=IN_ALL,
    ),
    in_words(
        name="qa_consistency_pair",
        formula=consistency,
        title="the same for two options",
        definition="The same as qa_consistency for the questions of qa_pref_words.",
        written="share of the most frequent choice",
        better="higher",
        by_expression=True,
        conditions=IN_CHOICES,
    ),
    in_words(
        name="qa_short_bias",
        formula=short_bias,
        title="it prefers the shortest option",
        definition="The share of answers to qa_choice that take the shortest option, in characters, minus what "
        "guessing would give; questions whose options are all as long do not count.",
        written="share of the shortest option − chance",
        by_expression=True,
        correlated=False,
        conditions=IN_CHOICES,
    ),
    in_words(
        name="qa_raw_short_bias",
        formula=short_bias,
        title="the same if likelihoods were not divided by length",
        definition="What qa_short_bias would be if the option with the highest likelihood were chosen, whatever its "
        "length.",
        written="share of the shortest option by plain likelihood − chance",
        by_expression=True,
        correlated=False,
        conditions=IN_CHOICES,
    ),
    in_words(
        name="qa_refused",
        formula=usable,
        title="it gives no answer that can be used",
        definition="The share of answers to all its questions that are empty, refuse, name several options or none, or "
        "never came. No answer is guessed.",
        written="share of answers without a choice, rating or paraphrase",
        better="lower",
        by_expression=True,
        correlated=False,
        conditions=IN_ALL,
    ),
)
"""In the order in which they are shown."""
