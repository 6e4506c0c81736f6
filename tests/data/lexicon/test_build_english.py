"""English minimal pairs, against texts written by hand."""

import polars as pl
import pytest

from idioprobe.data.checks import CHECKS, Declared
from idioprobe.data.lexicon.build import build_dataset
from idioprobe.data.lexicon.read import read_lexicon
from tests.support import with_ends

LEXICON = """
language = "en"
random = [
  "tall tree #pl:tall trees", "old shoe #pl:old shoes", "red hat #pl:red hats",
  "empty cup #pl:empty cups", "apple pie #pl:apple pies", "eager pupil #pl:eager pupils",
]

[[expression]]
expression = "eager beaver #pl:eager beavers"
class = "NC"
modifier = "eager"
head = "beaver #pl:beavers"
synonym = "hard worker #pl:hard workers"
synonym2 = "enthusiast #pl:enthusiasts"
modifier_synonyms = ["keen", "avid", "impatient"]
head_synonyms = ["rodent #pl:rodents", "otter #pl:otters"]
rating = 0.5
rating_sentence2 = 1.25
sentences = [
  "Our new intern is an [eager beaver] at work.",
  "Two eager beavers arrived early.",
  "[Eager beavers] rarely sleep.",
]
"""

EXPECTED = {
    "nat1": """
original 0 Our new intern is an eager beaver at work.
syn 0 Our new intern is a hard worker at work.
syn2 0 Our new intern is an enthusiast at work.
head 0 Our new intern is a beaver at work.
modifier 0 Our new intern is an eager at work.
words 0 Our new intern is a keen rodent at work.
words_alt 0 Our new intern is an avid otter at work.
words_alt 1 Our new intern is a keen otter at work.
words_alt 2 Our new intern is an avid rodent at work.
words_alt 3 Our new intern is an impatient rodent at work.
modifier_alt 0 Our new intern is a keen beaver at work.
modifier_alt 1 Our new intern is an avid beaver at work.
modifier_alt 2 Our new intern is an impatient beaver at work.
head_alt 0 Our new intern is an eager rodent at work.
head_alt 1 Our new intern is an eager otter at work.
rand 0 Our new intern is an apple pie at work.
rand 1 Our new intern is an empty cup at work.
rand 2 Our new intern is an old shoe at work.
rand 3 Our new intern is a red hat at work.
rand 4 Our new intern is a tall tree at work.
""",
    "nat2": """
original 0 Two eager beavers arrived early.
syn 0 Two hard workers arrived early.
syn2 0 Two enthusiasts arrived early.
head 0 Two beavers arrived early.
modifier 0 Two eager arrived early.
words 0 Two keen rodents arrived early.
words_alt 0 Two avid otters arrived early.
words_alt 1 Two keen otters arrived early.
words_alt 2 Two avid rodents arrived early.
words_alt 3 Two impatient rodents arrived early.
modifier_alt 0 Two keen beavers arrived early.
modifier_alt 1 Two avid beavers arrived early.
modifier_alt 2 Two impatient beavers arrived early.
head_alt 0 Two eager rodents arrived early.
head_alt 1 Two eager otters arrived early.
rand 0 Two apple pies arrived early.
rand 1 Two empty cups arrived early.
rand 2 Two old shoes arrived early.
rand 3 Two red hats arrived early.
rand 4 Two tall trees arrived early.
""",
    "nat3": """
original 0 Eager beavers rarely sleep.
syn 0 Hard workers rarely sleep.
syn2 0 Enthusiasts rarely sleep.
head 0 Beavers rarely sleep.
modifier 0 Eager rarely sleep.
words 0 Keen rodents rarely sleep.
words_alt 0 Avid otters rarely sleep.
words_alt 1 Keen otters rarely sleep.
words_alt 2 Avid rodents rarely sleep.
words_alt 3 Impatient rodents rarely sleep.
modifier_alt 0 Keen beavers rarely sleep.
modifier_alt 1 Avid beavers rarely sleep.
modifier_alt 2 Impatient beavers rarely sleep.
head_alt 0 Eager rodents rarely sleep.
head_alt 1 Eager otters rarely sleep.
rand 0 Apple pies rarely sleep.
rand 1 Empty cups rarely sleep.
rand 2 Old shoes rarely sleep.
rand 3 Red hats rarely sleep.
rand 4 Tall trees rarely sleep.
""",
    "none": """
original 0 eager beaver
syn 0 hard worker
syn2 0 enthusiast
head 0 beaver
modifier 0 eager
words 0 keen rodent
words_alt 0 avid otter
words_alt 1 keen otter
words_alt 2 avid rodent
words_alt 3 impatient rodent
modifier_alt 0 keen beaver
modifier_alt 1 avid beaver
modifier_alt 2 impatient beaver
modifier_syn 0 keen
modifier_syn 1 avid
modifier_syn 2 impatient
head_alt 0 eager rodent
head_alt 1 eager otter
head_syn 0 rodent
head_syn 1 otter
rand 0 apple pie
rand 1 empty cup
rand 2 old shoe
rand 3 red hat
rand 4 tall tree
""",
}
NEUTRAL = {
    "an": "eager beaver, enthusiast, eager, avid otter, avid beaver, impatient beaver, eager rodent, eager otter, "
    "avid rodent, impatient rodent, apple pie, empty cup, old shoe",
    "a": "hard worker, beaver, keen rodent, keen otter, keen beaver, red hat, tall tree",
}


def build(tmp_path, content=LEXICON):
    path = tmp_path / "small.toml"
    path.write_text(content, encoding="utf-8")
    return build_dataset(read_lexicon(path), frequency=lambda _: lambda text: 1.0)  # noqa: ARG005


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    return build(tmp_path_factory.mktemp("english"))


def texts(built, item, **where):
    rows = built.dataset.stimuli.filter(pl.col("item") == item, **where)
    return {(role, index): text for role, index, text in rows.select("role", "index", "text").iter_rows()}


def by_hand(block):
    rows = (line.split(" ", 2) for line in block.strip().splitlines())
    return {(role, int(index)): text for role, index, text in rows}


@pytest.mark.parametrize("kind", EXPECTED)
def test_every_pair_reads_as_written_by_hand(built, kind):
    assert texts(built, f"en/eager beaver/{kind}") == by_hand(EXPECTED[kind])


@pytest.mark.parametrize("article", ["a", "an"])
def test_the_neutral_sentences_are_the_published_ones(built, article):
    short = set(texts(built, "en/eager beaver/neut").values())
    long = set(texts(built, "en/eager beaver/neut_long").values())
    for filler in NEUTRAL[article].split(", "):
        assert f"This is {article} {filler}." in short
        assert f"This is what {article} {filler} is supposed to be." in long
    assert len(short) == len(long) == sum(len(fillers.split(", ")) for fillers in NEUTRAL.values())


def test_spans_hold_the_filler(built):
    alone = texts(built, "en/eager beaver/none")
    for condition in ("neut", "neut_long"):
        rows = with_ends(built.dataset.stimuli.filter(condition=condition))
        for role, index, text, start, end in rows.select("role", "index", "text", "start", "end").iter_rows():
            assert text[start:end] == alone[role, index]


def test_nothing_is_left_out_and_what_the_dictionary_inflected_is_told(built):
    assert built.left_out == []


def test_items_are_named_after_language_expression_and_sentence(built):
    assert built.dataset.stimuli["item"].unique(maintain_order=True).to_list() == [
        f"en/eager beaver/{kind}" for kind in ("nat1", "nat2", "nat3", "neut", "neut_long", "none")
    ]
    assert texts(built, "en/eager beaver/nat2", sentence=2).keys() == texts(built, "en/eager beaver/nat2").keys()


def test_the_expression_and_its_ratings_are_kept(built):
    assert built.dataset.expressions.rows(named=True) == [
        {
            "expression": "eager beaver",
            "language": "en",
            "components": "modifier:eager; head:beaver",
            "type": "noun-compound",
            "class": "NC",
            "synonym_overlap": False,
            "frequency": None,
            "ppmi": None,
            "pmi": None,
            "average_frequency": 1.0,
        }
    ]
    assert built.dataset.ratings.select("sentence", "target", "mean").rows() == [
        (None, "expression", 0.5),
        (2, "expression", 1.25),
    ]


def test_what_is_built_passes_the_checks_of_the_schema(built):
    for name, check in CHECKS.items():
        assert list(check(getattr(built.dataset, name), Declared())) == []


def minimal(expression, synonym, sentence, more=""):
    return (
        f'language = "en"\n[[expression]]\nexpression = "{expression}"\nsynonym = "{synonym}"\n'
        f'sentence = "{sentence}"\n{more}\n'
    )


def test_an_expression_whose_plural_looks_like_its_singular_is_singular_in_neutral_sentences(tmp_path):
    lexicon = minimal("black sheep #pl:black sheep", "disgrace #pl:disgraces", "He is a [black sheep].")
    built = build(tmp_path, lexicon)
    assert texts(built, "en/black sheep/neut")["syn", 0] == "This is a disgrace."
    assert texts(built, "en/black sheep/none")["syn", 0] == "disgrace"


def test_a_plural_that_is_not_given_is_inflected_by_the_dictionary_and_marked_as_derived(tmp_path):
    lexicon = minimal(
        "eager beaver",
        "campaigning child",
        "Two [eager beavers] came.",
        'modifier = "eager"\nhead = "beaver"\nmodifier_synonyms = ["keen"]\nhead_synonyms = ["mouse"]',
    )
    built = build(tmp_path, lexicon)
    made = texts(built, "en/eager beaver/nat1", derived=True)
    assert {key: text for key, text in made.items() if key[0] != "rand"} == {
        ("syn", 0): "Two campaigning children came.",
        ("words", 0): "Two keen mice came.",
        ("head_alt", 0): "Two eager mice came.",
    }
    assert texts(built, "en/eager beaver/nat1")["head", 0] == "Two beavers came."


def test_a_noun_without_a_plural_is_left_out_of_a_plural_sentence_and_told_with_what_it_would_have_been(tmp_path):
    built = build(tmp_path, minimal("state secret", "secret information", "They sold [state secrets] for years."))
    assert {role for role, _ in texts(built, "en/state secret/nat1")} == {"original", "rand"}
    assert any("'They sold secret information for years.'" in told for told in built.left_out)


def test_a_capital_of_the_expression_itself_is_not_passed_on_inside_a_sentence(tmp_path):
    built = build(tmp_path, minimal("Dutch courage", "alcoholic bravery", "He needed [Dutch courage]."))
    assert texts(built, "en/Dutch courage/nat1")["syn", 0] == "He needed alcoholic bravery."


def test_a_sentence_begins_with_a_capital_whatever_fills_it(tmp_path):
    built = build(tmp_path, minimal("Dutch courage", "alcoholic bravery", "[Dutch courage] helps."))
    assert texts(built, "en/Dutch courage/nat1")["syn", 0] == "Alcoholic bravery helps."


def test_an_article_tag_counts_only_for_the_word_that_comes_first(tmp_path):
    lexicon = minimal(
        "green thumb",
        "gifted gardener",
        "She has a [green thumb].",
        'modifier = "green"\nhead = "thumb"\nmodifier_synonyms = ["NATO #a"]\nhead_synonyms = ["herb #an"]',
    )
    built = build(tmp_path, lexicon)
    pairs = texts(built, "en/green thumb/nat1")
    assert pairs["head_alt", 0] == "She has a green herb."
    assert pairs["modifier_alt", 0] == "She has a NATO thumb."
    assert pairs["words", 0] == "She has a NATO herb."


@pytest.mark.parametrize("language", ["en-GB", "en-US"])
def test_articles_adapt_in_every_variety_of_english(tmp_path, language):
    lexicon = minimal("eager beaver", "hard worker", "She is an [eager beaver].").replace('"en"', f'"{language}"')
    assert texts(build(tmp_path, lexicon), "en/eager beaver/nat1")["syn", 0] == "She is a hard worker."


def test_the_users_own_sentence_is_left_as_it_is_written(tmp_path):
    built = build(tmp_path, minimal("NATO summit", "meeting", "It was a [NATO summit]."))
    originals = built.dataset.stimuli.filter(role="original", condition="nat")
    assert originals["text"].to_list() == ["It was a NATO summit."]
