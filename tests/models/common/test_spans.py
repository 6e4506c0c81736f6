"""A target's tokens are exactly those that share a character with it."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from idioprobe.models.common.spans import tokens_in_span
from tests.models.tiny import TOKENIZERS, span

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
THUMB = "\U0001f44d\U0001f3fd"

CASES = {
    "first of two": ("The eager beaver met another eager beaver.", "eager beaver", 1),
    "second of two": ("The eager beaver met another eager beaver.", "eager beaver", 2),
    "third of three": ("beaver, beaver and beaver", "beaver", 3),
    "part of a longer word before": ("The beavers saw the beaver", "beaver", 2),
    "at the start": ("eager beaver at work", "eager beaver", 1),
    "at the end": ("He is an eager beaver", "eager beaver", 1),
    "the whole text": ("eager beaver", "eager beaver", 1),
    "capitals": ("An EAGER Beaver!", "EAGER Beaver", 1),
    "accent, one character": ("O café do avô", "café", 1),
    "accent, combining": ("O cafe\u0301 do avo\u0302", "cafe\u0301", 1),
    "after a combining accent": ("O cafe\u0301 do avo\u0302", "avo\u0302", 1),
    "cedilla and tilde": ("um coração partido, um coração", "coração", 2),
    "hyphen": ("a well-known beaver", "well-known", 1),
    "a word inside hyphens": ("the old eager-beaver-like way", "beaver", 1),
    "straight apostrophe inside": ("it isn't a wet blanket", "isn't", 1),
    "curly apostrophe inside": ("it isn’t a wet blanket", "isn’t", 1),
    "straight apostrophe after": ("the wet blanket's end", "wet blanket", 1),
    "curly apostrophe after": ("the wet blanket’s end", "wet blanket", 1),
    "brackets": ("(eager beaver)!", "eager beaver", 1),
    "comma": ("the beaver,the dogs", "beaver", 1),
    "quotation marks": ("“eager beaver”, he said", "eager beaver", 1),
    "dots": ("...beaver...", "beaver", 1),
    "after an emoji": ("\U0001f9ab the eager beaver", "eager beaver", 1),
    "after a family of four": (f"{FAMILY} the eager beaver", "eager beaver", 1),
    "after a skin tone": (f"{THUMB} eager beaver {THUMB}", "eager beaver", 1),
    "between emojis": (f"{THUMB}{FAMILY} wet blanket {FAMILY}", "wet blanket", 1),
    "the emoji itself": (f"the {FAMILY} met", FAMILY, 1),
    "Chinese": ("他吃了热狗。", "热狗", 1),
    "Chinese, second": ("热狗是一种食物，他吃了热狗", "热狗", 2),
    "tab": ("the\teager beaver\tmet", "eager beaver", 1),
    "double spaces": ("the  eager  beaver  met", "eager  beaver", 1),
    "non-breaking space inside": ("the eager\u00a0beaver met", "eager\u00a0beaver", 1),
    "non-breaking space around": ("the\u00a0eager beaver\u00a0met", "eager beaver", 1),
    "line break": ("the\neager beaver\nmet", "eager beaver", 1),
    "compatibility characters before": ("ﬁne ½ … eager beaver", "eager beaver", 1),
    "a letter that grows in lower case": ("İstanbul has an eager beaver", "eager beaver", 1),
}


@pytest.fixture(
    scope="module", params=[*TOKENIZERS, pytest.param("MiniLM", marks=pytest.mark.slow)], ids=lambda name: name
)
def tokenize(request):
    """Offsets and special tokens by each kind of tokenizer."""
    if request.param == "MiniLM":
        from transformers import AutoTokenizer

        tokenizer = AutoTokenizer.from_pretrained(request.getfixturevalue("minilm_folder"))
    else:
        tokenizer = TOKENIZERS[request.param]()

    def run(text):
        made = tokenizer(text, return_offsets_mapping=True, return_special_tokens_mask=True)
        return made["offset_mapping"], made["special_tokens_mask"]

    return run


def carries_nothing(character):
    """White space, and the marks that a tokenizer may strip."""
    return character.isspace() or unicodedata.category(character) in ("Mn", "Cf")


def assert_exact(text, start, end, offsets, special):
    chosen = tokens_in_span(offsets, special, start, end)
    assert chosen, f"no token for {text[start:end]!r} in {text!r}"
    characters = {i for token in chosen for i in range(*offsets[token])}
    outside = [text[i] for i in characters if not start <= i < end]
    assert all(map(str.isspace, outside)), f"{outside} are not part of {text[start:end]!r}"
    missed = [text[i] for i in range(start, end) if i not in characters]
    assert all(map(carries_nothing, missed)), f"{missed} of {text[start:end]!r} are missed"
    for token, (first, last) in enumerate(offsets):
        shares = max(first, start) < min(last, end)
        assert (token in chosen) == (shares and not special[token])


@pytest.mark.parametrize("case", CASES)
def test_the_tokens_of_a_target_spell_the_target_and_nothing_else(tokenize, case):
    text, target, occurrence = CASES[case]
    ((start, end),) = span(text, target, occurrence)
    assert_exact(text, start, end, *tokenize(text))


PIECES = (
    "eager",
    "beaver",
    "Café",
    "cafe\u0301",
    "well-known",
    "isn’t",
    "it's",
    "热狗",
    THUMB,
    FAMILY,
    "½",
    "a,b",
    "(tea)",
)
GAPS = (" ", "  ", "\t", "\u00a0", " \n")


@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_whatever_words_stand_around_it_the_target_is_found_exactly(tokenize, data):
    words = data.draw(st.lists(st.sampled_from(PIECES), min_size=1, max_size=8))
    wanted = data.draw(st.integers(0, len(words) - 1))
    text, start = "", 0
    for at, word in enumerate(words):
        text += data.draw(st.sampled_from(GAPS)) if at else ""
        start = len(text) if at == wanted else start
        text += word
    assert_exact(text, start, start + len(words[wanted]), *tokenize(text))


@st.composite
def tokenized(draw):
    """Tokens that tile a text with gaps, some of which stand for no character, some special."""
    offsets, special, at = [(0, 0)], [1], 0
    for _ in range(draw(st.integers(0, 12))):
        at += draw(st.integers(0, 2))
        width = draw(st.integers(0, 4))
        offsets.append((at, at + width))
        special.append(draw(st.sampled_from([0, 0, 0, 1])))
        at += width
    return offsets, special, at


@given(tokenized(), st.integers(0, 40), st.integers(0, 12))
def test_a_token_is_chosen_if_and_only_if_it_shares_a_character(tokens, start, width):
    offsets, special, _ = tokens
    span_characters = set(range(start, start + width))
    expected = [
        i for i, (first, last) in enumerate(offsets) if not special[i] and span_characters & set(range(first, last))
    ]
    assert tokens_in_span(offsets, special, start, start + width) == expected


@given(tokenized(), st.integers(0, 40))
def test_an_empty_span_has_no_token(tokens, at):
    offsets, special, _ = tokens
    assert tokens_in_span(offsets, special, at, at) == []


@given(tokenized())
def test_the_whole_text_has_every_token_but_the_special_and_the_empty(tokens):
    offsets, special, length = tokens
    expected = [i for i, (a, b) in enumerate(offsets) if a < b and not special[i]]
    assert tokens_in_span(offsets, special, 0, length) == expected


@given(tokenized(), st.integers(0, 40), st.integers(0, 12), st.integers(0, 12))
def test_the_tokens_of_two_neighbouring_spans_are_those_of_both_together(tokens, start, one, other):
    offsets, special, _ = tokens
    middle, end = start + one, start + one + other
    parts = {*tokens_in_span(offsets, special, start, middle), *tokens_in_span(offsets, special, middle, end)}
    assert sorted(parts) == tokens_in_span(offsets, special, start, end)


def test_offsets_and_special_tokens_must_be_equally_many():
    with pytest.raises(ValueError, match="zip"):
        tokens_in_span([(0, 1)], [0, 0], 0, 1)
