"""What the houses are made of, read from their source: `python tools/house.py` prints it.

Lines and files by room; public names that several modules define; folders of a room that import each other; functions
that only forward; classes named by a bare participle. `tests/test_rooms.py` guards what of this is a rule.
"""

import ast
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HOUSES = {"idioprobe": ROOT / "src" / "idioprobe", "idioprobe_make": ROOT / "making" / "src" / "idioprobe_make"}

PROTOCOL_NAMES = frozenset(
    {
        "FAMILY", "INTERFACE", "KEY", "LANGUAGE", "PAPER", "QUESTIONS", "SOURCE", "SUITE",
        "doubts", "figures", "load", "main", "models", "read", "rows", "tables",
    }
)  # fmt: skip
"""Names that a plug-in protocol or a convention of the language fixes: any number of modules may define them."""


@dataclass(frozen=True)
class Module:
    """One source file of a house."""

    house: str
    path: Path

    @cached_property
    def tree(self) -> ast.Module:
        """The parsed source."""
        return ast.parse(self.path.read_text(encoding="utf-8"))

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """Folders and name below the house: `("suites", "probes", "measures")`; an `__init__` is its folder."""
        parts = self.path.relative_to(HOUSES[self.house]).with_suffix("").parts
        return parts[:-1] if parts[-1] == "__init__" else parts

    @property
    def room(self) -> str:
        """The folder right below the house, or the name of a module that lies there."""
        return self.parts[0] if self.parts else ""

    @property
    def folder(self) -> tuple[str, ...]:
        """The folder that the file lies in."""
        return self.path.relative_to(HOUSES[self.house]).parts[:-1]

    @property
    def lines(self) -> int:
        """Lines of the file."""
        return len(self.path.read_text(encoding="utf-8").splitlines())

    def imports(self) -> Iterator[tuple[int, str]]:
        """Modules of either house that are imported, late and for types too, with the line."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                names = [name.name for name in node.names]
            elif isinstance(node, ast.ImportFrom):
                if node.level:
                    raise SyntaxError(f"{self.path}:{node.lineno}: imports are absolute")
                names = [f"{node.module}.{name.name}" for name in node.names]
            else:
                continue
            yield from ((node.lineno, name) for name in names if name.split(".")[0] in HOUSES)

    def public(self) -> Iterator[ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef]:
        """Classes and functions at the top of the module whose names do not begin with `_`."""
        for node in self.tree.body:
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith(
                "_"
            ):
                yield node


def modules() -> list[Module]:
    """Every source file of both houses."""
    return [Module(house, path) for house, root in HOUSES.items() for path in sorted(root.rglob("*.py"))]


def imported_folders(found: list[Module]) -> Iterator[tuple[Module, int, str, tuple[str, ...]]]:
    """Each import: the module that imports, the line, the house and the folder of what is imported."""
    known = {(module.house, *module.parts): module for module in found}
    for module in found:
        for line, name in module.imports():
            house, *parts = name.split(".")
            target = known.get((house, *parts)) or known.get((house, *parts[:-1]))
            if target is not None:
                yield module, line, house, target.folder


def doubles(found: list[Module]) -> dict[str, list[Module]]:
    """Public names that several modules define, with these modules."""
    defined: dict[str, list[Module]] = defaultdict(list)
    for module in found:
        for name in {node.name for node in module.public()} - PROTOCOL_NAMES:
            defined[name].append(module)
    return {name: where for name, where in sorted(defined.items()) if len(where) > 1}


def mutual(found: list[Module]) -> list[tuple[str, str]]:
    """Pairs of folders of one room that import each other."""
    edges = {
        (module.folder, folder)
        for module, _, house, folder in imported_folders(found)
        if house == module.house and folder != module.folder and folder[:1] == module.folder[:1] != ()
    }
    return sorted(("/".join(a), "/".join(b)) for a, b in edges if a < b and (b, a) in edges)


def forwarding(found: list[Module]) -> int:
    """Functions whose body, but for a docstring, is a single statement."""
    counted = 0
    for module in found:
        for node in ast.walk(module.tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                body = node.body[1:] if ast.get_docstring(node) else node.body
                counted += len(body) == 1
    return counted


def participles(found: list[Module]) -> list[str]:
    """Classes whose whole name is a participle: `Held`, `Compared`."""
    irregular = {
        "Built",
        "Drawn",
        "Found",
        "Given",
        "Held",
        "Kept",
        "Known",
        "Made",
        "Put",
        "Ran",
        "Read",
        "Said",
        "Shown",
    }
    names = (
        node.name.lstrip("_") for module in found for node in ast.walk(module.tree) if isinstance(node, ast.ClassDef)
    )
    return sorted(
        name for name in names if name in irregular or (name.endswith("ed") and sum(map(str.isupper, name)) == 1)
    )


def table(found: list[Module]) -> str:
    """Lines and files by room, then the counts of the whole."""
    lines: Counter[tuple[str, str]] = Counter()
    files: Counter[tuple[str, str]] = Counter()
    for module in found:
        room = module.folder[0] if module.folder else "(top)"
        lines[module.house, room] += module.lines
        files[module.house, room] += 1
    rows = []
    for house in HOUSES:
        rooms = [room for owner, room in lines if owner == house]
        rows += [f"{house:16}{room:12}{lines[house, room]:8,}{files[house, room]:6}" for room in rooms]
        if rooms:
            total = sum(lines[house, room] for room in rooms), sum(files[house, room] for room in rooms)
            rows.append(f"{house:28}{total[0]:8,}{total[1]:6}")
    names = {node.name for module in found for node in module.public()}
    repeated = doubles(found)
    most = sorted(repeated.items(), key=lambda item: -len(item[1]))[:8]
    pairs = mutual(found)
    return "\n".join(
        [
            f"{'house':16}{'room':12}{'lines':>8}{'files':>6}",
            *rows,
            f"names of several modules: {len(repeated)} of {len(names)} ({len(repeated) / len(names):.1%})"
            + "".join(f" {name}×{len(where)}" for name, where in most),
            f"folders that import each other: {len(pairs)}" + "".join(f" {a}↔{b}" for a, b in pairs),
            f"functions with a single statement: {forwarding(found)}",
            f"classes named by a participle: {len(participles(found))} {' '.join(participles(found))}",
        ]
    )


if __name__ == "__main__":
    sys.stdout.write(table(modules()) + "\n")
