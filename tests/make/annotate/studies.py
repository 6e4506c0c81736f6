"""Small studies made by hand."""

from pathlib import Path

from idioprobe.make.annotate.interface.words import read_interface
from idioprobe.make.annotate.people import invite
from idioprobe.make.annotate.settings import SETTINGS_FILE
from idioprobe.make.annotate.settingsfile import settings_text
from idioprobe.make.annotate.study import new_study, open_study
from idioprobe.make.annotate.units import read_source


def lexicon(path, expressions=2, sentences=3, words=("paper", "tiger")):
    """A lexicon of made-up expressions, each in some sentences."""
    columns = ["expression", "language", "modifier", "head", *(f"sentence{n}" for n in range(1, sentences + 1))]
    lines = [",".join(columns)]
    for number in range(expressions):
        modifier, head = f"{words[0]}{_letters(number)}", f"{words[1]}{_letters(number)}"
        told = [f"Sentence {_letters(n)} has a [{modifier} {head}] in it." for n in range(sentences)]
        lines.append(",".join([f"{modifier} {head}", "en", modifier, head, *told]))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def _letters(number):
    return "".join(chr(ord("a") + int(digit)) for digit in str(number))


def make(folder, source=None, *, examples=False, changes=(), level="token", annotations=2, **of_lexicon):
    """A study folder; `changes` are lines of its settings that take the place of others."""
    folder = Path(folder)
    source = source or lexicon(folder.parent / f"{folder.name}.csv", **of_lexicon)
    text = settings_text(read_interface("en", folder), "en", "en", level=level, annotations=annotations)
    if not examples:
        text = text.partition("\n[[practice]]")[0] + "\n"
    new_study(folder, read_source(str(source)), text)
    change(folder, *changes)
    return folder


def change(folder, *lines):
    """Change settings of a study; each line names the key that it changes."""
    path = folder / SETTINGS_FILE
    text = path.read_text(encoding="utf-8")
    for line in lines:
        key = line.partition("=")[0].strip()
        before = next(old for old in text.splitlines() if old.partition("=")[0].strip() == key)
        text = text.replace(before, line, 1)
    path.write_text(text, encoding="utf-8")


def links(folder, count):
    """Personal links of new annotators, as paths."""
    study = open_study(folder)
    database = study.connect()
    try:
        return [f"/a/{study.keys.link(number)}" for number in invite(database, count)]
    finally:
        database.close()
