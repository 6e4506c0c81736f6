"""NCIMP in Italian: what its reader makes of its files, and of what is wrong in them."""

import csv

import pytest

from idioprobe.core.errors import DatasetError
from idioprobe.data.checks import CHECKS
from idioprobe.data.registry import load_dataset
from tests.data.sources.sheets import write_sheet, write_sheets
from tests.support import with_ends

SCORES = (
    *("language", "compound", "ClassToken", "CompositionalityToken"),
    *("MWE Synonym Overlap", "naturalistics_sentence_length"),
)


def tags(sentence, *marked):
    """A list of tags as the files have it: True for the words at these places."""
    return str([place in marked for place in range(len(sentence.split()))])


def expression(name, nat, neut, *, wordsyn, gold=("uno", "due", "tre"), neut_tags=None, nat_tags=None):
    """A row of the sentences; all three naturalistic ones are alike but for their beginning."""
    row = {"NC": name}
    for number in (1, 2, 3):
        text = f"{'Poi ' * number}{nat}"
        place = len(f"{'Poi ' * number}{nat.partition(name)[0]}".split())
        row[f"sentence_nat_{number}"] = text
        row[f"tag_sentence_nat_{number}"] = nat_tags or tags(text, *range(place, place + len(name.split())))
    start = len(neut.partition(name)[0].split())
    row |= {"sentence_neut": neut, "comp_score": ""}
    row["tag_sentence_neut"] = neut_tags or tags(neut, *range(start, start + len(name.split())))
    row |= {f"gold_syn_{number}": synonym for number, synonym in enumerate(gold, 1)}
    first, *between, last = wordsyn.split()
    return row | {"word_1": first, "word_x": " ".join(between), "word_2": last, "wordsyn": wordsyn}


def replaced(row, filler, nat, neut):
    """A row of a sheet of variants."""
    return [row["NC"], filler, *(f"{'Poi ' * number}{nat}" for number in (1, 2, 3)), neut]


STONE = expression(
    "luna del fiume",
    "vidi la luna del fiume .",
    "Questa è una luna del fiume.",
    gold=("riflesso chiaro", "cosa vana", "niente"),
    wordsyn="astro del ruscello",
)
CORNER = expression(
    "gatto verde",
    "vidi il gatto verde .",
    "Questo è un gatto verde.",
    wordsyn="felino color prato",
    gold=("a", "b", "c"),
)


class Copy:
    """A small copy of the repository, in its layout."""

    def __init__(self, folder):
        self.folder = folder
        self.rows = [STONE, CORNER]
        self.syn = [
            replaced(STONE, "riflesso chiaro", "vidi il riflesso chiaro .", "Questo è un riflesso chiaro"),
            replaced(CORNER, "a", "vidi il a .", "Questo è un a"),
        ]
        self.rand = [
            [
                replaced(STONE, f"casa {n}", f"vidi la casa {n} .", f"Questa è una casa {n}"),
                replaced(CORNER, f"pane {n}", f"vidi il pane {n} .", f"Questo è un pane {n}"),
            ]
            for n in range(5)
        ]
        self.rand[4].reverse()
        self.scores = [["it", "luna del fiume", "I", 1 + n / 10, 0, 6 + n] for n in (1, 2, 3)] + [
            ["it", "gatto verde", "C", 4.0, 1, 5 + n] for n in (1, 2, 3)
        ]

    def write(self):
        files = self.folder / "files"
        files.mkdir(parents=True, exist_ok=True)
        with (files / "NC_original.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(STONE))
            writer.writeheader()
            writer.writerows(self.rows)
        columns = [f"sentence_{place}" for place in ("nat_1", "nat_2", "nat_3", "neut")]
        write_sheet(files / "NC_PSyn.xlsx", [["NC", "gold_syn", *(f"{c}_PSyn" for c in columns)], *self.syn])
        header = ["NC", "PRand", *(f"{c}_PRand" for c in columns)]
        write_sheets(files / "NC_PRand.xlsx", {f"prand_{n}": [header, *rows] for n, rows in enumerate(self.rand, 1)})
        write_sheet(files / "human_compositionality_scores_IT.xlsx", [SCORES, *self.scores])
        return load_dataset("ncimp-it", self.folder)


@pytest.fixture
def copy(tmp_path):
    return Copy(tmp_path / "ncimp-it")


def written(data, name, condition, role, sentence=None):
    """What stands in the place of the expression, by index."""
    rows = data.stimuli.filter(expression=name, condition=condition, role=role)
    rows = rows.filter(sentence=sentence) if sentence else rows
    return [
        text[start:end] for text, start, end in with_ends(rows.sort("index")).select("text", "start", "end").iter_rows()
    ]


def flaws(data, **where):
    return data.flaws.filter(**where)["flaw"].to_list()


def test_the_files_make_a_dataset_that_passes_all_checks(copy):
    data = copy.write()
    assert [problem for table, check in CHECKS.items() for problem in check(getattr(data, table))] == []
    assert data.expressions["expression"].to_list() == ["luna del fiume", "gatto verde"]
    assert data.languages == ["it"]


def test_components_are_the_first_and_the_last_word_and_the_preposition_is_none(copy):
    data = copy.write()
    row = data.expressions.row(0, named=True)
    assert (row["components"], row["type"]) == ("head:luna; modifier:fiume", "noun-compound")
    for condition in ("nat", "neut", "none"):
        assert set(written(data, "luna del fiume", condition, "head")) == {"luna"}
        assert set(written(data, "luna del fiume", condition, "modifier")) == {"fiume"}


def test_variants_are_found_in_their_sentences_whatever_the_order_of_the_rows(copy):
    data = copy.write()
    assert written(data, "luna del fiume", "nat", "syn", 2) == ["riflesso chiaro"]
    for name, filler in (("luna del fiume", "casa"), ("gatto verde", "pane")):
        for condition, sentence in (("nat", 3), ("neut", None), ("none", None)):
            assert written(data, name, condition, "rand", sentence) == [f"{filler} {n}" for n in range(5)]
    assert flaws(data, handling="put right, read by name") == ["the rows come in another order than the sentences"]


def test_the_expression_alone_has_all_that_is_published_of_it(copy):
    data = copy.write()
    assert written(data, "luna del fiume", "none", "syn2") == ["cosa vana", "niente"]
    assert written(data, "luna del fiume", "none", "words") == ["astro del ruscello"]
    assert written(data, "luna del fiume", "none", "head_syn") == ["astro"]
    assert written(data, "luna del fiume", "none", "modifier_syn") == ["ruscello"]


def test_what_no_file_has_is_put_in_place_of_the_expression_and_marked_as_derived(copy):
    data = copy.write()
    made = data.stimuli.filter(expression="luna del fiume", condition="neut", role="words").row(0, named=True)
    assert (made["text"], made["derived"]) == ("Questa è una astro del ruscello.", True)
    inside = data.stimuli.filter(data.stimuli["derived"], data.stimuli["condition"].is_in(["nat", "neut"]))
    assert set(inside["role"]) == {"words", "head", "modifier"}


def test_the_full_stop_belongs_to_no_target(copy):
    data = copy.write()
    assert written(data, "gatto verde", "neut", "original") == ["gatto verde"]
    assert "neutral variants lack the full stop that the original has" in flaws(data, file="files/NC_PSyn.xlsx")


def test_classes_ratings_and_lengths_are_those_of_the_sheet(copy):
    data = copy.write()
    assert dict(data.expressions.select("expression", "class").iter_rows()) == {
        "luna del fiume": "NC",
        "gatto verde": "C",
    }
    assert data.header.labelling == "ClassToken"
    rated = data.ratings.filter(expression="luna del fiume")
    assert rated.select("sentence", "rating", "mean").rows() == [(n, "token", 1 + n / 10) for n in (1, 2, 3)]
    assert "it/luna del fiume/nat1" in data.lengths["item"]


def test_a_length_that_is_not_the_sentences_is_listed(copy):
    copy.scores[0][-1] = 99
    found = copy.write().flaws.filter(flaw="the length is not that of the sentence in this place")
    assert found["item"].to_list() == ["it/luna del fiume/nat1"]


def test_whether_a_word_is_shared_is_worked_out_and_a_preposition_does_not_count(copy):
    copy.syn[0] = replaced(STONE, "riva del lago", "vidi la riva del lago .", "Questa è una riva del lago")
    copy.syn[1] = replaced(CORNER, "gatto a", "vidi il gatto a .", "Questo è un gatto a")
    data = copy.write()
    assert data.expressions["synonym_overlap"].to_list() == [False, True]
    assert copy.scores[0][4] == 0
    copy.scores[3][4] = 0
    wrong = copy.write().flaws.filter(column="MWE Synonym Overlap")
    assert wrong["expression"].to_list() == ["gatto verde"]


def test_tags_that_leave_out_the_preposition_are_put_right(copy):
    copy.rows[0] = dict(STONE, tag_sentence_neut=tags(STONE["sentence_neut"], 3, 5))
    data = copy.write()
    assert written(data, "luna del fiume", "neut", "original") == ["luna del fiume"]
    assert flaws(data, handling="put right", condition="neut") == ["the tags leave out the word between the components"]


def test_tags_that_leave_out_the_end_are_put_right(copy):
    copy.rows[0] = dict(STONE, tag_sentence_neut=tags(STONE["sentence_neut"], 3))
    data = copy.write()
    assert written(data, "luna del fiume", "neut", "original") == ["luna del fiume"]
    assert flaws(data, handling="put right", condition="neut") == ["the tags leave out the end of the expression"]


@pytest.mark.parametrize(
    ("marked", "why"),
    [
        ("", "the tags '' are not a list of True and False"),
        ("[True]", "the tag list has 1 entries for 6 words"),
        (str([False] * 6), "no word is tagged as the target"),
        ("__import__('os')", "are not a list of True and False"),
    ],
)
def test_a_sentence_whose_tags_say_nothing_is_left_out_with_its_variants(copy, marked, why):
    copy.rows[0] = dict(STONE, tag_sentence_neut=marked)
    data = copy.write()
    assert data.stimuli.filter(expression="luna del fiume", condition="neut").is_empty()
    (found,) = flaws(data, expression="luna del fiume", handling="left out")
    assert why in found


@pytest.mark.parametrize("given", ["", "many", float("inf")])
def test_a_rating_that_is_no_number_is_left_out_of_correlations(copy, given):
    copy.scores[0][3] = str(given) or None
    data = copy.write()
    assert len(data.ratings) == 5
    assert flaws(data, handling="left out of correlations") == ["no token rating"]


def test_a_replacement_that_stands_there_twice_is_made_one(copy):
    copy.rand[0][0][2] = "Poi vidi la casa 0 del casa 0 ."
    data = copy.write()
    row = data.stimuli.filter(item="it/luna del fiume/nat1", role="rand", index=0).row(0, named=True)
    assert (row["text"], row["derived"]) == ("Poi vidi la casa 0 .", True)
    assert flaws(data, handling="put right", role="rand") == [
        "the replacement stands there twice, once for each tagged word"
    ]


def test_a_variant_without_its_replacement_is_left_out(copy):
    copy.syn[1][5] = "Questo è un altro"
    data = copy.write()
    assert written(data, "gatto verde", "neut", "syn") == []
    assert flaws(data, handling="left out") == ["the replacement does not occur in the sentence"]


def test_words_that_the_publishers_changed_are_listed_and_kept(copy):
    data = copy.write()
    where = {"expression": "luna del fiume", "role": "syn", "handling": "kept as it is"}
    assert len(flaws(data, condition="nat", **where)) == 3
    assert flaws(data, expression="gatto verde", condition="nat") == []
    copy.syn[1][2] = "Poi vidi , il a ."
    spaced = flaws(copy.write(), expression="gatto verde", condition="nat")
    assert spaced == ["the rest of the sentence is spaced, punctuated or capitalised in another way than the original"]


def test_a_sentence_in_another_form_has_its_own_components_but_no_synonyms_of_its_words(copy):
    copy.rows[1] = dict(
        CORNER, sentence_nat_1="Poi vidi i gatti verdi .", tag_sentence_nat_1="[False, False, False, True, True, False]"
    )
    data = copy.write()
    assert written(data, "gatto verde", "nat", "original", 1) == ["gatti verdi"]
    assert written(data, "gatto verde", "nat", "head", 1) == ["gatti"]
    assert written(data, "gatto verde", "nat", "words", 1) == []
    assert len(written(data, "gatto verde", "nat", "words")) == 2
    left = data.flaws.filter(handling="left out", role="words")
    assert left["item"].to_list() == ["it/gatto verde/nat1"]


def test_a_file_that_is_missing_is_mentioned_and_the_rest_is_read(copy):
    copy.write()
    (copy.folder / "files" / "NC_PRand.xlsx").unlink()
    data = load_dataset("ncimp-it", copy.folder)
    assert "rand" not in data.stimuli["role"]
    assert "files/NC_PRand.xlsx is missing, so nothing from it is used." in data.header.notes
    (copy.folder / "files" / "NC_original.csv").unlink()
    with pytest.raises(DatasetError, match=r"not its sentences, files/NC_original\.csv"):
        load_dataset("ncimp-it", copy.folder)


def test_a_column_that_is_missing_is_named(copy):
    copy.write()
    write_sheet(copy.folder / "files" / "NC_PSyn.xlsx", [["NC", "synonym"], ["x", "y"]])
    with pytest.raises(DatasetError, match="the column 'gold_syn' is missing; found NC, synonym"):
        load_dataset("ncimp-it", copy.folder)


def test_expressions_that_only_some_files_have_are_listed(copy):
    del copy.syn[1], copy.scores[3:]
    copy.rand[0].append(replaced(dict(STONE, NC="altro mare"), "x", "vidi x .", "Questo è x"))
    data = copy.write()
    assert flaws(data, expression="altro mare") == ["no sentence of the expression is published"]
    assert "no rating in the published sheet" in flaws(data, expression="gatto verde")
    assert len(data.flaws.filter(flaw="the expression is not there", role="syn")) == 4
    assert data.expressions["class"].to_list() == ["NC", None]
