"""Tables in a window: all of every number is seen, and no line is broken."""

import io

import pytest
from rich.console import Console

from idioprobe.report.leaderboard import as_grid, leaderboards
from idioprobe.report.tables.grid import Cell, Grid, Row
from idioprobe.report.terminal.grid import show_grid
from tests.report.tables.small import alpha, dataset, run
from tests.support import changed

NAMES = (
    "sentence-transformers/paraphrase-multilingual-mpnet-base-v2",
    "distilbert/distilbert-base-multilingual-cased",
    *(f"someone/a-model-of-medium-length-{i}" for i in range(10)),
)
WIDE = Grid(
    "T",
    "t",
    tuple((f"group {i // 3}", f"column {i}") for i in range(9)),
    tuple(Row((f"row {r}",), tuple(Cell(f"{r}.{i}2345", float(r)) for i in range(9))) for r in range(3)),
    ("A note. " * 20,),
)


def shown(grid, width=80, *, window=True):
    console = Console(width=width, file=io.StringIO(), force_terminal=window, color_system=None)
    show_grid(grid, console)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


def test_labels_that_fill_a_window_go_above_the_rows_that_they_head():
    rows = tuple(
        Row(
            (
                f"a model with a long name {i // 4}",
                f"a contrast of two kinds of things {i // 2}",
                f"measure number {i}",
            ),
            (Cell("0.12", 0.12),),
        )
        for i in range(8)
    )
    lines = shown(Grid("T", "t", (("value",),), rows, ()))
    assert max(map(len, lines)) <= 80
    assert lines.count("a model with a long name 1") == 1
    assert sum("0.12" in line for line in lines) == 8
    assert max(map(len, shown(Grid("T", "t", (("value",),), rows, ()), window=False))) > 80


@pytest.fixture(scope="module")
def board(tmp_path_factory):
    """Twelve models with long names."""
    data = dataset()
    result = run(alpha(data), data, tmp_path_factory.mktemp("cache"), conditions=("nat",), languages=("en",))
    models = [{**result.info["model"], "name": name, "parameters": 110_000_000} for name in NAMES]
    (made,) = leaderboards([changed(result, {**result.info, "model": model}) for model in models])
    return as_grid(made)


@pytest.mark.parametrize("width", [60, 80, 100])
def test_a_board_of_twelve_models_fits_the_window(board, width):
    lines = shown(board, width)
    assert max(map(len, lines)) <= width
    said = " ".join(" ".join(lines).split())
    for (name,) in board.columns:
        assert name in said
    for name in NAMES:
        assert name.rpartition("/")[2] in said
    for note in board.notes:
        assert note in said


def test_what_has_no_room_comes_below_with_its_labels_and_headings():
    lines = shown(WIDE, 45)
    assert [line.split() for line in lines[1:6]] == [
        ["group", "0", "group", "1"],
        [*["column", "0", "column", "1", "column", "2", "column", "3"]],
        *(["row", str(r), *(f"{r}.{i}2345" for i in range(4))] for r in range(3)),
    ]
    assert lines[6] == ""
    assert lines[7].split() == ["group", "1", "group", "2"]
    assert max(map(len, lines)) <= 45


def test_a_label_is_folded_where_a_number_would_have_no_room():
    long = Grid("T", "t", (("score",),), (Row(("a/very/long/path/" * 4,), (Cell("47 % [40 %, 55 %]", 0.47),)),))
    lines = shown(long, 40)
    assert max(map(len, lines)) <= 40
    assert lines[2].endswith("47 % [40 %, 55 %]")
    assert "".join(line.partition(" ")[0] for line in lines[2:]) == "a/very/long/path/" * 4


def test_a_number_wider_than_the_window_is_whole_nevertheless():
    one = Grid("T", "t", (("score",),), (Row(("x",), (Cell("0.123456789012345", 0.1),)),))
    assert "0.123456789012345" in "\n".join(shown(one, 10))


def test_in_a_pipe_every_row_is_one_line():
    lines = shown(WIDE, 45, window=False)
    assert [line.split()[2:] for line in lines[3:6]] == [[f"{r}.{i}2345" for i in range(9)] for r in range(3)]
    assert lines[6] == ("A note. " * 20).strip()


def test_a_pipe_whose_width_is_stated_is_a_window(monkeypatch):
    monkeypatch.setenv("COLUMNS", "45")
    assert shown(WIDE, 45, window=False) == shown(WIDE, 45)
