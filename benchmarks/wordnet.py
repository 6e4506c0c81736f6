"""How many of NCIMP's hand-picked synonyms of words are found: Princeton WordNet 3.0, OpenWordNet-PT, a thesaurus.

`python benchmarks/wordnet.py` reads ../shared/data; `--missed` lists what is not among the first twenty.
"""

import sys
from pathlib import Path

from rich.console import Console

from idioprobe.data.lexicon.frequency import wordfreq_frequency
from idioprobe.data.registry import load_dataset
from idioprobe.make.wordnet.opening import here, open_wordnets
from idioprobe.make.wordnet.recall import AT, recall

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data"
PORTUGUESE = SHARED / "openwordnet-pt" / "wn-data-por.tab"
THESAURUS = Path("/usr/share/mythes/th_pt_PT_v2.dat")


def main() -> None:
    """Measure and print."""
    console = Console(highlight=False, soft_wrap=True)
    if here() is None or not SHARED.is_dir():
        console.print("recall of synonyms: needs Debian's wordnet-base and ../shared/data")
        return
    data = load_dataset("ncimp", [SHARED / "ncimp", SHARED / "nctti"])
    tried = [("en", []), ("pt", [PORTUGUESE])] + ([("pt", [PORTUGUESE, THESAURUS])] if THESAURUS.is_file() else [])
    for language, paths in tried:
        sources = open_wordnets(paths, language)
        found = recall(data, language, sources, wordfreq_frequency(language))
        shares = ", ".join(f"{100 * found.at(k):.1f} % at {k}" for k in AT)
        names = " and ".join(Path(source.name).name for source in sources)
        console.print(f"{language}, {names}: {shares} of {len(found.chosen)} synonyms")
        if "--missed" in sys.argv:
            for one in found.missed():
                console.print(f"  {one.expression}: {one.word} → {one.synonym}", markup=False)


if __name__ == "__main__":
    main()
