"""Records are lines of a table, or two lines each in a narrow window."""

import io

from rich.console import Console

from idioprobe.report.terminal.listed import show_list, show_records

COLUMNS = ("name", "size", "call")
RECORDS = [("alpha", "12", "-m hf:someone/alpha --dtype float16"), ("of [b]old[/b]", "7", "-m 文")]


def shown(show, *what, width):
    console = Console(width=width, file=io.StringIO())
    show(*what, console)
    return console.file.getvalue().splitlines()


def test_a_wide_window_has_a_line_for_each():
    assert shown(show_records, "Models", COLUMNS, RECORDS, width=56) == [
        "Models",
        "name           size  call",
        "alpha          12    -m hf:someone/alpha --dtype float16",
        "of [b]old[/b]  7     -m 文",
    ]


def test_in_a_narrow_one_the_last_column_stands_below_and_is_folded():
    assert shown(show_records, "Models", COLUMNS, RECORDS, width=30) == [
        "Models",
        "name           size",
        "    call",
        "alpha          12",
        "    -m hf:someone/alpha",
        "    --dtype float16",
        "of [b]old[/b]  7",
        "    -m 文",
    ]


def test_the_lines_of_a_list_show_where_each_begins():
    assert shown(show_list, ["one of several words", "another"], width=16) == [
        "  one of several",
        "    words",
        "  another",
    ]
