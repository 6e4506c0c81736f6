"""French: little words elide and agree, and a small lexicon reads as it should."""

import pytest

from idioprobe.data.languages.fr import LANGUAGE, adapt_words, sounds_like_vowel
from tests.data.languages.building import built_texts

LEXICON = """
[[expression]]
expression = "mouton noir #m"
class = "NC"
modifier = "noir/noire"
head = "mouton #m"
synonym = "intrus #m"
modifier_synonyms = ["sombre"]
head_synonyms = ["agneau #m"]
sentences = ["C'est {le|la} [mouton noir] de la famille.", "Personne ne parle du [mouton noir]."]

[[expression]]
expression = "casser sa pipe"
type = "verb-object"
class = "NC"
verb = "casser #past:cassa #part:cassé"
object = "pipe #f"
synonym = "[rendre #past:rendit #part:rendu] l'âme"
synonym2 = "expirer #past:expira #part:expiré"
verb_synonyms = ["briser #past:brisa #part:brisé"]
object_synonyms = ["bouffarde #f"]
sentences = ["Le vieux roi [cassa sa pipe #past] en mars.", "Il a [cassé #part] hier [sa pipe] au lit."]
"""


@pytest.fixture(scope="module")
def texts(tmp_path_factory):
    return built_texts(tmp_path_factory.mktemp("fr"), "fr", LEXICON)


@pytest.mark.parametrize(
    ("variant", "expected"),
    [
        ("mouton noir/nat1 original", "C'est le mouton noir de la famille."),
        ("mouton noir/nat1 syn", "C'est l'intrus de la famille."),
        ("mouton noir/nat1 words", "C'est l'agneau sombre de la famille."),
        ("mouton noir/nat2 syn", "Personne ne parle de l'intrus."),
        ("mouton noir/neut syn", "C'est un intrus."),
        ("mouton noir/neut_long original", "Voici ce que devrait être un mouton noir."),
        ("casser sa pipe/nat1 original", "Le vieux roi cassa sa pipe en mars."),
        ("casser sa pipe/nat1 syn", "Le vieux roi rendit l'âme en mars."),
        ("casser sa pipe/nat1 syn2", "Le vieux roi expira en mars."),
        ("casser sa pipe/nat1 words", "Le vieux roi brisa sa bouffarde en mars."),
        ("casser sa pipe/nat2 syn", "Il a rendu hier l'âme au lit."),
        ("casser sa pipe/nat2 syn2", "Il a expiré hier au lit."),
        ("casser sa pipe/neut syn", "Ils veulent rendre l'âme."),
        ("casser sa pipe/neut_long syn2", "Ce n'est pas toujours aussi simple d'expirer."),
    ],
)
def test_a_small_lexicon_reads_as_it_should(texts, variant, expected):
    assert texts[variant] == [expected]


@pytest.mark.parametrize("item", ["mouton noir/nat1", "casser sa pipe/nat1", "casser sa pipe/nat2"])
def test_every_sentence_has_its_baseline(texts, item):
    assert len(set(texts[f"{item} rand"])) == 5


MUTE = """
école homme œuf herbe hôpital hôtel heure histoire huile habitude hallucination hameçon haltère harmonie honneur horloge
huître humeur yeux île uniforme hypothèse héroïne hirondelle halogène hésitation hiver hurluberlu Yves Écosse « oie
"""
ASPIRATED = """
hibou haricot héros honte hache haine hasard haut hauteur hamster homard hérisson hall hangar handicap harpe hockey
hors-d'œuvre housse huit hutte hublot onze oui yaourt yacht chat Hollande harcèlement hernie hiérarchie hurlement halte
Haricot héron hanche hausse harem hareng
"""


@pytest.mark.parametrize("word", MUTE.replace("« ", "«").split())
def test_vowels_and_a_mute_h_sound_like_vowels(word):
    assert sounds_like_vowel(word)


@pytest.mark.parametrize("word", ASPIRATED.split())
def test_an_aspirated_h_and_consonants_do_not(word):
    assert not sounds_like_vowel(word)


@pytest.mark.parametrize(
    ("before", "filler", "gender", "expected"),
    [
        ("Voici le ", "arbre", "m", "Voici l'"),
        ("La ", "école", "f", "L'"),
        ("le ", "héros", "m", "le "),
        ("l'", "hibou", "m", "le "),
        ("L'", "chatte", "f", "La "),
        ("l'", "chat", "", "le "),
        ("le ", "chatte", "f", "la "),
        ("du ", "échec", "", "de l'"),
        ("De l'", "chat", "m", "Du "),
        ("de l'", "chatte", "f", "de la "),
        ("Au ", "usine", "f", "À l'"),
        ("à l'", "marché", "m", "au "),
        ("à la ", "hôtel", "m", "à l'"),
        ("ce ", "arbre", "m", "cet "),
        ("Cet ", "chat", "m", "Ce "),
        ("cet ", "chatte", "f", "cette "),
        ("sa ", "amie", "f", "son "),
        ("Mon ", "voiture", "f", "Ma "),
        ("mon ", "vélo", "m", "mon "),
        ("un ", "chatte", "f", "une "),
        ("un nouveau ", "arbre", "m", "un nouvel "),
        ("un bel ", "vélo", "", "un beau "),
        ("peur de ", "échouer", "", "peur d'"),
        ("D'", "perdre", "", "De "),
        ("qu'", "manger", "", "que "),
        ("Parce que ", "elle rit", "", "Parce qu'"),
        ("jusqu'", "demain", "", "jusque "),
        ("Il n'", "mange pas", "", "Il ne "),
        ("Je ", "aime", "", "J'"),
        ("Elle se ", "énerve", "", "Elle s'"),
        ("C'", "fut simple", "", "Ce "),
        ("C’est le ", "arbre", "m", "C’est l’"),
        ("le «", "arbre", "m", "l'«"),
        ("Il la ", "mène en bateau", "", "Il la "),
        ("Il la ", "embobine", "", "Il l'"),
        ("presque ", "arrivé", "", "presque "),
        ("prends-le ", "ici", "", "prends-le "),
        ("le vieux chien de ", "chat", "", "le vieux chien de "),
        ("", "arbre", "m", ""),
    ],
)
def test_the_little_word_before_the_target_fits_it(before, filler, gender, expected):
    assert adapt_words(before, filler, frozenset(gender)) == expected


def test_a_tag_says_that_nothing_elides():
    assert adapt_words("l'", "hapax", frozenset({"m", "h"})) == "le "


@pytest.mark.parametrize(
    "phrase",
    ["casser sa pipe", "se mettre à table", "s'arracher les cheveux", "ne pas mâcher ses mots", "lever le pied"],
)
def test_verb_phrases_are_told_by_their_infinitive(phrase):
    assert LANGUAGE.verb_phrase.search(phrase)


@pytest.mark.parametrize(
    "phrase",
    ["dernier cri", "fer à cheval", "pouvoir d'achat", "miroir aux alouettes", "poudre aux yeux", "salle à manger"],
)
def test_nouns_are_no_verb_phrases(phrase):
    assert not LANGUAGE.verb_phrase.search(phrase)
