"""A strict reader of the little LaTeX that tables are written in: what TeX would refuse or print otherwise fails.

It knows the commands that a document with booktabs has, their arguments and modes; anything else is an error.
"""

import re
import unicodedata

SYMBOLS = {
    **{f"\\{sign}": sign for sign in "&%$#_{}"},
    r"\textbackslash": "\\",
    r"\textasciitilde": "~",
    r"\textasciicircum": "^",
    r"\textasciigrave": "`",
    r"\textbar": "|",
    r"\textless": "<",
    r"\textgreater": ">",
    r"\ldots": "…",
    r"\textbullet": "•",
    r"\S": "§",
    r"\P": "¶",
    r"\copyright": "©",
    r"\pounds": "£",
    r"\texteuro": "€",
    r"\texttrademark": "™",
    r"\textregistered": "®",
}
MATH = {
    r"\pm": "±",
    r"\times": "×",
    r"\cdot": "·",
    r"\neq": "≠",
    r"\leq": "≤",
    r"\geq": "≥",
    r"\approx": "≈",
    r"\infty": "∞",
    r"\surd": "√",
    r"\leftarrow": "←",
    r"\rightarrow": "→",
    r"\uparrow": "↑",
    r"\downarrow": "↓",
    r"\leftrightarrow": "↔",
    r"\Rightarrow": "⇒",
    r"\dagger": "†",
    r"\ddagger": "‡",
    r"\neg": "¬",
    r"\circ": "°",
    **{rf"\{unicodedata.name(letter).split()[-1].lower()}": letter for letter in "αβγδζηθικμνξπρστυχψω"},
    **{rf"\{unicodedata.name(letter).split()[-1].capitalize()}": letter for letter in "ΓΔΘΞΠΣΥΦΨΩ"},
    r"\lambda": "λ",
    r"\Lambda": "Λ",
    r"\varepsilon": "ε",
    r"\varphi": "φ",
}
RAISED = {"1": "¹", "2": "²", "3": "³", "°": "°"}
FRACTIONS = {("1", "2"): "½", ("1", "4"): "¼", ("3", "4"): "¾"}
LIGATURES = {"---": "—", "--": "–", "``": "“", "''": "”", "`": "‘", "'": "’", ",,": "„", "<<": "«", ">>": "»"}
TOKEN = re.compile(r"\\[A-Za-z]+ *|\\.|[\s\S]")
T1 = "ÀàŐőȘțçßÆøĐđÞŊ¡¿«»„‚‹›ªº"


class TexError(AssertionError):
    """What TeX would stop at."""


def printed(text):
    """What TeX prints of text in a cell or a caption."""
    tokens = TOKEN.findall(text)
    out, left = _text(tokens, 0, closing=False)
    if left != len(tokens):
        raise TexError(f"a brace too many in {text!r}")
    for written, sign in LIGATURES.items():
        out = out.replace(written, sign)
    return out.replace("\0", "").replace("\1", "`").replace("\2", "'").replace("\3", "<").replace("\4", ">")


def _text(tokens, i, *, closing):
    out = ""
    while i < len(tokens):
        token = tokens[i].rstrip(" ") if len(tokens[i]) > 2 else tokens[i]
        if token == "}":
            if not closing:
                return out, i
            return out, i + 1
        if token == "{":
            inside, i = _text(tokens, i + 1, closing=True)
            out += f"\0{inside}\0"
            continue
        if token == "$":
            end = tokens.index("$", i + 1) if "$" in tokens[i + 1 :] else None
            if end is None or end == i + 1:
                raise TexError("mathematics that does not end")
            out += _math(tokens[i + 1 : end])
            i = end + 1
            continue
        if token in (r"\textbf", r"\textit"):
            if i + 1 >= len(tokens) or tokens[i + 1] != "{":
                raise TexError(f"{token} without its argument")
            inside, i = _text(tokens, i + 2, closing=True)
            out += inside
            continue
        if token == r"\footnotesize":
            if not closing or not tokens[i].endswith(" "):
                raise TexError(f"{token} without an end, or without a beginning")
            i += 1
            continue
        if token in SYMBOLS:
            if token[1:].isalpha() and tokens[i].endswith(" "):
                raise TexError(f"{token} eats the space after it")
            out += {"`": "\1", "<": "\3", ">": "\4"}.get(SYMBOLS[token], SYMBOLS[token])
        elif token.startswith("\\") or token in "#^_~&%":
            raise TexError(f"{token} is not text")
        elif token == "\n" or unicodedata.category(token) in ("Cc", "Cs", "Cn", "Cf"):
            raise TexError(f"{token!r} in text")
        else:
            out += token
        i += 1
    if closing:
        raise TexError("a brace is not closed")
    return out, i


def _math(tokens):
    written = "".join(tokens)
    if written == "-":
        return "−"
    if found := re.fullmatch(r"\\frac\{(\d)\}\{(\d)\}", written):
        return FRACTIONS[found[1], found[2]]
    if found := re.fullmatch(r"\{\}\^(\d|\\circ)", written):
        return RAISED[MATH.get(found[1], found[1])]
    if written in MATH:
        return MATH[written]
    if found := re.fullmatch(r"([A-Z]|\\mathrm\{[\w\\]+\})_\{\\mathrm\{([\w|]+)\}\}", written):
        return f"{found[1].removeprefix(chr(92) + 'mathrm{').rstrip('}')}_{found[2]}".replace("\\_", "_")
    raise TexError(f"${written}$ is not known")


def check(text):
    """Read a whole `table`: what it prints, row by row, and its caption. Whatever TeX would refuse raises."""
    body, unicode_engine = [], False
    for line in text.splitlines():
        code, _, comment = _uncommented(line)
        unicode_engine |= "XeLaTeX" in comment
        if not code.strip():
            raise TexError("an empty line ends a paragraph")
        body.append(code.strip())
    strange = {letter for letter in "".join(body) if not letter.isascii() and not _in_t1(letter)}
    if strange and not unicode_engine:
        raise TexError(f"pdfLaTeX has no {strange}")
    if not text.isascii() and "fontenc" not in text:
        raise TexError("letters beyond English need T1")
    if body[:2] != [r"\begin{table}", r"\centering"] or body[-1] != r"\end{table}":
        raise TexError("not a table")
    layout = re.fullmatch(r"\\begin\{tabular\}\{((?:[lr]|p\{[\d.]+\\linewidth\})*)\}", body[2])
    width = len(re.sub(r"p\{[^}]*\}", "p", layout[1]))
    end = body.index(r"\end{tabular}")
    rules = [line for line in body[3:end] if line in (r"\toprule", r"\midrule", r"\bottomrule")]
    if (rules[0], rules[-1]) != (r"\toprule", r"\bottomrule") or r"\midrule" not in rules:
        raise TexError("not the rules of booktabs")
    rows = [_row(line, width) for line in body[3:end] if not _is_rule(line, width)]
    caption = re.fullmatch(r"\\caption\{(.*)\}", body[end + 1])
    if not caption or not re.fullmatch(r"\\label\{tab:[A-Za-z0-9.:-]+\}", body[end + 2]) or len(body) != end + 4:
        raise TexError("no caption and label")
    return rows, printed(caption[1])


def _in_t1(letter):
    return letter in T1 or (ord(letter) < 0x180 and unicodedata.name(letter, "").startswith("LATIN"))


def _uncommented(line):
    found = re.match(r"((?:\\.|[^\\%])*)(%?)(.*)", line)
    return found[1], found[2], found[3]


def _is_rule(line, width):
    if line in (r"\toprule", r"\midrule", r"\bottomrule", r"\addlinespace"):
        return True
    spans = re.findall(r"\\cmidrule\(lr\)\{(\d+)-(\d+)\}", line)
    if spans and not 1 <= min(int(a) for a, _ in spans) <= max(int(b) for _, b in spans) <= width:
        raise TexError("a rule beyond the table")
    return bool(spans)


def _row(line, width):
    if not line.endswith(r"\\"):
        raise TexError(f"a row does not end: {line}")
    if line.startswith(("[", "*")):
        raise TexError("an option of the line break before")
    cells, taken, depth, cell = [], 0, 0, ""
    for token in TOKEN.findall(line.removesuffix(r"\\")):
        depth += (token == "{") - (token == "}")
        if token == "&" and not depth:
            cells.append(cell.strip())
            cell = ""
        else:
            cell += token
    shown = []
    for one in [*cells, cell.strip()]:
        several = re.fullmatch(r"\\multicolumn\{(\d+)\}\{c\}\{(.*)\}", one)
        taken += int(several[1]) if several else 1
        shown.append(printed(several[2] if several else one))
    if taken != width:
        raise TexError(f"{taken} cells in a table of {width} columns: {line}")
    return shown
