"""Sentences are found in corpora of both formats, packed or not, without holding the corpus."""

import bz2
import csv
import gzip
import lzma
import tracemalloc

import pytest

from idioprobe.core.errors import DatasetError
from idioprobe.data.sources import corpus as streaming
from idioprobe.data.sources.corpus import fill, fill_dataset
from idioprobe.data.sources.sentences import Reference, SourceSentence, read_filled


def ukwac(*documents):
    """Documents, each an address and sentences of words, as ukWaC has them."""
    lines = []
    for address, *sentences in documents:
        lines.append(f'<text id="{address}">')
        for sentence in sentences:
            lines += ["<s>", *(f"{word}\tNN\t{word.lower()}" for word in sentence.split()), "</s>"]
        lines.append("</text>")
    return "\n".join(lines) + "\n"


def brwac(*documents):
    """Documents, each an id and sentences of words, as the MWE toolkit writes brWaC."""
    lines = ["# MWETOOLKIT: filetype=CONLL", "# global.columns = ID FORM LEMMA"]
    for name, *sentences in documents:
        lines += [f'# MWETOOLKIT: meta.doc.id="{name}"', '# MWETOOLKIT: meta.doc.title="Um título: «1»"']
        for sentence in sentences:
            lines += [f"{n}\t{word}\t{word.lower()}\t_" for n, word in enumerate(sentence.split(), 1)]
            lines.append("")
    return "\n".join(lines) + "\n"


def wanted(document, number, expression="acid test", language="en", sentence=1):
    return SourceSentence(expression, language, sentence, None, Reference(document, number))


def save(path, content, encoding="utf-8"):
    path.write_bytes(content if isinstance(content, bytes) else content.encode(encoding))
    return path


def texts(filled):
    return [found.text for found in filled.found]


def reasons(filled):
    return [miss.reason for miss in filled.missing]


A, B = "http://a.example/", "http://b.example/?x=1&y=2"
ENGLISH = ukwac(
    ("http://other.example/", "No acid test here"),
    (A, "First one", "The Acid Tests of it", "Third"),
    (B, "An acid test & a fish", "Second"),
)
PORTUGUESE = brwac(
    ("net-0", "Nada aqui"),
    ("net-1", "Um", "Os Abalos sísmicos em São=Paulo", "Três"),
    ("net-2", "Outro abalo sísmico"),
)


class TestUkwac:
    def test_sentences_are_found_lower_cased_as_the_publishers_have_them(self, tmp_path):
        filled = fill([wanted(A, 2), wanted(B, 1)], save(tmp_path / "c.xml", ENGLISH))
        assert texts(filled) == ["the acid tests of it", "an acid test & a fish"]
        assert (filled.kind, filled.language, filled.missing, filled.problem) == ("ukWaC", "en", (), None)
        assert {found.corpus for found in filled.found} == {"c.xml"}

    @pytest.mark.parametrize(
        "announcement",
        [
            "<text id='{}'>",
            "<text id={}>",
            '<text  n="3" id="{}" >',
            '<text id="ukwac:{}">',
            '  <text id = "{}">\r',
        ],
    )
    @pytest.mark.parametrize("escaped", [False, True])
    def test_documents_are_announced_in_many_ways(self, tmp_path, announcement, escaped):
        address = B.replace("&", "&amp;") if escaped else B
        content = ENGLISH.replace(f'<text id="{B}">', announcement.format(address))
        assert texts(fill([wanted(B, 1)], save(tmp_path / "c", content))) == ["an acid test & a fish"]

    def test_entities_become_characters_and_bare_ampersands_stay(self, tmp_path):
        content = ukwac((A, "the acid test &amp; &lt;b&gt; &#163; &c. R&D & x &nosuch;"))
        assert texts(fill([wanted(A, 1)], save(tmp_path / "c", content))) == [
            "the acid test & <b> £ &c. r&d & x &nosuch;"
        ]

    @pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
    def test_both_encodings_are_read(self, tmp_path, encoding):
        content = ukwac((A, "the café 's acid test costs £ 5"))
        filled = fill([wanted(A, 1)], save(tmp_path / "c", content, encoding))
        assert texts(filled) == ["the café 's acid test costs £ 5"]

    def test_tags_are_no_words_but_a_tagged_bracket_is(self, tmp_path):
        content = ukwac((A, "an acid test")).replace("acid\t", "<p>\n<\tSYM\t<\nacid\t")
        assert texts(fill([wanted(A, 1)], save(tmp_path / "c", content))) == ["an < acid test"]

    def test_a_sentence_without_end_ends_where_the_next_begins(self, tmp_path):
        content = ukwac((A, "one", "an acid test", "three")).replace("</s>\n", "")
        assert texts(fill([wanted(A, 2)], save(tmp_path / "c", content))) == ["an acid test"]

    def test_an_empty_sentence_counts(self, tmp_path):
        content = ukwac((A, "", "an acid test"))
        assert texts(fill([wanted(A, 2)], save(tmp_path / "c", content))) == ["an acid test"]


class TestBrwac:
    def test_sentences_are_found_as_written_and_joined_names_come_apart(self, tmp_path):
        sentences = [wanted("net-1", 2, "abalo sísmico", "pt"), wanted("net-2", 1, "abalo sísmico", "pt", 2)]
        filled = fill(sentences, save(tmp_path / "c.conll", PORTUGUESE))
        assert texts(filled) == ["Os Abalos sísmicos em São Paulo", "Outro abalo sísmico"]
        assert (filled.kind, filled.language) == ("brWaC", "pt")

    def test_sentences_may_follow_each_other_without_blank_lines(self, tmp_path):
        content = PORTUGUESE.replace("\n\n", "\n")
        filled = fill([wanted("net-1", 2, "abalo sísmico", "pt")], save(tmp_path / "c", content))
        assert texts(filled) == ["Os Abalos sísmicos em São Paulo"]

    def test_one_column_is_enough(self, tmp_path):
        lines = ['# MWETOOLKIT: meta.doc.id="net-1"', "1", "", "#tag", "abalo", "sísmico", "=", "1", ""]
        filled = fill([wanted("net-1", 2, "abalo sísmico", "pt")], save(tmp_path / "c", "\n".join(lines)))
        assert texts(filled) == ["#tag abalo sísmico = 1"]

    @pytest.mark.parametrize("blank", ["", "\n"])
    def test_a_contraction_is_read_as_written(self, tmp_path, blank):
        rows = ["1-2\tDo", "1\tde", "2\to", "3\tabalo", "4\tsísmico", "4.1\tx", "5-6\tna", "5\tem", "6\ta"]
        sentence = "\n".join(rows) + "\n"
        content = f'# MWETOOLKIT: meta.doc.id="net-1"\n{sentence}{blank}{sentence}{blank}1\tfim\n'
        filled = fill([wanted("net-1", n, "abalo sísmico", "pt") for n in (1, 2)], save(tmp_path / "c", content))
        assert texts(filled) == ["Do abalo sísmico na"] * 2

    def test_a_document_announced_before_each_sentence_is_one(self, tmp_path):
        name = '# MWETOOLKIT: meta.doc.id="net-1"\n'
        content = name + "1\tUm\n\n" + name + "1\tabalo\n2\tsísmico\n\n"
        filled = fill([wanted("net-1", 2, "abalo sísmico", "pt")], save(tmp_path / "c", content))
        assert texts(filled) == ["abalo sísmico"]


class TestNotFound:
    def test_a_document_that_is_not_there(self, tmp_path):
        filled = fill([wanted("http://nowhere.example/", 1)], save(tmp_path / "c", ENGLISH))
        assert reasons(filled) == ["its document is not in the corpus file"]
        assert not filled.missing[0].document_seen

    def test_a_document_that_is_too_short(self, tmp_path):
        filled = fill([wanted(A, 9)], save(tmp_path / "c", ENGLISH))
        assert reasons(filled) == ["its document has only 3 sentences, not 9; the expression occurs in sentence 2"]

    def test_a_sentence_without_the_expression_is_kept_out_and_shown(self, tmp_path):
        filled = fill([wanted(A, 3), wanted(A, 2, "bad apple")], save(tmp_path / "c", ENGLISH))
        assert filled.found == ()
        assert reasons(filled) == [
            "the expression does not occur in sentence 3 of its document; the expression occurs in sentence 2",
            "the expression does not occur in sentence 2 of its document",
        ]
        assert [miss.found for miss in filled.missing] == ["third", "the acid tests of it"]

    def test_only_references_without_text_in_the_language_of_the_corpus_are_looked_for(self, tmp_path):
        others = [
            SourceSentence("acid test", "en", 1, "has text", None),
            SourceSentence("acid test", "en", 2, "has text", Reference(A, 2), filled=True),
            SourceSentence("acid test", "en", 3, None, None),
            wanted("net-1", 2, "abalo sísmico", "pt"),
        ]
        filled = fill(others, save(tmp_path / "c", ENGLISH))
        assert (filled.found, filled.missing) == ((), ())


class TestFiles:
    @pytest.mark.parametrize("pack", [bytes, gzip.compress, bz2.compress, lzma.compress], ids=lambda f: f.__module__)
    def test_packed_corpora_are_read_whatever_their_name(self, tmp_path, pack):
        filled = fill([wanted(A, 2)], save(tmp_path / "corpus", pack(ENGLISH.encode())))
        assert texts(filled) == ["the acid tests of it"]

    def test_packed_files_one_after_another_are_one(self, tmp_path):
        content = gzip.compress(ukwac(("http://x.example/", "x")).encode()) + gzip.compress(ENGLISH.encode())
        assert len(fill([wanted(A, 2)], save(tmp_path / "c.gz", content)).found) == 1

    def test_a_damaged_file_gives_what_comes_before_the_damage(self, tmp_path, monkeypatch):
        monkeypatch.setattr(streaming, "BLOCK", 1 << 12)
        noise = ukwac(*((f"http://{n}.example/", f"word{n * 7919} again") for n in range(2000)))
        packed = gzip.compress((ENGLISH + noise + ukwac(("http://end.example/", "the acid test"))).encode())
        path = save(tmp_path / "c.gz", packed[: len(packed) * 2 // 3])
        filled = fill([wanted(A, 2), wanted("http://end.example/", 1)], path)
        assert texts(filled) == ["the acid tests of it"]
        assert "c.gz cannot be read to its end" in filled.problem
        assert reasons(filled) == ["its document is not in the part of the corpus file that could be read"]

    @pytest.mark.parametrize(
        ("content", "said"),
        [
            (b"", "neither ukWaC"),
            (b"Some text.\nMore text, with <text in it.\n", "neither ukWaC"),
            (b"PK\x03\x04rest", "is packed; unpack it first"),
            (b"\x1f\x8b nonsense", "cannot be read"),
        ],
    )
    def test_what_is_no_corpus_is_refused(self, tmp_path, content, said):
        with pytest.raises(DatasetError, match=said):
            fill([wanted(A, 2)], save(tmp_path / "c", content))

    def test_a_corpus_is_a_file(self, tmp_path):
        with pytest.raises(DatasetError, match="is not a file"):
            fill([wanted(A, 2)], tmp_path)

    @pytest.mark.parametrize("block", [1, 7, 64, 1000])
    @pytest.mark.parametrize("content", [ENGLISH, PORTUGUESE], ids=["ukWaC", "brWaC"])
    def test_where_blocks_end_makes_no_difference(self, tmp_path, monkeypatch, block, content):
        path = save(tmp_path / "c", content)
        sentences = [wanted(A, 2), wanted(B, 1), wanted(A, 3), wanted("net-1", 2, "abalo sísmico", "pt")]
        expected = fill(sentences, path)
        with path.open("rb") as stream:
            first = next(streaming.blocks_of(stream))
        kind = streaming.recognise_kind(first, path)
        monkeypatch.setattr(streaming, "recognise_kind", lambda _block, _path: kind)
        monkeypatch.setattr(streaming, "BLOCK", block)
        assert fill(sentences, path) == expected

    def test_reading_stops_once_all_documents_are_seen(self, tmp_path, monkeypatch):
        monkeypatch.setattr(streaming, "BLOCK", 1 << 10)
        path = save(tmp_path / "c", ENGLISH + "x\tNN\tx\n" * 100_000)
        seen = []
        fill([wanted(A, 2)], path, lambda name, done, total: seen.append((name, done, total)))
        assert len(seen) < 5
        fill([wanted("http://nowhere.example/", 2)], path, lambda name, done, total: seen.append((name, done, total)))
        assert seen[-1] == ("c", path.stat().st_size, path.stat().st_size)


class TestMemory:
    SIZE = 48 << 20

    def peak(self, path, sentences):
        tracemalloc.start()
        try:
            filled = fill(sentences, path)
            return filled, tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    def test_a_large_corpus_takes_no_more_memory_than_a_few_blocks(self, tmp_path):
        filler = ukwac(*((f"http://{n}.example/", "some words " * 500, "and more") for n in range(100))).encode()
        path = tmp_path / "large.xml"
        with path.open("wb") as out:
            while out.tell() < self.SIZE:
                out.write(filler)
            out.write(ENGLISH.encode())
        filled, peak = self.peak(path, [wanted(A, 2)])
        assert texts(filled) == ["the acid tests of it"]
        assert peak < 8 * streaming.BLOCK

    def test_neither_does_a_document_without_end_nor_a_line_without_end(self, tmp_path):
        path = tmp_path / "strange.xml"
        with path.open("wb") as out:
            out.write(f'<text id="{A}">\n<s>\n'.encode() + b"word\tNN\tword\n" * 200_000)
            while out.tell() < self.SIZE:
                out.write(b"x" * (1 << 20))
            out.write(b"\n</s>\n" + ENGLISH.encode())
        filled, peak = self.peak(path, [wanted(B, 1)])
        assert texts(filled) == ["an acid test & a fish"]
        assert peak < 8 * streaming.BLOCK


@pytest.fixture
def ncs(tmp_path):
    folder = tmp_path / "ncs"
    (folder / "input").mkdir(parents=True)
    rows = {
        "en": [("acid test", "1,2", "an acid test", f"sent2: ('\"{A}\"', 2)", f"sent3: ('\"{B}\"', 1)")],
        "pt": [("abalo sísmico", "4.4", "abalos", "abalo", "sent3: (['# MWETOOLKIT: meta.doc.id=\"net-1\"'], 3)")],
    }
    for language, body in rows.items():
        with (folder / f"input/sentids_{language}.csv").open("w", encoding="utf-8", newline="") as stream:
            header = ("compound", "compositionality", "sentence1", "sentence2", "sentence3")
            csv.writer(stream).writerows([header, *body])
    return folder


class TestDataset:
    def test_several_files_fill_one_dataset_each_what_is_missing(self, tmp_path, ncs):
        first, second = ENGLISH.split(f'<text id="{B}">')
        corpora = [
            save(tmp_path / "UKWAC-1.xml", first),
            save(tmp_path / "UKWAC-2.xml", f'<text id="{B}">{second}'),
            save(tmp_path / "brwac.conll", PORTUGUESE),
        ]
        results = fill_dataset("ncs", ncs, corpora)
        assert [(len(r.found), len(r.missing)) for r in results] == [(1, 1), (1, 0), (1, 0)]
        assert read_filled(ncs, "en") == {
            Reference(A, 2): "the acid tests of it",
            Reference(B, 1): "an acid test & a fish",
        }
        assert read_filled(ncs, "pt") == {Reference("net-1", 2): "Os Abalos sísmicos em São Paulo"}
        again = fill_dataset("ncs", ncs, corpora)
        assert [(len(r.found), len(r.missing)) for r in again] == [(0, 0)] * 3

    def test_what_is_found_can_be_kept_elsewhere(self, tmp_path, ncs):
        fill_dataset("ncs", ncs, [save(tmp_path / "c", ENGLISH)], tmp_path / "mine")
        assert not (ncs / "filled").exists()
        assert len(read_filled(tmp_path / "mine", "en")) == 2

    def test_a_folder_without_sentences_is_named(self, tmp_path):
        with pytest.raises(DatasetError, match=r"holds no input/sentids_en\.csv; fetch ncs first"):
            fill_dataset("ncs", tmp_path, [])
