"""French: articles agree with the gender of what follows, and little words elide before a vowel."""

from __future__ import annotations

import re
import unicodedata

from idioprobe.data.grammar.romance import exchanged, last_word, noun_phrases, verb_phrases
from idioprobe.data.languages.language import Language

# Masculine and feminine before a consonant, masculine and feminine before a vowel.
_AGREEING = (
    ("le ", "la ", "l'", "l'"),
    ("du ", "de la ", "de l'", "de l'"),
    ("au ", "à la ", "à l'", "à l'"),
    ("un ", "une ", "un ", "une "),
    ("ce ", "cette ", "cet ", "cette "),
    ("mon ", "ma ", "mon ", "mon "),
    ("ton ", "ta ", "ton ", "ton "),
    ("son ", "sa ", "son ", "son "),
    ("aucun ", "aucune ", "aucun ", "aucune "),
    ("beau ", "belle ", "bel ", "belle "),
    ("nouveau ", "nouvelle ", "nouvel ", "nouvelle "),
    ("vieux ", "vieille ", "vieil ", "vieille "),
)
_ELIDING = tuple(
    (f"{word}e ", f"{word}e ", f"{word}'", f"{word}'")
    for word in ("c", "d", "j", "m", "n", "s", "t", "qu", "jusqu", "lorsqu", "puisqu", "quoiqu")
)
_FAMILIES = (*_AGREEING, *_ELIDING)
_LITTLE_WORD = last_word(word for family in _FAMILIES for word in family)

# Before these there is no elision: an aspirated h, and vowels that are spoken as consonants.
_LIKE_A_CONSONANT = re.compile(
    r"h(?:âbl|ach|addock|agard|aie(?!\w)|aies|aillon|ain[es]|aineu|aïr|alal|âl[eé]|alet|all(?!u)|alo(?!g)|alte(?!r)|amac|"
    r"amburger|ammam|ameau|ampe|amster|anap|anche|and|angar|anneton|ant[eéi]|app[eé]|ara|arc[eè]l|ardes|ardi|arem|areng|argn|aricot|"
    r"arna|arp|asard|asch|âte|âti|au[bst]|aut|avre|ayon|eaume|enn[eéi]|éraut|ère(?!\w)|ériss|ernie|éron|éros(?!\w)|erse|"
    r"être|eurt|ibou|ic(?!\w)|ideu|iérarch|ip-hop|ippie|iss|it(?!\w)|obby|obbies|obereau|och|ockey|old|ollan|ollywood|"
    r"omard|ong|onte|op(?!\w)|oquet|orde|ors|ot-?dog|otte|ou[bepqrsx]|ouill|oul|ublot|uche|ué|uguenot|uit(?!r)|ulul|une(?!\w)|usk|"
    r"uppe|url(?!u)|ussard|utte)|"
    r"onz|oui(?!\w)|ouistiti|uhlan|y(?!eux|euse)[aàeéèiou]",
    re.I,
)


def sounds_like_vowel(word: str) -> bool:
    """Whether little words elide before it: it begins with a vowel or a mute h.

    >>> [sounds_like_vowel(word) for word in ("école", "homme", "œuf", "hibou", "onze", "yaourt", "chat")]
    [True, True, True, False, False, False, False]
    """
    word = unicodedata.normalize("NFC", word.lstrip('"“‘«( \u00a0\u202f'))
    first = unicodedata.normalize("NFD", word)[:1].lower()
    return first in tuple("aeiouyhœæ") and not _LIKE_A_CONSONANT.match(word)


def adapt_words(before: str, filler: str, tags: frozenset[str]) -> str:
    """The little word directly before the target, made to fit the sound and the gender of the filler.

    A tag `#h` says that the h, or whatever the filler begins with, is aspirated: nothing elides.

    >>> adapt_words("C'est l'", "mouton noir", frozenset({"m"})), adapt_words("la peur du ", "échec", frozenset())
    ("C'est le ", "la peur de l'")
    >>> adapt_words("Sa ", "amie", frozenset({"f"})), adapt_words("Il n'", "mange pas", frozenset())
    ('Son ', 'Il ne ')
    """
    match = _LITTLE_WORD.search(before)
    if not match:
        return before
    written = match[0].lower().replace("’", "'")
    family = next(family for family in _FAMILIES if written in family)
    feminine = "f" in tags or ("m" not in tags and written in family[1::2] and written not in family[0::2])
    vowel = sounds_like_vowel(filler) and "h" not in tags
    word = family[2 * vowel + feminine]
    return before if word == written else exchanged(before, match, word)


# By their ending alone, these would pass for verbs, or these would not.
_NOUNS = """
amer berger boulanger cancer cher clocher cuiller danger enfer étranger fer foyer hamburger hamster hiver leader
léger loyer manager mer noyer oranger plancher poker rocher verger ver avenir cuir désir élixir émir fakir loisir
martyr menhir plaisir saphir soupir souvenir tir vizir
"""
_VERBS = """
apprécier associer bénéficier charrier confier copier crier déplier envier étudier licencier lier marier négocier
nier oublier parier plier prier publier rallier relier remercier replier scier skier trier varier apercevoir asseoir
avoir concevoir décevoir devoir mouvoir percevoir pouvoir prévoir promouvoir recevoir revoir savoir valoir voir
vouloir abattre admettre apprendre atteindre attendre battre boire combattre commettre comprendre conduire confondre
connaître construire convaincre coudre craindre croire cuire défendre démettre dépendre descendre détruire dire
disparaître écrire élire entendre éteindre étendre être faire fendre fondre interdire introduire joindre lire mettre
mordre moudre naître omettre paraître peindre pendre perdre permettre plaindre plaire pondre poursuivre prendre
produire promettre reconnaître réduire refaire rejoindre relire remettre rendre répandre répondre reprendre résoudre
rire rompre séduire soumettre sourire suivre surprendre suspendre taire teindre tendre tondre tordre traduire traire
transmettre vaincre vendre vivre
"""
_VERB_PHRASE = re.compile(
    rf"^(?:ne (?:pas |plus |jamais |rien )?|n['’])?(?:se |s['’])?(?!(?:lever|coucher) d[eu] |pouvoir d['’])"
    rf"(?:(?!(?:{'|'.join(_NOUNS.split())})(?!\w))\w+(?:(?<!i)er|fier|phier|(?<!o)ir)|{'|'.join(_VERBS.split())})(?![\w-])",
    re.I,
)

_REGULAR = {
    "er": "pres:e prespl:ent past:a pastpl:èrent impf:ait impfpl:aient part:é ger:ant",
    "ir": "pres:it prespl:issent past:it pastpl:irent impf:issait impfpl:issaient part:i ger:issant",
    "dre": "pres:d prespl:dent past:dit pastpl:dirent impf:dait impfpl:daient part:du ger:dant",
}
_PLURALS = ((r"[sxz]$", r"\g<0>"), (r"e?au$", r"\g<0>x"), (r"al$", "aux"), (r"$", "s"))

LANGUAGE = Language(
    code="fr",
    names=("french", "français", "francais", "fra", "fre"),
    neutral={
        "noun": {
            "neut": "C'est {un|une} [X].",
            "neut_long": "Voici ce que devrait être {un|une} [X].",
        },
        "verb": {
            "neut": "Ils veulent [X].",
            "neut_long": "Ce n'est pas toujours aussi simple de [X].",
        },
        "other": {
            "neut": "On dit : [X].",
            "neut_long": "Il y a des gens qui disent simplement : [X].",
        },
    },
    fit=adapt_words,
    verb_phrase=_VERB_PHRASE,
    pools={
        "adjective-noun": noun_phrases(
            """
            maison isolée #f ; chemin étroit #m ; fenêtre ouverte #f ; fromage salé #m ; orage violent #m
            pomme mûre #f ; jardin fleuri #m ; valise lourde #f ; écharpe grise #f ; hôtel confortable #m
            lampe cassée #f ; rivière profonde #f ; voisin bavard #m ; voiture verte #f ; étudiante sérieuse #f
            manteau usé #m ; colline boisée #f ; musée gratuit #m ; idée originale #f ; couteau pointu #m
            plage déserte #f ; arbre immense #m ; tasse ébréchée #f ; couloir sombre #m ; soupe épaisse #f
            infirmier patient #m ; histoire amusante #f ; gâteau moelleux #m ; église romane #f ; chaussure neuve #f
            train rapide #m ; montagne enneigée #f ; escalier glissant #m ; robe plissée #f ; piano désaccordé #m
            lettre anonyme #f ; ouvrier fatigué #m ; île volcanique #f ; tapis persan #m ; équipe locale #f
            """,
            _PLURALS,
        ),
        "noun-noun": noun_phrases(
            """
            tasse de porcelaine #f ; panier de cerises #m ; cours de géographie #m ; pont de pierre #m
            chemise de coton #f ; boîte de crayons #f ; statue de marbre #f ; gare de banlieue #f
            bouquet de roses #m ; sac de ciment #m ; match de tennis #m ; table de cuisine #f ; bol de riz #m
            chapeau de paille #m ; robe de soie #f ; professeur de latin #m ; vendeur de meubles #m
            galette de seigle #f ; concert de violon #m ; tuyau de plastique #m ; acteur de théâtre #m
            lac de montagne #m ; verre de limonade #m ; équipe de natation #f ; pot de confiture #m
            salle de réunion #f ; cage de canaris #f ; pull de laine #m ; usine de chaussures #f
            musée de géologie #m ; troupeau de moutons #m
            """,
            _PLURALS,
        ),
        "verb-noun": verb_phrases(
            """
            réparer le moteur ; fermer la porte ; vendre un canapé ; préparer le dîner ; visiter le musée
            choisir une couleur ; planter un cerisier ; porter une valise ; remplir la baignoire ; copier la recette
            dessiner un bateau ; traverser la rivière ; accorder le piano ; louer un appartement ; saler la soupe
            trouver une pièce ; brosser le cheval ; tondre la pelouse ; arroser les tomates ; signer le contrat
            chanter une berceuse ; compter les chaises ; plier les draps ; tricoter une écharpe ; cirer les chaussures
            rendre les livres ; garnir la tarte ; photographier un château ; classer les dossiers
            démonter une étagère ; rôtir un poulet ; goûter le fromage ; emballer un cadeau ; laver la voiture
            aplatir le carton ; écouter la radio ; poster une lettre ; observer les étoiles ; apporter le dessert
            réviser la géométrie ; casser une assiette
            """,
            _REGULAR,
        ),
    },
)
