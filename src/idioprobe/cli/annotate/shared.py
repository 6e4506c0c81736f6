"""What the commands about studies share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from idioprobe.core.errors import ConfigError

if TYPE_CHECKING:
    from idioprobe.make.annotate.study import Study

StudyFolder = Annotated[
    Path, typer.Argument(help="A folder that idioprobe annotate new made.", metavar="STUDY", show_default=False)
]
Url = Annotated[
    str | None,
    typer.Option(
        help="Where participants reach the study; default: server.public_url of its settings, or else this machine.",
        metavar="URL",
    ),
]
DEFAULT_URL = "http://127.0.0.1:8000"


def base_url(study: Study, url: str | None, otherwise: str = DEFAULT_URL) -> str:
    """Where participants reach the study."""
    if url and not url.startswith(("http://", "https://")):
        raise ConfigError(f"`url` {url}: write it with https:// at its beginning.")
    return (url or study.settings.server.public_url or otherwise).rstrip("/")


def link_of(study: Study, base: str, number: int) -> str:
    """An annotator's personal link."""
    return f"{base}/a/{study.keys.link(number)}"


def number_of(count: int, what: str) -> str:
    """How many of something there are."""
    return f"{count:,} {what}{'' if count == 1 else 's'}"
