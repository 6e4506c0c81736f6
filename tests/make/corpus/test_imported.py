"""Counts that others made become an index for frequencies and random combinations."""

import gzip
import json
from importlib.util import find_spec
from math import log2
from pathlib import Path

import pytest

from idioprobe.core.errors import ConfigError, DatasetError
from idioprobe.make.corpus.expressions import Wanted
from idioprobe.make.corpus.find import find_all
from idioprobe.make.corpus.imported import import_counts
from idioprobe.make.corpus.index import open_index
from idioprobe.make.corpus.pool import combinations, nearest_combinations
from idioprobe.make.corpus.stats import expression_stats

WIKIPEDIA = {
    "token_lexicon": [{"Alto": 3, "alto": 5, "mar": 16, "mares": 4, ",": 20, "guarda-chuva": 2}, 120],
    "token_context_lexicon": {
        "alto": [{"mar": 3, ",": 2}, 5],
        "Alto": [{"mar": 1}, 3],
        "altos": [{"mares": 2}, 2],
        ",": [{"alto": 2}, 9],
    },
    "char_lexicon": [{"a": 9}, 9],
    "char_context_lexicon": {"a": [{"l": 9}, 9]},
}


@pytest.fixture
def wikipedia(tmp_path):
    path = tmp_path / "pt.json"
    path.write_text(json.dumps(WIKIPEDIA), encoding="utf-8")
    return path


def wanted(*names: str) -> list[Wanted]:
    return [Wanted(name, "pt", (name,)) for name in names]


def test_case_is_folded_and_what_is_no_word_is_left_out(wikipedia, tmp_path):
    index = import_counts([wikipedia], tmp_path / "ix", language="pt")
    assert dict(index.words.collect().iter_rows()) == {"alto": 8, "guarda-chuva": 2, "mar": 16, "mares": 4}
    assert index.pairs.collect().rows() == [("alto", "mar", 4), ("altos", "mares", 2)]
    assert index.manifest.totals.words == 100


def test_stats_are_over_all_forms_as_far_as_pairs_tell(wikipedia, tmp_path):
    import_counts([wikipedia], tmp_path / "ix", language="pt")
    asked = [Wanted("alto mar", "pt", ("alto mar", "altos mares")), *wanted("guarda-chuva", "ponto de vista", "mar")]
    sea, umbrella, view, alone = expression_stats(open_index(tmp_path / "ix"), asked).iter_rows(named=True)
    assert (sea["frequency"], sea["frequency1"], sea["frequency2"], sea["total"]) == (6, 8, 20, 100)
    assert sea["pmi"] == pytest.approx(log2(6 * 100 / (8 * 20)))
    assert (umbrella["frequency"], umbrella["frequency1"]) == (2, 2)
    assert (view["frequency"], view["average_frequency"], view["ppmi"]) == (None, None, None)
    assert alone["frequency"] == 16


def test_tables_of_words_and_of_pairs_do_as_well(tmp_path):
    (tmp_path / "words.tsv").write_text("Word\tcount\nred\t9\nRed\t1\ntape\t5\n", encoding="utf-8")
    (tmp_path / "pairs.csv.gz").write_bytes(gzip.compress(b"first,second,count\nred,tape,3\n"))
    index = import_counts(
        [tmp_path / "words.tsv", tmp_path / "pairs.csv.gz"], tmp_path / "ix", language="en", total=1000
    )
    row = expression_stats(index, [Wanted("red tape", "en", ("red tape",))]).row(0, named=True)
    assert [row[name] for name in ("frequency", "frequency1", "frequency2", "total")] == [3, 10, 5, 1000]
    (tmp_path / "tags.csv").write_text("word,tag\nred,ADJ\ntape,NOUN\n", encoding="utf-8")
    assert combinations(index, "adjective-noun", tags=tmp_path / "tags.csv")["combination"].to_list() == ["red tape"]


def test_the_tables_of_an_index_can_be_imported_again(wikipedia, tmp_path):
    first = import_counts([wikipedia], tmp_path / "ix", language="pt")
    again = import_counts(
        [tmp_path / "ix" / "words.parquet", tmp_path / "ix" / "pairs.parquet"], tmp_path / "again", language="pt"
    )
    assert again.words.collect().equals(first.words.collect())
    assert again.manifest.totals.words == 30


def test_there_are_no_sentences_to_find(wikipedia, tmp_path):
    index = import_counts([wikipedia], tmp_path / "ix", language="pt")
    with pytest.raises(DatasetError, match="was made from counts and has no sentences; index a corpus"):
        find_all(index, wanted("alto mar"))


def test_an_index_is_replaced_only_when_asked_and_a_folder_of_others_never(wikipedia, tmp_path):
    import_counts([wikipedia], tmp_path / "ix", language="pt")
    with pytest.raises(ConfigError, match="pass `force` to replace it"):
        import_counts([wikipedia], tmp_path / "ix", language="pt")
    import_counts([wikipedia], tmp_path / "ix", language="pt", force=True)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").touch()
    with pytest.raises(ConfigError, match="not an index of counts; name another folder"):
        import_counts([wikipedia], tmp_path / "mine", language="pt", force=True)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.csv", b"token,n\nred,3\n", "found the columns token, n; give a JSON file of textprobability"),
        ("a.csv", b"word,count\nred,3\ntape,many\n", "row 2: 'many' is not a count"),
        ("a.csv", b"word,count\nred,-3\n", "row 1: '-3' is not a count"),
        ("a.csv", b"first,second,count\nred,tape,3\n", "no word is counted"),
        ("a.json", b'{"token_lexicon": [{"a": 1}', "is not whole JSON"),
        ("a.json", b'{"words": {}}', "has no counts of words and pairs"),
        ("a.csv", b"\xff\xfe\x00", "cannot be read"),
        ("a.csv.gz", gzip.compress(b"word,count\nred,3\n" * 99, mtime=0)[:40], "cannot be read"),
        ("a.parquet", b"PAR1", "cannot be read"),
        ("a.csv", b"", "cannot be read"),
    ],
    ids=range(10),
)
def test_a_bad_table_is_named_in_one_line(tmp_path, name, content, message):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(DatasetError) as caught:
        import_counts([path], tmp_path / "ix", language="en")
    assert message in str(caught.value)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "ix").exists()


def test_a_corpus_is_not_smaller_than_what_is_counted(wikipedia, tmp_path):
    with pytest.raises(ConfigError, match="`total` 5 is less than the 30 words"):
        import_counts([wikipedia], tmp_path / "ix", language="pt", total=5)


@pytest.mark.slow
@pytest.mark.skipif(find_spec("textprobability") is None, reason="textprobability is not installed")
def test_wikipedia_as_textprobability_counted_it(tmp_path):
    data = Path(str(find_spec("textprobability").origin)).parent / "data"
    index = import_counts([data / "pt.json"], tmp_path / "ix", language="pt")
    assert index.manifest.totals.words == pytest.approx(15_000_000, rel=0.01)
    sea, warm = expression_stats(index, wanted("alto mar", "mar quente")).iter_rows(named=True)
    assert sea["frequency"] > 10 > warm["frequency"]
    assert sea["pmi"] > 4
    (tmp_path / "tags.csv").write_text("word,tag\nalto,ADJ\nmar,NOUN\nnova,ADJ\nguerra,NOUN\n", encoding="utf-8")
    found = nearest_combinations(index, wanted("alto mar"), tags=tmp_path / "tags.csv", nearest=1).table
    assert found["combination"].to_list() == ["nova guerra"]
