"""The tables that everybody speaks: their columns, written down once."""

from __future__ import annotations

import polars as pl

ROLES = {
    "original": "the sentence with the expression itself",
    "syn": "a holistic synonym in its place",
    "syn2": "a second holistic synonym",
    "related": "a related word that is no synonym",
    "words": "each component replaced by a synonym",
    "words_alt": "further combinations of component synonyms",
    "head": "the head alone",
    "modifier": "the modifier alone",
    "modifier_alt": "the modifier replaced by a synonym, the head kept",
    "head_alt": "the head replaced by a synonym, the modifier kept",
    "modifier_syn": "a synonym of the modifier, alone (condition none)",
    "head_syn": "a synonym of the head, alone (condition none)",
    "rand": "a random combination of similar frequency",
    "rand_nc": "another expression of the dataset",
    "rand_modifier": "a random word for the modifier",
    "rand_head": "a random word for the head",
    "modifier_generic": "a general word for the modifier",
    "head_generic": "a general word for the head",
    "generic": "general words for both",
}
"""Roles of a stimulus, with their meaning; those of a noun compound's components stand for those of any component."""


def role_words(role: str) -> str:
    """What a role means, that of any component too.

    >>> role_words("verb"), role_words("verb_alt")
    ('the verb alone', 'the verb replaced by a synonym, the rest kept')
    """
    component, _, kind = role.partition("_")
    made = {
        "": f"the {component} alone",
        "alt": f"the {component} replaced by a synonym, the rest kept",
        "syn": f"a synonym of the {component}, alone (condition none)",
        "generic": f"a general word for the {component}",
    }
    return ROLES.get(role) or made.get(kind, role)


CONDITIONS = {
    "nat": "naturalistic sentences",
    "neut": "short neutral sentence",
    "neut_long": "long neutral sentence",
    "neut_plural": "short neutral sentence, in the plural",
    "none": "the expression alone, without context",
    "question": "a question with the expression in it",
}
"""Conditions of a stimulus, with their meaning."""

CLASSES = ("NC", "PC", "C")
"""From idiomatic to compositional, where a dataset has no classes of its own; the position is the class rank."""
NOUN_COMPOUND = "noun-compound"
"""The type of expressions that do not say theirs."""
ALL, NO_OVERLAP, OVERLAP = "all", "no_overlap", "overlap"
CONTROL = "control"
"""The type of ordinary words that idioms are compared with, and their group, which is no part of any other."""
NO_CLASS = "none"
"""What expressions without a class are filed under."""
OF_TYPE = "type:"
"""What the name of a group begins with that is a type of expression."""


def is_class(group: str) -> bool:
    """Whether a group of expressions is a class.

    >>> is_class("NC"), is_class("all"), is_class("control"), is_class("type:verb-object")
    (True, False, False, False)
    """
    return group not in (ALL, NO_OVERLAP, OVERLAP, CONTROL) and not group.startswith(OF_TYPE)


ITEM: dict[str, pl.DataType] = {
    "item": pl.String(),
    "expression": pl.String(),
    "language": pl.String(),
    "condition": pl.String(),
    "sentence": pl.Int64(),
}
"""The columns that name an item: one sentence of an expression, with all its variants."""


def item_name(language: str, expression: str, condition: str, sentence: int | None = None) -> str:
    """The name of an item.

    >>> item_name("en", "eager beaver", "nat", 1)
    'en/eager beaver/nat1'
    """
    return f"{language}/{expression}/{condition}{sentence or ''}"


def length_in_tokens(text: str) -> int:
    """How long a sentence is: white-space tokens, punctuation included.

    >>> length_in_tokens("He is an eager beaver .")
    6
    """
    return len(text.split())


STIMULI: dict[str, pl.DataType] = {
    **ITEM,
    "role": pl.String(),
    "index": pl.Int64(),
    "text": pl.String(),
    "spans": pl.String(),
    "derived": pl.Boolean(),
}
"""`spans` is where the target stands in the text, `3:15`, or `3:7 20:24` if it is in two parts."""
EXPRESSIONS: dict[str, pl.DataType] = {
    "expression": pl.String(),
    "language": pl.String(),
    "components": pl.String(),
    "type": pl.String(),
    "class": pl.String(),
    "synonym_overlap": pl.Boolean(),
    "frequency": pl.Float64(),
    "ppmi": pl.Float64(),
    "pmi": pl.Float64(),
    "average_frequency": pl.Float64(),
}
"""`components` are its words in their order with their roles (`verb:kick; object:bucket`), `type` is what kind of
expression it is. `frequency` is how often the expression occurs, `average_frequency` the mean of it and its words':
what random replacements are matched on."""
NO_COUNTS = (None, None, None, None)
"""The last four columns of an expression of which no corpus is known."""
ADDED_COLUMNS = ("pmi", "average_frequency", "zipf_word", "zipf_other")
"""Columns that older results do not have; a dataset's hash passes over those that are empty."""
RATINGS: dict[str, pl.DataType] = {
    "expression": pl.String(),
    "language": pl.String(),
    "sentence": pl.Int64(),
    "target": pl.String(),
    "rating": pl.String(),
    "mean": pl.Float64(),
    "sd": pl.Float64(),
    "n": pl.Int64(),
}
DROPPED: dict[str, pl.DataType] = {
    **ITEM,
    "role": pl.String(),
    "index": pl.Int64(),
    "unit": pl.String(),
    "view": pl.String(),
    "what": pl.String(),
    "reason": pl.String(),
}
"""What was left out, and why: by a reader of a dataset, by a model, by a measure."""
FLAWS: dict[str, pl.DataType] = {
    "file": pl.String(),
    "column": pl.String(),
    **ITEM,
    "role": pl.String(),
    "index": pl.Int64(),
    "flaw": pl.String(),
    "handling": pl.String(),
}
"""What is wrong in the files of a published dataset, and what its reader did about it."""
LENGTHS: dict[str, pl.DataType] = {"item": pl.String(), "length": pl.Int64()}
"""The length of each item's sentence: in tokens, or as a dataset publishes it."""
LABELLINGS: dict[str, pl.DataType] = {
    "expression": pl.String(),
    "language": pl.String(),
    "labelling": pl.String(),
    "class": pl.String(),
}
"""Every classification that a dataset has of its expressions; `expressions` holds the one chosen."""
PARAPHRASES: dict[str, pl.DataType] = {
    "expression": pl.String(),
    "language": pl.String(),
    "sentence": pl.Int64(),
    "paraphrase": pl.String(),
}
"""What people said for an expression, in one sentence or, where that is null, as such."""
PAIR_KEYS = tuple(ITEM)
SIMILARITIES: dict[str, pl.DataType] = {
    **ITEM,
    "comparison": pl.String(),
    "role": pl.String(),
    "index": pl.Int64(),
    "unit": pl.String(),
    "view": pl.String(),
    "special_tokens": pl.Boolean(),
    "metric": pl.String(),
    "value": pl.Float64(),
}
"""One comparison of two vectors."""
VIEW_KEYS = ("unit", "view", "special_tokens", "metric")
SCORES: dict[str, pl.DataType] = {
    **ITEM,
    "unit": pl.String(),
    "view": pl.String(),
    "special_tokens": pl.Boolean(),
    "metric": pl.String(),
    "measure": pl.String(),
    "value": pl.Float64(),
    "winner": pl.Int64(),
}
"""One measure of one item, in one view."""
_OF: dict[str, pl.DataType] = {
    "model": pl.String(),
    "dataset": pl.String(),
    "language": pl.String(),
    "condition": pl.String(),
    "unit": pl.String(),
    "view": pl.String(),
    "special_tokens": pl.Boolean(),
    "metric": pl.String(),
    "labelling": pl.String(),
    "group": pl.String(),
    "measure": pl.String(),
}
"""What a statistic or a prediction is about."""
SUMMARY: dict[str, pl.DataType] = {
    **_OF,
    "statistic": pl.String(),
    "rating": pl.String(),
    "value": pl.Float64(),
    "n": pl.Int64(),
    "ci_low": pl.Float64(),
    "ci_high": pl.Float64(),
    "p": pl.Float64(),
    "method": pl.String(),
}
"""One statistic, with its n, its interval and the test that made it."""
PREDICTIONS: dict[str, pl.DataType] = {
    **_OF,
    "prediction": pl.String(),
    "statistic": pl.String(),
    "rating": pl.String(),
    "value": pl.Float64(),
    "n": pl.Int64(),
    "ci_low": pl.Float64(),
    "ci_high": pl.Float64(),
    "verdict": pl.String(),
    "rule": pl.String(),
    "words": pl.String(),
}
"""One linguistic prediction and what became of it."""
CONTRASTS: dict[str, pl.DataType] = {
    "model": pl.String(),
    "dataset": pl.String(),
    "contrast": pl.String(),
    "first": pl.String(),
    "second": pl.String(),
    "language": pl.String(),
    "condition": pl.String(),
    "unit": pl.String(),
    "view": pl.String(),
    "special_tokens": pl.Boolean(),
    "metric": pl.String(),
    "measure": pl.String(),
    "statistic": pl.String(),
    "rating": pl.String(),
    "value_first": pl.Float64(),
    "value_second": pl.Float64(),
    "difference": pl.Float64(),
    "ci_low": pl.Float64(),
    "ci_high": pl.Float64(),
    "expressions_first": pl.Int64(),
    "expressions_second": pl.Int64(),
    "verdict": pl.String(),
    "method": pl.String(),
}
"""The difference of one number between two parts of a result, such as two languages; `language` and `condition` are
empty where they are what is contrasted."""
OLD_COLUMNS = {"compound": "expression"}
"""Columns that had another name in 0.3, and are read under it still."""
REQUIRED = {
    "stimuli": ("item", "expression", "language", "condition", "role", "text", "spans"),
    "expressions": ("expression", "language"),
    "ratings": ("expression", "language", "mean"),
}
TABLES = {"stimuli": STIMULI, "expressions": EXPRESSIONS, "ratings": RATINGS}
TARGET = "expression"
"""What a rating is about that is not about a component, whose role it names then."""
RATING_KINDS = {
    "type": "one rating of the expression, whatever the sentence",
    "token": "a rating of the expression in one sentence",
    "token_mean": "an expression's mean over sentences, as published",
}
"""Kinds of rating, with their meaning."""


def default_rating(sentence: str = "sentence") -> pl.Expr:
    """The kind of a rating that does not name it: a sentence's own, or else the expression's."""
    return pl.when(pl.col(sentence).is_null()).then(pl.lit("type")).otherwise(pl.lit("token"))
