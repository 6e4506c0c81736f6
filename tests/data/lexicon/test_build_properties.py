"""What holds for whatever expressions and sentences a user may write."""

import csv
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from idioprobe.data.checks import CHECKS, Declared
from idioprobe.data.folder import read_folder, write_folder
from idioprobe.data.lexicon.build import build_dataset
from idioprobe.data.lexicon.entry import ANY, Lexicon
from idioprobe.data.lexicon.forms import parse_form
from idioprobe.data.lexicon.read import read_lexicon
from tests.support import with_ends

WORD = st.text(st.sampled_from("abcdeghABC12éãßçñÉİıøж漢字א𝒜"), min_size=1, max_size=6)
PHRASE = st.lists(WORD, min_size=1, max_size=3).map(" ".join)
TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"], exclude_characters="[]{}\\"), max_size=20)
POOL = st.lists(PHRASE, max_size=8)


@st.composite
def rows(draw):
    """Rows of a lexicon: two-word expressions with components, each with its own synonyms."""
    modifier = draw(WORD)
    head = draw(WORD.filter(lambda word: word.casefold() != modifier.casefold()))
    expression = f"{modifier} {head}"
    sentences = draw(st.lists(st.tuples(TEXT, TEXT), min_size=1, max_size=2))
    return {
        "expression": expression,
        "synonym": draw(PHRASE),
        "modifier": modifier,
        "head": head,
        "modifier_synonyms": ";".join(draw(st.lists(WORD, max_size=2))),
        "head_synonyms": ";".join(draw(st.lists(WORD, max_size=2))),
        "class": draw(st.sampled_from(["NC", "PC", "C", ""])),
        **{f"sentence{n}": f"{a}[{expression}]{b}" for n, (a, b) in enumerate(sentences, 1)},
    }


LEXICONS = st.lists(rows(), min_size=1, max_size=3, unique_by=lambda row: row["expression"].casefold())


def read(lexicon: list[dict[str, str]], folder: str, pool: list[str], language: str) -> Lexicon:
    path = Path(folder) / "lexicon.csv"
    columns = list(dict.fromkeys(column for row in lexicon for column in row))
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, columns)
        writer.writeheader()
        writer.writerows(lexicon)
    read = read_lexicon(path, language)
    return Lexicon(read.path, read.name, read.entries, {language: {ANY: tuple(map(parse_form, pool))}})


def build(lexicon, pool, language):
    with tempfile.TemporaryDirectory() as folder:
        parsed = read(lexicon, folder, pool, language)
    return build_dataset(parsed, frequency=lambda _: lambda text: float(len(text))).dataset


@settings(max_examples=50, deadline=None)
@given(LEXICONS, POOL, st.sampled_from(["en", "xx"]))
def test_the_span_of_every_stimulus_holds_its_filler(lexicon, pool, language):
    stimuli = build(lexicon, pool, language).stimuli
    alone = {
        (expression, role, index): text
        for expression, role, index, text in stimuli.filter(condition="none")
        .select("expression", "role", "index", "text")
        .iter_rows()
    }
    columns = ("expression", "role", "index", "text", "start", "end")
    for expression, role, index, text, start, end in with_ends(stimuli).select(columns).iter_rows():
        filler = alone[expression, role, index]
        at_the_start = filler[:1].upper() + filler[1:] if start == 0 else filler
        assert text[start:end] in (filler, at_the_start)
        assert 0 <= start < end <= len(text)


@settings(max_examples=30, deadline=None)
@given(LEXICONS, POOL)
def test_outside_the_span_a_naturalistic_sentence_stays_as_it_was_written(lexicon, pool):
    stimuli = build(lexicon, pool, "xx").stimuli.filter(condition="nat")
    sentences = {
        (row["expression"], n): row[f"sentence{n}"].strip() for row in lexicon for n in (1, 2) if f"sentence{n}" in row
    }
    columns = ("expression", "sentence", "text", "start", "end")
    for expression, number, text, start, end in with_ends(stimuli).select(columns).iter_rows():
        assert f"{text[:start]}[{expression}]{text[end:]}" == sentences[expression, number]


@settings(max_examples=50, deadline=None)
@given(LEXICONS)
def test_components_are_exchanged_in_place(lexicon):
    alone = build(lexicon, [], "xx").stimuli.filter(condition="none")
    for row in lexicon:
        modifiers, heads = (
            [word for word in row[f"{part}_synonyms"].split(";") if word] for part in ("modifier", "head")
        )
        pairs = [f"{modifier} {head}" for modifier in modifiers for head in heads]
        further = alone.filter(expression=row["expression"], role="words_alt")["text"].to_list()
        assert sorted(further) == sorted(pairs[1:])
        expected = {
            "words": pairs[:1],
            "modifier_alt": [f"{word} {row['head']}" for word in modifiers],
            "head_alt": [f"{row['modifier']} {word}" for word in heads],
        }
        for role, texts in expected.items():
            assert alone.filter(expression=row["expression"], role=role)["text"].to_list() == texts


@settings(max_examples=30, deadline=None)
@given(LEXICONS, POOL)
def test_the_same_input_gives_the_same_dataset(lexicon, pool):
    assert build(lexicon, pool, "en").digest() == build(lexicon, pool, "en").digest()


@settings(max_examples=30, deadline=None)
@given(LEXICONS, st.lists(PHRASE, max_size=8, unique=True), st.randoms(use_true_random=False))
def test_the_order_of_the_pool_does_not_matter(lexicon, pool, random):
    shuffled = random.sample(pool, len(pool))
    assert build(lexicon, pool, "en").digest() == build(lexicon, shuffled, "en").digest()


@settings(max_examples=30, deadline=None)
@given(LEXICONS, POOL)
def test_each_row_stands_there_once_and_each_item_has_its_original(lexicon, pool):
    dataset = build(lexicon, pool, "en")
    stimuli = dataset.stimuli
    assert not stimuli.select("item", "role", "index").is_duplicated().any()
    assert stimuli.filter(role="original")["item"].is_unique().all()
    expected = sum(3 + ("sentence2" in row) + 1 for row in lexicon)
    assert stimuli["item"].n_unique() == expected
    assert [list(check(getattr(dataset, name), Declared())) for name, check in CHECKS.items()] == [[], [], []]


@settings(max_examples=25, deadline=None)
@given(LEXICONS, POOL)
def test_what_is_built_can_be_written_and_read_back_unchanged(lexicon, pool):
    dataset = build(lexicon, pool, "en")
    with tempfile.TemporaryDirectory() as folder:
        write_folder(dataset, Path(folder) / "dataset")
        again = read_folder(Path(folder) / "dataset")
    assert again.digest() == dataset.digest()
