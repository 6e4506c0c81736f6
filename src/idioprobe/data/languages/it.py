"""Italian: articles and what is made with them go by the gender and the first sound of what follows."""

from __future__ import annotations

import re
import unicodedata

from idioprobe.data.grammar.romance import exchanged, last_word, noun_phrases, verb_phrases
from idioprobe.data.languages.language import Language, LongSentence

# Masculine before most consonants, before s + consonant, z, gn …, before a vowel; feminine before a consonant, a vowel.
_ARTICULATED = tuple(
    (f"{stem}l ", f"{stem}llo ", f"{stem}ll'", f"{stem}lla ", f"{stem}ll'")
    for stem in ("de", "a", "da", "ne", "su", "que", "be")
)
_INDEFINITE = tuple(
    (f"{stem}un ", f"{stem}uno ", f"{stem}un ", f"{stem}una ", f"{stem}un'") for stem in ("", "ness", "alc")
)
_FAMILIES = (("il ", "lo ", "l'", "la ", "l'"), *_ARTICULATED, *_INDEFINITE)
_LITTLE_WORD = last_word(word for family in _FAMILIES for word in family)
_LIKE_LO = re.compile(r"s(?![aeiouàèéìòù])|z|gn|[pc]t|p[ns]|x|y|[iì][aeiouàèéìòù]", re.I)


def adapt_article(before: str, filler: str, tags: frozenset[str]) -> str:
    """The article or articulated preposition directly before the target, made to fit the filler.

    The gender is the filler's, or where it is not known that of the written word. Without a
    gender `lo` stays before a consonant: before a verb it is a pronoun.

    >>> adapt_article("Era un ", "zaino", frozenset({"m"})), adapt_article("Era un'", "lettera", frozenset({"f"}))
    ('Era uno ', 'Era una ')
    >>> adapt_article("nell'", "specchio", frozenset({"m"})), adapt_article("Il ", "isola", frozenset({"f"}))
    ('nello ', "L'")
    """
    match = _LITTLE_WORD.search(before)
    if not match:
        return before
    written = match[0].lower().replace("’", "'")
    family = next(family for family in _FAMILIES if written in family)
    feminine = "f" in tags or ("m" not in tags and written in family[3:] and written not in family[:3])
    sound = _sound(filler)
    if not tags & {"m", "f"} and written == "lo " and sound == 0:
        return before
    word = family[3 + (sound == 2)] if feminine else family[sound]
    return before if word == written else exchanged(before, match, word)


def _sound(filler: str) -> int:
    """Which of the masculine forms goes before it: 0 il, 1 lo, 2 l'."""
    word = unicodedata.normalize("NFC", filler.lstrip('"“‘«( \u00a0'))
    if _LIKE_LO.match(word):
        return 1
    return 2 if unicodedata.normalize("NFD", word)[:1].lower() in tuple("aeiouh") else 0


# By their ending alone, these would pass for verbs.
_NOUNS = """
affare altare camere carattere carcere care cellulare cenere chiare dovere esemplare familiare gare genere lettere lire
lunare mare militare nucleare opere parere particolare piacere polare polvere popolare potere rare regolare singolare
solare titolare venere volgare
"""
_VERB_PHRASE = re.compile(
    rf"^(?:non )?(?!(?:{'|'.join(_NOUNS.split())})(?!\w))(?:\w+(?:[ai]re|(?<!i)ere|[aeiou]rre|[aei]rsi|[aei]rl[aei]|"
    r"[aei]r(?:sela|sene|cela|ci|ne))|andar|aver|dar|esser|far|star|tener|venir|voler)(?!\w)",
    re.I,
)

_REGULAR = {
    "are": "pres:a prespl:ano past:ò pastpl:arono impf:ava impfpl:avano part:ato ger:ando",
    "ere": "pres:e prespl:ono past:ette pastpl:ettero impf:eva impfpl:evano part:uto ger:endo",
    "ire": "pres:isce prespl:iscono past:ì pastpl:irono impf:iva impfpl:ivano part:ito ger:endo",
}
_PLURALS = (
    (r"io$", "i"),
    (r"(?<=[aeiou])([cg])ia$", r"\1ie"),
    (r"([cg])ia$", r"\1e"),
    (r"([cg])a$", r"\1he"),
    (r"([cg])o$", r"\1hi"),
    (r"a$", "e"),
    (r"[oe]$", "i"),
)

LANGUAGE = Language(
    code="it",
    names=("italian", "italiano", "ita"),
    long=(
        LongSentence(
            re.compile(
                r"(?:Questo|Questa|Quest['’]) ?è (?P<article>(?:un[ao]?|il|lo|la) |(?:un|l) ?['’] ?|)",
                re.I,
            ),
            "Questo è ciò che {article}",
            " dovrebbe essere",
        ),
        LongSentence(
            re.compile(r"(?:Questi|Queste) sono (?P<article>(?:i|gli|le|dei|degli|delle) |)", re.I),
            "Questo è ciò che {article}",
            " dovrebbero essere",
        ),
    ),
    neutral={
        "noun": {
            "neut": "{Questo|Questa} è {un|una} [X].",
            "neut_long": "Ecco come dovrebbe essere {un|una} [X].",
        },
        "verb": {
            "neut": "Vogliono [X].",
            "neut_long": "Non è sempre così facile [X] come sembra.",
        },
        "other": {
            "neut": "Si dice: [X].",
            "neut_long": "C'è chi lo dice semplicemente così: [X].",
        },
    },
    masculine_rules=((r"trice$", "tore"), (r"a$", "o")),
    feminine_rules=((r"tore$", "trice"), (r"o$", "a")),
    gender_rules=(
        (r"(?:zione|sione|tà|tù|trice)$", "f"),
        (r"(?:ema|oma)$", "m"),
        (r"a$", "f"),
        (r"(?:o|ore)$", "m"),
    ),
    fit=adapt_article,
    verb_phrase=_VERB_PHRASE,
    pools={
        "adjective-noun": noun_phrases(
            """
            casa isolata #f ; sentiero stretto #m ; finestra aperta #f ; formaggio salato #m ; temporale violento #m
            mela matura #f ; giardino fiorito #m ; valigia pesante #f ; sciarpa grigia #f ; albergo comodo #m
            lampada rotta #f ; fiume profondo #m ; vicino chiacchierone #m ; macchina verde #f ; studentessa seria #f
            cappotto logoro #m ; collina boscosa #f ; museo gratuito #m ; idea originale #f ; coltello affilato #m
            spiaggia deserta #f ; albero enorme #m ; tazza scheggiata #f ; corridoio buio #m ; zuppa densa #f
            infermiere paziente #m ; storia divertente #f ; torta soffice #f ; chiesa romanica #f ; scarpa nuova #f
            treno veloce #m ; montagna innevata #f ; scala ripida #f ; gonna pieghettata #f ; pianoforte scordato #m
            lettera anonima #f ; operaio stanco #m ; isola vulcanica #f ; tappeto persiano #m ; squadra locale #f
            zaino impermeabile #m ; specchio ovale #m
            """,
            _PLURALS,
        ),
        "noun-noun": noun_phrases(
            """
            tazza di porcellana #f ; cesto di ciliegie #m ; corso di geografia #m ; ponte di pietra #m
            camicia di cotone #f ; scatola di matite #f ; statua di marmo #f ; stazione di periferia #f
            mazzo di rose #m ; sacco di cemento #m ; partita di tennis #f ; tavolo di legno #m ; ciotola di riso #f
            cappello di paglia #m ; vestito di seta #m ; insegnante di latino #m ; negozio di mobili #m
            concerto di violino #m ; tubo di plastica #m ; attore di teatro #m ; lago di montagna #m
            bicchiere di limonata #m ; squadra di nuoto #f ; barattolo di marmellata #m ; sala di lettura #f
            gabbia di canarini #f ; maglione di lana #m ; fabbrica di scarpe #f ; gregge di pecore #m
            studio di architettura #m ; zuppa di verdure #f
            """,
            _PLURALS,
        ),
        "verb-noun": verb_phrases(
            """
            riparare il motore ; comprare una bicicletta ; vendere un divano ; preparare la cena ; visitare il museo
            pulire lo specchio ; piantare un ciliegio ; portare una valigia ; svuotare la vasca ; copiare la ricetta
            disegnare una barca ; attraversare il fiume ; accordare il pianoforte ; affittare un appartamento
            salare la zuppa ; trovare una moneta ; spazzolare il cavallo ; rasare il prato ; innaffiare i pomodori
            firmare il contratto ; cantare una ninnananna ; contare le sedie ; piegare le lenzuola ; spedire un pacco
            lucidare le scarpe ; ordinare i libri ; farcire la torta ; fotografare un castello ; arredare il salotto
            montare uno scaffale ; arrostire un pollo ; assaggiare il formaggio ; incartare un regalo
            lavare la macchina ; restituire le chiavi ; ascoltare la radio ; imbucare una lettera
            osservare le stelle ; ricevere un telegramma ; studiare la geometria ; costruire un ponte
            """,
            _REGULAR,
        ),
    },
)
