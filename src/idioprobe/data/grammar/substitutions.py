"""What a check can see to be ungrammatical where something takes an expression's place: articles, agreement, doublings.

A fault is one only where the original sentence has not the same, so that what a rule gets wrong there is no fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import polars as pl

from idioprobe.core.requests import parse_spans
from idioprobe.core.tables import ITEM
from idioprobe.data.languages.language import base_language, find_language, likely_gender

ARTICLE, GENDER, NUMBER, VERB, DOUBLED = "article", "gender", "number", "verb", "doubled word"
FAULTS: dict[str, pl.DataType] = {
    **{name: ITEM[name] for name in ("item", "language", "condition")},
    "role": pl.String(),
    "index": pl.Int64(),
    "fault": pl.String(),
    "text": pl.String(),
}
AROUND = 30
"""Characters that are shown on either side of a substitute."""

_WORD = re.compile(r"\w[\w'’-]*")
_LAST = re.compile(r"(?:^|\W)(\w[\w'’-]*)\s+$")
_FIRST = re.compile(r"\s+(\w[\w'’-]*)")
_ROMANCE = {
    "pt": "m o os um uns este estes esse esses aquele aqueles do dos no nos ao aos pelo pelos num nuns meu seu nosso "
    "f as uma umas esta estas essa essas aquela aquelas da das na nas à às pela pelas numa numas minha sua nossa",
    "es": "m el los un unos este estos ese esos aquel aquellos del al nuestro "
    "f la las una unas esta estas esa esas aquella aquellas nuestra",
    "gl": "m o os un uns este estes ese eses aquel aqueles do dos no nos ao aos polo polos meu seu "
    "f as unha unhas esta estas esa esas aquela aquelas da das na nas á ás pola polas miña súa",
}
"""Little words with a gender, by language; those that end in s are plural. Portuguese `a` is a preposition too."""
_SURE = re.compile(r"(?:[^ã]o|[^tmp]a|[çsx]ão|dade|tude)$")
_UNSURE = re.compile(r"(?:camarada|colega|guarda|guia|foto|moto|mano|dia|día|r[aá]dio)$")
"""Endings that tell a noun's gender, and nouns with such an ending that do not."""
_ONE, _MANY = (
    frozenset(words.split())
    for words in ("a an this each every another", "these those many several few both two three four five various")
)
_IS, _ARE = (frozenset(words.split()) for words in ("is was has does isn't wasn't", "are were have do aren't weren't"))
_PLURALS, _SINGULARS, _EITHER = (
    frozenset(words.split())
    for words in (
        "people children men women feet teeth mice geese police",
        "news lens bus gas chaos atlas canvas rhinoceros lápis ônibus vírus pires",
        "sheep fish deer cattle data folk series species means gallows crossroads headquarters aircraft salmon trout",
    )
)
_NO_PLURAL = re.compile(r"(?:ss|us|is|ics)$")
_NO_ROMANCE_PLURAL = re.compile(r"(?:us|pes|[íêáóé]s)$")


def ungrammatical(stimuli: pl.DataFrame) -> pl.DataFrame:
    """Every substitute that a check can see not to fit its sentence, with what is wrong and where."""
    rows = []
    placed = stimuli.filter(pl.col("condition") != "none")
    for _, part in placed.group_by("item", maintain_order=True):
        items = part.to_dicts()
        own = next((row for row in items if row["role"] == "original"), None)
        if own is None:
            continue
        there = dict(_of_row(own))
        for row in items:
            for fault, shown in _of_row(row):
                if row is not own and fault not in there:
                    rows.append({**{name: row[name] for name in FAULTS if name in row}, "fault": fault, "text": shown})
    return pl.DataFrame(rows, schema=FAULTS)


def _of_row(row: dict[str, str]) -> Iterator[tuple[str, str]]:
    spans = parse_spans(row["spans"])
    start, end, text = spans[0][0], spans[-1][1], row["text"]
    before, target, after = text[:start], text[start:end], text[end:]
    shown = f"{before[-AROUND:]}[{target}]{after[:AROUND]}"
    for fault in faults(before, target, after, row["language"]):
        yield fault, shown


def faults(before: str, target: str, after: str, language: str) -> Iterator[str]:
    """What is wrong with a target in its sentence, as far as rules can tell.

    >>> list(faults("He is a ", "eager man", " .", "en")), list(faults("Uma ", "coelho branco", " .", "pt"))
    (['article'], ['gender'])
    >>> list(faults("Those ", "hard worker", " are here .", "en")), list(faults("Keep an ", "an eye", " on it", "en"))
    (['number', 'verb'], ['doubled word'])
    """
    code = base_language(language)
    words = _WORD.findall(target)
    if not words:
        return
    last = found[1] if (found := _LAST.search(before)) else ""
    following = found[1] if (found := _FIRST.match(after)) else ""
    doubled = last.casefold() == words[0].casefold() or following.casefold() == words[-1].casefold()
    if find_language(code).fit(before, target, frozenset()) != before and not doubled:
        yield ARTICLE
    if code in _ROMANCE:
        yield from _romance(last.casefold(), words[0].casefold(), code)
    elif code == "en":
        yield from _english(last.casefold(), words[-1].casefold(), following.casefold())
    if doubled:
        yield DOUBLED


def _romance(determiner: str, noun: str, language: str) -> Iterator[str]:
    masculine, _, feminine = _ROMANCE[language].removeprefix("m ").partition(" f ")
    gender = "m" if determiner in masculine.split() else "f" if determiner in feminine.split() else None
    if gender is None:
        return
    sure = _SURE.search(noun.removesuffix("s")) and not _UNSURE.search(noun.removesuffix("s"))
    if sure and likely_gender(noun, language) not in (None, gender):
        yield GENDER
    if _is_plural(noun, _NO_ROMANCE_PLURAL) not in (None, determiner.endswith("s")):
        yield NUMBER


def _english(determiner: str, noun: str, verb: str) -> Iterator[str]:
    plural = _is_plural(noun, _NO_PLURAL)
    if plural is None:
        return
    if determiner in (_ONE if plural else _MANY):
        yield NUMBER
    if verb in (_IS if plural else _ARE):
        yield VERB


def _is_plural(noun: str, exceptions: re.Pattern[str]) -> bool | None:
    """By its ending, but for words that are known to be otherwise; None for those that may be either."""
    if noun in _EITHER:
        return None
    return noun in _PLURALS or (noun.endswith("s") and noun not in _SINGULARS and not exceptions.search(noun))
