"""Italian: articles go by gender and sound, and a small lexicon reads as it should."""

import pytest

from idioprobe.data.languages.it import LANGUAGE, adapt_article
from tests.data.languages.building import built_texts

LEXICON = """
[[expression]]
expression = "pecora nera #f"
class = "NC"
modifier = "nero/nera"
head = "pecora #f"
synonym = "estraneo #m"
synonym2 = "scapestrato #m"
modifier_synonyms = ["scuro/scura"]
head_synonyms = ["agnello #m"]
sentences = ["Lui è {il|la} [pecora nera] della famiglia.", "Nessuno parla {del|della} [pecora nera]."]

[[expression]]
expression = "tirare le cuoia"
type = "verb-object"
class = "NC"
verb = "tirare #past:tirò #part:tirato"
object = "cuoia #f"
synonym = "[passare #past:passò #part:passato] a miglior vita"
synonym2 = "spirare #past:spirò #part:spirato"
verb_synonyms = ["tendere #past:tese #part:teso"]
object_synonyms = ["pelli #f"]
sentences = ["Il vecchio re [tirò le cuoia #past] a maggio.", "Alla fine [tirò #past] anche lui [le cuoia]."]
"""


@pytest.fixture(scope="module")
def texts(tmp_path_factory):
    return built_texts(tmp_path_factory.mktemp("it"), "it", LEXICON)


@pytest.mark.parametrize(
    ("variant", "expected"),
    [
        ("pecora nera/nat1 original", "Lui è la pecora nera della famiglia."),
        ("pecora nera/nat1 syn", "Lui è l'estraneo della famiglia."),
        ("pecora nera/nat1 syn2", "Lui è lo scapestrato della famiglia."),
        ("pecora nera/nat1 words", "Lui è l'agnello scuro della famiglia."),
        ("pecora nera/nat2 syn", "Nessuno parla dell'estraneo."),
        ("pecora nera/nat2 syn2", "Nessuno parla dello scapestrato."),
        ("pecora nera/neut syn2", "Questo è uno scapestrato."),
        ("pecora nera/neut_long original", "Ecco come dovrebbe essere una pecora nera."),
        ("tirare le cuoia/nat1 original", "Il vecchio re tirò le cuoia a maggio."),
        ("tirare le cuoia/nat1 syn", "Il vecchio re passò a miglior vita a maggio."),
        ("tirare le cuoia/nat1 syn2", "Il vecchio re spirò a maggio."),
        ("tirare le cuoia/nat1 words", "Il vecchio re tese le pelli a maggio."),
        ("tirare le cuoia/nat2 syn", "Alla fine passò anche lui a miglior vita."),
        ("tirare le cuoia/neut syn", "Vogliono passare a miglior vita."),
    ],
)
def test_a_small_lexicon_reads_as_it_should(texts, variant, expected):
    assert texts[variant] == [expected]


@pytest.mark.parametrize("item", ["pecora nera/nat1", "tirare le cuoia/nat1", "tirare le cuoia/nat2"])
def test_every_sentence_has_its_baseline(texts, item):
    assert len(set(texts[f"{item} rand"])) == 5


@pytest.mark.parametrize(
    ("before", "filler", "gender", "expected"),
    [
        ("Ecco il ", "amico", "m", "Ecco l'"),
        ("Il ", "zaino", "m", "Lo "),
        ("il ", "specchio", "m", "lo "),
        ("il ", "gnomo", "m", "lo "),
        ("il ", "psicologo", "m", "lo "),
        ("il ", "iato", "m", "lo "),
        ("L'", "cane", "m", "Il "),
        ("l'", "strada", "f", "la "),
        ("l'", "cane", "", "il "),
        ("il ", "sole", "m", "il "),
        ("il ", "casa", "f", "la "),
        ("La ", "isola", "f", "L'"),
        ("un ", "zaino", "m", "uno "),
        ("Uno ", "amico", "m", "Un "),
        ("una ", "isola", "f", "un'"),
        ("Un'", "casa", "f", "Una "),
        ("un'", "casa", "", "una "),
        ("nessun ", "isola", "f", "nessun'"),
        ("del ", "stagno", "m", "dello "),
        ("Dell'", "cane", "m", "Del "),
        ("della ", "acqua", "f", "dell'"),
        ("al ", "hotel", "m", "all'"),
        ("nel ", "zaino", "m", "nello "),
        ("dal ", "amico", "m", "dall'"),
        ("sulla ", "tavolo", "m", "sul "),
        ("quel ", "sbaglio", "m", "quello "),
        ("Quell'", "cane", "m", "Quel "),
        ("un bel ", "orto", "m", "un bell'"),
        ("un bel ", "specchio", "m", "un bello "),
        ("C’è il ", "amico", "m", "C’è l’"),
        ("il «", "orto", "m", "l'«"),
        ("Lui lo ", "prese in giro", "", "Lui lo "),
        ("Lui la ", "prese in giro", "", "Lui la "),
        ("il vecchio ", "amico", "m", "il vecchio "),
        ("", "amico", "m", ""),
    ],
)
def test_the_article_before_the_target_fits_it(before, filler, gender, expected):
    assert adapt_article(before, filler, frozenset(gender)) == expected


@pytest.mark.parametrize(
    "phrase", ["tirare le cuoia", "farsi in quattro", "far finta", "non avere peli sulla lingua", "mettercela tutta"]
)
def test_verb_phrases_are_told_by_their_infinitive(phrase):
    assert LANGUAGE.verb_phrase.search(phrase)


@pytest.mark.parametrize(
    "phrase", ["mare aperto", "carattere forte", "cameriere stanco", "lettere d'amore", "macchina da scrivere"]
)
def test_nouns_are_no_verb_phrases(phrase):
    assert not LANGUAGE.verb_phrase.search(phrase)
