"""What `data list` and `data fetch` print."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from idioprobe.core.errors import UserError
from idioprobe.data.checks import Declared
from idioprobe.data.components import component_roles
from idioprobe.data.dataset import Dataset
from idioprobe.data.names import registered
from idioprobe.data.registry import load_dataset, load_starter
from idioprobe.data.sources.catalogue import FileState, Source, check, sources
from idioprobe.data.sources.corpus import Filled
from idioprobe.data.sources.layout import find_folders

SHOWN = 10
"""Sentences that were not found are listed up to this number, and counted."""


def list_sources(data_dirs: Sequence[Path] = ()) -> list[dict[str, Any]]:
    """Every dataset that has a name: what it holds, whose it is, and whether it is at hand; fit for JSON."""
    starter = _loaded(load_starter(), "starter", "comes with idioprobe")
    others = (_registered(name, other.package, data_dirs) for name, other in registered().items())
    return [starter, *(_published(source, data_dirs) for source in sources().values()), *others]


def _registered(name: str, package: str, data_dirs: Sequence[Path]) -> dict[str, Any]:
    """What another package brings; where it cannot be had, the reason takes the place of its title."""
    try:
        return _loaded(load_dataset(name, data_dirs), name, f"comes with {package}") | {"package": package}
    except UserError as error:
        nothing: dict[str, Any] = {"languages": [], "expressions": {}, "sentences": {}, "roles": []}
        about = {"name": name, "title": str(error), "licence": "", "citation": f"comes with {package}"}
        return {**about, **nothing, "package": package, "present": "no", "folders": [], "files": []}


def _loaded(data: Dataset, name: str, origin: str) -> dict[str, Any]:
    in_context = data.stimuli.filter(data.stimuli["condition"] != "none")
    present = set(data.stimuli["role"])
    declared = Declared(data.classes, component_roles(data.expressions))
    return {
        "name": name,
        "title": data.header.description,
        "languages": data.languages,
        "expressions": {str(code): len(part) for (code,), part in sorted(data.expressions.group_by("language"))},
        "sentences": {str(code): len(part) for (code,), part in sorted(in_context.group_by("language"))},
        "roles": [role for role in declared.roles if role in present],
        "licence": data.header.licence,
        "citation": data.header.citation or origin,
        "present": "yes",
        "folders": [],
        "files": [],
    }


def _published(source: Source, data_dirs: Sequence[Path]) -> dict[str, Any]:
    folders = find_folders(source.name, data_dirs)
    found: dict[str, FileState] = {}
    for state in (state for folder in folders for state in check(folder, source)):
        if state.path not in found or found[state.path].state == "missing":
            found[state.path] = state
    missing = [file.path for file in source.files if file.path not in found or found[file.path].state == "missing"]
    return {
        "name": source.name,
        "title": source.title,
        "languages": list(source.languages),
        "expressions": dict(source.expressions),
        "sentences": dict(source.sentences),
        "roles": list(source.roles),
        "licence": source.licence,
        "citation": source.citation,
        "repository": source.repository,
        "commit": source.commit,
        "present": "no" if not folders else "partly" if missing else "yes",
        "folders": [str(folder) for folder in folders],
        "files": [
            {"path": file.path, "state": found[file.path].state if file.path in found else "missing"}
            for file in source.files
        ],
    }


def show_sources(listed: Sequence[Mapping[str, Any]], console: Console) -> None:
    """The datasets as a table of figures, then in words what does not fit into one."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("name", "languages", "expressions", "sentences", "present"):
        table.add_column(column)
    for entry in listed:
        expressions, sentences = (
            ", ".join(f"{code} {count:,}" for code, count in entry[key].items()) for key in ("expressions", "sentences")
        )
        table.add_row(entry["name"], ", ".join(entry["languages"]), expressions, sentences, entry["present"])
    console.print(table)
    for entry in listed:
        console.print()
        console.print(Text.assemble((entry["name"], "bold"), f": {entry['title']}"))
        lines = Table(box=None, pad_edge=False, show_header=False)
        lines.add_column(no_wrap=True, style="dim")
        lines.add_column(overflow="fold")
        for label in ("roles", "licence", "citation"):
            value = entry[label]
            lines.add_row(label, Text(", ".join(value) if isinstance(value, list) else value))
        lines.add_row("present", Text(_where(entry)))
        console.print(lines)


def _where(entry: Mapping[str, Any]) -> str:
    if "package" in entry:
        return f"{entry['present']}, in the package {entry['package']}"
    if entry["present"] == "no":
        return f"no; idioprobe data fetch {entry['name']}, or --data-dir"
    if not entry["folders"]:
        return "yes, in the package"
    lacking = [file["path"] for file in entry["files"] if file["state"] == "missing"]
    changed = [file["path"] for file in entry["files"] if file["state"] == "changed"]
    notes = [f"without {', '.join(lacking)}"] if lacking else []
    notes += [f"not as published: {', '.join(changed)}"] if changed else []
    return "; ".join([f"{entry['present']}, in {', '.join(entry['folders'])}", *notes])


def show_fetched(source: Source, states: Sequence[FileState], folder: Path, console: Console) -> None:
    """What stands in the folder after fetching, and what was verified."""
    counts = Counter(state.state for state in states)
    say = _Say(console)
    say(f"{source.name}: {len(states) - counts['missing']} of {len(states)} files in {folder}")
    say(f"Verified by SHA-256: {counts['ok']}")
    for state in states:
        if state.state == "unverified":
            say(f"Not verified, as no published checksum is known: {state.path} (SHA-256 {state.sha256}, recorded)")
        elif state.state == "changed":
            say(f"Not as published: {state.path} (SHA-256 {state.sha256})")
        elif state.state == "missing":
            say(f"Missing{', optional' if state.optional else ''}: {state.path}")
    say(f"Licence: {source.licence}")
    say(f"Please cite: {source.citation}")


def show_filled(results: Sequence[Filled], console: Console) -> None:
    """How many references each corpus file resolved, and why not the others."""
    say = _Say(console)
    for result in results:
        looked_for = len(result.found) + len(result.missing)
        read_as = f"{result.corpus} ({result.kind}, {result.language})"
        if not looked_for:
            say(f"{read_as}: nothing was looked for; all references in that language have their text.")
            continue
        say(f"{read_as}: {len(result.found)} of {looked_for} sentences found")
        if result.problem:
            say(result.problem)
        absent = [miss for miss in result.missing if not miss.document_seen]
        if absent:
            say(f"{len(absent)} not found: {absent[0].reason}; another file of the corpus may have them.")
        others = [miss for miss in result.missing if miss.document_seen]
        for miss in others[:SHOWN]:
            instead = f": {miss.found}" if miss.found else ""
            say(f"Left out: {miss.sentence.expression}, sentence {miss.sentence.number}: {miss.reason}{instead}")
        if len(others) > SHOWN:
            say(f"Left out for similar reasons: {len(others) - SHOWN} more")


class _Say:
    """Print a plain line; nothing in it is markup."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def __call__(self, line: str) -> None:
        self._console.print(line, highlight=False, markup=False, soft_wrap=True)
