"""The rooms of the house: each imports only from itself and from the rooms above it."""

import pytest

from tools.house import modules

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


@pytest.fixture(scope="module")
def sources():
    return modules()


def test_every_room_is_known(sources):
    assert {module.room for module in sources} - {"", "__main__"} == set(ROOMS)


def test_no_room_imports_one_below_it(sources):
    edges = []
    for module in sources:
        if module.room not in ROOMS:
            continue
        for line, name in module.imports():
            target = name.split(".")[1]
            if target in ROOMS and ROOMS.index(target) > ROOMS.index(module.room):
                edges.append(f"{module.path}:{line}: {module.room} imports {name}")
    assert not edges, "\n" + "\n".join(edges)
