"""The command that writes data to train on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from idioprobe.cli.data.data import Name
from idioprobe.cli.make.output import Force, check_out, give
from idioprobe.cli.shared import DataDirs, Labelling, load, output, say, several
from idioprobe.core.errors import ConfigError


def triples(
    name: Name,
    out: Annotated[Path, typer.Option("-o", "--out", help="The file to write, .parquet or .csv.", metavar="FILE")],
    language: Annotated[
        str | None, typer.Option(help="Languages, such as en,pt; default: all.", metavar="CODES")
    ] = None,
    condition: Annotated[str, typer.Option(help="Kinds of sentences: nat, neut, neut_long.", metavar="NAMES")] = "nat",
    classes: Annotated[
        str | None, typer.Option("--class", help="Classes of expressions, such as NC; default: all.", metavar="NAMES")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the split.")] = 0,
    data_dir: DataDirs = None,
    labelling: Labelling = None,
    force: Force = False,
) -> None:
    """Write triples to train on. No expression, word of one or synonym is in two splits."""
    from idioprobe.data.training.triples import make_triples

    check_out(out, force=force)
    data = load(name, data_dir, labelling)
    wanted = {"languages": several(language), "conditions": several(condition), "classes": several(classes)}
    there = {
        "languages": data.languages,
        "conditions": sorted(data.stimuli["condition"].unique()),
        "classes": list(data.classes),
    }
    for option, values in wanted.items():
        for value in values:
            if value not in there[option]:
                raise ConfigError(f"`{option}` {value}: {data.name} has {', '.join(there[option])}.")
    table = make_triples(
        data,
        languages=wanted["languages"] or None,
        conditions=wanted["conditions"] or ("nat",),
        classes=wanted["classes"] or None,
        seed=seed,
    )
    give(table, out)
    counts = table.select("split", "expression", "language").unique().group_by("split").len().sort("split")
    say(output(), f"Expressions: {', '.join(f'{n} in {split}' for split, n in counts.rows())}.")
