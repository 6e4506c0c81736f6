"""A command whose help lists its options under headings."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand

LAST = "Other"


class Headed(TyperCommand):
    """Options under the headings that they were declared with, in the order of their first; --help comes last."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """One section for each heading."""
        sections: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None:
                sections.setdefault(getattr(parameter, "rich_help_panel", None) or LAST, []).append(record)
        for heading, records in sorted(sections.items(), key=lambda section: section[0] == LAST):
            with formatter.section(heading):
                formatter.write_dl(records)
