"""Portuguese: articles agree with the gender of the expression, and every word of a noun has a plural."""

from __future__ import annotations

import re

from idioprobe.data.languages.language import Language, LongSentence

LANGUAGE = Language(
    code="pt",
    names=("portuguese", "português", "por"),
    neutral={
        "noun": {
            "neut": "{Este|Esta} é {um|uma} [X].",
            "neut_long": "Isto é o que {um|uma} [X] deveria ser.",
        },
    },
    long=(
        LongSentence(
            re.compile(r"(?:Este|Esta) é (?P<article>uma?) ", re.I),
            "Isto é o que {article} ",
            " deveria ser",
        ),
        LongSentence(
            re.compile(r"(?:Estes|Estas) são (?P<article>)", re.I),
            "Isto é o que {article}",
            " deveriam ser",
        ),
    ),
    plural_rules=(
        (r"\b(alem|c|capit|escriv|guardi|p|tabeli|charlat)ão$", r"\1ães"),
        (r"\b(bênç|ch|cidad|crist|gr|irm|m|órf|órg|pag|s|v|artes)ão$", r"\1ãos"),
        (r"s$", "s"),
        (r"ão$", "ões"),
        (r"m$", "ns"),
        (r"^(.*[áéíóúâêô].*)[ei]l$", r"\1eis"),
        (r"el$", "éis"),
        (r"ol$", "óis"),
        (r"([au])l$", r"\1is"),
        (r"il$", "is"),
        (r"([rz])$", r"\1es"),
        (r"$", "s"),
    ),
    plural_endings=(
        ("ão", "ões"),
        ("ão", "ães"),
        ("m", "ns"),
        ("il", "is"),
        ("il", "eis"),
        ("l", "is"),
        ("ês", "eses"),
        ("", "es"),
    ),
    every_word_inflects=True,
)
