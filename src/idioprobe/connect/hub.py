"""Datasets as the Hugging Face Hub has them: Parquet files, and a card that says what they are and how they were made.

`datasets.load_dataset(FOLDER)` opens such a folder, and so does our own `load_dataset`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any

import polars as pl

from idioprobe import __version__
from idioprobe.connect.yaml import as_yaml
from idioprobe.core.errors import ConfigError
from idioprobe.core.files import replace_folder
from idioprobe.core.frames import write_parquet
from idioprobe.core.tables import CONDITIONS, RATING_KINDS, TABLES, role_words
from idioprobe.data.dataset import Dataset
from idioprobe.data.folder import FURTHER

CARD, ABOUT = "README.md", "dataset.json"
SPLIT = "test"
LICENCES = re.compile(
    r"apache-2\.0|mit|cc0-1\.0|cc-by(-nc)?(-sa|-nd)?-[234]\.0|odc-by|odbl|bsd-[23]-clause|gpl-3\.0|lgpl-3\.0|mpl-2\.0"
)
"""Licences that the Hub knows by these names."""
DTYPES = {"String": "string", "Int64": "int64", "Float64": "float64", "Boolean": "bool"}
SIZES = {1_000: "n<1K", 10_000: "1K<n<10K", 100_000: "10K<n<100K", 1_000_000: "100K<n<1M"}
TABLE_WORDS = {
    "stimuli": "sentences with the expression (role `original`) or with something else in its place",
    "expressions": "the expressions, with type, class and components",
    "ratings": "human ratings",
    "flaws": "what is wrong in the published files, and what was done about it",
    "labellings": "every classification of the expressions",
    "lengths": "sentence lengths as published",
    "paraphrases": "what people said for an expression",
}


def tables_of(data: Dataset) -> dict[str, pl.DataFrame]:
    """The tables of a dataset that have rows, by name."""
    every = {name: getattr(data, name) for name in (*TABLES, *FURTHER)}
    return {name: table for name, table in every.items() if name == "stimuli" or not table.is_empty()}


def write_hub_folder(data: Dataset, folder: Path) -> Path:
    """Write a dataset for the Hub, whole or not at all; only such a folder is replaced."""
    folder = folder.expanduser().resolve()
    if folder.exists() and not folder.is_dir():
        raise ConfigError(f"`out` {folder} is a file; name a folder.")
    own = {CARD, ABOUT, *(f"{name}.parquet" for name in (*TABLES, *FURTHER))}
    strange = sorted({path.name for path in folder.glob("*")} - own) if folder.is_dir() else []
    if strange:
        raise ConfigError(f"`out` {folder} holds other files ({strange[0]}, …); name a new folder.")
    tables = tables_of(data)
    with replace_folder(folder) as temporary:
        for name, table in tables.items():
            write_parquet(table, temporary / f"{name}.parquet")
        text = json.dumps(data.header.model_dump(), indent=2, ensure_ascii=False)
        (temporary / ABOUT).write_text(text + "\n", encoding="utf-8")
        (temporary / CARD).write_text(card(data), encoding="utf-8")
    return folder


def card(data: Dataset) -> str:
    """The dataset card: fields that the Hub reads, and text for people."""
    tables = tables_of(data)
    return f"---\n{as_yaml(_fields(data, tables))}---\n\n" + "\n".join(_text(data, tables))


def _fields(data: Dataset, tables: Mapping[str, pl.DataFrame]) -> dict[str, Any]:
    rows = len(data.stimuli)
    return {
        "pretty_name": data.name,
        "language": data.languages,
        **_licence(data.header.licence),
        "task_categories": ["sentence-similarity"],
        "tags": ["idioms", "multiword-expressions", "compositionality", "minimal-pairs", "idioprobe"],
        "size_categories": [next((size for most, size in SIZES.items() if rows < most), "1M<n<10M")],
        "configs": [
            {
                "config_name": name,
                **({"default": True} if name == "stimuli" else {}),
                "data_files": [{"split": SPLIT, "path": f"{name}.parquet"}],
            }
            for name in tables
        ],
        "dataset_info": [
            {
                "config_name": name,
                "features": [{"name": c, "dtype": DTYPES[str(dtype)]} for c, dtype in table.schema.items()],
                "splits": [{"name": SPLIT, "num_bytes": table.estimated_size(), "num_examples": len(table)}],
            }
            for name, table in tables.items()
        ],
    }


def _licence(written: str) -> dict[str, str]:
    """A licence by the Hub's name for it; any other in words."""
    if LICENCES.fullmatch(written.casefold()):
        return {"license": written.casefold()}
    return {"license": "other", "license_name": "see-below"} if written else {"license": "unknown"}


def _text(data: Dataset, tables: Mapping[str, pl.DataFrame]) -> Iterator[str]:
    header = data.header
    yield f"# {data.name}\n"
    yield f"{_plain(header.description) or 'Expressions in minimal pairs.'}\n"
    yield "| config | rows | what it has |\n| --- | ---: | --- |"
    for name, table in tables.items():
        yield f"| `{name}` | {len(table):,} | {TABLE_WORDS[name]} |"
    yield "\n## How it was made\n"
    yield (
        "Each item is one sentence with an expression in it. Its variants differ from it in the expression alone, "
        "whose place in the text the column `spans` gives in characters from 0. A model that understands the "
        "expression finds the variant `syn` nearer to the original than `words`.\n"
    )
    yield from _counts("role", data.stimuli["role"], role_words)
    yield from _counts("condition", data.stimuli["condition"], lambda name: CONDITIONS.get(name, ""))
    yield from _counts("class", data.expressions["class"].drop_nulls(), lambda _: "", "expressions")
    if header.labelling or header.labelling_note:
        yield f"Classes: {_plain(header.labelling)}. {_plain(header.labelling_note)}\n"
    if not data.ratings.is_empty():
        yield from _counts("rating", data.ratings["rating"], lambda name: RATING_KINDS.get(name, ""), "ratings")
    yield from (f"- {_plain(note)}" for note in header.notes)
    yield f"\nWritten by idioprobe {__version__}; SHA-256 of the tables: `{data.digest()}`.\n"
    yield f"## Licence\n\n{_plain(header.licence) or 'Not stated.'}\n"
    yield f"## Citation\n\n{_plain(header.citation) or 'None is stated.'}\n"
    yield "## Use\n"
    yield "```python\nfrom datasets import load_dataset\n\nstimuli = load_dataset(FOLDER, split='test')\n```\n"
    yield "`idioprobe run -d FOLDER` measures a model on it.\n"


def _counts(name: str, column: pl.Series, words: Any, what: str = "stimuli") -> Iterator[str]:
    """A table of the values of a column, the most frequent first."""
    counts = column.value_counts(sort=True, name="n").rows()
    if counts:
        yield f"| {name} | {what} | |\n| --- | ---: | --- |"
        yield from (f"| `{_plain(value)}` | {n:,} | {_plain(words(value))} |" for value, n in counts)
        yield ""


def _plain(text: str) -> str:
    """A text of a dataset on one line, in which Markdown and HTML find no cell and no tag."""
    return escape(" ".join(text.split()), quote=False).replace("|", "\\|").replace("`", "'")
