"""An index counts what a plain Counter counts, whatever the format, the shards and the workers."""

import bz2
import gzip
import json
import lzma
import subprocess
import sys
import tempfile
import time
from collections import Counter
from itertools import islice
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from idioprobe.core.errors import ConfigError, DatasetError
from idioprobe.core.notices import LeftOutWarning
from idioprobe.make.corpus.index import open_index
from idioprobe.make.corpus.indexing import counting, making, merging, readers
from idioprobe.make.corpus.indexing.making import make_index
from idioprobe.make.corpus.indexing.words import Vocabulary, words_by_line
from idioprobe.make.corpus.tokens import CHARACTERS, SPACES, UNICODE_WORDS, fold, words_of
from tests.support import needed_module

WORDS = ["red", "tape", "Élan", "well-known", "don't", "straße", "x1", "a", "日本", "¡", "--", "_", "É"]
lines = st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)
texts = st.lists(lines, min_size=5, max_size=60).map("\n".join)
odd_lines = st.text(
    st.sampled_from("aAbzI1-'’_.=<≠ ß\u0301\u0338\u0307\u0345éÉŉⅧⒶ日ก\u0e34한\u1100\u1161\u2adc\u1fef𝐀🙂ﬁΣς"),
    max_size=30,
)


def counted(text: str, window: int = 1) -> tuple[Counter, Counter]:
    words, pairs = Counter(), Counter()
    for line in words_of(text.split("\n")):
        words.update(line)
        for gap in range(window):
            pairs.update((one, other, gap) for one, other in zip(line, line[1 + gap :], strict=False))
    return words, pairs


def tables(index) -> tuple[dict, dict]:
    pairs = index.pairs.collect()
    if "gap" not in pairs.columns:
        pairs = pairs.with_columns(gap=pl.lit(0))
    found = {(row["first"], row["second"], row["gap"]): row["count"] for row in pairs.iter_rows(named=True)}
    return dict(index.words.collect().iter_rows()), found


def write(folder: Path, text: str | bytes, name: str = "corpus.txt") -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


@settings(max_examples=12, deadline=None)
@given(texts, st.integers(1, 3), st.integers(1, 3), st.sampled_from([7, 50, 10**6]))
def test_counts_are_those_of_a_counter(text, workers, window, shard_bytes):
    words, pairs = counted(text, window)
    with tempfile.TemporaryDirectory() as folder:
        path = write(Path(folder), text)
        if not words:
            return
        index = make_index(
            [path], Path(folder) / "ix", language="en", workers=workers, window=window, shard_bytes=shard_bytes
        )
        assert tables(index) == (dict(words), dict(pairs))
        assert index.manifest.totals.words == words.total()
        assert index.manifest.totals.pairs == sum(n for (_, _, gap), n in pairs.items() if gap == 0)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(odd_lines | st.text(st.characters(min_codepoint=1, exclude_categories=["Cs"]), max_size=20), min_size=1)
)
@pytest.mark.parametrize("rule", [UNICODE_WORDS, SPACES, CHARACTERS])
def test_words_of_bytes_are_those_of_the_stated_rule(rule, texts):
    texts = [" ".join(text.split()) for text in texts]
    found, lengths = words_by_line("\n".join(texts).encode(), rule, len(texts))
    pieces = zip(found.starts.tolist(), found.ends.tolist(), strict=True)
    words = iter([fold(found.text[start:end].decode()) for start, end in pieces])
    assert [list(islice(words, length)) for length in lengths] == words_of(texts, rule)


@given(st.lists(st.sampled_from([w * n for w in ("a", "Ab", "straße", "x-y") for n in (1, 2, 3, 9, 40)]), max_size=60))
def test_a_word_has_one_number_and_no_other_has_it(drawn):
    vocabulary = Vocabulary()
    numbers = []
    for part in (drawn[:20], drawn[20:]):
        numbers += vocabulary.numbers(words_by_line(" ".join(part).encode(), UNICODE_WORDS, 1)[0]).tolist()
    assert [vocabulary.words[number].decode() for number in numbers] == [word.lower() for word in drawn]


@pytest.mark.parametrize("window", [1, 2])
def test_tables_too_large_for_memory_are_written_in_parts_and_merged(tmp_path, monkeypatch, window):
    monkeypatch.setattr(counting, "MOST_HELD", 20)
    monkeypatch.setattr(counting, "ROW_GROUP", 2)
    monkeypatch.setattr(merging, "ROW_GROUP", 2)
    monkeypatch.setattr(merging, "ROWS_AT_ONCE", 4)
    monkeypatch.setattr(readers, "BLOCK", 30)
    text = "\n".join(f"w{i % 13} w{i % 7} w{i % 5} w{i % 3}" for i in range(60)) + "\n"
    index = make_index([write(tmp_path, text)], tmp_path / "ix", language="en", shard_bytes=300, window=window)
    assert tables(index) == tuple(map(dict, counted(text, window)))
    pairs = index.pairs.collect()
    assert pairs.equals(pairs.sort(pairs.columns[:-1]))


def test_sentences_end_at_lines_and_at_full_stops_before_capitals(tmp_path):
    text = "Dr. No left at 3.5 p.m. He was\r\ntired.\r\n\r\nJ. R. Smith? Mr. Wu, É. Go!\n"
    index = make_index([write(tmp_path, text)], tmp_path / "ix", language="en")
    table = pl.concat([pl.read_parquet(path) for path in index.sentence_files])
    assert table["text"].to_list() == ["Dr. No left at 3.5 p.m.", "He was", "tired.", "J. R. Smith?", "Mr. Wu, É. Go!"]
    assert table["document"].to_list() == [1, 1, 1, 2, 2]
    assert table["number"].to_list() == [1, 2, 3, 1, 2]


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress, "zstd"])
def test_packed_files_have_the_same_tables(tmp_path, pack):
    if pack == "zstd":
        pack = needed_module("zstandard").compress
    text = "Red tape here.\nNo red tape.\n" * 50
    index = make_index([write(tmp_path, pack(text.encode()))], tmp_path / "ix", language="en")
    assert tables(index) == tuple(map(dict, counted(text)))


def test_records_are_documents(tmp_path):
    rows = [{"id": 1, "body": "Red tape.\nMore red tape."}, {"id": 2, "body": "None"}]
    write(tmp_path, "".join(json.dumps(row) + "\n" for row in rows), "a.jsonl")
    pl.DataFrame(rows).write_parquet(tmp_path / "b.parquet")
    made = [
        make_index([tmp_path / name], tmp_path / f"ix-{name}", language="en", field="body")
        for name in ("a.jsonl", "b.parquet")
    ]
    assert tables(made[0]) == tables(made[1])
    assert made[0].manifest.totals.documents == 2
    with pytest.raises(DatasetError, match="`field` text; it has id, body"):
        make_index([tmp_path / "a.jsonl"], tmp_path / "ix", language="en")


UKWAC = '<text id="ukwac:http://a">\n<s>\nThe\tDT\tthe\nred\tJJ\tred\ntape\tNN\ttape\n&amp;\tCC\t&amp;\n</s>\n</text>\n'
CONLLU = "# newdoc\n# text = O pé frio.\n1\tO\to\tDET\n2\tpé\tpé\tNOUN\n3\tfrio\tfrio\tADJ\n4\t.\t.\tPUNCT\n\n"
BRWAC = (
    '# MWETOOLKIT: meta.doc.id="x"\n1-2\tdo\t_\t_\n1\tde\tde\tPREP\n2\to\to\tDET\n3\tpé\tpé\tN\n4\tfrio\tfrio\tADJ\n\n'
)


@pytest.mark.parametrize(
    ("corpus", "words", "pattern", "text"),
    [
        (UKWAC, ["red", "tape", "the"], ("red", "tape", "adjective-noun", 2), "The red tape &"),
        (CONLLU, ["frio", "o", "pé"], ("pé", "frio", "noun-adjective", 2), "O pé frio."),
        (BRWAC, ["do", "frio", "pé"], ("pé", "frio", "noun-adjective", 2), "do pé frio"),
    ],
)
def test_tags_of_a_corpus_give_patterns(tmp_path, corpus, words, pattern, text):
    index = make_index([write(tmp_path, corpus * 2)], tmp_path / "ix", language="pt")
    assert sorted(index.words.collect()["word"]) == words
    assert pattern in index.patterns.collect().rows()
    assert pl.read_parquet(index.sentence_files)["text"].to_list() == [text, text]


@pytest.mark.parametrize(
    ("corpus", "text"),
    [
        (
            "1\tPé\tpé\tNOUN" + "\t_" * 6 + "\n2\tfrio\tfrio\tADJ" + "\t_" * 5 + "\tSpaceAfter=No\n3\t!\t!\n\n",
            "Pé frio!",
        ),
        ("<text>\n<s>\nPé\tN\npreto\tADJ\n<g/>\n,\tSENT\nfrio\tADJ\n<g/>\n!\tSENT\n</s>\n</text>\n", "Pé preto, frio!"),
    ],
)
def test_words_that_a_corpus_says_are_written_together_are(tmp_path, corpus, text):
    index = make_index([write(tmp_path, corpus * 2)], tmp_path / "ix", language="pt")
    assert pl.read_parquet(index.sentence_files)["text"].to_list() == [text, text]
    assert index.words.collect().filter(word="frio")["count"].item() == 2


def test_characters_are_the_words_of_a_language_without_spaces(tmp_path):
    index = make_index([write(tmp_path, "我有iPhone。很好！\n")], tmp_path / "ix", language="zh")
    assert sorted(index.words.collect()["word"]) == sorted(["我", "有", "iphone", "很", "好"])
    given_ = make_index([write(tmp_path, "我 有 电话\n", "b")], tmp_path / "ix2", language="zh", spaces=True)
    assert "电话" in given_.words.collect()["word"].to_list()


def test_a_killed_run_goes_on_where_it_was(tmp_path, monkeypatch):
    for name in "abc":
        write(tmp_path / "", f"Red {name} tape.\n", f"{name}.txt")
    paths = [tmp_path / f"{name}.txt" for name in "abc"]
    count = making.index_shard

    def killed(number, *given_):
        if number == 2:
            raise KeyboardInterrupt
        return count(number, *given_)

    monkeypatch.setattr(making, "index_shard", killed)
    with pytest.raises(KeyboardInterrupt):
        make_index(paths, tmp_path / "ix", language="en", workers=1)
    with pytest.raises(DatasetError, match="not finished"):
        open_index(tmp_path / "ix")
    done = []
    monkeypatch.setattr(making, "index_shard", lambda number, *given_: done.append(number) or count(number, *given_))
    paths[0].write_text("Blue a tape.\n")
    with pytest.warns(LeftOutWarning, match=r"a\.txt has changed"):
        index = make_index(paths, tmp_path / "ix", language="en", workers=1)
    assert done == [0, 2]
    assert tables(index) == tuple(map(dict, counted("blue a tape\nred b tape\nred c tape")))


KILLED = """
import sys, time
from pathlib import Path
from idioprobe.make.corpus.indexing import making

begun = Path(sys.argv[2]).parent / "begun"

def waits(function, at):
    def wait(*given, **named):
        if at(*given):
            begun.touch()
            time.sleep(600)
        return function(*given, **named)
    return wait

making.index_shard = waits(making.index_shard, lambda number, *_: sys.argv[3] == "counting" and number == 3)
making.merge_pairs = waits(making.merge_pairs, lambda *_: sys.argv[3] == "merging")
making.make_index([Path(sys.argv[1])], Path(sys.argv[2]), language="en", workers=1, shard_bytes=500)
"""


@pytest.mark.parametrize(("when", "left"), [("counting", [3, 4]), ("merging", [])])
def test_a_run_that_is_killed_outright_goes_on_and_gives_the_same_tables(tmp_path, monkeypatch, when, left):
    path = write(tmp_path, "".join(f"W{i % 13} w{i % 7} w{i % 5}. Red {i} tape.\n" for i in range(90)))
    whole = make_index([path], tmp_path / "whole", language="en", workers=2, shard_bytes=500)
    process = subprocess.Popen([sys.executable, "-c", KILLED, str(path), str(tmp_path / "ix"), when])
    try:
        until = time.monotonic() + 120
        while not (tmp_path / "begun").exists():
            assert process.poll() is None
            assert time.monotonic() < until
            time.sleep(0.05)
    finally:
        process.kill()
        process.wait()
    count, done = making.index_shard, []
    monkeypatch.setattr(making, "index_shard", lambda number, *given_: done.append(number) or count(number, *given_))
    index = make_index([path], tmp_path / "ix", language="en", shard_bytes=500)
    assert sorted(done) == left
    for name in ("words.parquet", "pairs.parquet"):
        assert (index.folder / name).read_bytes() == (whole.folder / name).read_bytes()
    sentences = [pl.concat(map(pl.read_parquet, made.sentence_files)) for made in (index, whole)]
    assert sentences[0].equals(sentences[1])
    assert index.manifest == whole.manifest
    assert not (tmp_path / "ix" / "partial").exists()


def test_what_cannot_be_read_is_told_and_the_rest_is_kept(tmp_path):
    good = write(tmp_path, "Red tape.\n", "good.txt")
    packed = gzip.compress(b"".join(b"%d red tape\n" % i for i in range(200_000)))
    bad = write(tmp_path, packed[: len(packed) // 2], "bad.gz")
    with pytest.raises(DatasetError, match=r"bad\.gz cannot be read to its end.*1 of 2 shards are counted and kept"):
        make_index([good, bad], tmp_path / "ix", language="en")
    with pytest.warns(LeftOutWarning, match=r"bad\.gz"):
        index = make_index([good, bad], tmp_path / "ix", language="en", skip_bad=True)
    assert index.manifest.totals.words == 2


def test_a_corpus_with_a_file_left_out_is_the_same_corpus_when_the_command_is_given_again(tmp_path):
    good, bad = write(tmp_path, "Red tape.\n", "good.txt"), write(tmp_path, '{"text": "a"}\n{"text"\n', "bad.jsonl")
    with pytest.warns(LeftOutWarning, match=r"bad\.jsonl"):
        made = make_index([good, bad], tmp_path / "ix", language="en", skip_bad=True)
    assert make_index([good, bad], tmp_path / "ix", language="en", skip_bad=True).manifest == made.manifest
    with pytest.raises(DatasetError, match=r"could not be read when .* was made; pass `skip_bad`"):
        make_index([good, bad], tmp_path / "ix", language="en")
    write(tmp_path, '{"text": "mended now"}\n', "bad.jsonl")
    with pytest.raises(DatasetError, match=r"bad\.jsonl is new since"):
        make_index([good, bad], tmp_path / "ix", language="en", skip_bad=True)


def test_a_run_that_counted_nothing_may_be_given_again_with_other_settings(tmp_path):
    path = write(tmp_path, '{"body": "Red tape."}\n', "corpus.jsonl")
    with pytest.raises(DatasetError, match="no text in `field` text; it has body"):
        make_index([path], tmp_path / "ix", language="en")
    assert make_index([path], tmp_path / "ix", language="en", field="body").manifest.totals.words == 2


def test_files_that_are_no_text_are_told_with_the_way_to_leave_them_out(tmp_path):
    with pytest.raises(DatasetError, match=r"is binary, not text.*or pass `skip_bad`"):
        make_index([write(tmp_path, b"\0\1\2" * 100)], tmp_path / "ix", language="en")


def test_lines_that_are_not_text_are_left_out_and_counted(tmp_path):
    text = b"red tape\n" * 300 + b"bad \xff line\nnul \0 line\n" + b"red tape\n"
    with pytest.warns(LeftOutWarning, match="2 lines are not utf-8"):
        index = make_index([write(tmp_path, text)], tmp_path / "ix", language="en")
    assert tables(index)[0] == {"red": 301, "tape": 301}
    with pytest.raises(DatasetError, match="binary"):
        make_index([write(tmp_path, b"\0\1\2" * 100, "b")], tmp_path / "ix2", language="en")
    with pytest.raises(DatasetError, match="latin-1"):
        make_index([write(tmp_path, "é\n".encode("latin-1") * 99, "c")], tmp_path / "ix3", language="en")


def test_a_line_longer_than_a_block_is_cut_at_a_space(tmp_path, monkeypatch):
    monkeypatch.setattr(readers, "BLOCK", 64)
    monkeypatch.setattr(readers, "LONGEST", 64)
    with pytest.warns(LeftOutWarning, match=r"corpus\.txt: lines longer than .* are cut at spaces: 1"):
        index = make_index([write(tmp_path, "red tape " * 1000 + "\nred tape\n")], tmp_path / "ix", language="en")
    assert tables(index)[0] == {"red": 1001, "tape": 1001}


def test_a_line_without_a_space_that_is_far_too_long_is_left_out_whole(tmp_path, monkeypatch):
    monkeypatch.setattr(readers, "BLOCK", 64)
    monkeypatch.setattr(readers, "LONGEST", 64)
    done = []
    text = "red tape\n" + "x" * 1000 + "\nred tape\n"
    with pytest.warns(LeftOutWarning, match="1 line is not utf-8 text or far too long"):
        index = make_index(
            [write(tmp_path, text)],
            tmp_path / "ix",
            language="en",
            shard_bytes=200,
            progress=lambda *now: done.append(now),
        )
    assert tables(index)[0] == {"red": 2, "tape": 2}
    assert max(now for what, now, _ in done if what == "indexing") == len(text)


def test_shards_that_another_version_counted_are_not_merged(tmp_path):
    path = write(tmp_path, "Red tape.\n")
    (tmp_path / "ix" / making.PARTIAL).mkdir(parents=True)
    (tmp_path / "ix" / making.PARTIAL / making.SETTINGS).write_text('{"language": "en"}')
    with pytest.raises(ConfigError, match="begun by another version; pass `force`"):
        make_index([path], tmp_path / "ix", language="en")
    assert make_index([path], tmp_path / "ix", language="en", force=True).manifest.totals.words == 2


def test_an_index_of_another_format_language_or_setting_is_refused(tmp_path):
    path = write(tmp_path, "Red tape.\n")
    make_index([path], tmp_path / "ix", language="en")
    assert make_index([path], tmp_path / "ix", language="en").manifest.totals.words == 2
    make_index([path], tmp_path / "other", language="en", shard_bytes=5)
    assert len(make_index([path], tmp_path / "other", language="en").manifest.shards) == 2
    with pytest.raises(ConfigError, match="made with window 1 and not 2"):
        make_index([path], tmp_path / "ix", language="en", window=2)
    with pytest.raises(DatasetError, match="language en, but `language` is pt"):
        open_index(tmp_path / "ix", "pt")
    manifest = tmp_path / "ix" / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"format": 1', '"format": 9'))
    with pytest.raises(DatasetError, match="format 9"):
        open_index(tmp_path / "ix")
