"""A dataset folder of expressions that stand in two parts, as a user writes it."""

from pathlib import Path

STIMULI = """\
item,expression,language,condition,sentence,role,text,spans
en/give up/nat1,give up,en,nat,1,original,She gave the whole idea up.,4:8 24:26
en/give up/nat1,give up,en,nat,1,syn,She abandoned the whole idea.,4:13
en/give up/nat1,give up,en,nat,1,words,She handed the whole idea upward.,4:10 26:32
en/give up/nat1,give up,en,nat,1,rand,She painted the whole idea blue.,4:11 27:31
en/look up/nat1,look up,en,nat,1,original,Did you look his number up?,8:12 24:26
en/look up/nat1,look up,en,nat,1,syn,Did you find his number?,8:12
en/look up/nat1,look up,en,nat,1,words,Did you watch his number upward?,8:13 25:31
en/look up/nat1,look up,en,nat,1,rand,Did you fold his number twice?,8:12 24:29
"""
EXPRESSIONS = "expression,language,class\ngive up,en,NC\nlook up,en,PC\n"


def write_parted(folder: Path) -> Path:
    """The files of the dataset."""
    folder.mkdir()
    (folder / "stimuli.csv").write_text(STIMULI, encoding="utf-8")
    (folder / "expressions.csv").write_text(EXPRESSIONS, encoding="utf-8")
    return folder
