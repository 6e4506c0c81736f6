"""The same vectors come out of every format, and a broken file never gives any."""

import codecs
import gzip

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from idioprobe.core.errors import ModelError
from idioprobe.models.static.vectorfile import read_layout, read_vectors
from tests.models import vectorfiles as write

TABLE = [
    ("the", [0.25, -1.5, 3.0]),
    ("beaver", [0.125, 2.0, -0.0625]),
    ("café", [1e-3, 4.0, 5.5]),
    ("热狗", [7.0, -8.0, 9.0]),
    ("42", [1.0, 2.0, 3.0]),
]
EXPECTED = {word: np.array(vector, dtype=np.float32) for word, vector in TABLE}


@pytest.fixture
def file(tmp_path):
    """Writes bytes to a file."""

    def put(raw, name="vectors"):
        path = tmp_path / name
        path.write_bytes(raw)
        return path

    return put


def assert_same(found, expected):
    assert set(found) == set(expected)
    for word, vector in expected.items():
        assert found[word].dtype == np.float32
        np.testing.assert_array_equal(found[word], np.asarray(vector, dtype=np.float32))


@pytest.mark.parametrize("name", write.FORMATS)
def test_every_format_holds_the_same_vectors_whatever_the_file_is_called(file, name):
    path = file(write.FORMATS[name](TABLE), "vectors.dat")
    assert read_layout(path).dimension == 3
    assert_same(read_vectors(path, list(EXPECTED)), EXPECTED)


@pytest.mark.parametrize("name", write.FORMATS)
def test_only_the_words_asked_for_are_kept(file, name):
    path = file(write.FORMATS[name](TABLE))
    assert_same(read_vectors(path, {"beaver", "unheard"}), {"beaver": EXPECTED["beaver"]})
    assert read_vectors(path, []) == {}


@pytest.mark.parametrize("name", write.FORMATS)
def test_of_a_word_that_stands_twice_the_first_counts(file, name):
    path = file(write.FORMATS[name]([*TABLE, ("beaver", [9.0, 9.0, 9.0])]))
    assert_same(read_vectors(path, ["beaver"]), {"beaver": EXPECTED["beaver"]})


@pytest.mark.parametrize("name", [n for n in write.FORMATS if "binary" not in n])
def test_a_word_with_spaces_is_one_word(file, name):
    """GloVe 840B has such lines: their numbers are the last ones."""
    odd = [(". . .", [1.0, 2.0, 3.0]), ("at name@domain.com", [4.0, 5.0, 6.0])]
    path = file(write.FORMATS[name]([TABLE[0], *odd, *TABLE[1:]]))
    assert_same(read_vectors(path, ["the", ". . .", "at name@domain.com", "beaver", "at"]), dict([*odd, *TABLE[:2]]))


def test_a_word_that_holds_unusual_white_space_is_one_word(file):
    table = [("a", [1.0, 2.0]), ("new\u00a0york", [3.0, 4.0]), ("x\u0085", [5.0, 6.0]), ("\u2028", [7.0, 8.0])]
    assert_same(read_vectors(file(write.glove(table)), [w for w, _ in table]), dict(table))


def test_a_binary_vector_may_hold_bytes_that_look_like_line_breaks_and_spaces(file):
    odd = np.frombuffer(b"\n\n\n\n    \n \n ", dtype="<f4")
    for form in (write.word2vec_binary, write.word2vec_binary_packed):
        path = file(form([("one", odd), ("two", [1.0, 2.0, 3.0])]))
        assert_same(read_vectors(path, ["one", "two"]), {"one": odd, "two": [1, 2, 3]})


def test_empty_lines_are_no_words(file):
    path = file(b"a 1 2\n\nb 3 4\n\n\n")
    assert_same(read_vectors(path, ["a", "b", ""]), {"a": [1, 2], "b": [3, 4]})


def test_the_last_line_needs_no_line_break(file):
    assert_same(read_vectors(file(write.glove(TABLE)[:-1]), list(EXPECTED)), EXPECTED)


words = st.text(st.characters(exclude_characters=" \n\r\t\v\f\x1c\x1d\x1e\x1f", exclude_categories=["Cs"]), min_size=1)
numbers = st.floats(width=32, allow_nan=False, allow_infinity=False)


@st.composite
def tables(draw):
    width = draw(st.integers(2, 6))
    vector = st.lists(numbers, min_size=width, max_size=width)
    return draw(st.lists(st.tuples(words, vector), min_size=1, max_size=8, unique_by=lambda row: row[0]))


def spells_text(raw):
    """Whether what follows the first line looks like text; of real vectors, a hundred numbers long, none does."""
    try:
        found = codecs.getincrementaldecoder("utf-8")().decode(raw.partition(b"\n")[2][:256])
    except UnicodeDecodeError:
        return False
    return all(c >= " " or c in "\t\r\n" for c in found)


def test_binary_numbers_that_spell_text_are_refused_rather_than_guessed_at(file):
    """They cannot be told from text that is damaged, of which no vector may be made."""
    raw = write.word2vec_binary([("dog", np.frombuffer(b"a cat??!", dtype="<f4"))])
    assert spells_text(raw)
    with pytest.raises(ModelError, match="get it again"):
        read_vectors(file(raw), ["dog"])


@given(tables(), st.sampled_from([n for n in write.FORMATS if n not in ("glove", "glove.gz")]))
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_written_is_read_back(file, table, name):
    assume("binary" not in name or not spells_text(write.FORMATS[name.removesuffix(".gz")](table)))
    assert_same(read_vectors(file(write.FORMATS[name](table)), [word for word, _ in table]), dict(table))


@given(tables())
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_written_without_a_header_is_read_back(file, table):
    assert_same(read_vectors(file(write.glove(table)), [word for word, _ in table]), dict(table))


@given(tables(), st.sampled_from(["word2vec_binary_packed", "word2vec_text.gz", "word2vec_binary.gz"]), st.data())
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_file_cut_anywhere_is_an_error_in_formats_that_can_tell(file, table, name, data):
    raw = write.FORMATS[name](table)
    kept = data.draw(st.integers(0, len(raw) - 1))
    with pytest.raises(ModelError):
        read_vectors(file(raw[:kept]), [word for word, _ in table])


CUT = {
    "text, in the middle of a line": write.glove(TABLE)[:-8],
    "text, after a word": write.glove(TABLE) + b"dog",
    "text, after a word and a space": write.glove(TABLE) + b"dog ",
    "text with header, between lines": b"".join(write.word2vec_text(TABLE).splitlines(keepends=True)[:-1]),
    "text with header, only empty lines left": write.word2vec_text(TABLE).replace(b"5 3", b"6 3") + b"\n\n",
    "fastText, between lines": b"".join(write.fasttext(TABLE).splitlines(keepends=True)[:-2]),
    "header alone": b"5 3\n",
    "binary, in a vector": write.word2vec_binary(TABLE)[:-5],
    "binary, in a word": write.word2vec_binary_packed([*TABLE, ("dog", [1, 2, 3])])[:-14],
    "binary, between entries": write.word2vec_binary_packed(TABLE)[: -12 - len("42 ")],
    "gzip of text": write.FORMATS["glove.gz"](TABLE)[:-12],
    "gzip of binary": write.FORMATS["word2vec_binary.gz"](TABLE)[:-12],
    "gzip without its checksum": write.FORMATS["glove.gz"](TABLE)[:-4],
}


@pytest.mark.parametrize("case", CUT)
def test_a_file_that_is_cut_off_is_an_error(file, case):
    with pytest.raises(ModelError, match=r"get (the file|it) again"):
        read_vectors(file(CUT[case]), ["the"])


WRONG = {
    "fewer numbers": b"a 1 2 3\nb 1 2\nc 1 2 3\n",
    "more numbers": b"a 1 2 3\nb 1 2 3 4\nc 1 2 3\n",
    "fewer under a header": b"3 3\na 1 2 3\nb 1 2\nc 1 2 3\n",
    "more under a header": b"3 3\na 1 2 3\nb 1 2 3 4\nc 1 2 3\n",
    "all have more than the header says": b"2 3\na 1.25 2.25 3.25 4.25\nb 1.25 2.25 3.25 4.25\n",
    "all have fewer than the header says": b"2 4\na 0.111111 0.222222 0.333333\nb 0.444444 0.555555 0.666666\n",
    "a word among the numbers": b"a 1 2 3\nb 1 oops 3\n",
    "a word among the first numbers": b"2 3\na 0.1111111 oops 0.2222222\nb 1 2 3\n",
}


@pytest.mark.parametrize("case", WRONG)
@pytest.mark.parametrize("zipped", [False, True])
def test_a_vector_of_another_dimension_is_an_error_and_never_another_vector(file, case, zipped):
    raw = gzip.compress(WRONG[case]) if zipped else WRONG[case]
    with pytest.raises(ModelError, match="vectors"):
        read_vectors(file(raw), ["a", "b"])


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), float("-inf")])
@pytest.mark.parametrize("name", write.FORMATS)
def test_a_wanted_vector_that_is_not_finite_is_an_error(file, name, bad):
    path = file(write.FORMATS[name]([*TABLE, ("dog", [1.0, bad, 2.0])]))
    with pytest.raises(ModelError, match=r"'dog' holds NaN or infinity"):
        read_vectors(path, ["the", "dog"])
    assert_same(read_vectors(path, ["the"]), {"the": EXPECTED["the"]})


def test_a_number_too_large_for_a_vector_is_an_error(file):
    with pytest.raises(ModelError, match="NaN or infinity"):
        read_vectors(file(b"a 1 1e999\nb 1 2\n"), ["a"])


@pytest.mark.parametrize("raw", [b"", b"\n", b"  \n", gzip.compress(b"", mtime=0)])
def test_an_empty_file_is_an_error(file, raw):
    with pytest.raises(ModelError, match="empty"):
        read_vectors(file(raw), ["a"])


NO_VECTORS = {
    "prose": b"It was the best of times, it was the worst of times.\n",
    "a word": b"word\n",
    "a table": b"word,one,two\na,1,2\n",
    "a web page": b"<!DOCTYPE html>\n<html></html>\n",
    "JSON": b'{"a": [1, 2]}\n',
    "an archive": b"PK\x03\x04\x14\x00\x00\x00\x08\x00abcdef\n",
    "a Git LFS pointer": b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
    "bytes": bytes(range(256)) * 4,
    "a header without sense": b"2 0\na\nb\n",
    "a header that promises too much": b"2023 1000000000000\nhello world\n",
    "a header with a number without end": b"9" * 5000 + b" 3\na 1 2 3\n",
}


@pytest.mark.parametrize("case", NO_VECTORS)
def test_what_is_no_vector_file_is_an_error(file, case):
    with pytest.raises(ModelError, match="vectors"):
        read_vectors(file(NO_VECTORS[case]), ["a", "hello"])


def test_a_missing_file_and_a_folder_are_errors(tmp_path):
    for path in (tmp_path / "absent", tmp_path):
        with pytest.raises(ModelError, match="cannot be read"):
            read_vectors(path, ["a"])


def test_gzip_of_damaged_content_is_an_error(file):
    raw = bytearray(gzip.compress(write.glove(TABLE * 20)))
    raw[len(raw) // 2] ^= 0xFF
    with pytest.raises(ModelError, match="vectors"):
        read_vectors(file(bytes(raw)), ["the"])
