"""Galician: prepositions contract with the article that a slot puts behind them."""

from __future__ import annotations

import re

from idioprobe.data.grammar.romance import OPENING, exchanged, noun_phrases, verb_phrases
from idioprobe.data.languages.language import Language

# Before the definite article, and before the indefinite one where it contracts with that too.
_CONTRACTED = {
    "a": ("ao", "á", ""),
    "de": ("do", "da", "d"),
    "en": ("no", "na", "n"),
    "con": ("co", "coa", "c"),
    "por": ("polo", "pola", ""),
}
_PREPOSITION_AND_ARTICLE = re.compile(rf"(?<!\w)(a|de|en|con|por) (o|a|un|unha)(?=\s{OPENING})", re.I)


def contract(before: str, _filler: str, _tags: frozenset[str]) -> str:
    """A preposition and an article directly before the target become one word.

    >>> contract("Falou de o ", "xardín", frozenset()), contract("En unha ", "casa", frozenset())
    ('Falou do ', 'Nunha ')
    """
    match = _PREPOSITION_AND_ARTICLE.search(before)
    if not match:
        return before
    preposition, article = match[1].lower(), match[2].lower()
    masculine, feminine, stem = _CONTRACTED[preposition]
    if article in ("un", "unha"):
        word = stem + article if stem else f"{preposition} {article}"
    else:
        word = masculine if article == "o" else feminine
    return exchanged(before, match, word)


# By their ending alone, these would pass for verbs.
_NOUNS = """
altar azar bar bazar colar dólar familiar fogar lar líder lugar luar mar mártir máster militar muller par
particular pilar polar póster solar
"""
_VERB_PHRASE = re.compile(
    rf"^(?!(?:{'|'.join(_NOUNS.split())})(?!\w)|ser (?:humano|querido|vivo))"
    r"(?:non )?(?:\w*[aeií]r(?:se|lle|lles)?|pór(?:se)?)(?!\w)",
    re.I,
)

_REGULAR = {
    "ar": "pres:a prespl:an past:ou pastpl:aron impf:aba impfpl:aban part:ado ger:ando",
    "er": "pres:e prespl:en past:eu pastpl:eron impf:ía impfpl:ían part:ido ger:endo",
    "ir": "pres:e prespl:en past:iu pastpl:iron impf:ía impfpl:ían part:ido ger:indo",
}
_PLURALS = (
    (r"is$", "ises"),
    (r"s$", "s"),
    (r"[rz]$", r"\g<0>es"),
    (r"il$", "ís"),
    (r"l$", "is"),
    (r"$", "s"),
)

LANGUAGE = Language(
    code="gl",
    names=("galician", "galego", "glg"),
    neutral={
        "noun": {
            "neut": "{Este|Esta} é {un|unha} [X].",
            "neut_long": "Isto é o que {un|unha} [X] debería ser.",
        },
        "verb": {
            "neut": "Queren [X].",
            "neut_long": "Non sempre é tan doado [X] como parece.",
        },
        "other": {
            "neut": "Adoita dicirse: [X].",
            "neut_long": "Hai quen o di así, sen máis: [X].",
        },
    },
    masculine_rules=((r"ora$", "or"), (r"a$", "o")),
    feminine_rules=((r"or$", "ora"), (r"o$", "a")),
    gender_rules=(
        (r"(?:ción|sión|dade|tude|xe|eza|ura|ia)$", "f"),
        (r"(?:ema|oma)$", "m"),
        (r"a$", "f"),
        (r"(?:o|or)$", "m"),
    ),
    fit=contract,
    verb_phrase=_VERB_PHRASE,
    pools={
        "adjective-noun": noun_phrases(
            """
            casa illada #f ; camiño estreito #m ; xanela aberta #f ; queixo salgado #m ; treboada violenta #f
            mazá madura #f ; xardín florido #m ; maleta pesada #f ; bufanda gris #f ; hotel cómodo #m
            lámpada rota #f ; río profundo #m ; veciño falador #m ; coche verde #m ; estudante aplicada #f
            abrigo gastado #m ; outeiro nevado #m ; museo gratuíto #m ; idea orixinal #f ; coitelo afiado #m
            praia deserta #f ; árbore enorme #f ; cunca branca #f ; corredor escuro #m ; sopa espesa #f
            enfermeiro paciente #m ; historia divertida #f ; biscoito esponxoso #m ; igrexa románica #f
            zapato novo #m ; tren rápido #m ; montaña escarpada #f ; escaleira esvaradía #f ; saia curta #f
            piano desafinado #m ; carta anónima #f ; obreiro canso #m ; illa volcánica #f ; alfombra persa #f
            equipo local #m ; paraugas negro #m
            """,
            _PLURALS,
        ),
        "noun-noun": noun_phrases(
            """
            cunca de barro #f ; cesta de cereixas #f ; clase de xeografía #f ; ponte de pedra #f
            camisa de algodón #f ; caixa de lapis #f ; estatua de mármore #f ; ramo de rosas #m ; saco de cemento #m
            partido de tenis #m ; mesa de cociña #f ; prato de arroz #m ; sombreiro de palla #m ; vestido de seda #m
            profesor de latín #m ; tenda de mobles #f ; concerto de violín #m ; tubo de plástico #m
            actor de teatro #m ; lago de montaña #m ; vaso de limoada #m ; equipo de natación #m
            bote de marmelada #m ; sala de reunións #f ; gaiola de canarios #f ; xersei de la #m
            fábrica de zapatos #f ; rabaño de ovellas #m ; caldo de verduras #m ; anel de prata #m
            barril de sidra #m
            """,
            _PLURALS,
        ),
        "verb-noun": verb_phrases(
            """
            reparar o motor ; mercar unha bicicleta ; vender un sofá ; preparar a cea ; visitar o museo
            limpar o espello ; plantar unha cerdeira ; levar unha maleta ; encher a bañeira ; copiar a receita
            debuxar un barco ; atravesar o río ; afinar o piano ; alugar un apartamento ; salgar a sopa
            atopar unha moeda ; cepillar o cabalo ; segar o prado ; regar os tomates ; asinar o contrato
            cantar unha balada ; contar as cadeiras ; dobrar as sabas ; tecer unha bufanda ; lustrar os zapatos
            ordenar os libros ; decorar a torta ; fotografar un castelo ; varrer o patio ; montar un andel
            asar un polo ; probar o queixo ; embalar un agasallo ; lavar o coche ; recibir un telegrama
            escoitar a radio ; coser un botón ; observar as estrelas ; repartir a sobremesa ; estudar xeometría
            bater un ovo
            """,
            _REGULAR,
        ),
    },
)
