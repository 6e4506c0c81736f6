"""Every mistake in a dataset folder is reported with its file and line."""

import json

import polars as pl
import pytest

from idioprobe.core.errors import DatasetError
from idioprobe.data.folder import read_folder
from idioprobe.data.registry import load_dataset

HEAD = "item,expression,language,condition,role,index,text,spans\n"
GOOD = "i,a b,en,nat,original,0,An a b.,3:6\n"
SYN = "i,a b,en,nat,syn,0,A c.,2:3\n"
EXPRESSIONS = "expression,language,class\n"

# name: (stimuli.csv, line, what the message says)
STIMULI_MISTAKES = {
    "span past the end": (
        HEAD + GOOD + SYN.replace("2:3", "2:9"),
        3,
        "the span 2–9 lies outside the text of 4 characters",
    ),
    "negative span": (HEAD + GOOD + SYN.replace("2:3", "-1:3"), 3, "the span -1–3 lies outside the text"),
    "empty span": (
        HEAD + GOOD + SYN.replace("2:3", "2:2"),
        3,
        "the span 2–2 lies outside the text of 4 characters, or is empty",
    ),
    "span backwards": (HEAD + GOOD + SYN.replace("2:3", "3:2"), 3, "count from 0, end excluded"),
    "span not given": (HEAD + GOOD + SYN.replace("2:3", ""), 3, "spans '' is no list of spans; write 3:15"),
    "half a span": (HEAD + GOOD + SYN.replace("2:3", ":3"), 3, "spans ':3' is no list of spans"),
    "a time of a spreadsheet": (HEAD + GOOD + SYN.replace("2:3", "02:03:00"), 3, "spans '02:03:00' is no list"),
    "spans that overlap": (HEAD + GOOD + SYN.replace("2:3", "0:2 1:3"), 3, "the spans 0–2 and 1–3 overlap"),
    "spans in the wrong order": (HEAD + GOOD + SYN.replace("2:3", "2:3 0:1"), 3, "or stand in the wrong order; sort"),
    "the same span twice": (HEAD + GOOD + SYN.replace("2:3", "2:3 2:3"), 3, "the spans 2–3 and 2–3 overlap"),
    "a second span outside": (HEAD + GOOD + SYN.replace("2:3", "0:1 2:9"), 3, "the span 2–9 lies outside the text"),
    "two spaces": (HEAD + GOOD + SYN.replace("2:3", "0:1  2:3"), 3, "write 3:15, or 3:7 20:24 for a target in two"),
    "span in bytes": (HEAD + GOOD + SYN.replace("A c.,2:3", "É é.,4:6"), 3, "the span 4–6 lies outside the text of 4"),
    "second original": (HEAD + GOOD + GOOD.replace(",0,", ",1,"), 3, "the original has the index 0"),
    "role": (HEAD + GOOD + SYN.replace("syn", "synonym"), 3, "unknown role 'synonym'; one of original, syn"),
    "no role": (HEAD + GOOD + SYN.replace("syn", ""), 3, "unknown role None"),
    "condition": (
        HEAD + GOOD.replace("nat", "natural") + SYN.replace("nat", "natural"),
        2,
        "unknown condition 'natural'; one of nat, neut",
    ),
    "duplicate": (
        HEAD + GOOD + SYN + "\n" + SYN,
        5,
        "a second row with item 'i', role 'syn', index 0; each may be there once",
    ),
    "two originals": (HEAD + GOOD + GOOD, 3, "a second row with item 'i', role 'original', index 0"),
    "no original": (HEAD + GOOD + SYN.replace("i,", "j,", 1), 3, "item 'j' has no row with the role original"),
    "mixed item": (
        HEAD + GOOD + SYN.replace("nat", "neut"),
        2,
        "item 'i' has rows of different expression, language, condition",
    ),
    "no text": (HEAD + GOOD + SYN.replace("A c.", ""), 3, "text is empty"),
    "blank expression": (HEAD + GOOD + SYN.replace("a b", " "), 3, "expression is empty"),
    "ragged": (
        HEAD + GOOD + SYN.replace("A c.", "A, c."),
        3,
        "9 cells where the header has 8; put quotes around cells that contain a comma",
    ),
    "short": (HEAD + GOOD + "i,a b\n", 3, "2 cells where the header has 8"),
    "start in words": (HEAD + GOOD + SYN.replace("2:3", "two:3"), 3, "spans 'two:3' is no list of spans"),
    "start in halves": (HEAD + GOOD + SYN.replace("2:3", "2.5:3"), 3, "spans '2.5:3' is no list of spans"),
    "encoding": (
        (HEAD + GOOD).encode() + SYN.replace("A c.", "caf\xe9").encode("latin-1"),
        3,
        "byte 0xe9 is not UTF-8; save the file as UTF-8",
    ),
    "NUL": (HEAD + GOOD + SYN.replace("A c.", "A\0c."), 3, "NUL"),
    "monstrous cell": (
        HEAD + GOOD + SYN.replace("A c.", "x" * 10_000_000),
        3,
        "a cell holds 100,000 characters at most",
    ),
    "broken quotes": (HEAD + GOOD + SYN.replace("A c.", '"A" c.'), 3, "',' expected after '\"'"),
    "open quotes": (HEAD + GOOD + SYN.replace("A c.", '"A c.'), 3, "the file ends within a cell"),
    "column twice": (HEAD.replace("index", "text") + GOOD, 1, "a column occurs twice"),
}


def save(folder, **files):
    for name, content in files.items():
        stem, _, ending = name.rpartition("_")
        raw = content if isinstance(content, bytes) else content.encode()
        (folder / f"{stem}.{ending}").write_bytes(raw)
    return folder


def message(folder) -> str:
    with pytest.raises(DatasetError) as caught:
        read_folder(folder)
    return str(caught.value).replace(f"{folder}/", "")


def test_the_example_without_mistakes_is_read(tmp_path):
    assert read_folder(save(tmp_path, stimuli_csv=HEAD + GOOD + SYN)).stimuli.height == 2


@pytest.mark.parametrize("mistake", STIMULI_MISTAKES)
def test_a_mistake_in_stimuli_is_reported_with_file_and_line(tmp_path, mistake):
    content, line, expected = STIMULI_MISTAKES[mistake]
    said = message(save(tmp_path, stimuli_csv=content))
    found = [part for part in said.split("\n") if expected in part]
    assert found, said[:300]
    assert found[0].startswith(f"stimuli.csv:{line}: ")


@pytest.mark.parametrize("column", ["item", "expression", "language", "condition", "role", "text", "spans"])
def test_a_missing_column_is_named_beside_those_found(tmp_path, column):
    table = pl.read_csv((HEAD + GOOD).encode()).drop(column)
    said = message(save(tmp_path, stimuli_csv=table.write_csv()))
    assert said.startswith(f"stimuli.csv: the column {column!r} is missing; stimuli needs item, expression")
    assert f"found {', '.join(table.columns)}." in said


@pytest.mark.parametrize("content", [b"", b"\n\n  \n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\r\n"])
def test_an_empty_file_is_called_empty(tmp_path, content):
    said = message(save(tmp_path, stimuli_csv=content))
    assert said.startswith("stimuli.csv")
    assert "is empty" in said or "has no rows" in said


def test_a_header_alone_has_no_rows(tmp_path):
    assert message(save(tmp_path, stimuli_csv=HEAD)) == "stimuli.csv has no rows."


def test_a_folder_without_stimuli_is_no_dataset(tmp_path):
    assert "holds no stimuli.csv (or stimuli.parquet): it is not a dataset folder" in message(tmp_path)


def test_a_folder_that_is_not_there_is_named(tmp_path):
    assert "is not a folder; a dataset is a folder with stimuli.csv" in message(tmp_path / "absent")


def test_a_line_is_counted_in_the_file_not_in_rows(tmp_path):
    long = GOOD.replace("An a b.", '"An a b,\nand\nmore."')
    said = message(save(tmp_path, stimuli_csv=HEAD + long + "\n\n" + SYN.replace("syn", "x")))
    assert said.startswith("stimuli.csv:7: unknown role 'x'")


def test_ten_mistakes_are_shown_and_the_others_counted(tmp_path):
    rows = "".join(SYN.replace("syn,0", f"x,{n}") for n in range(13))
    said = message(save(tmp_path, stimuli_csv=HEAD + GOOD + rows))
    assert [line.split(": ")[0] for line in said.split("\n")] == [f"stimuli.csv:{n}" for n in range(3, 13)]
    assert said.endswith("(and 3 more)")


@pytest.mark.parametrize(
    ("table", "line", "expected"),
    [
        ("c d,en,NC\n", 2, "stimuli.csv:2: 'a b' (en) is not in expressions.csv; add it there."),
        ("a b,pt,NC\n", 2, "stimuli.csv:2: 'a b' (en) is not in expressions.csv; add it there."),
        (
            "a b,en,idiom\n",
            2,
            "expressions.csv:2: unknown class 'idiom'; one of NC, PC, C; classes of your own are listed in",
        ),
        ("a b,en,C\na b,en,NC\n", 3, "expressions.csv:3: a second row with expression 'a b', language 'en'; each may"),
        ("a b,,C\n", 2, "expressions.csv:2: language is empty."),
    ],
)
def test_a_mistake_in_expressions_is_reported_with_file_and_line(tmp_path, table, line, expected):
    said = message(save(tmp_path, stimuli_csv=HEAD + GOOD, expressions_csv=EXPRESSIONS + table))
    assert said.startswith(expected)
    assert f".csv:{line}: " in said


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("expression,language,mean\na b,en,much\n", "ratings.csv:2: mean 'much' is not a number."),
        ("expression,language,mean\na b,en,nan\n", "ratings.csv:2: mean is not a number; leave the row out"),
        ("expression,language,mean\na b,en,\n", "ratings.csv:2: mean is not a number; leave the row out"),
        (
            "expression,language,mean,target\na b,en,1,tail\n",
            "ratings.csv:2: unknown target 'tail'; one of expression, head",
        ),
        ("expression,language,mean\na b,en,1\na b,en,2\n", "ratings.csv:3: a second row with expression 'a b'"),
        ("expression,language,mean\nx y,en,1\n", "ratings.csv:2: 'x y' (en) is not in expressions.csv; add it there."),
        ("expression,language\na b,en\n", "ratings.csv: the column 'mean' is missing"),
        (
            "expression,language,rating,mean\na b,en,tokens,1\n",
            "ratings.csv:2: unknown rating 'tokens'; one of type, token, token_mean.",
        ),
        (
            "expression,language,rating,mean\na b,en,token,1\n",
            "ratings.csv:2: a rating with a sentence number is a token rating, and a token rating has one.",
        ),
        (
            "expression,language,sentence,rating,mean\na b,en,1,type,1\n",
            "ratings.csv:2: a rating with a sentence number is a token rating",
        ),
        (
            "expression,language,sentence,rating,mean\na b,en,1,token_mean,1\n",
            "ratings.csv:2: a rating with a sentence number is a token rating",
        ),
        (
            "expression,language,rating,mean\na b,en,token_mean,1\na b,en,type,1\na b,en,token_mean,2\n",
            "ratings.csv:4: a second row with expression 'a b', language 'en', target 'expression', rating",
        ),
    ],
)
def test_a_mistake_in_ratings_is_reported_with_file_and_line(tmp_path, table, expected):
    said = message(
        save(tmp_path, stimuli_csv=HEAD + GOOD, expressions_csv=EXPRESSIONS + "a b,en,C\n", ratings_csv=table)
    )
    assert said.startswith(expected)


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("{", "dataset.json is not a JSON object"),
        ("[1]", "dataset.json is not a JSON object"),
        ("[" * 100_000, "dataset.json"),
        ("", "dataset.json is empty"),
        ("{}", "dataset.json: name: Field required"),
        ('{"name": "a/b"}', "dataset.json: name: "),
        ('{"name": "x", "licence": 3}', "dataset.json: licence: "),
        ('{"name": "x", "licenze": "CC0"}', "dataset.json: licenze: "),
        ('{"name": "x", "format": 2}', "dataset.json: format 2 is not known to this version, which reads format 1."),
        ('{"name": "x", "format": 2, "new": 1}', "dataset.json: format 2 is not known to this version"),
    ],
)
def test_a_bad_header_is_named(tmp_path, header, expected):
    assert message(save(tmp_path, stimuli_csv=HEAD + GOOD, dataset_json=header)).startswith(expected)


def parquet(folder, **columns):
    row = {"item": "i", "expression": "a b", "language": "en", "condition": "nat", "role": "original"}
    row |= {"text": "An a b.", "spans": "3:6"}
    good, bad = row, {**row, "role": "syn", **columns}
    pl.DataFrame({key: pl.Series([good[key], bad[key]], strict=False) for key in row}).write_parquet(
        folder / "stimuli.parquet"
    )
    return folder


def test_a_mistake_in_parquet_is_reported_with_its_row(tmp_path):
    assert message(parquet(tmp_path, spans="3:9")).startswith("stimuli.parquet:2: the span 3–9 lies outside the text")
    assert message(parquet(tmp_path, role="x")).startswith("stimuli.parquet:2: unknown role 'x'")


@pytest.mark.filterwarnings("ignore::idioprobe.core.notices.OldFormWarning")
def test_half_a_character_in_parquet_is_no_place_to_start(tmp_path):
    folder = parquet(tmp_path)
    table = pl.read_parquet(folder / "stimuli.parquet").drop("spans")
    table.with_columns(start=pl.Series([3.0, 3.5]), end=6.0).write_parquet(folder / "stimuli.parquet")
    assert message(folder).startswith("stimuli.parquet:2: spans '3.5:6' is no list of spans")


def test_a_column_of_lists_in_parquet_is_refused(tmp_path):
    folder = parquet(tmp_path)
    table = pl.read_parquet(folder / "stimuli.parquet").with_columns(text=pl.concat_list("text"))
    table.write_parquet(folder / "stimuli.parquet")
    assert message(folder).startswith("stimuli.parquet")


@pytest.mark.parametrize("content", [b"", b"PAR1 this is not Parquet", HEAD.encode()])
def test_what_is_not_parquet_is_refused(tmp_path, content):
    assert message(save(tmp_path, stimuli_parquet=content)).startswith("stimuli.parquet cannot be read as Parquet")


def test_a_dataset_that_is_not_there_is_named(tmp_path):
    with pytest.raises(DatasetError, match=r"There is no dataset 'starters'; did you mean starter\?"):
        load_dataset("starters")
    with pytest.raises(DatasetError, match=r"There is no dataset 'x'; name a dataset folder, or one of starter, "):
        load_dataset("x")
    with pytest.raises(DatasetError, match="is not a folder"):
        load_dataset("starter", data_dir=tmp_path / "absent")


def test_a_lexicon_given_for_a_dataset_says_how_to_build_one(tmp_path):
    path = tmp_path / "x.csv"
    path.write_text("expression\n", encoding="utf-8")
    with pytest.raises(DatasetError, match=r"is a file; build a dataset from it first: idioprobe data build .*x\.csv"):
        load_dataset(path)


def test_a_folder_in_the_data_folder_comes_before_the_starter(tmp_path):
    (tmp_path / "starter").mkdir()
    save(tmp_path / "starter", stimuli_csv=HEAD + GOOD, dataset_json=json.dumps({"name": "mine"}))
    assert load_dataset("starter", data_dir=tmp_path).name == "mine"
