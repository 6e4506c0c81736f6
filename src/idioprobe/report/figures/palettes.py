"""Colours that can be told apart by colour-blind readers, and the papers' own.

He et al. (figures 4, 6, 7, 9) and Vieira (6.3, 6.5, 6.6) say the same of the classes: compositional
blue, partly compositional orange (or yellow), idiomatic green; and of the languages: English blue,
Portuguese orange, neutral sentences in a lighter shade. Wold et al. (figure 2): idiomaticity-ε
orange, baseline-ε green. They do not give shades. `okabe` takes these hues from the palette of Okabe
and Ito, `papers` from matplotlib's default colours.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

BLUE, ORANGE, GREEN = "#0072B2", "#E69F00", "#009E73"
VERMILION, SKY, PURPLE, GREY = "#D55E00", "#56B4E9", "#CC79A7", "#999999"
PALE_PURPLE, DARK_GREY = "#E3B5CF", "#767676"
TONGUES = ("en", "pt")
"""The languages that have a colour of their own."""


@dataclass(frozen=True)
class Palette:
    """Colours of classes, of languages (`TONGUES`, then others), of measures, and of the two ε."""

    classes: Mapping[str, str]
    languages: tuple[str, ...]
    measures: Mapping[str, str]
    epsilon: tuple[str, str]

    def of_languages(self, codes: Sequence[str]) -> list[str]:
        """A colour for each language: English and Portuguese have theirs, others take the next in turn.

        >>> PALETTES["okabe"].of_languages(["it", "pt"]) == [GREEN, ORANGE]
        True
        """
        own = dict(zip(TONGUES, self.languages, strict=False))
        spare = itertools.cycle(self.languages[len(TONGUES) :])
        return [own.get(code) or next(spare) for code in codes]

    def of_classes(self, classes: Sequence[str]) -> list[str]:
        """A colour for each class, the idiomatic one first; those of a dataset's own take the papers' in turn.

        >>> PALETTES["okabe"].of_classes(["idiom", "literal"]) == [GREEN, BLUE]
        True
        """
        if set(classes) <= self.classes.keys():
            return [self.classes[label] for label in classes]
        ends = [self.classes["NC"], *itertools.islice(itertools.cycle(self._between), max(len(classes) - 2, 0))]
        return [*ends, self.classes["C"]][: len(classes)]

    @property
    def _between(self) -> tuple[str, ...]:
        return (self.classes["PC"], *self.languages[3:])

    def of_measures(self, names: Sequence[str]) -> list[str]:
        """A colour for each measure; those that have none of their own take those of languages in turn."""
        spare = itertools.cycle(self.languages)
        return [self.measures.get(name) or next(spare) for name in names]


_MEASURES = {
    **dict.fromkeys(("sim_syn", "simr_syn", "out_syn", "ctx_in_out"), VERMILION),
    **dict.fromkeys(("sim_comp", "aff_syn_comp", "ctx_nat_neut"), SKY),
    **dict.fromkeys(("sim_words", "aff_syn_words", "simr_words"), PURPLE),
    "sim_words_alt": PALE_PURPLE,
    **dict.fromkeys(("sim_rand", "aff_syn_rand"), GREY),
    "sim_syn_rand": DARK_GREY,
}
"""None of them is the colour of a class: what is compared with the original has one colour throughout."""

PALETTES = {
    "okabe": Palette(
        {"C": BLUE, "PC": ORANGE, "NC": GREEN}, (BLUE, ORANGE, GREEN, PURPLE, SKY), _MEASURES, (ORANGE, GREEN)
    ),
    "papers": Palette(
        {"C": "#1f77b4", "PC": "#ff7f0e", "NC": "#2ca02c"},
        ("#1f77b4", "#ff7f0e", "#2ca02c", "#9467bd", "#8c564b"),
        _MEASURES,
        ("#ff7f0e", "#2ca02c"),
    ),
}
"""By the names that `palette` takes."""
