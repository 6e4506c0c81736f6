"""What holds for whatever forms, words and brackets a user may write."""

import re
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from idioprobe.core.requests import parse_spans, parts
from tests.data.lexicon.building import build, entry

ROLES = ("verb", "object", "adverb")
WORD = st.text(st.sampled_from("abdeghäßñéжøC"), min_size=2, max_size=6)
OUTSIDE = st.text(st.sampled_from("mnoprstuv ,.!“—1"), max_size=12)
SIGN = st.text(st.sampled_from("吹牛油売手洗猫炒"), min_size=1, max_size=3)


@st.composite
def sentences(draw, words, spaceless=False):
    """A sentence that has the words in one to as many brackets as there are, in their order."""
    brackets = draw(st.integers(1, len(words)))
    cuts = sorted(draw(st.permutations(range(1, len(words))))[: brackets - 1])
    space = "" if spaceless else " "
    groups = [words[a:b] for a, b in zip([0, *cuts], [*cuts, len(words)], strict=True)]
    outside = [draw(OUTSIDE) for _ in range(len(groups) + 1)]
    return [space.join(group) for group in groups], outside


def written(groups, outside, form=""):
    marked = [f"[{group}{form if n == 0 else ''}]" for n, group in enumerate(groups)]
    return "".join(a + b for a, b in zip(outside, [*marked, ""], strict=True))


@st.composite
def lexicons(draw, word=WORD, spaceless=False):
    """One to three words with their roles, a synonym of each, in one to three brackets, perhaps in a named form."""
    words = draw(st.lists(word, min_size=1, max_size=3, unique_by=str.casefold))
    if spaceless and any(a != b and a in b for a in words for b in words):
        words = words[:1]
    named = draw(st.booleans()) and not spaceless
    shown = [f"{words[0]}zz", *words[1:]] if named else list(words)
    groups, outside = draw(sentences(shown, spaceless))
    synonyms = draw(st.lists(word, min_size=len(words), max_size=len(words)))
    synonym = draw(word)
    fields = dict(zip(ROLES, words, strict=False))
    fields["verb"] += f" #past:{shown[0]}" if named else ""
    fields |= {
        f"{role}_synonyms": [f"{text} #past:{text}yy" if named and role == "verb" else text]
        for role, text in zip(ROLES, synonyms, strict=False)
    }
    expected = {
        "syn": synonym + ("yy" if named else ""),
        "words": [text + ("yy" if named and n == 0 else "") for n, text in enumerate(synonyms)],
    }
    content = entry(
        "ja" if spaceless else "xx",
        expression=("" if spaceless else " ").join(words),
        type="verb-object",
        synonym=f"{synonym} #past:{synonym}yy" if named else synonym,
        sentence=written(groups, outside, " #past" if named else ""),
        **fields,
    )
    return content, groups, outside, expected


def built(content):
    with tempfile.TemporaryDirectory() as folder:
        return build(Path(folder), content).dataset.stimuli.filter(condition="nat")


def same(text, expected):
    """Whether a text is what was expected, but for a capital that it may owe to its place."""
    return text in (expected, expected[:1].upper() + expected[1:])


def check(lexicon, space):
    content, groups, outside, expected = lexicon
    stimuli = built(content)
    rows = {
        role: (text, parse_spans(spans)) for role, text, spans in stimuli.select("role", "text", "spans").iter_rows()
    }
    text, spans = rows["original"]
    assert parts(text, spans) == groups
    assert text == "".join(a + b for a, b in zip(outside, [*groups, ""], strict=True)).strip()
    text, spans = rows["syn"]
    assert len(spans) == 1
    assert same(parts(text, spans)[0], expected["syn"])
    between = text[: spans[0][0]] + text[spans[0][1] :]
    assert sorted(between.replace(" ", "")) == sorted("".join(outside).replace(" ", ""))
    text, spans = rows["words"]
    assert same(space.join(parts(text, spans)), space.join(expected["words"]))
    gaps = [
        text[a:b] for a, b in zip([0, *(end for _, end in spans)], [*(s for s, _ in spans), len(text)], strict=True)
    ]
    assert "".join(gaps) == _stripped(outside)


def _stripped(outside):
    """What the reader leaves of the text around the brackets: the ends of a cell are stripped."""
    return "".join([outside[0].lstrip(), *outside[1:-1], outside[-1].rstrip()])


@settings(max_examples=120, deadline=None)
@given(lexicons())
def test_a_variant_has_its_replacement_at_its_spans_and_the_rest_stays(lexicon):
    check(lexicon, " ")


@settings(max_examples=80, deadline=None)
@given(lexicons(SIGN, spaceless=True))
def test_so_it_is_in_writing_without_spaces(lexicon):
    check(lexicon, "")


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(WORD, WORD), min_size=1, max_size=3, unique_by=lambda pair: pair[0].casefold()))
def test_every_named_form_is_spelled_as_given(pairs):
    forms = " ".join(f"#f{n}:{text}" for n, (_, text) in enumerate(pairs))
    listed = [f"mm [{word} #f{n}] oo." for n, (word, _) in enumerate(pairs)]
    content = entry("xx", expression="nn", synonym=f"pp {forms}", sentences=listed)
    stimuli = built(content).filter(role="syn").sort("sentence")
    for found, (word, text) in zip(stimuli["text"], pairs, strict=True):
        capital = text[:1].upper() + text[1:] if word[0].isupper() else text
        assert found == f"mm {capital} oo."
    assert not any(re.search(r"[\[\]#]", text) for text in stimuli["text"])
