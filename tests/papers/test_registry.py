"""A paper is a folder: what it declares is found, and a new one needs nothing else."""

import subprocess
import sys
from pathlib import Path

import pytest

from idioprobe.papers.common.paper import Paper
from idioprobe.papers.registry import all_papers, paper_of

FOLDER = Path(__file__).resolve().parents[2] / "src" / "idioprobe" / "papers"

NEW = {
    "__init__.py": """
from idioprobe.papers.common.paper import Paper
PAPER = Paper(__name__, "doe2031", 9, "Doe (2031)", "D", "doe.txt", "ncimp", {"en": 7}, on_page=("D1",))
""",
    "models.py": """
from idioprobe.papers.common.model import PaperModel
SETS = {"doe2031": (PaperModel("doe2031", "DoeBERT", "hf:doe/bert", ("en",), 8, "MIT"),)}
""",
    "tables.py": """
from idioprobe.papers.common.axes import BY_TYPE, H_SLICES, MODELS
from idioprobe.report.tables.spec import LayoutTable
BASE = {"unit": "target", "group": "all", "measure": "sim_syn", **BY_TYPE}
TABLES = (LayoutTable("D1", "Doe's only table", rows=((H_SLICES,),), columns=((MODELS,),), base=BASE),)
""",
    "figures.py": """
from dataclasses import replace
from idioprobe.report.figures.own import FIGURES as OWN
FIGURES = (replace(OWN[-1], name="D9", title="Doe's only figure"),)
""",
    "reported.csv": """source,table,row,column,model,view,labelling,language,condition,unit,group,measure,statistic,\
rating,expression,value,printed,state
doe2031,D1,EN-Nat,DoeBERT,DoeBERT,,,en,nat,target,all,sim_syn,rho_type,type,,0.99,0.99,value
""",
    "doubts.py": """
from idioprobe.papers.common.doubt import Doubt
DOUBTS = (Doubt("D1", {"model": "DoeBERT"}, "too good to be true"),)
""",
}
COMMAND = (
    "import sys, idioprobe.papers; idioprobe.papers.__path__.append({place!r}); from idioprobe.cli import app; app()"
)


@pytest.fixture(scope="module")
def call(tmp_path_factory):
    """The command, with one folder more among the papers."""
    place = tmp_path_factory.mktemp("papers")
    (place / "doe2031").mkdir()
    for name, text in NEW.items():
        (place / "doe2031" / name).write_text(text, encoding="utf-8")

    def run(*arguments):
        command = [sys.executable, "-c", COMMAND.format(place=str(place)), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False, encoding="utf-8")
        assert done.returncode == 0, done.stderr
        return " ".join(done.stdout.split())

    return run


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (("models",), "doe2031 DoeBERT hf en 8 MIT --as doe2031 -m hf:doe/bert"),
        (("analyse", "--list"), "D1 Doe's only table results, nat/neut, target"),
        (("figures", "--list"), "D9 Doe's only figure"),
        (("reported",), "Doe (2031) D1 Doe's only table 1 1"),
        (("reported", "--table", "D1"), "EN-Nat 0.99?"),
        (("reported", "--table", "D1"), "? doubtful: too good to be true."),
    ],
)
def test_a_new_paper_is_a_new_folder_and_nothing_else(call, arguments, shown):
    assert shown in call(*arguments)


def test_every_folder_with_a_declaration_is_a_paper_in_the_order_declared():
    declared = {
        path.parent.name.replace("_", "-") for path in FOLDER.glob("*/__init__.py") if "PAPER" in path.read_text()
    }
    assert declared == set(all_papers())
    assert [paper.order for paper in all_papers().values()] == sorted(paper.order for paper in all_papers().values())


def test_a_folder_has_what_it_has():
    bare = Paper("idioprobe.papers.common", "bare", 1, "Bare", "B", "bare.txt", "ncimp")
    assert (dict(bare.sets), bare.tables, bare.figures, bare.doubts) == ({}, (), (), ())
    assert bare.reported() is None
    assert list(bare.remarks("B1")) == []
    assert bare.transcribe(Path("nowhere")) is None


@pytest.mark.parametrize(
    ("table", "source"), [("H5", "he2025"), ("VB.1", "vieira2023"), ("G2-6", "garcia2021-acl"), ("W1", "wold2025")]
)
def test_a_tables_name_tells_its_paper(table, source):
    assert paper_of(table).source == source


def test_analyses_that_no_table_prints_are_no_papers():
    assert paper_of("H-models") is None
    assert paper_of("G1-top50").source == "garcia2021-eacl"


@pytest.mark.parametrize("module", ["registry", "models", "tables", "reported"])
def test_asking_for_papers_draws_nothing(module):
    """Altair is loaded for figures alone."""
    code = f"import sys, idioprobe.papers.{module} as m; from idioprobe.papers.registry import all_papers; all_papers()"
    code += (
        "; [(p.sets, p.tables, p.doubts, p.reported()) for p in all_papers().values()]; print('altair' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
