"""Little words around an answer, in the languages that questions are asked in: models answer in any of these."""

from __future__ import annotations

import re

LETTERS = "ABCDEFGH"
"""What options are listed under."""

_ARTICLES = (
    "the a an to o os as um uma uns umas der die das den dem des ein eine einen einem einer eines "
    "el la los las lo un una unos unas"
)
ARTICLES = frozenset(_ARTICLES.split())
"""Words before a phrase that do not tell it from the same phrase without them."""

_NOUNS = (
    "answer answers option choice choices letter reply solution antwort lösung buchstabe auswahl möglichkeit "
    "resposta opção alternativa letra escolha respuesta opción elección"
)
_AROUND = (
    "the my your correct right best final most likely would be is it it's its that's that i i'd i'll we choose pick "
    "select say think go with so sure okay ok well yes "
    "die der das richtige beste meine ist lautet wäre es ich wähle würde sagen nehme denke also ja "
    "é seria correta certa minha eu escolho diria acho que sim então "
    "la el lo es sería correcta mejor mi yo elijo elegiría diría creo sí entonces"
)
ANSWER = "(?:" + "|".join(sorted(set(_NOUNS.split()), key=len, reverse=True)) + ")"
LEAD = (
    "(?:(?:"
    + "|".join(sorted({*_NOUNS.split(), *_AROUND.split()}, key=len, reverse=True))
    + r")\b[\s:,]+|(?-i:[ao])\s+)*"
)
"""What may introduce an answer."""
IS = r"(?:\s+(?:is|would\s+be|should\s+be|ist|lautet|wäre|é|seria|es|sería)|\s*:)"

SAID_NOT = re.compile(
    r"\b(?:not|never|no|neither|nor|none|cannot|without|nicht|nie|kein\w*|weder|noch|não|nunca|nem|nenhum\w*|tampouco|"
    r"ni|ningun\w*|ningún|tampoco|rather than|instead of|statt|anstatt|anstelle|em vez de|en vez de|en lugar de)\b"
    r"|n't\b|n't$",
    re.I,
)
"""What turns an option that follows it in the same clause into one that is not chosen."""
CLAUSE = re.compile(r"[.,;:!?()\[\]\n–—]|\b(?:but|sondern|aber|mas|porém|pero|sino)\b", re.I)
WRONG = re.compile(
    r"\s*(?:(?:is|are|was|ist|sind|é|são|es|son|does|do|would|could|can|kann|pode|puede)\b)?\s*"
    r"(?:not\b|n't\b|isn't|doesn't|cannot|can't|never\b|wrong|incorrect|false\b|nicht\b|falsch|kein|não\b|errad|incorret|"
    r"no\b|incorrect|fals[oa]\b)",
    re.I,
)
"""What says of an option before it that it is not the one."""
BOTH = re.compile(
    r"\b(?:either|both|any of|all of|beide|jede\w*|alle|ambos|ambas|qualquer|todas|todos|cualquiera|los dos|las dos|"
    r"os dois|as duas)\b",
    re.I,
)
EXPLAINS = r"(?:is|because|since|as|ist|weil|denn|é|porque|pois|es|ya\s+que)\b"
"""What follows a letter that is an answer, and no article."""
REASON = re.compile(
    r"\b(?:because|since|as|while|whereas|weil|denn|während|porque|pois|enquanto|ya que|mientras)\b", re.I
)

NUMBERS = {
    name: number
    for number, names in enumerate(
        (
            "zero null cero",
            "one um uma ein eins eine uno una un",
            "two dois duas zwei dos",
            "three três drei tres",
            "four quatro vier cuatro",
            "five cinco fünf",
            "six seis sechs",
            "seven sete sieben siete",
            "eight oito acht ocho",
            "nine nove neun nueve",
            "ten dez zehn diez",
        )
    )
    for name in names.split()
}
"""Numbers in words."""
OF = r"(?:\s*/\s*|\s+(?:out\s+of|of|von|de|em|sobre|aus|auf)\s+)"
"""Between a rating and the end of its scale."""
TO = r"(?:\s*[-–—]\s*|\s+(?:to|or|and|bis|oder|und|a|ou|até|e|o|y|hasta|u)\s+)"
"""Between two numbers of which neither is meant alone."""
RATING = (
    r"(?:rating|score|answer|say|give\s+(?:it|this)|bewertung|wert|antwort|sage|nota|resposta|diria|avaliação|"
    r"puntuación|respuesta|diría|valor)"
)
A = r"(?:an?|eine?|uma?|una?)"
JOINED = re.compile(r"^(?:and|or|und|oder|e|ou|y|o|u)\s+", re.I)
"""What stands before the last of a list."""
NOTHING = frozenset(("none", "nothing", "n/a", "no synonyms", "keine", "keins", "nichts", "nenhum", "nada", "ninguno"))
"""Answers that say that there is no paraphrase."""
