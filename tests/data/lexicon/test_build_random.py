"""Random replacements: of the expression's pattern, from the language's pools or the file itself."""

import pytest

from idioprobe.data.languages.language import find_language
from idioprobe.data.lexicon.pools import shipped_pools
from tests.data.lexicon.building import build, entry, marked


@pytest.mark.parametrize(
    ("language", "fields", "pattern"),
    [
        ("en", {"expression": "paper tiger", "synonym": "bluffer", "sentence": "A [paper tiger]."}, "noun-noun"),
        ("en", {"expression": "lame duck", "synonym": "failure", "sentence": "A [lame duck]."}, "adjective-noun"),
        (
            "en",
            {"expression": "give up", "type": "phrasal-verb", "synonym": "quit", "sentence": "They [give up]."},
            "verb-particle",
        ),
        ("en", {"expression": "kick the bucket", "synonym": "die", "sentence": "To [kick the bucket]!"}, "verb-noun"),
        ("es", {"expression": "meter la pata", "synonym": "errar", "sentence": "Va a [meter la pata]."}, "verb-noun"),
        (
            "de",
            {"expression": "Löwenzahn", "modifier": "Löwe #link:Löwen", "head": "Zahn #m", "synonym": "Pusteblume #f",
             "sentence": "{Der|Die|Das} [Löwenzahn]."},
            "closed",
        ),
    ],
)  # fmt: skip
def test_they_have_the_pattern_of_the_expression(tmp_path, language, fields, pattern):
    pool = {f"[{form.citation}]" for form in shipped_pools(find_language(language))[pattern]}
    chosen = marked(build(tmp_path, entry(language, **fields)), "rand", "none")
    assert len(chosen) == 5
    assert set(chosen) <= pool


def test_a_pattern_without_a_pool_is_stood_in_for_and_that_is_said(tmp_path):
    built = build(tmp_path, entry(expression="aufgeben", type="phrasal-verb", synonym="kapitulieren",
                                  sentence="Sie will nicht [aufgeben]."))  # fmt: skip
    assert len(marked(built, "rand")) == 5
    assert any("verb-noun stand in for verb-particle" in note for note in built.notes)


def test_a_language_without_a_pool_has_the_other_expressions_of_the_file_and_a_fixed_order(tmp_path):
    rows = [f"{word} mig,sv,ord,Det [{word} mig]." for word in ("slå", "ge", "ta", "se", "dra", "få", "ha")]
    content = "\n".join(["expression,language,synonym,sentence", *rows]).replace(",sv,", ",qaa,")
    first, again = (build(tmp_path, content.replace(" mig", ""), "x.csv") for _ in range(2))
    assert len(marked(first, "rand")) == 5 * len(rows)
    assert first.dataset.digest() == again.dataset.digest()
    assert any("the file's own expressions, 7 in all, stand in" in note for note in first.notes)
    assert any("word frequencies of qaa are not known" in note and "fixed order" in note for note in first.notes)


def test_they_have_the_gender_of_an_expression_whose_sentences_say_nothing_of_agreement(tmp_path):
    sentence = "Las [medias naranjas #pl] no existen."
    built = build(tmp_path, entry("es", expression="media naranja #f", type="adjective-noun",
                                  synonym="pareja #f #pl:parejas", sentence=sentence))  # fmt: skip
    feminine = {f.spelled("pl") for f in shipped_pools(find_language("es"))["adjective-noun"] if f.gender == "f"}
    assert {text.split("[")[1].split("]")[0] for text in marked(built, "rand")} <= feminine


def test_classes_of_ones_own_are_kept_in_their_order(tmp_path):
    lexicon = (
        entry("en", expression="red tape", synonym="bureaucracy", sentence="Cut the [red tape].") + 'class = "semi"'
    )
    built = build(tmp_path, lexicon, classes=("idiom", "semi", "free"))
    assert built.dataset.header.classes == ["idiom", "semi", "free"]
    assert built.dataset.expressions["class"].to_list() == ["semi"]


@pytest.mark.parametrize("language", ["en", "xx", "zh"])
def test_the_type_is_told_where_nothing_was_said_of_it(tmp_path, language):
    built = build(tmp_path, entry(language, expression="wort eins", synonym="zwei", sentence="[wort eins]"))
    kind = built.dataset.expressions["type"].item()
    assert kind == ("noun-compound" if language == "en" else "idiom")
    assert any(f"taken for {kind} (1)" in note for note in built.notes)


def test_combinations_without_a_form_stand_in_the_sentences_that_need_none(tmp_path):
    lexicon = entry("es", expression="tomar el pelo", verb="tomar #subj:tomara", synonym="burlar #subj:burlara",
                    sentences=["Quiere [tomar el pelo].", "Ojalá me [tomara el pelo]."])  # fmt: skip
    built = build(tmp_path, lexicon)
    assert len(marked(built, "rand")) == 5
    assert all(text.startswith("Quiere [") for text in marked(built, "rand"))
    assert len(marked(built, "syn")) == 2
    assert any("lack a form that sentences of 'tomar el pelo' need" in note for note in built.notes)
