"""The commands that count a corpus, as a user calls them: what they write, what they say, how they end."""

import gzip
import json
import os
import random
import subprocess
import sys

import polars as pl
import pytest

from tests.cli.test_lexicon import call, place

__all__ = ["call", "place"]

pytest.importorskip("hyperscan")

TEXT = "The red tape is old.\nShe saw Red-Tape and red tapes here.\nA red hat, a tape.\n"
TAGGED = "".join(
    f"1\t{one}\t{one}\tADJ\n2\t{other}\t{other}\tNOUN\n\n"
    for one, other in (("old", "dog"), ("red", "hat"), ("big", "cup"))
)


@pytest.fixture
def index(place, call):
    (place / "c.txt").write_text(TEXT, encoding="utf-8")
    (place / "asked.csv").write_text("expression,forms\nred tape,\nlame duck,lame ducks\n", encoding="utf-8")
    assert call("corpus", "index", "c.txt", "-o", "ix", "--language", "English")[0] == 0
    return place / "ix"


def one_line(err: str) -> str:
    (line,) = err.splitlines()
    assert "Traceback" not in line
    return line


class TestIndex:
    def test_it_says_what_it_counted_and_where_that_is(self, call, place):
        (place / "c.txt").write_text(TEXT, encoding="utf-8")
        code, out, _ = call("corpus", "index", "c.txt", "-o", "ix", "--language", "en")
        assert code == 0
        assert "Words: 17, sentences: 3, documents: 1, shards: 1.\nIndex: ix\n" in out
        assert {"manifest.json", "words.parquet", "pairs.parquet", "sentences"} <= set(os.listdir("ix"))
        assert pl.read_parquet("ix/words.parquet").filter(word="red")["count"].item() == 3

    def test_the_same_call_again_changes_nothing(self, call, index):
        before = (index / "words.parquet").stat().st_mtime_ns
        assert call("corpus", "index", "c.txt", "-o", "ix", "--language", "en")[0] == 0
        assert (index / "words.parquet").stat().st_mtime_ns == before

    def test_an_index_of_another_language_is_not_replaced(self, call, index):
        code, _, err = call("corpus", "index", "c.txt", "-o", "ix", "--language", "pt")
        assert code == 2
        assert "made with language 'en' and not 'pt'; pass --force to replace it" in one_line(err)
        assert json.loads((index / "manifest.json").read_text())["language"] == "en"

    def test_a_shard_that_changed_since_is_named(self, call, index, place):
        (place / "c.txt").write_text(TEXT + "More red tape.\n", encoding="utf-8")
        code, _, err = call("corpus", "index", "c.txt", "-o", "ix", "--language", "en")
        assert code == 2
        assert f"{place / 'c.txt'} has changed since ix was made; pass --force to index all again" in one_line(err)
        assert call("corpus", "index", "c.txt", "-o", "ix", "--language", "en", "--force")[0] == 0
        assert json.loads((index / "manifest.json").read_text())["totals"]["words"] == 20

    @pytest.mark.parametrize(
        ("name", "content", "message"),
        [
            ("b.txt", bytes(range(32)) * 500, "is binary, not text"),
            ("b.txt", b"\xff\xfe\xfa\n" * 5000, "lines are not utf-8 text; give its --encoding"),
            ("b.txt.gz", gzip.compress(random.Random(0).randbytes(90_000), mtime=0)[:50_000], "b.txt.gz"),
            ("b.txt.gz", gzip.compress(TEXT.encode() * 40_000, mtime=0)[:-900], "cannot be read to its end"),
            ("b.parquet", b"PAR1 and no more", "b.parquet"),
        ],
        ids=["binary", "no text", "noise in gzip", "cut gzip", "cut parquet"],
    )
    def test_a_bad_file_is_named_and_the_rest_can_be_had(self, call, place, name, content, message):
        (place / "good.txt").write_text(TEXT, encoding="utf-8")
        (place / name).write_bytes(content)
        code, _, err = call("corpus", "index", name, "good.txt", "-o", "ix", "--language", "en")
        assert code == 2
        assert message in one_line(err)
        code, out, err = call("corpus", "index", name, "good.txt", "-o", "ix", "--language", "en", "--skip-bad")
        assert code == 0, err
        assert "Words: 17," in out
        assert "it is left out" in err

    def test_bytes_that_are_no_text_in_the_middle_cost_their_line_only(self, call, place):
        (place / "m.txt").write_bytes(TEXT.encode() * 20 + b"caf\xe9 \xff\xfe here\n" + TEXT.encode())
        code, out, err = call("corpus", "index", "m.txt", "-o", "ix", "--language", "en")
        assert code == 0
        assert "m.txt: 1 line is not utf-8 text or far too long; left out." in err
        assert "Words: 357," in out

    @pytest.mark.slow
    def test_a_line_of_100_mb_is_read(self, call, place):
        with (place / "long.txt").open("wb") as file:
            for _ in range(100):
                file.write(b"some words and a red hat " * 40_000)
            file.write(b"\nThe red tape is old.\n")
        code, out, err = call("corpus", "index", "long.txt", "-o", "ix", "--language", "en")
        assert code == 0, err
        assert "Words: 24,000,005," in out

    @pytest.mark.parametrize("megabytes", [0, 1])
    def test_a_full_disk_is_told_and_what_was_done_is_kept(self, place, megabytes):
        words = " ".join(f"w{number:06d}" for number in range(150_000))
        for number in range(3):
            (place / f"{number}.txt").write_text(TEXT if number == 0 else words, encoding="utf-8")
        limited = (
            f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({megabytes} << 20 or 2000,) * 2); "
            "from idioprobe.cli import main; main()"
        )
        command = ["corpus", "index", "0.txt", "1.txt", "2.txt", "-o", "ix", "--language", "en", "--workers", "1"]
        ended = subprocess.run(
            [sys.executable, "-c", limited, *command], capture_output=True, text=True, timeout=120, check=False
        )
        assert ended.returncode == 1
        line = one_line(ended.stderr)
        assert "ix cannot be written" in line
        assert "make room" in line
        again = subprocess.run(
            [sys.executable, "-m", "idioprobe", *command], capture_output=True, text=True, timeout=120, check=False
        )
        assert again.returncode == 0, again.stderr
        assert "Words: 300,017," in again.stdout

    def test_what_is_not_there_or_has_no_text_is_named(self, call, place):
        (place / "empty.txt").touch()
        code, _, err = call("corpus", "index", "none.txt", "empty.txt", "-o", "ix", "--language", "en")
        assert (code, "none.txt is not there" in one_line(err)) == (2, True)
        code, _, err = call("corpus", "index", "empty.txt", "-o", "ix", "--language", "en")
        assert (code, "there is no text in empty.txt" in one_line(err)) == (2, True)
        assert not (place / "ix" / "manifest.json").exists()


class TestStats:
    def test_it_prints_a_table_of_all_forms_and_says_what_never_occurs(self, call, index):
        code, out, err = call("corpus", "stats", index, "asked.csv")
        assert code == 0
        assert "expression frequency f1 f2 f_avg PMI PPMI red tape 3 4 4 3.667 1.672 1.672" in " ".join(out.split())
        assert "Words: 17." in out
        assert "Never in the corpus: lame duck." in err

    @pytest.mark.parametrize("name", ["stats.csv", "stats.parquet"])
    def test_it_writes_what_counts_and_association_read(self, call, index, place, name):
        code, out, _ = call("corpus", "stats", index, "asked.csv", "-o", name)
        assert (code, out) == (0, f"Rows: 2, in {name}.\n")
        table = pl.read_csv(name) if name.endswith("csv") else pl.read_parquet(name)
        assert table["frequency"].to_list() == [3, 0]
        lexicon = "expression,language,synonym,sentence,class\nred tape,en,bureaucracy,The red tape is old.,NC\n"
        (place / "l.csv").write_text(lexicon, encoding="utf-8")
        assert call("data", "build", "l.csv", "-o", "built", "--counts", name)[0] == 0
        built = pl.read_csv("built/expressions.csv")
        assert built.select("frequency", "average_frequency", "ppmi").row(0) == pytest.approx(
            (3, 11 / 3, 1.67243), abs=1e-4
        )

    def test_a_file_is_not_overwritten_without_being_asked(self, call, index):
        assert call("corpus", "stats", index, "asked.csv", "-o", "s.csv")[0] == 0
        code, _, err = call("corpus", "stats", index, "asked.csv", "-o", "s.csv")
        assert (code, "s.csv is there already; pass --force" in one_line(err)) == (2, True)
        assert call("corpus", "stats", index, "asked.csv", "-o", "s.csv", "--force")[0] == 0

    @pytest.mark.parametrize(
        ("asked", "content", "message"),
        [
            ("pt.csv", "expression,language\nbatata quente,pt\n", "has no expression in en, the language of the index"),
            ("empty.txt", "\n\n", "empty.txt is empty"),
            ("t.csv", "word\nx\n", "the column 'expression' is missing"),
        ],
    )
    def test_expressions_that_cannot_be_asked_about_are_refused(self, call, index, place, asked, content, message):
        (place / asked).write_text(content, encoding="utf-8")
        code, _, err = call("corpus", "stats", index, asked)
        assert code == 2
        assert message in one_line(err)

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"format": 9}, "an index of format 9, which this version does not read"),
            ({"totals": None}, "is damaged"),
            ({"tokeniser": "other-1"}, "an index by the rule 'other-1' for words, which this version does not know"),
        ],
    )
    @pytest.mark.parametrize("command", ["stats", "pool", "find", "sample"])
    def test_an_index_of_another_version_is_refused(self, call, index, command, change, message):
        manifest = json.loads((index / "manifest.json").read_text())
        (index / "manifest.json").write_text(json.dumps(manifest | change))
        code, _, err = call("corpus", command, index, "asked.csv")
        assert code == 2
        assert message in one_line(err)

    @pytest.mark.usefixtures("index")
    def test_a_folder_that_is_no_index_is_named(self, call):
        for folder, message in (("wn", "wn has no manifest.json: it is no index"), ("none", "none is not a folder")):
            code, _, err = call("corpus", "stats", folder, "asked.csv")
            assert (code, message in one_line(err)) == (2, True)


class TestPool:
    @pytest.fixture
    def tagged(self, place, call):
        (place / "t.conllu").write_text(TAGGED, encoding="utf-8")
        (place / "old.txt").write_text("old dog\nsmall fry\n", encoding="utf-8")
        assert call("corpus", "index", "t.conllu", "-o", "ix", "--language", "en")[0] == 0
        return place / "ix"

    def test_it_prints_the_nearest_and_says_whom_they_do_not_suffice(self, call, tagged):
        code, out, err = call("corpus", "pool", tagged, "old.txt")
        assert code == 0
        shown = " ".join(out.split())
        assert "old dog 1 adjective-noun 1 big cup 1 1" in shown
        assert "old dog 1 adjective-noun 2 red hat 1 1" in shown
        told = " ".join(err.split())
        assert (
            "Fewer than 5 combinations, because the corpus has too few of the pattern: old dog (adjective-noun)."
            in told
        )
        assert "does not have these with a part of speech: small fry; --pattern gives one." in told

    @pytest.mark.parametrize("name", ["pool.csv", "pool.parquet", "pool.txt"])
    def test_it_writes_tables_and_lists(self, call, tagged, place, name):
        assert call("corpus", "pool", tagged, "old.txt", "-o", name)[0] == 0
        read = {"csv": pl.read_csv, "parquet": pl.read_parquet}.get(name.rpartition(".")[2])
        texts = read(place / name)["combination"].to_list() if read else (place / name).read_text().splitlines()
        assert texts == ["big cup", "red hat"]

    def test_without_expressions_all_combinations_are_listed(self, call, tagged):
        code, out, _ = call("corpus", "pool", tagged, "--pattern", "adjective-noun")
        assert code == 0
        assert [line.split()[:2] for line in out.splitlines()[1:]] == [["big", "cup"], ["old", "dog"], ["red", "hat"]]

    def test_a_corpus_without_parts_of_speech_says_what_to_do(self, call, index):
        code, _, err = call("corpus", "pool", index, "asked.csv")
        assert code == 2
        assert "has no parts of speech" in one_line(err)
        assert "--tags" in err

    def test_an_unknown_pattern_or_ending_is_refused(self, call, tagged):
        code, _, err = call("corpus", "pool", tagged, "--pattern", "noun-thing")
        assert (code, "--pattern 'noun-thing': two of" in one_line(err)) == (2, True)
        code, _, err = call("corpus", "pool", tagged, "-o", "p.json")
        assert (code, ".csv or .parquet or .txt" in one_line(err)) == (2, True)


def test_counts_of_others_are_imported_for_stats_and_not_for_find(call, place):
    (place / "w.csv").write_text("word,count\nred,10\ntape,5\n", encoding="utf-8")
    (place / "p.csv").write_text("first,second,count\nred,tape,4\n", encoding="utf-8")
    (place / "l.txt").write_text("red tape\nas red as tape\n", encoding="utf-8")
    code, out, _ = call("corpus", "import", "w.csv", "p.csv", "-o", "ix", "--language", "en", "--total", "100")
    assert (code, out) == (0, "Words: 100, pairs: 4, no sentences.\nIndex: ix\n")
    code, out, err = call("corpus", "stats", "ix", "l.txt")
    assert code == 0
    assert "red tape 4 10 5 6.333 3 3" in " ".join(out.split())
    assert "Not counted, because an index without sentences has no more than two words: as red as tape." in err
    code, _, err = call("corpus", "find", "ix", "l.txt")
    assert (code, "was made from counts and has no sentences" in one_line(err)) == (2, True)
