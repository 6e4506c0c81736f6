"""What Romance languages share: little words that fit what follows, and pools in all their regular forms."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from idioprobe.data.languages.language import Ending, lines

OPENING = r"[\"“‘«(\s]*$"
"""What may stand between a little word and the target: spaces, an opening quote or bracket."""

_LINK = re.compile(r" d[ei] ")


def last_word(words: Iterable[str]) -> re.Pattern[str]:
    """Finds one of the words at the end of a text; each is written with the space or apostrophe that follows it.

    >>> last_word(["la ", "de la ", "l'"]).search("au bord de la ")[0]
    'de la '
    """
    longest_first = sorted(set(words), key=len, reverse=True)
    written = "|".join(word.replace("'", "['’]") for word in longest_first)
    return re.compile(rf"(?<![\w-])(?:{written})(?={OPENING})", re.I)


def exchanged(before: str, match: re.Match[str], word: str) -> str:
    """The text with another word where the match is, with its capitals and with the text's apostrophe.

    >>> exchanged("L’", last_word(["l'"]).search("L’"), "le ")
    'Le '
    """
    written = match[0].rstrip(" '’")
    if written.isupper() and len(written) > 1:
        word = word.upper()
    elif written[0].isupper():
        word = word[0].upper() + word[1:]
    if "’" in before:
        word = word.replace("'", "’")
    return before[: match.start()] + word + before[match.end() :]


def verb_phrases(text: str, endings: Mapping[str, str]) -> tuple[str, ...]:
    """Entries of a pool, the verb first and regular, with its forms by what the infinitive ends in.

    >>> verb_phrases("comprar pan ; batir un huevo", {"ar": "pres:a past:ó", "ir": "pres:e past:ió"})
    ('[comprar #pres:compra #past:compró] pan', '[batir #pres:bate #past:batió] un huevo')
    """
    return tuple(_conjugated(phrase, endings) for phrase in lines(text))


def _conjugated(phrase: str, endings: Mapping[str, str]) -> str:
    verb, _, rest = phrase.partition(" ")
    ending = next(ending for ending in endings if verb.endswith(ending))
    forms = (form.split(":") for form in endings[ending].split())
    named = "".join(f" #{name}:{verb.removesuffix(ending)}{form}" for name, form in forms)
    return f"[{verb}{named}] {rest}"


def noun_phrases(text: str, plurals: Sequence[Ending]) -> tuple[str, ...]:
    """Entries of a pool with their plural, unless one is given: every word before `de` or `di` has the first that fits.

    >>> noun_phrases("flor roja #f ; taza de té #f ; lunes gris #m #pl:lunes grises", [("r$", "res"), ("$", "s")])
    ('flor roja #f #pl:flores rojas', 'taza de té #f #pl:tazas de té', 'lunes gris #m #pl:lunes grises')
    """
    return tuple(phrase if "#pl:" in phrase else _pluralised(phrase, plurals) for phrase in lines(text))


def _pluralised(phrase: str, plurals: Sequence[Ending]) -> str:
    noun, _, _ = phrase.partition(" #")
    words = _LINK.split(noun)[0].split()
    rest = noun.removeprefix(" ".join(words))
    changed = (next(re.sub(end, new, word, count=1) for end, new in plurals if re.search(end, word)) for word in words)
    return f"{phrase} #pl:{' '.join(changed)}{rest}"
