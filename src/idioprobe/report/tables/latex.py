"""A table in LaTeX: booktabs rules, and a caption in sentences."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import groupby

from idioprobe.report.tables.grid import NOT_SIGNIFICANT, Cell, Grid
from idioprobe.report.tables.layout import lines

_GREEK = {
    "α": "alpha",
    "β": "beta",
    "γ": "gamma",
    "δ": "delta",
    "ζ": "zeta",
    "η": "eta",
    "θ": "theta",
    "ι": "iota",
    "κ": "kappa",
    "λ": "lambda",
    "μ": "mu",
    "ν": "nu",
    "ξ": "xi",
    "π": "pi",
    "ρ": "rho",
    "σ": "sigma",
    "τ": "tau",
    "υ": "upsilon",
    "χ": "chi",
    "ψ": "psi",
    "ω": "omega",
    "ε": "varepsilon",
    "φ": "varphi",
    "µ": "mu",
    "Γ": "Gamma",
    "Δ": "Delta",
    "Θ": "Theta",
    "Λ": "Lambda",
    "Ξ": "Xi",
    "Π": "Pi",
    "Σ": "Sigma",
    "Υ": "Upsilon",
    "Φ": "Phi",
    "Ψ": "Psi",
    "Ω": "Omega",
}
_SIGNS = {
    "−": "-",
    "±": r"\pm",
    "×": r"\times",
    "·": r"\cdot",
    "≠": r"\neq",
    "≤": r"\leq",
    "≥": r"\geq",
    "≈": r"\approx",
    "∞": r"\infty",
    "√": r"\surd",
    "←": r"\leftarrow",
    "→": r"\rightarrow",
    "↑": r"\uparrow",
    "↓": r"\downarrow",
    "↔": r"\leftrightarrow",
    "⇒": r"\Rightarrow",
    "†": r"\dagger",
    "‡": r"\ddagger",
    "°": r"{}^\circ",
    "¬": r"\neg",
    "½": r"\frac{1}{2}",
    "¼": r"\frac{1}{4}",
    "¾": r"\frac{3}{4}",
    "¹": "{}^1",
    "²": "{}^2",
    "³": "{}^3",
}
_TEXT = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "`": r"\textasciigrave{}",
    "|": r"\textbar{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "…": r"\ldots{}",
    "–": "--",
    "—": "---",
    "‐": "-",
    "‑": "-",
    "•": r"\textbullet{}",
    "“": "``",
    "”": "''",
    "‘": "`",
    "’": "'",
    "§": r"\S{}",
    "¶": r"\P{}",
    "©": r"\copyright{}",
    "£": r"\pounds{}",
    "€": r"\texteuro{}",
    "™": r"\texttrademark{}",
    "®": r"\textregistered{}",
}
_LATEX = {
    **_TEXT,
    **{letter: rf"$\{name}$" for letter, name in _GREEK.items()},
    **{sign: f"${written}$" for sign, written in _SIGNS.items()},
}
_MEASURE = re.compile(
    r"\b(P|A|Sim|NC)_((?:R\|)?(?:Syn|Comp|WordsSyn|Rand)(?:\|(?:WordsSyn|Rand))?)(?![\w|])|\b(P3)_(ALT)\b|(NC_out)_(Comp)\b"
)
"""Names of the papers' measures and variants, which they print with a subscript."""
_LIGATURES = re.compile(r"(?<=([-',]))(?=\1)")
"""Between letters that TeX would join to another sign."""
_INVISIBLE = ("Cc", "Cf", "Cs", "Cn")
"""Categories of characters that print nothing."""
_STARTS_OPTION = ("[", "*")
"""What the line break before would take for its own."""
_LETTERS = {
    *map(chr, range(0xC0, 0x180)),
    *"¡¿ªºȘșȚț«»‚„‹›",
} - set("×÷ĦħĸĿŀŉŦŧſ")
"""What LaTeX prints by itself, with the fonts of T1."""


def latex_escape(text: str) -> str:
    r"""Text that LaTeX prints as it stands, in one line.

    >>> print(latex_escape("A_Syn|Rand & 5 %"))
    $A_{\mathrm{Syn|Rand}}$ \& 5 \%
    """
    plain = unicodedata.normalize("NFC", " ".join(text.split()))
    plain = "".join(letter for letter in plain if unicodedata.category(letter) not in _INVISIBLE)
    written, end = [], 0
    for found in _MEASURE.finditer(plain):
        name, subscript = (part for part in found.groups() if part)
        written += [_escaped(plain[end : found.start()]), rf"${_upright(name)}_{{{_upright(subscript)}}}$"]
        end = found.end()
    return "".join([*written, _escaped(plain[end:])])


def _upright(name: str) -> str:
    """A name in a formula; one letter is a variable."""
    written = name.replace("_", r"\_")
    return name if len(name) == 1 else rf"\mathrm{{{written}}}"


def _escaped(plain: str) -> str:
    return "".join(_LATEX.get(letter, letter) for letter in _LIGATURES.sub("\0", plain)).replace("\0", "{}")


def beyond_t1(text: str) -> list[str]:
    """The letters that pdfLaTeX cannot print, each once."""
    return sorted({letter for letter in text if not letter.isascii() and letter not in _LETTERS})


def to_latex(grid: Grid) -> str:
    """A `table` with booktabs rules; columns that share a label share a heading."""
    layout = "l" * grid.stubs + "".join(_columns(grid))
    text = [r"\centering", rf"\begin{{tabular}}{{{layout}}}", r"\toprule", *_header(grid), r"\midrule"]
    for line in lines(grid):
        if text[-1] != r"\midrule" and (line.heading or (line.labels[:1] != [""] and grid.stubs > 1)):
            text.append(r"\midrule" if line.heading else r"\addlinespace")
        labels = [*map(latex_escape, line.labels)]
        text.append(
            _row([*labels[:-1], *(_small(label, line.quiet) for label in labels[-1:]), *map(_cell, line.cells)])
        )
    label = re.sub(r"[^A-Za-z0-9.:-]+", "-", grid.label or grid.name) or "table"
    text += [
        r"\bottomrule",
        r"\end{tabular}",
        rf"\caption{{{latex_escape(caption(grid))}}}",
        rf"\label{{tab:{label}}}",
        r"\end{table}",
    ]
    needed = _needs("\n".join(text))
    return "\n".join([rf"\begin{{table}} % {needed}", *text]) + "\n"


def _needs(text: str) -> str:
    """What the document has to load."""
    packages = [r"\usepackage{booktabs}", *([] if text.isascii() else [r"\usepackage[T1]{fontenc}"])]
    foreign = beyond_t1(text)
    engine = f"; XeLaTeX or LuaLaTeX and a font with {' '.join(foreign)}" if foreign else ""
    return f"needs {' '.join(packages)}{engine}"


def caption(grid: Grid) -> str:
    """What the table shows, and what a reader must know, in sentences."""
    notes = (grid.rests_on, *grid.notes[1:]) if grid.rests_on else grid.notes
    return " ".join(map(_sentence, (grid.heading or grid.title, *notes)))


def _sentence(text: str) -> str:
    """With a capital, unless it begins with a name, and a full stop.

    >>> _sentence("idiom score by layer"), _sentence("mean@0 is the first."), _sentence("ρ of it")
    ('Idiom score by layer.', 'mean@0 is the first.', 'ρ of it.')
    """
    word = text.partition(" ")[0]
    start = word.capitalize() if word.isascii() and word.isalpha() and word.islower() and len(word) > 1 else word
    whole = start + text[len(word) :]
    return whole if whole.endswith((".", "!", "?")) else f"{whole}."


def _header(grid: Grid) -> Iterator[str]:
    """The rows of the header, with a rule below headings that several columns share."""
    for level in range(grid.levels):
        cells, rules = [""] * grid.stubs, []
        column = grid.stubs + 1
        for (_, label), run in groupby(_spans(grid, level)):
            width = len(list(run))
            if width > 1 and label:
                cells.append(rf"\multicolumn{{{width}}}{{c}}{{{latex_escape(label)}}}")
                rules.append(rf"\cmidrule(lr){{{column}-{column + width - 1}}}")
            else:
                quiet = level == grid.levels - 1 and grid.quiet[column - grid.stubs - 1]
                cells += [_small(latex_escape(label), quiet), *[""] * (width - 1)]
            column += width
        if any(cells):
            yield _row(cells)
            if rules:
                yield " ".join(rules)


def _spans(grid: Grid, level: int) -> list[tuple[tuple[str, ...], str]]:
    """For each column what it is grouped by in this row of the header, and its label there."""
    out = []
    for i, labels in enumerate(grid.columns):
        label = labels[level] if level < len(labels) else ""
        last = level == grid.levels - 1
        out.append(((*labels[:level], str(i) if last else ""), label))
    return out


def _row(cells: Iterable[str]) -> str:
    written = " & ".join(cells)
    return "{}" * written.startswith(_STARTS_OPTION) + written + r" \\"


def _small(text: str, quiet: bool) -> str:
    """Smaller where it is about a reference model."""
    return rf"{{\footnotesize {text}}}" if quiet and text else text


SHORT = 24
"""Letters of text that need no line break."""


def _columns(grid: Grid) -> Iterator[str]:
    """Numbers to the right, short text as it is; long text shares half of the width."""
    columns = [[row.cells[i] for row in grid.rows] for i in range(len(grid.columns))]
    long = [any(not cell.numeric and len(cell.text) > SHORT for cell in column) for column in columns]
    for column, folded in zip(columns, long, strict=True):
        if folded:
            yield rf"p{{{0.5 / sum(long):.2g}\linewidth}}"
        else:
            yield "r" if all(cell.numeric for cell in column) else "l"


def _cell(cell: Cell) -> str:
    text = latex_escape(cell.text)
    if cell.text == NOT_SIGNIFICANT or (cell.reported and cell.text.startswith(NOT_SIGNIFICANT) and cell.value is None):
        text = f"-{text}"
    elif cell.numeric and text.startswith("-"):
        text = "$-$" + text[1:]
    text = rf"\textit{{{text}}}" if cell.italic and text else _small(text, cell.reference)
    return rf"\textbf{{{text}}}" if cell.bold and text else text
