"""How He et al. (2025) ran their models.

Special tokens in sentence means, and P_Comp's word chosen among targets in both units, are from their released code.
P_Rand is an average in the article's equation 3; its printed cells fit the nearest of the five random replacements.
"""

from __future__ import annotations

from idioprobe.papers.common.settings import PaperSettings

SETTINGS = PaperSettings(
    suites=("probes",),
    conditions=("nat", "neut"),
    units=("target", "sentence"),
    special_tokens=True,
    winner="target",
    random_by="max",
    rogue=3,
    labelling="CompScale",
    views={
        "hf": ("mean@last4",),
        "st": ("mean@last4",),
        "elmo": ("mean@last3:concat",),
        "openai": ("native",),
    },
    by_family={"chat": {"suites": ("questions",), "languages": ("en",), "kinds": ("idiom", "free")}},
    open=(
        "the released code asks for float16, the article names no precision; here it is `dtype`'s",
        'the released code gives words that a file of vectors lacks the vector of the word "word"; the article and '
        "this run leave them out; `unknown_words` word does as the code",
    ),
)
