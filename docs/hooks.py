"""Makes the site of what is written for the repository: links that leave `docs/` lead to the repository itself.

MkDocs calls `on_page_markdown` for each page (`mkdocs.yml`, hooks).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError

ROOT = Path(__file__).resolve().parents[1]
OUTSIDE = re.compile(r"\]\(\.\./([^)#\s]+)(#[^)\s]*)?\)")


def on_page_markdown(markdown: str, config: Any, **_: Any) -> str:
    """The page, with links to files beside `docs/` as addresses; one that leads nowhere is an error."""

    def address(found: re.Match[str]) -> str:
        path, anchor = found.group(1), found.group(2) or ""
        if not (ROOT / path).exists():
            raise PluginError(f"A page links to ../{path}, which does not exist.")
        return f"]({config['repo_url']}/blob/main/{path}{anchor})"

    return OUTSIDE.sub(address, markdown)
