"""From a user's file to a dataset, with the files and options that go with it."""

import re

import polars as pl
import pytest
import wordfreq

from idioprobe.core.errors import ConfigError, DatasetError, IdioprobeError, LexiconError
from idioprobe.data.languages.language import find_language
from idioprobe.data.lexicon.fromfile import build_from_file
from idioprobe.data.lexicon.pools import shipped_pools

ROWS = "expression,synonym,sentence\neager beaver,hard worker,She is an [eager beaver].\n"


def save(tmp_path, name, content):
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    return path


def fillers(built, role, condition="none"):
    return built.dataset.stimuli.filter(role=role, condition=condition).sort("index")["text"].to_list()


def plain_nearest(expression, language, pool):
    """The five nearest in f_avg = (f_NC + f_w1 + f_w2) / 3 that share no word: written anew."""

    def parts(text):
        return re.split(r"[ -]", text)

    def average(text):
        one, two = parts(text)
        frequency = [wordfreq.word_frequency(t, language) for t in (text, one, two)]
        return (frequency[0] + frequency[1] + frequency[2]) / 3

    allowed = [text for text in pool if not {w.lower() for w in parts(text)} & {w.lower() for w in parts(expression)}]
    distance = {text: abs(average(text) - average(expression)) for text in allowed}
    return sorted(allowed, key=lambda text: (distance[text], text))[:5]


@pytest.mark.parametrize(
    ("language", "expression"),
    [("en", "eager beaver"), ("en", "old hat"), ("en", "red tape"), ("pt", "porta fria"), ("pt", "Livro aberto")],
)
def test_random_fillers_are_the_nearest_of_the_starters_pool(tmp_path, language, expression):
    path = save(tmp_path, "x.csv", f"expression,synonym,sentence\n{expression} #m,c #m,[{expression}]\n")
    pool = [form.citation for form in shipped_pools(find_language(language))["adjective-noun"]]
    assert fillers(build_from_file(path, language=language), "rand") == plain_nearest(expression, language, pool)


def test_random_fillers_come_from_a_pool_of_ones_own(tmp_path):
    pool = ["red hat", "beaver dam", "house keeper", "quantum foam", "long day", "new idea", "Eager pupil"]
    built = build_from_file(
        save(tmp_path, "x.csv", ROWS), language="en", random=save(tmp_path, "pool.txt", "\n".join(pool))
    )
    assert fillers(built, "rand") == plain_nearest("eager beaver", "en", pool)
    assert len(fillers(built, "rand")) == 5


def test_counts_of_ones_own_replace_wordfreq(tmp_path):
    counts = save(
        tmp_path,
        "counts.csv",
        "expression,frequency\neager beaver,30\neager,30\nbeaver,30\n"
        "red hat,90\nred,0\nhat,3\nbig dog,40\nbig,40\ndog,40\n",
    )
    pool = save(tmp_path, "pool.txt", "wet sock\nbig dog\nred hat\n")
    built = build_from_file(save(tmp_path, "x.csv", ROWS), language="en", random=pool, counts=counts)
    # averages: eager beaver 30, red hat 31, big dog 40, wet sock 0
    assert fillers(built, "rand") == ["red hat", "big dog", "wet sock"]
    assert built.dataset.expressions["average_frequency"].to_list() == [30.0]
    assert built.dataset.expressions["frequency"].to_list() == [30.0]


def associated(tmp_path, table):
    counts = save(tmp_path, "counts.csv", table)
    data = build_from_file(save(tmp_path, "x.csv", ROWS), language="en", counts=counts).dataset
    return data.expressions.select("frequency", "pmi", "ppmi", "average_frequency").row(0), data.header.notes


def test_counts_give_the_frequency_of_the_expression_and_its_ppmi(tmp_path):
    found, notes = associated(tmp_path, "expression,frequency,total\nEager Beaver,4,1024\neager,8,\nbeaver,16,\n")
    assert found == (4.0, 5.0, 5.0, pytest.approx(28 / 3))
    assert notes == []


def test_without_its_size_the_corpus_is_what_was_counted_and_a_note_says_so(tmp_path):
    found, notes = associated(tmp_path, "expression,frequency\neager beaver,4\neager,8\nbeaver,16\nthe,1000\n")
    assert found == (4.0, 5.0, 5.0, pytest.approx(28 / 3))
    assert notes == ["PMI and PPMI take the corpus to have 1,024 words, the sum of those counted."]


def test_what_was_not_counted_has_no_association(tmp_path):
    assert associated(tmp_path, "expression,frequency,total\neager,8,1024\nbeaver,16,\n")[0] == (None, None, None, 8.0)
    assert associated(tmp_path, "expression,frequency,total\neager beaver,4,1024\neager,8,\n")[0] == (
        4.0,
        None,
        None,
        4.0,
    )
    assert associated(tmp_path, "expression,frequency,total\neager beaver,9,1024\neager,8,\nbeaver,16,\n")[0][:3] == (
        9,
        None,
        None,
    )


def test_negative_association_is_kept_beside_its_ppmi_of_0(tmp_path):
    found, _ = associated(tmp_path, "expression,frequency,total\neager beaver,1,1024\neager,64,\nbeaver,64,\n")
    assert found[:3] == (1.0, -2.0, 0.0)


def test_two_sizes_of_one_corpus_are_refused(tmp_path):
    with pytest.raises(DatasetError, match=r"counts\.csv:3: total 7, but 9 above"):
        associated(tmp_path, "expression,frequency,total\neager,1,9\nbeaver,1,7\n")


def test_wordfreq_counts_no_phrase_so_there_is_no_frequency_of_the_expression(tmp_path):
    row = build_from_file(save(tmp_path, "x.csv", ROWS), language="en").dataset.expressions.row(0, named=True)
    assert (row["frequency"], row["pmi"], row["ppmi"]) == (None, None, None)
    assert row["average_frequency"] > 0


def test_fewer_than_five_random_fillers_are_reported(tmp_path):
    pool = save(tmp_path, "pool.txt", "red hat\nbig dog\n")
    built = build_from_file(save(tmp_path, "x.csv", ROWS), language="en", random=pool)
    assert len(fillers(built, "rand")) == 2
    assert any("fewer than 5 random combinations of en fit 'eager beaver'" in note for note in built.notes)


def test_counts_without_the_random_combinations_do_not_choose_them(tmp_path):
    given = save(tmp_path, "x.csv", ROWS)
    counts = save(tmp_path, "counts.csv", "expression,frequency,total\neager beaver,3,999\n")
    built = build_from_file(given, language="en", counts=counts)
    assert fillers(built, "rand") == fillers(build_from_file(given, language="en"), "rand")
    assert any("`counts` has none of the random combinations of en" in note for note in built.notes)


def test_a_language_nothing_is_known_of_still_has_its_naturalistic_pairs(tmp_path):
    built = build_from_file(save(tmp_path, "x.csv", ROWS), language="xx")
    assert built.dataset.stimuli.select("item", "role", "text").rows() == [
        ("xx/eager beaver/nat1", "original", "She is an eager beaver."),
        ("xx/eager beaver/nat1", "syn", "She is an hard worker."),
        ("xx/eager beaver/none", "original", "eager beaver"),
        ("xx/eager beaver/none", "syn", "hard worker"),
    ]
    assert built.dataset.expressions["frequency"].to_list() == [None]
    assert built.left_out == [
        "no neutral sentence (neut) is known for xx; give one with `templates`, as in neut='… [X] …'",
        "no neutral sentence (neut_long) is known for xx; give one with `templates`, as in neut_long='… [X] …'",
    ]
    assert any("no random combinations of xx fit 'eager beaver'; give more" in note for note in built.notes)


def test_without_frequencies_a_pool_is_used_in_a_fixed_order_and_that_is_said(tmp_path):
    pool = save(tmp_path, "pool.txt", "red hat\n")
    built = build_from_file(save(tmp_path, "x.csv", ROWS), language="xx", random=pool)
    assert fillers(built, "rand") == ["red hat"]
    assert any("word frequencies of xx are not known" in note and "`counts`" in note for note in built.notes)


def test_pool_counts_and_templates_make_any_language_whole(tmp_path):
    built = build_from_file(
        save(tmp_path, "x.csv", ROWS),
        language="xx",
        random=save(tmp_path, "pool.txt", "a b\nc d\ne f\ng h\ni j\n"),
        counts=save(tmp_path, "counts.csv", "expression,frequency\na b,1\n"),
        templates=["neut=Jen [X].", "xx:neut_long=Jen kio [X] estu, = vere."],
    )
    assert built.left_out == []
    assert fillers(built, "syn", "neut") == ["Jen hard worker."]
    assert fillers(built, "syn", "neut_long") == ["Jen kio hard worker estu, = vere."]
    assert fillers(built, "rand", "neut") == ["Jen c d.", "Jen e f.", "Jen g h.", "Jen i j.", "Jen a b."]


def test_a_template_replaces_the_languages_own(tmp_path):
    built = build_from_file(save(tmp_path, "x.csv", ROWS), language="en", templates=["neut=Look, a [X]!"])
    assert fillers(built, "original", "neut") == ["Look, an eager beaver!"]
    assert fillers(built, "syn", "neut") == ["Look, a hard worker!"]
    assert fillers(built, "syn", "neut_long") == ["This is what a hard worker is supposed to be."]


def test_a_template_for_one_language_leaves_the_other_alone(tmp_path):
    rows = "expression,synonym,sentence,language\na b,c,a b,en\nd e #m,f #m,d e,pt\n"
    built = build_from_file(save(tmp_path, "x.csv", rows), templates=["pt:neut=Eis {um|uma} [X]."])
    assert fillers(built, "original", "neut") == ["This is an a b.", "Eis um d e."]


@pytest.mark.parametrize("template", ["neut", "nat=x [X]", "de:neut=Das ist [X].", "=x", "NEUT=[X]"])
def test_a_template_that_cannot_be_read_is_refused_with_an_example(tmp_path, template):
    with pytest.raises(ConfigError) as caught:
        build_from_file(save(tmp_path, "x.csv", ROWS), language="en", templates=[template])
    assert str(caught.value).startswith(f"`templates` {template!r}: write neut='… [X] …'")
    assert "en:neut='… [X] …'" in str(caught.value)


@pytest.mark.parametrize("template", ["neut=Nothing here.", "neut=[X] and [X]", "neut={x} [X]", "neut=[X"])
def test_a_template_without_one_place_for_the_expression_is_refused(tmp_path, template):
    with pytest.raises(LexiconError, match="template neut for en: "):
        build_from_file(save(tmp_path, "x.csv", ROWS), language="en", templates=[template])


def test_the_dataset_is_named_after_its_file_or_as_asked(tmp_path):
    path = save(tmp_path, "mine.csv", ROWS)
    assert build_from_file(path, language="xx").dataset.name == "mine"
    assert build_from_file(path, language="xx", name="yours").dataset.name == "yours"


def test_a_file_with_an_odd_name_can_be_built_all_the_same(tmp_path):
    built = build_from_file(save(tmp_path, "my list (1).csv", ROWS), language="xx")
    assert built.dataset.stimuli.height == 4


def test_a_name_that_no_folder_could_have_is_refused_with_a_word(tmp_path):
    with pytest.raises(IdioprobeError, match="a/b"):
        build_from_file(save(tmp_path, "x.csv", ROWS), language="xx", name="a/b")


@pytest.mark.parametrize("language", ["ja", "zh", "ko"])
def test_languages_whose_words_cannot_be_counted_here_are_built_without_frequencies(tmp_path, language):
    built = build_from_file(save(tmp_path, "x.csv", ROWS), language=language)
    assert built.dataset.stimuli.filter(pl.col("condition") == "nat", pl.col("role") != "rand").height == 2


def test_classes_of_a_lexicon_are_said_to_be_its_own(tmp_path):
    rows = "expression,synonym,sentence,class\na b,c,a b,NC\n"
    assert build_from_file(save(tmp_path, "x.csv", rows), language="xx").dataset.header.labelling == "lexicon"
    assert build_from_file(save(tmp_path, "y.csv", ROWS), language="xx").dataset.header.labelling == ""


@pytest.mark.parametrize(
    ("expression", "modifier", "expected"),
    [("heißes Eisen", "heißes", "warmes Eisen"), ("İstanbul Eisen", "İstanbul", "warmes Eisen")],
)
def test_a_component_is_exchanged_whatever_letters_it_has(tmp_path, expression, modifier, expected):
    columns = "expression,synonym,sentence,modifier,head,modifier_synonyms"
    rows = f"{columns}\n{expression},x,{expression},{modifier},Eisen,warmes\n"
    assert fillers(build_from_file(save(tmp_path, "x.csv", rows), language="xx"), "modifier_alt") == [expected]
