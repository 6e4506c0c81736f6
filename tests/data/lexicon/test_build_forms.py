"""A replacement has the form that its sentence needs, or the builder says what is lacking."""

import pytest

from tests.data.lexicon.building import build, entry, marked

BITE = {
    "expression": "ins Gras beißen",
    "verb": "beißen #past:biss #part:gebissen",
    "object": "Gras #n",
    "synonym": "sterben #past:starb #part:gestorben",
    "verb_synonyms": ["kauen #past:kaute #part:gekaut"],
    "object_synonyms": ["Heu #n"],
}


@pytest.mark.parametrize(
    ("sentence", "synonym", "words"),
    [
        ("Am Ende [biss #past] er [ins Gras].", "Am Ende [starb] er.", "Am Ende [kaute] er [ins Heu]."),
        ("Am Ende [biss] er [ins Gras].", "Am Ende [starb] er.", "Am Ende [kaute] er [ins Heu]."),
        ("Er hat [ins Gras gebissen].", "Er hat [gestorben].", "Er hat [ins Heu gekaut]."),
        ("Weil er [ins Gras biss #past], …", "Weil er [starb], …", "Weil er [ins Heu kaute], …"),
        ("Er will [ins Gras beißen].", "Er will [sterben].", "Er will [ins Heu kauen]."),
        ("[Ins Gras gebissen] hat er.", "[Gestorben] hat er.", "[Ins Heu gekaut] hat er."),
    ],
)
def test_forms_go_by_the_name_that_the_sentence_or_a_component_gives(tmp_path, sentence, synonym, words):
    built = build(tmp_path, entry(**BITE, sentence=sentence))
    assert (marked(built, "syn"), marked(built, "words")) == ([synonym], [words])
    assert len(marked(built, "rand")) == 5


def test_a_name_may_stand_anywhere_in_its_bracket(tmp_path):
    lexicon = entry("es", expression="estirar la pata", synonym="morir #past:murió #part:muerto",
                    sentence="El viejo [estiró #past la pata] en enero.")  # fmt: skip
    built = build(tmp_path, lexicon)
    assert marked(built, "original") == ["El viejo [estiró la pata] en enero."]
    assert marked(built, "syn") == ["El viejo [murió] en enero."]


def test_the_only_named_form_is_taken_where_the_sentence_names_none_and_that_is_said(tmp_path):
    lexicon = entry("es", expression="meter la pata", synonym="equivocarse #past:se equivocó",
                    sentence="Juan [metió la pata] ayer.")  # fmt: skip
    built = build(tmp_path, lexicon)
    assert marked(built, "syn") == ["Juan [se equivocó] ayer."]
    assert any("[metió la pata]" in note and "#past" in note and "taken" in note for note in built.notes)


def test_where_no_form_is_known_the_sentence_is_left_out_and_told_as_it_would_have_been(tmp_path):
    lexicon = entry("es", expression="tomar el pelo", synonym="burlarse", sentence="Mi primo me [tomó el pelo].")
    built = build(tmp_path, lexicon)
    assert marked(built, "syn") == marked(built, "rand") == []
    (told,) = [line for line in built.left_out if "burlarse" in line]
    assert "'Mi primo me burlarse.'" in told
    assert "[tomó el pelo #past] and burlarse #past:…" in told
    assert "synonym_sentence1" in told


def test_keep_uninflected_insists(tmp_path):
    lexicon = entry("es", expression="tomar el pelo", synonym="burlarse", sentence="Mi primo me [tomó el pelo].")
    built = build(tmp_path, lexicon, keep_uninflected=True)
    assert marked(built, "syn") == ["Mi primo me [burlarse]."]
    assert any("kept uninflected" in note for note in built.notes)


def test_a_form_that_is_named_but_not_given_is_asked_for_by_its_name(tmp_path):
    lexicon = entry(expression="ins Gras beißen", synonym="sterben #part:gestorben #pres:stirbt",
                    sentence="Am Ende [biss #past] er [ins Gras].")  # fmt: skip
    (told,) = [line for line in build(tmp_path, lexicon).left_out if "sterben" in line]
    assert "needs the form #past of 'sterben'" in told
    assert "write sterben #past:…" in told


def test_of_several_forms_none_is_chosen_without_a_name(tmp_path):
    lexicon = entry(expression="Tomaten auf den Augen haben", synonym="blind [sein #pres:ist #past:war]",
                    sentence="Du [hast] wohl [Tomaten auf den Augen]!")  # fmt: skip
    (told,) = [line for line in build(tmp_path, lexicon).left_out if "blind sein" in line]
    assert "[hast … Tomaten auf den Augen #past] or [hast … Tomaten auf den Augen #pres]" in told


def test_a_sentence_may_write_out_what_stands_in_it(tmp_path):
    content = (
        "expression,language,synonym,sentence1,sentence2,synonym_sentence2,words_sentence2\n"
        "tomar el pelo,es,burlarse,Quiere [tomar el pelo].,Me [tomó el pelo].,engañó,cogió el cabello\n"
    )
    lexicon = content.replace(",words_sentence2", ",words,words_sentence2").replace(
        "engañó,", "engañó,coger el cabello,"
    )
    built = build(tmp_path, lexicon, "l.csv")
    assert marked(built, "syn") == ["Quiere [burlarse].", "Me [engañó]."]
    assert marked(built, "words") == ["Quiere [coger el cabello].", "Me [cogió el cabello]."]


def test_adjectives_agree_in_gender_and_in_the_named_form(tmp_path):
    lexicon = entry(
        expression="schwarzes Schaf",
        adjective="schwarzer/schwarze/schwarzes #pl:schwarze",
        noun="Schaf #n #pl:Schafe",
        synonym="Außenseiter #m #pl:Außenseiter",
        adjective_synonyms=["dunkler/dunkle/dunkles #pl:dunkle"],
        noun_synonyms=["Ziege #f #pl:Ziegen", "Hammel #m #pl:Hammel"],
        sentences=["Er ist {ein|eine|ein} [schwarzes Schaf].", "[Schwarze Schafe] gibt es überall."],
    )
    built = build(tmp_path, lexicon)
    assert marked(built, "words") == ["Er ist eine [dunkle Ziege].", "[Dunkle Ziegen] gibt es überall."]
    assert marked(built, "noun_alt")[1::2] == ["Er ist ein [schwarzer Hammel].", "[Schwarze Hammel] gibt es überall."]
    assert marked(built, "adjective_alt") == ["Er ist ein [dunkles Schaf].", "[Dunkle Schafe] gibt es überall."]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("He [kicked the bucket].", "He [died]."),
        ("She may [kick the bucket].", "She may [die]."),
        ("[Kicking the bucket] is easy.", "[Dying] is easy."),
        ("The fish [had] all [kicked the bucket].", None),
    ],
)
def test_english_is_inflected_by_a_dictionary(tmp_path, sentence, expected):
    built = build(tmp_path, entry("en", expression="kick the bucket", synonym="die", sentence=sentence))
    assert marked(built, "syn") == ([expected] if expected else [])
    derived = built.dataset.stimuli.filter(role="syn", condition="nat")["derived"].to_list()
    assert derived == ([expected not in (None, "She may [die].")] if expected else [])


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("The builder [cut corners].", "The builder [cheated]."),
        ("They have [cut corners].", "They have [cheated]."),
        ("She wanted to [cut corners].", "She wanted to [cheat]."),
        ("We [cut corners] every day.", "We [cheat] every day."),
    ],
)
def test_an_english_past_that_looks_like_the_citation_form_is_told_by_what_stands_before_it(
    tmp_path, sentence, expected
):
    lexicon = entry("en", expression="cut corners", type="verb-object", synonym="cheat", sentence=sentence)
    assert marked(build(tmp_path, lexicon), "syn") == [expected]


def test_hyphenated_english_nouns_have_their_plural_inside(tmp_path):
    lexicon = entry("en", expression="mother-in-law", synonym="relative", sentence="Both [mothers-in-law] came.")
    assert marked(build(tmp_path, lexicon), "syn") == ["Both [relatives] came."]
