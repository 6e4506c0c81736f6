"""A study as a task for Mechanical Turk: a layout in HTML, and batches in CSV.

Mechanical Turk puts the cells of a batch into the layout as they are, so they are HTML already: escaped, in ASCII, and
with nothing at their beginning that a spreadsheet would run.
"""

from __future__ import annotations

import csv
import html
import io
import re
from collections.abc import Iterable, Iterator

from idioprobe.core.frames import is_formula
from idioprobe.make.annotate.interface.words import fill_slots
from idioprobe.make.annotate.study import Study
from idioprobe.make.annotate.units import SCORE, Unit

UNIT = "unit"
_STYLE = """\
.task { max-width: 44rem; margin: 0 auto; font: 1.05rem/1.5 system-ui, sans-serif; }
.task blockquote { font: 1.3rem/1.5 Georgia, serif; margin: .5rem 0; padding: 1rem 1.25rem; background: #f6f5f1;
  border-radius: .8rem; }
.task mark { background: #ffe9a8; padding: .05em .15em; border-radius: .25em; }
.task fieldset { border: 0; padding: 0; margin: 1.5rem 0; }
.task legend { font-weight: 600; }
.task .scale label { display: inline-block; padding: .4rem .7rem; }
.task .ends { color: #5b6667; font-size: .9rem; margin: .2rem 0 0; }
.task input[type="text"] { display: block; width: 100%; font: inherit; padding: .4rem .6rem; margin: .2rem 0 .6rem; }
"""


def mturk_files(study: Study, batch: int) -> dict[str, str]:
    """Files by name: a layout for each set of components, its batches, and what to do with them."""
    groups: dict[tuple[str, ...], list[Unit]] = {}
    for unit in study.wanted_units.values():
        groups.setdefault(_roles(unit), []).append(unit)
    for check in study.checks:
        groups.get(_roles(check), []).append(check)
    files = {"README.txt": _readme(study)}
    for roles, units in groups.items():
        name = "-".join(roles) or "whole"
        files[f"layout-{name}.html"] = _layout(study, roles)
        for number, at in enumerate(range(0, len(units), batch), 1):
            files[f"batch-{name}-{number}.csv"] = _batch(roles, units[at : at + batch])
    return files


def _roles(unit: Unit) -> tuple[str, ...]:
    return tuple(one.role for one in unit.asked.components)


def _batch(roles: tuple[str, ...], units: Iterable[Unit]) -> str:
    file = io.StringIO(newline="")
    writer = csv.writer(file, quoting=csv.QUOTE_ALL)
    writer.writerow([UNIT, "expression", *(f"word_{role}" for role in roles), "sentences"])
    for unit in units:
        words = {one.role: one.word for one in unit.asked.components}
        sentences = "".join(
            f"<blockquote>{''.join(_piece(*piece) for piece in one.pieces())}</blockquote>"
            for one in unit.asked.sentences
        )
        writer.writerow([unit.item, cell(unit.asked.expression), *(cell(words[role]) for role in roles), sentences])
    return file.getvalue()


def _piece(text: str, marked: bool) -> str:
    return f"<mark>{_escape(text)}</mark>" if marked else _escape(text)


def cell(text: str) -> str:
    """A text for a cell that becomes part of a page.

    >>> cell("=1+1 <b>"), cell("pé frio")
    ('&#61;1+1 &lt;b&gt;', 'p&#233; frio')
    """
    escaped = _escape(text)
    return f"&#{ord(escaped[0])};{escaped[1:]}" if is_formula(escaped) else escaped


def _escape(text: str) -> str:
    """HTML in ASCII; a dollar could begin the name of a column."""
    plain = re.sub(r"[\x00-\x1f\x7f]", " ", text)
    return html.escape(plain).replace("$", "&#36;").encode("ascii", "xmlcharrefreplace").decode("ascii")


def _layout(study: Study, roles: tuple[str, ...]) -> str:
    texts, own = study.interface, study.settings.questions
    asked = [
        (role, own.components.get(role) or own.component or texts["component"], "component", f"${{word_{role}}}")
        for role in roles
    ]
    asked.append((SCORE, own.whole or texts["whole"], "whole", ""))
    questions = "".join(_question(study, *one) for one in asked)
    introduction = study.settings.introduction or texts["introduction"]
    prose = "".join(f"<p>{_escape(part)}</p>\n" for part in introduction.strip().split("\n\n"))
    consent = "".join(f"<p>{_escape(part)}</p>\n" for part in study.settings.consent.strip().split("\n\n") if part)
    return (
        '<script src="https://assets.crowd.aws/crowd-html-elements.js"></script>\n'
        f"<style>\n{_STYLE}</style>\n<crowd-form>\n"
        f'<div class="task" lang="{_escape(texts.code)}" dir="{texts.direction}">\n<h2>{_escape(study.title)}</h2>\n'
        f"{prose}{consent}${{sentences}}\n{questions}{''.join(_paraphrases(study))}</div>\n</crowd-form>\n"
    )


def _question(study: Study, name: str, wording: str, kind: str, word: str) -> str:
    texts, values = study.interface, list(study.settings.scale.values)
    radios = "".join(
        f'<label><input type="radio" name="{name}" value="{value}" required> {value}</label>\n' for value in values
    )
    low, high = _escape(texts[f"{kind}_low"]), _escape(texts[f"{kind}_high"])
    return (
        f"<fieldset>\n<legend>{_filled(wording, word)}</legend>\n"
        f'<div class="scale">\n{radios}</div>\n'
        f'<p class="ends">{values[0]} = {low}, {values[-1]} = {high}</p>\n</fieldset>\n'
    )


def _filled(wording: str, word: str = "") -> str:
    return fill_slots(_escape(wording), word=word, expression="${expression}")


def _paraphrases(study: Study) -> Iterator[str]:
    most, texts = study.settings.paraphrases, study.interface
    if most:
        yield f"<fieldset>\n<legend>{_filled(study.settings.questions.paraphrases or texts['paraphrases'])}</legend>\n"
        yield f"<p>{_escape(texts.say('paraphrases_hint', number=most))}</p>\n"
        for number in range(1, most + 1):
            label = _escape(texts.say("paraphrase", number=number))
            field = f'name="paraphrase{number}" maxlength="200" autocapitalize="none"'
            yield f'<label>{label}<input type="text" {field}></label>\n'
        yield "</fieldset>\n"


def _readme(study: Study) -> str:
    return f"""\
A task for Mechanical Turk, one project for each file layout-….html:

1. Create a project ("Survey"), and in "Design Layout" paste the layout as its source.
2. Set "Number of assignments per task" to {study.settings.annotations}.
3. Publish a batch with each file batch-….csv of the same name.
4. Download the results as CSV, and take them back:
   idioprobe annotate import {study.folder.name} Batch_results.csv

Attention checks are among the rows of the layout that asks about the same components. The unit of a row is what its
answers are known by: leave it as it is.
Worker ids are not stored: annotators are numbers. Importing a file twice changes nothing.
"""
