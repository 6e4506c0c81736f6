"""Expressions in several brackets, closed compounds, and writing without spaces."""

import pytest

from tests.data.lexicon.building import build, entry, marked


@pytest.mark.parametrize(
    ("roles", "sentence", "expected"),
    [
        ({}, "[Ins Gras] [biss #past] er nicht.", "[Starb] er nicht."),
        ({"verb": "beißen #past:biss"}, "[Ins Gras], sagt man, [biss #past] er.", ", sagt man, [starb] er."),
        ({"verb": "beißen #past:biss"}, "Er [biss #past] ([ins Gras]).", "Er [starb] ()."),
    ],
)
def test_one_word_goes_to_the_verb_if_roles_are_given_else_to_the_first_bracket(tmp_path, roles, sentence, expected):
    lexicon = entry(expression="ins Gras beißen", synonym="sterben #past:starb", sentence=sentence, **roles)
    assert marked(build(tmp_path, lexicon), "syn") == [expected]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Er [biss #past] gestern [ins Gras].", "Er [quittierte] gestern [den Dienst]."),
        ("Weil er [ins Gras biss #past].", "Weil er [den Dienst quittierte]."),
        ("Er hat [ins Gras gebissen #part].", "Er hat [den Dienst quittiert]."),
    ],
)
def test_the_verb_of_a_phrase_goes_where_the_verb_stands(tmp_path, sentence, expected):
    synonym = "den Dienst [quittieren #past:quittierte #part:quittiert]"
    lexicon = entry(expression="ins Gras beißen", verb="beißen #past:biss #part:gebissen", synonym=synonym,
                    sentence=sentence)  # fmt: skip
    assert marked(build(tmp_path, lexicon), "syn") == [expected]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Er [setzte #past] langsam [den Hut auf].", "Er [legte] langsam [den Helm ab]."),
        ("Als er [den Hut aufsetzte #past].", "Als er [den Helm ablegte]."),
        ("Er will [den Hut aufsetzen].", "Er will [den Helm ablegen]."),
    ],
)
def test_a_separable_verb_is_parted_and_joined_as_the_expression_is(tmp_path, sentence, expected):
    lexicon = entry(
        expression="den Hut aufsetzen",
        verb="aufsetzen #past:setzte … auf",
        object="Hut #m",
        synonym="sich [bedecken #past:bedeckte]",
        verb_synonyms=["ablegen #past:legte … ab"],
        object_synonyms=["Helm #m"],
        sentence=sentence,
    )
    assert marked(build(tmp_path, lexicon), "words") == [expected]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Sie [gab #past] dann [auf].", "Sie [schmiss] dann [hin]."),
        ("Als sie [aufgab #past].", "Als sie [hinschmiss]."),
    ],
)
def test_pieces_parted_by_dots_fill_the_brackets_in_order(tmp_path, sentence, expected):
    lexicon = entry(expression="aufgeben", synonym="hinschmeißen #past:schmiss … hin", sentence=sentence)
    assert marked(build(tmp_path, lexicon), "syn") == [expected]


def test_a_closed_compound_is_joined_from_its_words(tmp_path):
    lexicon = entry(
        expression="Löwenzahn",
        modifier="Löwe #m #link:Löwen #pl:Löwen",
        head="Zahn #m #pl:Zähne",
        synonym="Pusteblume #f #pl:Pusteblumen",
        modifier_synonyms=["Katze #f #link:Katzen", "Tiger #m"],
        head_synonyms=["Gebiss #n #pl:Gebisse"],
        sentences=["{Der|Die|Das} [Löwenzahn] blüht.", "Überall stehen [Löwenzähne #pl]."],
    )
    built = build(tmp_path, lexicon)
    assert marked(built, "syn") == ["Die [Pusteblume] blüht.", "Überall stehen [Pusteblumen]."]
    assert marked(built, "words") == ["Das [Katzengebiss] blüht.", "Überall stehen [Katzengebisse]."]
    assert marked(built, "modifier_alt")[1] == "Der [Tigerzahn] blüht."
    assert marked(built, "head") == ["Der [Zahn] blüht.", "Überall stehen [Zähne]."]
    assert marked(built, "modifier") == ["Der [Löwe] blüht.", "Überall stehen [Löwen]."]


def test_three_by_two_synonyms_give_one_main_combination_and_four_others(tmp_path):
    lexicon = entry("en", expression="eager beaver", modifier="eager", head="beaver", synonym="hard worker",
                    modifier_synonyms=["keen", "avid", "zealous"], head_synonyms=["otter", "rodent"],
                    sentence="He is an [eager beaver].")  # fmt: skip
    built = build(tmp_path, lexicon)
    assert marked(built, "words", "none") == ["[keen otter]"]
    assert marked(built, "words_alt", "none") == ["[avid rodent]", "[keen rodent]", "[avid otter]", "[zealous otter]"]


def test_chinese_is_put_together_without_spaces(tmp_path):
    lexicon = entry("zh", expression="吹牛", verb="吹", object="牛", synonym="说大话", verb_synonyms=["吐"],
                    object_synonyms=["羊"], sentences=["他喜欢[吹牛]。", "他[吹]了半天[牛]。"])  # fmt: skip
    built = build(tmp_path, lexicon)
    assert marked(built, "syn") == ["他喜欢[说大话]。", "他[说大话]了半天。"]
    assert marked(built, "words") == ["他喜欢[吐羊]。", "他[吐]了半天[羊]。"]
    assert not any(" " in text for text in marked(built, "rand"))


def test_japanese_has_no_file_and_is_still_written_without_spaces(tmp_path):
    rows = [
        "expression,language,synonym,sentence",
        "猫の手,ja,助け,忙しくて猫の手も借りたい。",
        "油を売る,ja,怠ける,彼はいつも[油を売る]。",
        "手を洗う,jpn,清める,毎日[手を洗う]。",
    ]
    built = build(tmp_path, "\n".join(rows), "ja.csv")
    assert marked(built, "syn")[0] == "忙しくて[助け]も借りたい。"
    assert len(marked(built, "rand")) == 6
    assert any("ja has no pool of random combinations" in note for note in built.notes)
    assert built.dataset.expressions["type"].unique().to_list() == ["idiom"]


@pytest.mark.parametrize(
    ("language", "fields", "expected"),
    [
        ("en", {"expression": "ring a bell", "verb": "ring", "object": "bell", "synonym": "resonate",
                "object_synonyms": ["alarm"], "sentence": "It may [ring a bell]."}, "It may [ring an alarm]."),
        ("fr", {"expression": "avoir le cafard", "verb": "avoir", "object": "cafard #m", "synonym": "déprimer",
                "object_synonyms": ["insecte #m"], "sentence": "Il va [avoir le cafard]."}, "Il va [avoir l'insecte]."),
        ("es", {"expression": "meter la pata", "verb": "meter", "object": "pata #f", "synonym": "errar",
                "object_synonyms": ["pie #m"], "sentence": "Va a [meter la pata]."}, "Va a [meter el pie]."),
    ],
)  # fmt: skip
def test_an_article_inside_the_expression_agrees_with_the_word_that_is_exchanged(tmp_path, language, fields, expected):
    assert marked(build(tmp_path, entry(language, **fields)), "object_alt") == [expected]
