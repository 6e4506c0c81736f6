"""The command that prints JSON Schemas."""

from __future__ import annotations

from typing import Annotated

import typer

from idioprobe.cli.shared import output, put_json
from idioprobe.core.errors import ConfigError


def schema(
    name: Annotated[str | None, typer.Argument(help="A name that idioprobe schema lists; default: list them.")] = None,
) -> None:
    """Print the JSON Schema of what a command prints with --json. Without a name, it lists them."""
    from idioprobe.cli.schemas.shapes import SHAPES, schema_of

    if name is None:
        from rich.table import Table

        table = Table(box=None, pad_edge=False, header_style="bold")
        for head in ("schema", "of"):
            table.add_column(head, overflow="fold")
        for known, (_, command) in SHAPES.items():
            table.add_row(known, command)
        output().print(table)
        return
    if name not in SHAPES:
        raise ConfigError(f"schema {name}: one of {', '.join(SHAPES)}.")
    put_json(schema_of(name))
