"""What a user adds to a dataset: annotations take the place of ratings, counts give frequency and PPMI."""

import math

import pytest

from idioprobe.core.errors import DatasetError
from idioprobe.make.enrich import with_annotations, with_association
from tests.suites.world import FILLERS, dataset, expression, item, rating

HEADER = "annotator,expression,language,sentence,score,head,modifier\n"


@pytest.fixture
def data():
    owl = FILLERS | {"original": "night owl"}
    sea = FILLERS | {"original": "alto mar"}
    return dataset(
        [*item(FILLERS), *item(FILLERS, sentence=2), *item(owl), *item(sea, language="pt")],
        [expression("eager beaver"), expression("night owl"), expression("alto mar", language="pt")],
        [
            rating("eager beaver", 1.0),
            rating("eager beaver", 2.0, 1),
            rating("eager beaver", 3.0, 2),
            rating("night owl", 4.0, 1),
            rating("alto mar", 5.0, 1, language="pt"),
        ],
    )


@pytest.fixture
def english(data):
    return data.select(["en"], ["nat"], None)


def written(tmp_path, text, name="mine.csv"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def rated(data, name, language="en"):
    """Ratings of an expression by kind, target and sentence."""
    rows = data.ratings.filter(expression=name, language=language)
    keys = ("rating", "target", "sentence", "mean")
    return {(kind, target, number): mean for kind, target, number, mean in rows.select(keys).iter_rows()}


class TestAnnotations:
    def test_ratings_of_the_same_sentence_are_replaced_and_the_others_stay(self, data, tmp_path):
        path = written(tmp_path, HEADER + "p,eager beaver,en,1,0,1,2\nq,eager beaver,en,1,1,1,4\n")
        assert rated(with_annotations(data, path), "eager beaver") == {
            ("type", "expression", None): 1.0,
            ("token", "expression", 1): 0.5,
            ("token", "expression", 2): 3.0,
            ("token", "head", 1): 1.0,
            ("token", "modifier", 1): 3.0,
        }

    def test_spread_and_number_of_annotators_come_along(self, data, tmp_path):
        path = written(tmp_path, HEADER + "p,eager beaver,en,1,0,,\nq,eager beaver,en,1,1,,\n")
        row = with_annotations(data, path).ratings.filter(expression="eager beaver", sentence=1).row(0, named=True)
        assert (row["sd"], row["n"]) == (pytest.approx(math.sqrt(0.5)), 2)

    def test_other_expressions_and_languages_are_untouched(self, data, tmp_path):
        path = written(tmp_path, HEADER + "p,eager beaver,en,1,0,1,2\n")
        changed = with_annotations(data, path)
        for name, language in (("night owl", "en"), ("alto mar", "pt")):
            assert rated(changed, name, language) == rated(data, name, language)

    def test_case_does_not_matter_and_the_datasets_spelling_is_kept(self, data, tmp_path):
        path = written(tmp_path, HEADER + "p,Eager BEAVER,en,1,0,,\n")
        assert rated(with_annotations(data, path), "eager beaver")["token", "expression", 1] == 0

    def test_the_note_counts_ratings_and_unknown_expressions(self, data, tmp_path):
        rows = "p,eager beaver,en,1,0,1,\np,no such,en,1,0,1,\np,nor this,en,1,0,1,\n"
        notes = with_annotations(data, written(tmp_path, HEADER + rows)).header.notes
        assert notes == ["2 ratings come from mine.csv.", "2 expressions of mine.csv are not in tiny."]

    def test_an_expression_of_another_language_is_unknown(self, data, tmp_path):
        path = written(tmp_path, HEADER + "p,eager beaver,pt,1,0,,\n")
        with pytest.raises(DatasetError, match=r"none of its expressions is in tiny \(en, pt\)"):
            with_annotations(data, path)

    def test_one_language_need_not_be_named(self, english, tmp_path):
        path = written(tmp_path, "expression,sentence,score\neager beaver,1,0\n")
        assert rated(with_annotations(english, path), "eager beaver")["token", "expression", 1] == 0

    def test_of_two_one_has_to_be(self, data, tmp_path):
        path = written(tmp_path, "expression,sentence,score\neager beaver,1,0\n")
        with pytest.raises(DatasetError, match=r"mine\.csv:2: language is missing"):
            with_annotations(data, path)
        assert rated(with_annotations(data, path, "en"), "eager beaver")["token", "expression", 1] == 0

    def test_the_dataset_itself_does_not_change(self, data, tmp_path):
        before = data.digest()
        changed = with_annotations(data, written(tmp_path, HEADER + "p,eager beaver,en,1,0,1,2\n"))
        assert data.digest() == before
        assert changed.digest() != before
        assert data.header.notes == []

    def test_a_file_that_is_not_there_is_named(self, data, tmp_path):
        with pytest.raises(DatasetError, match=r"absent\.csv cannot be read"):
            with_annotations(data, tmp_path / "absent.csv")


class TestAssociation:
    def test_figures_are_taken_as_they_are(self, data, tmp_path):
        path = written(tmp_path, "expression,language,frequency,ppmi\nEAGER beaver,en,120,3.5\nalto mar,pt,7,0\n")
        rows = with_association(data, path).expressions
        assert rows.select("expression", "frequency", "ppmi").rows() == [
            ("eager beaver", 120.0, 3.5),
            ("night owl", None, None),
            ("alto mar", 7.0, 0.0),
        ]

    def test_or_worked_out_from_counts(self, data, tmp_path):
        path = written(tmp_path, "expression,frequency,frequency1,frequency2,total\neager beaver,4,40,50,1000\n")
        row = with_association(data, path).expressions.row(0, named=True)
        assert (row["frequency"], row["pmi"], row["ppmi"]) == (4.0, pytest.approx(1.0), pytest.approx(1.0))

    def test_a_negative_pmi_is_kept(self, data, tmp_path):
        path = written(tmp_path, "expression,frequency,frequency1,frequency2,total\neager beaver,1,64,64,1024\n")
        row = with_association(data, path).expressions.row(0, named=True)
        assert (row["pmi"], row["ppmi"]) == (-2.0, 0.0)

    def test_a_row_with_a_language_comes_before_one_without(self, data, tmp_path):
        path = written(tmp_path, "expression,language,frequency,ppmi\neager beaver,en,2,2\neager beaver,,1,1\n")
        assert with_association(data, path).expressions["frequency"][0] == 2.0

    def test_letters_with_accents_are_found(self, tmp_path):
        foot = FILLERS | {"original": "pé-frio"}
        cold = expression("pé-frio", language="pt", modifier="frio", head="pé")
        data = dataset(item(foot, language="pt"), [cold])
        path = written(tmp_path, "expression,frequency,ppmi\nPÉ-FRIO,5,1\n")
        assert with_association(data, path).expressions["frequency"].to_list() == [5.0]

    def test_the_note_says_how_many_expressions_are_known(self, data, tmp_path):
        path = written(tmp_path, "expression,frequency,ppmi\neager beaver,1,1\nalto mar,1,1\n")
        (note,) = with_association(data, path).header.notes
        assert note.startswith("Frequency and PPMI of 2 of 3 expressions come from mine.csv.")

    def test_a_table_of_other_expressions_is_refused(self, data, tmp_path):
        path = written(tmp_path, "expression,frequency,ppmi\nno such,1,1\n")
        with pytest.raises(DatasetError, match="none of its expressions is in tiny"):
            with_association(data, path)

    def test_frequencies_alone_leave_association_unknown(self, data, tmp_path):
        path = written(tmp_path, "expression,frequency\neager beaver,1\n")
        row = with_association(data, path).expressions.row(0, named=True)
        assert (row["frequency"], row["pmi"], row["ppmi"]) == (1.0, None, None)

    def test_a_table_without_figures_lists_what_it_has(self, data, tmp_path):
        path = written(tmp_path, "expression,pmi\neager beaver,1\n")
        with pytest.raises(DatasetError, match="'frequency' is missing; add it; found expression, pmi"):
            with_association(data, path)

    def test_columns_and_their_types_stay(self, data, tmp_path):
        path = written(tmp_path, "expression,frequency,ppmi\neager beaver,1,1\n")
        assert with_association(data, path).expressions.schema == data.expressions.schema


def test_both_can_be_added(data, tmp_path):
    scores = written(tmp_path, HEADER + "p,eager beaver,en,1,0,1,2\n")
    counts = written(tmp_path, "expression,frequency,ppmi\neager beaver,1,1\n", "counts.csv")
    notes = with_association(with_annotations(data, scores), counts).header.notes
    assert [note.split()[-1] for note in notes] == ["mine.csv.", "counts.csv."]


class TestWanted:
    def test_unknown_expressions_of_a_table_of_counts_are_counted(self, data, tmp_path):
        path = written(tmp_path, "expression,frequency,ppmi\neager beaver,1,1\nno such,1,1\n")
        assert with_association(data, path).header.notes[-1] == "1 expressions of mine.csv are not in tiny."

    def test_unknown_expressions_are_counted_language_by_language(self, data, tmp_path):
        path = written(tmp_path, HEADER + "p,eager beaver,en,1,0,,\np,eager beaver,pt,1,0,,\n")
        assert with_annotations(data, path).header.notes[-1] == "1 expressions of mine.csv are not in tiny."
