"""What the measures on a page mean: in words, as a formula, and where they were defined."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set

from idioprobe import __version__
from idioprobe.report.prose import predicted
from idioprobe.suites.catalogue import MEASURES

CITATION = f"""@software{{idioprobe,
  title = {{idioprobe: does an embedding model represent a multiword expression as a whole, or word by word?}},
  author = {{{{The idioprobe authors}}}},
  year = {{2026}},
  version = {{{__version__}}},
}}"""


def definitions(there: Set[str]) -> Iterator[Mapping[str, str]]:
    """Of the measures that are there."""
    for measure in MEASURES:
        if measure.name in there:
            yield {
                "name": measure.name,
                "words": measure.definition,
                "formula": measure.written,
                "better": measure.better or "–",
                "source": measure.source,
                "predictions": "; ".join(predicted(measure)),
            }
