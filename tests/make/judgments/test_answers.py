"""A user's table of annotations, and what follows from it."""

import unicodedata

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from idioprobe.core.errors import ConfigError, DatasetError
from idioprobe.make.annotate.answers import Answer, store
from idioprobe.make.annotate.people import invite
from idioprobe.make.annotate.study import open_study
from idioprobe.make.judgments.answers import ANNOTATIONS, Known, Scale, has_annotators, parse_scale, targets_of
from idioprobe.make.judgments.filters import without_low_agreement
from idioprobe.make.judgments.paraphrases import classify_paraphrases, normal_form
from idioprobe.make.judgments.ratings import ratings_from
from idioprobe.make.judgments.table import read_annotations, read_answers
from tests.make.annotate.studies import make

HEAD = "annotator,expression,language,sentence,score,head,modifier,paraphrases\n"


def written(tmp_path, content: str, name: str = "a.csv"):
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    return path


def table(*rows) -> pl.DataFrame:
    """Rows of annotator, expression, sentence, score and paraphrases."""
    full = [(a, c, "en", s, score, None, None, list(p), None) for a, c, s, score, *p in rows]
    return pl.DataFrame(full, schema=ANNOTATIONS, orient="row")


def proposed(*by_sentence: str) -> dict[str, tuple[int | None, int]]:
    """Paraphrases with their level and frequency; one letter is one annotator's proposal for a sentence."""
    rows = [
        (f"ann{i}", "red tape", number, 1.0, letter)
        for number, letters in enumerate(by_sentence, 1)
        for i, letter in enumerate(letters)
    ]
    found = classify_paraphrases(table(*rows))
    return {p: (s, f) for _, _, s, p, f in found.iter_rows()}


class TestReading:
    def test_a_row_is_what_one_annotator_said_of_one_sentence(self, tmp_path):
        read = read_annotations(written(tmp_path, HEAD + "ann1,red  tape,en,2,0.5,1,,rules ;; Paper  work\n"))
        assert read.schema == ANNOTATIONS
        assert read.rows() == [("ann1", "red tape", "en", 2, 0.5, 1.0, None, ["rules", "Paper work"], None)]

    @pytest.mark.parametrize(
        ("name", "content"),
        [
            ("a.tsv", "annotator\texpression\tsentence\tscore\na\tred tape\t1\t0,5\n"),
            ("a.csv", 'annotator;expression;sentence;score\na;red tape;1;"0,5"\n'),
            ("a.csv", '"Annotator","Expression","Sentence","Score"\n"a","red tape","1","0.5"\n'),
            ("a.csv", "\ufeffannotator,expression,sentence,score,seconds\r\na,red tape,1.0,.5,12\r\n,,,,\r\n\r\n"),
        ],
        ids=["tabs", "semicolons and decimal comma", "quotes and capitals", "byte-order mark and blank rows"],
    )
    def test_spreadsheets_write_the_same_table_in_many_ways(self, tmp_path, name, content):
        read = read_annotations(written(tmp_path, content, name), language="en")
        assert read.rows() == [("a", "red tape", "en", 1, 0.5, [], None)]

    def test_rows_that_name_an_expression_and_are_otherwise_empty_are_passed_over(self, tmp_path):
        path = written(tmp_path, HEAD + "a,red tape,en,1,1,,,\n,red tape,en,,,,,\n,red tape,,,,,,\n")
        read = read_answers(path)
        assert read.table.rows() == read_annotations(written(tmp_path, HEAD + "a,red tape,en,1,1,,,\n", "b.csv")).rows()
        assert "Rows that name an expression and are otherwise empty, passed over: 2." in read.notes

    def test_an_expression_goes_by_its_first_spelling(self, tmp_path):
        rows = "a,Dutch courage,en,1,1,,,\nb,dutch courage,en,1,2,,,\na,pé-frio,pt,1,1,,,\n"
        decomposed = unicodedata.normalize("NFD", "b,pé-frio,pt,1,1,,,\n")
        read = read_annotations(written(tmp_path, HEAD + rows + decomposed))
        assert read["expression"].to_list() == ["Dutch courage", "Dutch courage", "pé-frio", "pé-frio"]

    def test_the_language_in_the_table_goes_before_the_one_asked_for(self, tmp_path):
        path = written(tmp_path, HEAD + "a,red tape,en,1,1,,,\na,pé-frio,,1,1,,,\n")
        assert read_annotations(path, language="pt")["language"].to_list() == ["en", "pt"]

    def test_one_annotator_may_say_the_same_of_two_languages(self, tmp_path):
        path = written(tmp_path, HEAD + "a,piano,en,1,1,,,\na,piano,pt,1,1,,,\n")
        assert len(read_annotations(path)) == 2


# name: (content, line, what the message says)
MISTAKES = {
    "no expression column": (
        "annotator,sentence,score\na,1,1\n",
        1,
        "'expression' is missing; add it; found annotator",
    ),
    "no sentence column": ("annotator,expression,score\na,red tape,1\n", 1, "the column 'sentence' is missing"),
    "no score column": (
        "annotator,expression,sentence,rating\na,b c,1,1\n",
        1,
        "no column with scores; add score, head",
    ),
    "misspelt column": ("annotator,expression,sentence,score,modifer\na,b,1,1,1\n", 1, "name it 'modifier' if"),
    "column twice": ("annotator,expression,sentence,score,Score\na,b,1,1,1\n", 1, "'score' is there twice"),
    "no language": (
        "annotator,expression,sentence,score\na,b c,1,1\n",
        2,
        "language is missing, and nothing else tells it; add a column language",
    ),
    "no annotator": (HEAD + "a,b c,en,1,1,,,\n,b c,en,1,1,,,\n", 3, "annotator is empty; fill it in"),
    "no expression": (HEAD + "a,,en,1,1,,,\n", 2, "expression is empty"),
    "no sentence": (HEAD + "a,b c,en,,1,,,\n", 2, "sentence is empty"),
    "sentence 0": (HEAD + "a,b c,en,0,1,,,\n", 2, "sentence '0' is not the number of a sentence; write 1, 2 or 3"),
    "sentence by name": (HEAD + "a,b c,en,first,1,,,\n", 2, "sentence 'first' is not the number"),
    "half a sentence": (HEAD + "a,b c,en,1.5,1,,,\n", 2, "sentence '1.5' is not the number"),
    "not a number": (HEAD + "a,b c,en,1,1,,,\nb,b c,en,1,high,,,\n", 3, "score 'high' is not a number; write one"),
    "nan": (HEAD + "a,b c,en,1,1,nan,,\n", 2, "head 'nan' is not a number"),
    "NA": (HEAD + "a,b c,en,1,1,,NA,\n", 2, "modifier 'NA' is not a number; write one, or leave the cell empty"),
    "infinite": (HEAD + "a,b c,en,1,1e999,,,\n", 2, "score '1e999' is not a number"),
    "underscore": (HEAD + "a,b c,en,1,1_0,,,\n", 2, "score '1_0' is not a number"),
    "above the scale": (HEAD + "a,b c,en,1,6,,,\n", 2, "score '6' lies outside the scale; write numbers from 0"),
    "below the scale": (HEAD + "a,b c,en,1,1,-1,,\n", 2, "head '-1' lies outside the scale"),
    "no answer": (HEAD + "a,b c,en,1,,,,\n", 2, "there is no score in this row"),
    "twice": (
        HEAD + "a,b c,en,1,1,,,\nb,b c,en,1,1,,,\na,B C,en,1,2,,,\n",
        4,
        "annotator 'a', 'b c', sentence 1 is on line 2",
    ),
    "mean twice": (
        "expression,language,sentence,head\nb c,en,1,1\nb c,en,1,2\n",
        3,
        "'b c', sentence 1 is on line 2",
    ),
    "ragged": (HEAD + "a,b c,en,1,1\n", 2, "5 cells where the header has 8; put quotes"),
    "open quote": (HEAD + 'a,"b c,en,1,1,,,\n', 2, "close every quote"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_reported_with_its_line(tmp_path, name):
    content, line, message = MISTAKES[name]
    path = written(tmp_path, content)
    with pytest.raises(DatasetError) as caught:
        read_annotations(path)
    assert str(caught.value).startswith(f"{path}:{line}: ")
    assert message in str(caught.value)


def test_a_cell_over_several_lines_does_not_shift_the_lines_named(tmp_path):
    path = written(tmp_path, HEAD + 'a,b c,en,1,1,,,"one\ntwo"\nb,b c,en,1,9,,,\n')
    with pytest.raises(DatasetError, match=r"a\.csv:4: score '9'"):
        read_annotations(path)


def test_all_mistakes_of_a_file_are_told_at_once_and_counted(tmp_path):
    rows = "a,b c,en,1,9,,,\na,b c,en,2,high,,,\nb,b c,en,1,1\nb,b c,en,2,1,,,\nb,b c,en,2,2,,,\n"
    path = written(tmp_path, HEAD + rows)
    with pytest.raises(DatasetError) as caught:
        read_annotations(path)
    told = str(caught.value).splitlines()
    assert [line.split(":")[1] for line in told[:-1]] == ["2", "3", "4", "6"]
    assert told[-1].startswith("Rows with mistakes: 4 (")
    for kind in ("1 with a score off the scale", "1 repeating an answer with other values", "1 of another length"):
        assert kind in told[-1]


def test_bad_rows_can_be_set_aside_and_are_kept_as_they_were(tmp_path):
    path = written(tmp_path, HEAD + "a,b c,en,1,9,,,\nb,b c,en,1,1,,,x;y\nc,b c,en,1,1,,,,surplus\n")
    read = read_answers(path, skip_bad=True)
    assert read.table["annotator"].to_list() == ["b"]
    assert read.set_aside["line"].to_list() == [2, 4]
    assert read.set_aside["score"].to_list() == ["9", "1"]
    assert read.set_aside["more cells"].to_list() == [None, "surplus"]
    assert any("Rows set aside: 2" in note for note in read.notes)


def test_an_answer_that_is_there_twice_word_for_word_counts_once(tmp_path):
    read = read_answers(written(tmp_path, HEAD + "a,b c,en,1,1,,,x\na,b c,en,1,1,,,x\n"))
    assert len(read.table) == 1
    assert "count once: 1" in read.notes[0]


def test_what_is_not_in_the_dataset_is_a_mistake(tmp_path):
    known = Known("mine", {("en", "red tape"): ("Red tape", frozenset({1, 2}))})
    path = written(tmp_path, HEAD + "a,red tape,en,1,1,,,\na,red tape,en,3,1,,,\na,blue tape,en,1,1,,,\n")
    with pytest.raises(DatasetError, match=r"a\.csv:3: mine has no sentence 3 of 'Red tape'; it has 1, 2") as caught:
        read_answers(path, known=known)
    assert "a.csv:4: 'blue tape' (en) is not in mine" in str(caught.value)
    assert "2 about a sentence that is not known" in str(caught.value)
    assert read_answers(path, known=known, skip_bad=True).table["expression"].to_list() == ["Red tape"]


def test_any_component_level_and_scale(tmp_path):
    header = "annotator,expression,language,sentence,level,score,verb,object,scale,check,seconds\n"
    rows = "a,kick the bucket,English,,type,7,1,2,1-7,yes,4\na,kick the bucket,en,1,token,1,1,2,,no,4\n"
    read = read_answers(written(tmp_path, header + rows))
    assert read.scale == (1, 7)
    assert targets_of(read.table) == {"score": "expression", "verb": "verb", "object": "object"}
    assert read.table["sentence"].to_list() == [None, 1]
    assert read.table["check"].to_list() == [True, False]
    assert read.notes == (
        "Columns passed over: seconds; scores of a component are under its role, such as head or verb.",
    )
    with pytest.raises(DatasetError, match="score '7' lies outside the scale"):
        read_answers(written(tmp_path, header + rows), scale=Scale(0, 5))


@pytest.mark.parametrize("text", ["5-1", "five", "", "1"])
def test_a_scale_that_cannot_be_read_is_refused(text):
    with pytest.raises(ConfigError, match="write the lowest and the highest score"):
        parse_scale(text)


def test_spreadsheets_and_parquet_hold_the_same_table(tmp_path):
    csv = written(tmp_path, HEAD + "ann1,red tape,en,1,2,1,,rules;forms\nann2,red tape,en,1,3,2,4,\n")
    table = read_annotations(csv)
    written_as = pl.read_csv(csv)
    written_as.write_excel(tmp_path / "a.xlsx")
    written_as.with_columns(pl.col("paraphrases").str.split(";")).write_parquet(tmp_path / "a.parquet")
    assert read_annotations(tmp_path / "a.xlsx").equals(table)
    assert read_annotations(tmp_path / "a.parquet").equals(table)


def test_a_study_is_read_with_its_own_scale(tmp_path):
    folder = make(tmp_path / "study", expressions=1, sentences=1, changes=["low = 1", "high = 7"])
    study = open_study(folder)
    unit = next(one for one in study.units.values() if one.level == "token")
    database = study.connect()
    (number,) = invite(database, 1)
    scores = {"score": 6, "modifier": 2, "head": 7}
    store(database, number, unit, Answer(scores, ("rules", "forms")), study.settings)
    database.close()
    read = read_answers(folder)
    assert read.scale == (1, 7)
    assert read.table.select(
        "annotator", "expression", "sentence", "score", "modifier", "head", "paraphrases"
    ).rows() == [(str(number), "papera tigera", 1, 6.0, 2.0, 7.0, ["rules", "forms"])]


@pytest.mark.parametrize(("content", "message"), [("", "is empty"), (HEAD, "has no rows below its header")])
def test_an_empty_table_is_refused(tmp_path, content, message):
    with pytest.raises(DatasetError, match=message):
        read_annotations(written(tmp_path, content))


class TestRatings:
    def test_a_rating_is_the_mean_of_the_scores_of_a_sentence(self, tmp_path):
        rows = "a,b c,en,1,1,0,5,\nb,b c,en,1,3,,5,\nc,b c,en,1,5,,,\na,b c,en,2,4,,,\n"
        ratings = ratings_from(read_annotations(written(tmp_path, HEAD + rows)))
        assert ratings.rows() == [
            ("b c", "en", 1, "expression", 3.0, 2.0, 3),
            ("b c", "en", 1, "head", 0.0, None, 1),
            ("b c", "en", 1, "modifier", 5.0, 0.0, 2),
            ("b c", "en", 2, "expression", 4.0, None, 1),
        ]

    def test_means_are_ratings_without_a_number_or_spread(self, tmp_path):
        content = "expression,language,sentence,head,modifier\nb c,en,1,1.5,2\nb c,en,2,3,\n"
        means = read_annotations(written(tmp_path, content))
        assert not has_annotators(means)
        assert ratings_from(means).rows() == [
            ("b c", "en", 1, "head", 1.5, None, None),
            ("b c", "en", 1, "modifier", 2.0, None, None),
            ("b c", "en", 2, "head", 3.0, None, None),
        ]

    @given(st.lists(st.integers(0, 5), min_size=2, max_size=12), st.randoms())
    def test_the_order_of_annotators_changes_no_rating(self, given_, random):
        rows = [(f"ann{i}", "b c", 1, float(score)) for i, score in enumerate(given_)]
        once = ratings_from(table(*rows))
        random.shuffle(rows)
        again = ratings_from(table(*rows))
        assert once["mean"][0] == pytest.approx(np.mean(given_))
        assert once["sd"][0] == pytest.approx(np.std(given_, ddof=1), abs=1e-12)
        assert once["n"][0] == len(given_)
        assert again.rows()[0][4:] == pytest.approx(once.rows()[0][4:])


class TestParaphrases:
    def test_proposed_for_three_sentences_it_belongs_to_the_type(self):
        assert proposed("x", "x", "x") == {"x": (None, 3)}

    def test_for_two_it_does_if_proposed_three_times(self):
        assert proposed("xx", "x", "") == {"x": (None, 3)}
        assert proposed("x", "", "xxx") == {"x": (None, 4)}
        assert proposed("x", "x", "") == {}

    def test_proposed_for_one_sentence_twice_it_belongs_to_that_sentence(self):
        assert proposed("", "xx", "") == {"x": (2, 2)}
        assert proposed("", "x", "") == {}

    def test_each_is_judged_by_itself_and_the_more_frequent_comes_first(self):
        assert proposed("xyyz", "xy", "xz") == {"x": (None, 3), "y": (None, 3)}
        assert list(proposed("xyyy", "xy", "x")) == ["y", "x"]

    def test_case_and_white_space_make_no_difference(self):
        rows = [("a", "b c", 1, 1.0, "DJ"), ("b", "b c", 1, 1.0, "dj"), ("c", "b c", 1, 1.0, "Dj")]
        assert classify_paraphrases(table(*rows)).rows() == [("b c", "en", 1, "DJ", 3)]

    def test_an_annotator_counts_once_in_a_sentence(self):
        assert classify_paraphrases(table(("a", "b c", 1, 1.0, "x", "X", "x"))).is_empty()
        twice = classify_paraphrases(table(("a", "b c", 1, 1.0, "x", "X"), ("b", "b c", 1, 1.0, "x")))
        assert twice.rows() == [("b c", "en", 1, "x", 2)]

    def test_a_paraphrase_of_another_expression_is_another_paraphrase(self):
        assert classify_paraphrases(table(("a", "b c", 1, 1.0, "x"), ("b", "d e", 1, 1.0, "x"))).is_empty()

    def test_nothing_proposed_is_nothing_classified(self):
        assert classify_paraphrases(table(("a", "b c", 1, 1.0))).is_empty()

    def test_means_have_no_paraphrases(self):
        with pytest.raises(DatasetError, match="one row for each annotator"):
            classify_paraphrases(table((None, "b c", 1, 1.0)))


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("en", "the paper-work", "Paperwork"),
        ("en", "a favourite colour", "favorite color"),
        ("en", "to organise", "organize"),
        ("en", "“bluff”", "bluff."),
        ("de", "der Maulesel", "Maulesel"),
        ("de", "Maedchen", "Mädchen"),
        ("es", "el corazon", "Corazón"),
        ("pt", "a má sorte", "ma sorte"),
        ("fr", "l’argent", "argent"),
    ],
)
def test_variants_of_a_paraphrase_are_one(language, one, other):
    assert normal_form(one, language) == normal_form(other, language)


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [("en", "four", "for"), ("en", "wise", "wize x"), ("es", "perro", "perra"), ("en", "a bluff", "two bluffs")],
)
def test_other_paraphrases_are_others(language, one, other):
    assert normal_form(one, language) != normal_form(other, language)


def test_the_most_frequent_spelling_is_shown_without_its_article():
    rows = [("a", "b c", 1, 1.0, "The bluff"), ("b", "b c", 1, 1.0, "the Bluff"), ("c", "b c", 1, 1.0, "a bluff.")]
    assert classify_paraphrases(table(*rows)).rows() == [("b c", "en", 1, "bluff", 3)]


def test_the_expression_itself_is_no_paraphrase():
    assert proposed("x", "x", "x") != {}
    rows = [(who, "red tape", 1, 1.0, "the Red-Tape") for who in "abc"]
    assert classify_paraphrases(table(*rows)).is_empty()


class TestLowAgreement:
    def crowd(self, **strange):
        """Three annotators of one mind on four sentences, and others with scores of their own."""
        scores = {"a": (0, 1, 3, 5), "b": (0, 1, 3, 5), "c": (0, 1, 3, 5), **strange}
        return table(*((n, "b c", s, float(v)) for n, own in scores.items() for s, v in enumerate(own, 1)))

    def test_one_who_contradicts_the_others_goes(self):
        kept, removed = without_low_agreement(self.crowd(d=(5, 3, 1, 0)), 0.2)
        assert removed == ["d"]
        assert kept["annotator"].unique(maintain_order=True).to_list() == ["a", "b", "c"]

    def test_those_who_agree_stay(self):
        everyone = self.crowd(d=(1, 2, 4, 5))
        kept, removed = without_low_agreement(everyone, 0.4)
        assert removed == []
        assert kept.equals(everyone)

    def test_the_threshold_itself_is_not_below_it(self):
        # ρ of 0 1 2 3 with 1 0 3 2 is 1 − 6·4 / (4·15) = 0.6.
        assert without_low_agreement(self.crowd(d=(1, 0, 5, 3)), 0.6 - 1e-9)[1] == []
        assert without_low_agreement(self.crowd(d=(1, 0, 5, 3)), 0.6 + 1e-9)[1] == ["d"]

    def test_one_who_always_says_the_same_cannot_be_judged_and_stays(self):
        assert without_low_agreement(self.crowd(d=(2, 2, 2, 2)), 0.4)[1] == []

    def test_one_with_two_sentences_cannot_be_judged_and_stays(self):
        assert without_low_agreement(self.crowd(d=(5, 0)), 0.4)[1] == []

    def test_one_alone_with_a_sentence_is_not_compared_on_it(self):
        assert without_low_agreement(table(*(("a", "b c", s, float(s)) for s in range(1, 5))), 0.4)[1] == []

    def test_the_same_name_in_another_language_is_another_annotator(self):
        english = self.crowd(d=(5, 3, 1, 0))
        portuguese = self.crowd(d=(0, 1, 3, 5)).with_columns(language=pl.lit("pt"))
        kept, removed = without_low_agreement(pl.concat([english, portuguese]), 0.2)
        assert removed == ["d"]
        assert kept.filter(annotator="d")["language"].unique().to_list() == ["pt"]
