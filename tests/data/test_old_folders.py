"""Dataset folders that idioprobe 0.3 wrote are read, with one notice that says what to rename."""

import warnings

import polars as pl
import pytest

from idioprobe.core.errors import DatasetError
from idioprobe.core.notices import OldFormWarning
from idioprobe.data.folder import read_folder, write_folder
from idioprobe.data.registry import load_dataset

FILES = {
    "dataset.json": '{\n  "format": 1,\n  "name": "mine",\n  "labelling": "lexicon",\n  "notes": []\n}\n',
    "stimuli.csv": """\
item,compound,language,condition,sentence,role,index,text,start,end,derived
en/paper tiger/nat1,paper tiger,en,nat,1,original,0,He is a paper tiger.,8,19,false
en/paper tiger/nat1,paper tiger,en,nat,1,syn,0,He is an empty threat.,9,21,false
en/tea cup/none,tea cup,en,none,,original,0,tea cup,0,7,false
""",
    "compounds.csv": """\
compound,language,modifier,head,class,synonym_overlap,frequency,ppmi
paper tiger,en,paper,tiger,NC,false,0.00004,
tea cup,en,tea,cup,C,,0.00003,
""",
    "ratings.csv": """\
compound,language,sentence,target,rating,mean,sd,n
paper tiger,en,,compound,type,0.5,,
paper tiger,en,1,head,token,1.5,0.5,3
""",
}
WHAT_TO_RENAME = (
    "{} is written as in idioprobe 0.3; rename compounds.csv to expressions.csv, the column compound to expression in "
    "stimuli.csv, compounds.csv and ratings.csv and the target compound to expression in ratings.csv; "
    "write start and end in stimuli.csv as one column spans, such as 8:19; "
    "write modifier and head in compounds.csv as one column components (modifier:…; head:…)."
)


NEW_STIMULI = """\
item,expression,language,condition,sentence,role,index,text,spans,derived
en/paper tiger/nat1,paper tiger,en,nat,1,original,0,He is a paper tiger.,8:19,false
en/paper tiger/nat1,paper tiger,en,nat,1,syn,0,He is an empty threat.,9:21,false
en/tea cup/none,tea cup,en,none,,original,0,tea cup,0:7,false
"""


def written(place, **changed):
    """A folder as 0.3 wrote it, some of its files changed or left out."""
    folder = place / "mine"
    folder.mkdir()
    for name, text in FILES.items():
        text = changed.get(name.partition(".")[0], text)
        if text is not None:
            (folder / name).write_text(text, encoding="utf-8")
    return folder


def notices(folder):
    """What is said while the folder is read, each line as often as it is said."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        data = read_folder(folder)
    return data, [str(each.message) for each in said if each.category is OldFormWarning]


def test_a_folder_of_0_3_is_read_and_one_notice_says_what_to_rename(tmp_path):
    folder = written(tmp_path)
    data, said = notices(folder)
    assert said == [WHAT_TO_RENAME.format(folder)]
    assert data.stimuli["expression"].to_list() == ["paper tiger", "paper tiger", "tea cup"]
    assert data.expressions.select("expression", "components", "type", "class").rows() == [
        ("paper tiger", "modifier:paper; head:tiger", "noun-compound", "NC"),
        ("tea cup", "modifier:tea; head:cup", "noun-compound", "C"),
    ]
    assert data.ratings.select("expression", "target", "mean").rows() == [
        ("paper tiger", "expression", 0.5),
        ("paper tiger", "head", 1.5),
    ]


def test_start_and_end_of_0_5_are_one_column_spans(tmp_path):
    stimuli = FILES["stimuli.csv"].replace("item,compound", "item,expression")
    folder = written(tmp_path, stimuli=stimuli, compounds=None, ratings=None)
    data, said = notices(folder)
    change = "write start and end in stimuli.csv as one column spans, such as 8:19"
    assert said == [f"{folder} is written as in idioprobe 0.5; {change}."]
    (folder / "stimuli.csv").write_text(NEW_STIMULI, encoding="utf-8")
    new, said = notices(folder)
    assert said == []
    assert new.stimuli.equals(data.stimuli)


def test_ends_that_pandas_keeps_as_floats_are_whole_numbers(tmp_path):
    folder = written(tmp_path, ratings=None)
    wanted, _ = notices(folder)
    table = pl.read_csv(folder / "stimuli.csv").with_columns(pl.col("start", "end").cast(pl.Float64))
    table.write_parquet(folder / "stimuli.parquet")
    data, _ = notices(folder)
    assert data.stimuli.equals(wanted.stimuli)


def test_the_hash_is_that_of_0_5(tmp_path):
    data, _ = notices(written(tmp_path))
    assert data.digest() == "879ddbc07a740d1bfdcbf85c310bfecb1ce131a4e11db797e8237d8ddb5f303a"


def test_what_is_written_from_it_is_the_new_form_and_says_the_same(tmp_path):
    old, _ = notices(written(tmp_path))
    write_folder(old, tmp_path / "new")
    assert (tmp_path / "new" / "expressions.csv").is_file()
    new, said = notices(tmp_path / "new")
    assert said == []
    assert new.digest() == old.digest()


def test_a_folder_of_0_3_may_be_written_over(tmp_path):
    folder = written(tmp_path)
    data, _ = notices(folder)
    write_folder(data, folder)
    assert sorted(path.name for path in folder.iterdir()) == [
        "dataset.json",
        "expressions.csv",
        "ratings.csv",
        "stimuli.csv",
    ]


def test_parquet_tables_of_0_3_are_read_too(tmp_path):
    folder = written(tmp_path)
    wanted, _ = notices(folder)
    for name in ("stimuli", "compounds", "ratings"):
        pl.read_csv(folder / f"{name}.csv").write_parquet(folder / f"{name}.parquet")
        (folder / f"{name}.csv").unlink()
    data, said = notices(folder)
    assert data.digest() == wanted.digest()
    assert said == [WHAT_TO_RENAME.format(folder).replace(".csv", ".parquet")]


def test_old_and_new_names_may_stand_in_one_folder(tmp_path):
    stimuli = NEW_STIMULI
    folder = written(tmp_path, stimuli=stimuli, ratings=None)
    (folder / "compounds.csv").write_text(FILES["compounds.csv"].replace("compound,", "expression,"), encoding="utf-8")
    _, said = notices(folder)
    assert said == [
        f"{folder} is written as in idioprobe 0.3; rename compounds.csv to expressions.csv; write modifier and head "
        "in compounds.csv as one column components (modifier:…; head:…)."
    ]


def test_the_new_name_of_a_column_goes_before_the_old(tmp_path):
    both = "item,expression,compound,language,condition,role,text,spans\ni,a b,x y,en,none,original,a b,0:3\n"
    folder = written(tmp_path, stimuli=both, compounds=None, ratings=None)
    data, said = notices(folder)
    assert data.stimuli["expression"].to_list() == ["a b"]
    assert said == []


def test_an_old_table_beside_the_new_one_is_not_read_and_that_is_said(tmp_path):
    folder = written(tmp_path, ratings=None, stimuli=NEW_STIMULI)
    new = FILES["compounds.csv"].replace("compound", "expression").replace(",NC,", ",PC,")
    new = new.replace("modifier,head", "components,type").replace("paper,tiger", "modifier:paper; head:tiger,")
    new = new.replace("tea,cup", "modifier:tea; head:cup,")
    (folder / "expressions.csv").write_text(new, encoding="utf-8")
    data, said = notices(folder)
    assert data.expressions["class"].to_list() == ["PC", "C"]
    assert said == [
        f"{folder / 'compounds.csv'} is not read, as {folder} has the table under its new name too; remove one of them."
    ]


@pytest.mark.filterwarnings("ignore::idioprobe.core.notices.OldFormWarning")
@pytest.mark.parametrize(
    ("table", "old", "new", "message"),
    [
        ("compounds", "tea cup,en,tea,cup,C,", "tea cup,en,tea,cup,X,", "compounds.csv:3: unknown class 'X'"),
        ("compounds", "tea cup,en,tea", "big cup,en,tea", "stimuli.csv:4: 'tea cup' (en) is not in compounds.csv"),
        ("ratings", "1,head,", "1,verb,", "ratings.csv:3: unknown target 'verb'; one of expression, head, modifier"),
        ("stimuli", "item,compound", "item,name", "stimuli.csv: the column 'expression' is missing"),
    ],
)
def test_mistakes_in_old_files_are_named_with_file_and_line(table, old, new, message, tmp_path):
    folder = written(tmp_path, **{table: FILES[f"{table}.csv"].replace(old, new)})
    with pytest.raises(DatasetError) as error:
        read_folder(folder)
    assert message in str(error.value)


def test_a_folder_of_0_3_is_found_by_its_name(tmp_path):
    written(tmp_path)
    with pytest.warns(OldFormWarning, match=r"written as in idioprobe 0\.3"):
        assert load_dataset("mine", tmp_path).languages == ["en"]


def test_what_says_the_same_as_before_keeps_its_hash(tmp_path):
    data, _ = notices(written(tmp_path))
    assert data.digest() == "879ddbc07a740d1bfdcbf85c310bfecb1ce131a4e11db797e8237d8ddb5f303a"
