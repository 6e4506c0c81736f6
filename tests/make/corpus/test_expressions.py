"""Expressions come as a list, a table, a lexicon or a dataset, with the forms that they are known in."""

import pytest

from idioprobe.core.errors import DatasetError, UserError
from idioprobe.core.notices import LeftOutWarning
from idioprobe.make.corpus.expressions import of_language, read_expressions


def written(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def forms(wanted):
    return {one.expression: set(one.forms) for one in wanted}


def test_a_list_has_one_a_line_and_may_have_remarks(tmp_path):
    path = written(tmp_path, "list.txt", "# idioms\neager beaver\n\n  kick the bucket \nEager beaver\n")
    assert [one.expression for one in read_expressions(path, "en")] == ["eager beaver", "kick the bucket"]


def test_english_is_inflected(tmp_path):
    known = forms(read_expressions(written(tmp_path, "list", "eager beaver\nkick the bucket\ngive up\n"), "English"))
    assert {"eager beaver", "eager beavers"} <= known["eager beaver"]
    assert known["kick the bucket"] >= {"kicks the bucket", "kicked the bucket", "kicking the bucket"}
    assert known["give up"] >= {"give up", "gives up", "gave up", "given up", "giving up"}


def test_verbs_are_inflected_before_a_bare_object_too_and_ones_is_anybodys(tmp_path):
    known = forms(read_expressions(written(tmp_path, "list", "pull strings\npull one's leg\nblack sheep\n"), "en"))
    assert {"pulled strings", "pulling strings"} <= known["pull strings"]
    assert {"pull one's leg", "pulled my leg", "pulls their leg"} <= known["pull one's leg"]
    assert "blacked sheep" not in known["black sheep"]


def test_plurals_are_looked_for_in_every_word_where_every_word_has_one(tmp_path):
    known = forms(read_expressions(written(tmp_path, "list", "pé frio\nleão de chácara\nnovo-rico\n"), "pt"))
    assert "novos ricos" in known["novo-rico"]
    assert "pés frios" in known["pé frio"]
    assert "leões de chácara" in known["leão de chácara"]


def test_without_a_language_the_forms_are_those_that_are_given(tmp_path):
    one = read_expressions(written(tmp_path, "list", "eager beaver\n"))[0]
    assert (one.language, one.forms) == ("", ("eager beaver",))


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_further_columns_give_forms(tmp_path, delimiter):
    rows = ["Expression,language,form,form 2,plural", "Zahn der Zeit,de,Zahnes der Zeit,Zahne der Zeit,"]
    path = written(tmp_path, "table.csv", "\n".join(rows).replace(",", delimiter))
    one = read_expressions(path)[0]
    assert (one.expression, one.language) == ("Zahn der Zeit", "de")
    assert {"Zahnes der Zeit", "Zahne der Zeit"} <= set(one.forms)


def test_a_cell_may_give_several_forms(tmp_path):
    path = written(tmp_path, "table.csv", 'expression,forms\nins Gras beißen,"biss ins Gras; beißt ins Gras"\n')
    assert set(read_expressions(path)[0].forms) == {"ins Gras beißen", "biss ins Gras", "beißt ins Gras"}


def test_columns_that_give_no_forms_are_named(tmp_path):
    path = written(tmp_path, "table.csv", "expression,remark\neager beaver,odd\n")
    with pytest.warns(LeftOutWarning, match="remark give no forms"):
        assert forms(read_expressions(path)) == {"eager beaver": {"eager beaver"}}


def test_a_lexicon_gives_forms_by_its_tags_and_sentences_and_its_components(tmp_path):
    text = """
language = "de"
[[expression]]
expression = "ins Gras [beißen #past:biss]"
synonym = "sterben"
object = "Gras"
sentence1 = "Gestern [biss] er [ins Gras]."
sentence2 = "Sie [bissen] alle [ins Gras]."
"""
    one = read_expressions(written(tmp_path, "lexicon.toml", text))[0]
    assert {"ins Gras beißen", "ins Gras biss", "biss ins Gras", "bissen ins Gras"} <= set(one.forms)
    assert (one.language, one.components) == ("de", ("Gras",))


def test_a_lexicon_that_is_not_finished_is_read(tmp_path):
    path = written(
        tmp_path, "draft.toml", 'language = "en"\n[[expression]]\nexpression = "eager beaver"\nsynonym = ""\n'
    )
    assert "eager beavers" in read_expressions(path)[0].forms


def test_a_dataset_gives_the_forms_of_its_sentences_and_its_components():
    known = {one.expression: one for one in read_expressions("starter")}
    assert known["paper tiger"].components == ("paper", "tiger")
    assert any(len(one.forms) > 2 for one in known.values())
    assert {one.language for one in known.values()} == {"de", "en", "es", "pt"}


def test_only_expressions_of_the_index_are_kept(tmp_path):
    path = written(tmp_path, "table.csv", "expression,language\neager beaver,en-GB\npé frio,pt\nlame duck,\n")
    wanted = read_expressions(path)
    with pytest.warns(LeftOutWarning, match="1 expressions are not in en"):
        assert [one.expression for one in of_language(wanted, "en", "table.csv")] == ["eager beaver", "lame duck"]
    with pytest.raises(DatasetError, match=r"no expression in de, .* it has en, pt"):
        of_language(wanted[:2], "de", "table.csv")


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("list.txt", "fine\n!!!\n[a] [b]\n", r"list.txt:2: '!!!' has no word.*\n.*list.txt:3: .* marks two verbs"),
        ("list.txt", "", "is empty"),
        ("list.txt", "# nothing\n", "has no expressions"),
        ("table.csv", "phrases,plural\na,b\n", "column 'expression' is missing"),
        (
            "table.csv",
            "expression,language\na b,qqqqqq\n,en\n",
            r":2: 'qqqqqq' is not .*\n.*:3: expression is",
        ),
        ("lexicon.toml", "language = [", "not valid TOML"),
    ],
)
def test_mistakes_are_told_with_their_lines(tmp_path, name, text, told):
    with pytest.raises(UserError, match=told):
        read_expressions(written(tmp_path, name, text))


def test_what_is_not_there_is_said_not_to_be(tmp_path):
    with pytest.raises(DatasetError, match=r"nothing.csv does not exist; name a list"):
        read_expressions(tmp_path / "nothing.csv")
    with pytest.raises(DatasetError, match="There is no dataset 'startre'; did you mean starter"):
        read_expressions("startre")
