"""Little words before a target are exchanged in the way they were written."""

import pytest

from idioprobe.data.languages.littlewords import exchanged, last_word

FIND = last_word(["la ", "de la ", "l'"])


@pytest.mark.parametrize(
    ("before", "found"),
    [("bord de la ", "de la "), ("voilà la ", "la "), ("L’", "L’"), ("la «", "la "), ("la (", "la "), ("la  ", "la ")],
)
def test_the_longest_word_at_the_end_is_found(before, found):
    assert FIND.search(before)[0] == found


@pytest.mark.parametrize("before", ["", "la belle ", "cela ", "prends-la ", "la"])
def test_other_words_are_not(before):
    assert FIND.search(before) is None


@pytest.mark.parametrize(
    ("before", "word", "expected"),
    [
        ("dans la ", "l'", "dans l'"),
        ("La ", "l'", "L'"),
        ("DE LA ", "du ", "DU "),
        ("L'", "le ", "Le "),
        ("C’est la ", "l'", "C’est l’"),
        ("la «", "le ", "le «"),
    ],
)
def test_capitals_apostrophes_and_quotes_stay_as_they_were(before, word, expected):
    assert exchanged(before, FIND.search(before), word) == expected
