"""German: verbs apart from their objects, closed compounds, and articles and adjectives that agree."""

import re

import pytest

from tests.data.languages.building import build, random_texts, texts

LEXICON = """
language = "de"

[[expression]]
expression = "die Nase rümpfen"
type = "verb-object"
class = "PC"
verb = "rümpfen #past:rümpfte #part:gerümpft"
object = "Nase #f"
synonym = "spotten #past:spottete #part:gespottet"
synonym2 = "den Dienst [quittieren #past:quittierte #part:quittiert]"
verb_synonyms = ["kräuseln #past:kräuselte #part:gekräuselt"]
object_synonyms = ["Stirn #f"]
sentences = [
  "Wie immer [rümpfte #past] der Koch [die Nase].",
  "Er ging, weil sie [die Nase rümpfte #past].",
  "Sie hat laut [die Nase gerümpft #part].",
  "Niemand wagte es, [die Nase] zu [rümpfen].",
]

[[expression]]
expression = "den Hut aufsetzen"
type = "verb-object"
class = "C"
verb = "aufsetzen #past:setzte … auf"
object = "Hut #m"
synonym = "den Kopf [bedecken #past:bedeckte]"
verb_synonyms = ["tragen #past:trug"]
object_synonyms = ["Helm #m"]
sentences = ["Der Koch [setzte #past] langsam [den Hut auf]."]

[[expression]]
expression = "Papiertiger #m"
type = "noun-compound"
pattern = "closed"
class = "NC"
modifier = "Papier #n"
head = "Tiger #m"
synonym = "Drohung #f"
modifier_synonyms = ["Pappe #f #link:Papp"]
head_synonyms = ["Katze #f"]
sentences = ["Das war nur {ein leerer|eine leere|ein leeres} [Papiertiger]."]

[[expression]]
expression = "fauler Apfel #m"
type = "adjective-noun"
class = "NC"
modifier = "fauler/faule/faules #acc:faulen/faule/faules"
head = "Apfel #m #acc:Apfel"
synonym = "schlechtes Vorbild #n #acc:schlechtes Vorbild"
modifier_synonyms = ["morscher/morsche/morsches #acc:morschen/morsche/morsches"]
head_synonyms = ["Birne #f #acc:Birne"]
sentences = ["Jede Klasse hat {einen|eine|ein} [faulen Apfel #acc]."]

[[expression]]
expression = "taube Nuss #f"
type = "adjective-noun"
class = "NC"
modifier = "tauber/taube/taubes #acc:tauben/taube/taubes"
head = "Nuss #f #acc:Nuss"
synonym = "Versager #m #acc:Versager"
modifier_synonyms = ["leerer/leere/leeres #acc:leeren/leere/leeres"]
head_synonyms = ["Kern #m #acc:Kern"]
sentences = ["Keiner wählt freiwillig {einen|eine|ein} [taube Nuss #acc]."]

[[expression]]
expression = "das Ziel verfehlen"
type = "verb-object"
class = "PC"
verb = "verfehlen #pres:verfehlt #part:verfehlt"
object = "Ziel #n"
synonym = "versagen #pres:versagt #part:versagt"
verb_synonyms = ["suchen #pres:sucht #part:gesucht"]
object_synonyms = ["Tor #n"]
sentences = ["Wer eilt, [verfehlt #pres] oft [das Ziel].", "Sie hat knapp [das Ziel verfehlt #part]."]
"""


@pytest.fixture(scope="module")
def german(tmp_path_factory):
    return build(tmp_path_factory.mktemp("de"), LEXICON)


@pytest.mark.parametrize(
    ("expression", "role", "condition", "expected"),
    [
        (
            "die Nase rümpfen",
            "syn",
            "nat",
            [
                "Wie immer spottete der Koch.",
                "Er ging, weil sie spottete.",
                "Sie hat laut gespottet.",
                "Niemand wagte es, zu spotten.",
            ],
        ),
        (
            "die Nase rümpfen",
            "syn2",
            "nat",
            [
                "Wie immer quittierte der Koch den Dienst.",
                "Er ging, weil sie den Dienst quittierte.",
                "Sie hat laut den Dienst quittiert.",
                "Niemand wagte es, den Dienst zu quittieren.",
            ],
        ),
        (
            "die Nase rümpfen",
            "words",
            "nat",
            [
                "Wie immer kräuselte der Koch die Stirn.",
                "Er ging, weil sie die Stirn kräuselte.",
                "Sie hat laut die Stirn gekräuselt.",
                "Niemand wagte es, die Stirn zu kräuseln.",
            ],
        ),
        ("die Nase rümpfen", "syn", "neut", ["Sie wollen spotten."]),
        ("den Hut aufsetzen", "syn", "nat", ["Der Koch bedeckte langsam den Kopf."]),
        ("den Hut aufsetzen", "words", "nat", ["Der Koch trug langsam den Helm."]),
        ("Papiertiger", "syn", "nat", ["Das war nur eine leere Drohung."]),
        ("Papiertiger", "words", "nat", ["Das war nur eine leere Pappkatze."]),
        ("Papiertiger", "words", "neut", ["Das ist eine Pappkatze."]),
        ("fauler Apfel", "syn", "nat", ["Jede Klasse hat ein schlechtes Vorbild."]),
        ("fauler Apfel", "words", "nat", ["Jede Klasse hat eine morsche Birne."]),
        ("fauler Apfel", "words", "neut", ["Das ist eine morsche Birne."]),
        ("taube Nuss", "syn", "nat", ["Keiner wählt freiwillig einen Versager."]),
        ("taube Nuss", "words", "nat", ["Keiner wählt freiwillig einen leeren Kern."]),
        ("das Ziel verfehlen", "syn", "nat", ["Wer eilt, versagt oft.", "Sie hat knapp versagt."]),
        ("das Ziel verfehlen", "words", "nat", ["Wer eilt, sucht oft das Tor.", "Sie hat knapp das Tor gesucht."]),
    ],
)
def test_replacements_take_the_form_and_the_place_of_the_expression(german, expression, role, condition, expected):
    assert texts(german, expression, role, condition) == expected


def test_every_sentence_has_its_random_replacements_without_markup(german):
    assert set(german.stimuli.filter(role="rand")["item"]) == set(german.stimuli["item"])
    assert [text for text in random_texts(german) if re.search(r"[\[\]{}#|/]|\s\s", text)] == []
