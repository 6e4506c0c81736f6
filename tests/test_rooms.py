"""The rooms of the house: each imports only from rooms above it, and none is crowded."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[1] / "src" / "idioprobe"

ROOMS = (
    "core",
    "stats",
    "data",
    "make",
    "models",
    "embed",
    "suites",
    "run",
    "report",
    "papers",
    "api",
    "connect",
    "cli",
)
"""From the top of the house to the bottom."""
MOST_MODULES = 18
MOST_PARAMETERS = 20
LONGEST_FILE = 400


def sources() -> Iterator[tuple[str, Path, ast.Module]]:
    for path in sorted(SOURCE.rglob("*.py")):
        room = path.relative_to(SOURCE).parts[0].removesuffix(".py")
        yield room, path, ast.parse(path.read_text(encoding="utf-8"))


def imported(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every module of the package that is imported, late and for types too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, name.name) for name in node.names if name.name.startswith("idioprobe"))
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("idioprobe"):
            if node.module == "idioprobe":
                yield from ((node.lineno, f"idioprobe.{name.name}") for name in node.names)
            else:
                yield node.lineno, node.module
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are absolute"


def test_every_room_is_known():
    assert {room for room, _, _ in sources()} - {"__init__", "__main__"} <= set(ROOMS)


def test_no_room_imports_one_below_it():
    edges = []
    for room, path, tree in sources():
        if room not in ROOMS:
            continue
        for line, module in imported(tree):
            target = module.split(".")[1] if "." in module else ""
            if target in ROOMS and ROOMS.index(target) > ROOMS.index(room):
                edges.append(f"{path.relative_to(SOURCE)}:{line}: {room} imports {module}")
    assert not edges, "\n" + "\n".join(edges)


def test_no_folder_is_crowded():
    counts = Counter(path.parent.relative_to(SOURCE) for _, path, _ in sources())
    assert {str(folder): n for folder, n in counts.items() if n > MOST_MODULES} == {}


def test_no_file_is_long_and_no_signature_wide():
    long = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for _, path, _ in sources()}
    assert {name: lines for name, lines in long.items() if lines > LONGEST_FILE} == {}
    wide = [
        f"{path.name}:{node.name}"
        for _, path, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and len(node.args.args) + len(node.args.kwonlyargs) + len(node.args.posonlyargs) > MOST_PARAMETERS
    ]
    assert wide == []
