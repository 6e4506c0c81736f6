"""Spanish: articles agree, contract, and a small lexicon reads as it should."""

import pytest

from idioprobe.data.languages.es import LANGUAGE, adapt_article
from tests.data.languages.building import built_texts

LEXICON = """
[[expression]]
expression = "oveja negra #f #pl:ovejas negras"
class = "NC"
modifier = "negro/negra #pl:negros/negras"
head = "oveja #f #pl:ovejas"
synonym = "garbanzo rebelde #m #pl:garbanzos rebeldes"
modifier_synonyms = ["oscuro/oscura #pl:oscuros/oscuras"]
head_synonyms = ["cordero #m #pl:corderos"]
sentences = ["Nadie habló de {el|la} [oveja negra].", "{Los|Las} [ovejas negras #pl] se fueron."]

[[expression]]
expression = "meter la pata"
type = "verb-object"
class = "NC"
verb = "meter #past:metió #part:metido"
object = "pata #f"
synonym = "[cometer #past:cometió #part:cometido] un error"
synonym2 = "errar #past:erró #part:errado"
verb_synonyms = ["introducir #past:introdujo #part:introducido"]
object_synonyms = ["pierna #f"]
sentences = ["El ministro [metió #past] otra vez [la pata] en la cena.", "Ayer había [metido la pata #part]."]

[[expression]]
expression = "sacar de quicio"
type = "verb-object"
class = "NC"
verb = "sacar #past:sacó"
object = "quicio #m"
synonym = "exasperar #past:exasperó"
verb_synonyms = ["extraer #past:extrajo"]
object_synonyms = ["marco #m"]
sentences = ["Su hermano la [sacó de quicio #past] en la cena."]
"""


@pytest.fixture(scope="module")
def texts(tmp_path_factory):
    return built_texts(tmp_path_factory.mktemp("es"), "es", LEXICON)


@pytest.mark.parametrize(
    ("variant", "expected"),
    [
        ("oveja negra/nat1 original", "Nadie habló de la oveja negra."),
        ("oveja negra/nat1 syn", "Nadie habló del garbanzo rebelde."),
        ("oveja negra/nat1 words", "Nadie habló del cordero oscuro."),
        ("oveja negra/nat2 syn", "Los garbanzos rebeldes se fueron."),
        ("oveja negra/nat2 words", "Los corderos oscuros se fueron."),
        ("oveja negra/neut syn", "Este es un garbanzo rebelde."),
        ("oveja negra/neut_long original", "Esto es lo que una oveja negra debería ser."),
        ("meter la pata/nat1 original", "El ministro metió otra vez la pata en la cena."),
        ("meter la pata/nat1 syn", "El ministro cometió otra vez un error en la cena."),
        ("meter la pata/nat1 syn2", "El ministro erró otra vez en la cena."),
        ("meter la pata/nat1 words", "El ministro introdujo otra vez la pierna en la cena."),
        ("meter la pata/nat2 syn", "Ayer había cometido un error."),
        ("meter la pata/nat2 words", "Ayer había introducido la pierna."),
        ("sacar de quicio/nat1 syn", "Su hermano la exasperó en la cena."),
        ("sacar de quicio/nat1 words", "Su hermano la extrajo de marco en la cena."),
        ("meter la pata/neut syn", "Quieren cometer un error."),
        ("meter la pata/neut_long original", "No siempre es tan fácil meter la pata como parece."),
    ],
)
def test_a_small_lexicon_reads_as_it_should(texts, variant, expected):
    assert texts[variant] == [expected]


@pytest.mark.parametrize("item", ["oveja negra/nat1", "oveja negra/nat2", "meter la pata/nat1", "meter la pata/nat2"])
def test_every_sentence_has_its_baseline(texts, item):
    assert len(set(texts[f"{item} rand"])) == 5


@pytest.mark.parametrize(
    ("before", "filler", "gender", "expected"),
    [
        ("Vio la ", "árbol", "m", "Vio el "),
        ("Un ", "casa", "f", "Una "),
        ("Al ", "casa", "f", "A la "),
        ("cerca de la ", "río", "m", "cerca del "),
        ("De la ", "río", "m", "Del "),
        ("ningún ", "idea", "f", "ninguna "),
        ("la ", "agua fría", "f", "el "),
        ("Una ", "águila", "f", "Un "),
        ("el ", "aguja", "f", "la "),
        ("a la ", "hambre", "f", "al "),
        ("la «", "lobo", "m", "el «"),
        ("Habló de el ", "lobo", "m", "Habló del "),
        ("A el ", "lobo", "", "Al "),
        ("De el ", "lobo", "", "Del "),
        ("a el ", "luna", "f", "a la "),
        ("Ayer la ", "compró", "", "Ayer la "),
        ("vino de El ", "Cairo", "m", "vino de El "),
        ("habló de él ", "lobo", "m", "habló de él "),
        ("la vieja ", "lobo", "m", "la vieja "),
        ("", "lobo", "m", ""),
    ],
)
def test_articles_before_the_target_fit_it(before, filler, gender, expected):
    assert adapt_article(before, filler, frozenset(gender)) == expected


@pytest.mark.parametrize("phrase", ["estirar la pata", "romperse la cabeza", "no dar pie con bola", "ser pan comido"])
def test_verb_phrases_are_told_by_their_infinitive(phrase):
    assert LANGUAGE.verb_phrase.search(phrase)


@pytest.mark.parametrize(
    "phrase", ["media naranja", "mar abierto", "mujer fatal", "ser humano", "primer plano", "máquina de coser"]
)
def test_nouns_are_no_verb_phrases(phrase):
    assert not LANGUAGE.verb_phrase.search(phrase)
