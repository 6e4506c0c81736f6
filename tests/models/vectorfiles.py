"""Writers of word vectors, in the formats in which they are published."""

import gzip

import numpy as np


def glove(table):
    """A word and its numbers on each line."""
    return b"".join(_line(word, vector) + b"\n" for word, vector in table)


def word2vec_text(table):
    """The same, under a line with count and dimension."""
    return _header(table) + glove(table)


def fasttext(table):
    """The same, with a space at the end of each line."""
    return _header(table) + b"".join(_line(word, vector) + b" \n" for word, vector in table)


def windows(table):
    """The same, with the line ends of another system."""
    return word2vec_text(table).replace(b"\n", b"\r\n")


def word2vec_binary(table):
    """As word2vec writes it: a line break after each vector."""
    return _header(table) + b"".join(_entry(word, vector) + b"\n" for word, vector in table)


def word2vec_binary_packed(table):
    """As gensim and GoogleNews have it: nothing between the entries."""
    return _header(table) + b"".join(_entry(word, vector) for word, vector in table)


FORMATS = {f.__name__: f for f in (glove, word2vec_text, fasttext, windows, word2vec_binary, word2vec_binary_packed)}
FORMATS |= {f"{name}.gz": lambda table, f=f: gzip.compress(f(table)) for name, f in dict(FORMATS).items()}


def _header(table):
    return f"{len(table)} {len(table[0][1])}\n".encode()


def _line(word, vector):
    return " ".join([word, *(repr(float(x)) for x in vector)]).encode()


def _entry(word, vector):
    return word.encode() + b" " + np.asarray(vector, dtype="<f4").tobytes()
