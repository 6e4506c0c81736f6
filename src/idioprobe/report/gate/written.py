"""A gate for whoever reads it: JUnit XML for build servers, Markdown for pull requests."""

from __future__ import annotations

import re
from xml.etree import ElementTree as Xml

from idioprobe.core.textfile import printable
from idioprobe.report.gate.check import MET, NOT_MET, Check, Gate, line

NAME = "idioprobe check"
BACKTICK = "`"
_SPECIAL = re.compile(r"([`*_\[\]~])")
_MARKS = {MET: "✅", NOT_MET: "❌"}


def as_junit(gate: Gate) -> str:
    """A test case for each requirement: one that is not met is a failure, one that cannot be decided an error."""
    failures = sum(check.outcome == NOT_MET for check in gate.checks)
    errors = sum(check.outcome not in (MET, NOT_MET) for check in gate.checks)
    counts = {"tests": str(len(gate.checks)), "failures": str(failures), "errors": str(errors)}
    root = Xml.Element("testsuites", {"name": NAME, **counts})
    suite = Xml.SubElement(root, "testsuite", {"name": NAME, "skipped": "0", "time": "0", **counts})
    for check in gate.checks:
        classname = _clean(f"idioprobe.{check.dataset}.{check.language}.{check.model}")
        case = Xml.SubElement(
            suite, "testcase", {"classname": classname, "name": _clean(check.requirement), "time": "0"}
        )
        if check.outcome != MET:
            kind = "failure" if check.outcome == NOT_MET else "error"
            told = Xml.SubElement(case, kind, {"message": _clean(check.reason), "type": check.outcome})
            told.text = _clean(line(check))
        else:
            Xml.SubElement(case, "system-out").text = _clean(line(check))
    Xml.indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{Xml.tostring(root, encoding="unicode")}\n'


def as_markdown(gate: Gate) -> str:
    """A heading, what came of it in a sentence, and a table."""
    rows = [f"| {' | '.join(map(_cell, _cells(check)))} |" for check in gate.checks]
    return "\n".join(
        [
            f"### {'✅' if gate.passed else '❌'} Idioms: {gate.conclusion}",
            "",
            "| | requirement | model | data | found |",
            "| --- | --- | --- | --- | --- |",
            *rows,
            "",
            "",
        ]
    )


def _cells(check: Check) -> tuple[str, ...]:
    data = f"{check.dataset} ({check.language})"
    return (
        _MARKS.get(check.outcome, "❔"),
        f"`{check.requirement.replace(BACKTICK, chr(39))}`",
        check.model,
        data,
        check.reason,
    )


def _cell(text: str) -> str:
    """Text that means nothing to Markdown or HTML; code stays as it is but for bars and breaks."""
    said = printable(text).replace("\n", " ").replace("|", "\\|")
    return said if text.startswith("`") else _SPECIAL.sub(r"\\\1", said.replace("&", "&amp;").replace("<", "&lt;"))


def _clean(text: str) -> str:
    """Without characters that XML has no place for."""
    return "".join(c for c in printable(text) if c in "\t\n\r" or (ord(c) >= 0x20 and not 0xD800 <= ord(c) <= 0xDFFF))
