"""Small copies of the published repositories, in their own layout, about expressions made up here."""

import csv

from tests.data.sources.sheets import write_sheet

SHEET = "dataset/human_compositionality scores.xlsx"
SHEET_COLUMNS = (
    "language",
    "experiment_type",
    "file",
    "compound",
    "ClassType",
    "ClassToken",
    "CompositionalityType",
    "CompositionalityToken",
    "CompositionalityTokenSents",
    "MWE Synonym Overlap",
    "naturalistics_sentence_length",
    "Type",
)

BEAVER = {
    "compound noun": "[eager beaver]",
    "neutral sentence": "This is an [eager beaver]",
    "neutral sentence plural": "These are [eager beavers]",
    "original modifier only": "This is an [eager]",
    "original head only": "This is a [beaver]",
    "synonym for compound": "This is a [hard worker]",
    "only mwe synonym": "[hard worker]",
    "synonym both": "This is a [keen rodent]",
    "modifier synonym": "This is a [keen beaver]",
    "head synonym": "This is an [eager rodent]",
    "compound noun head": "[beaver]",
    "compound noun modifier": "[eager]",
    "nc rand freq sentence1": "This is a [wet sock]",
}
"""A row of English neutral sentences; brackets are around the tagged words."""
BEAVER_SENTENCE = {
    "compound noun": "[eager beaver]",
    "original sentence": "The [eager beaver] left .",
    "original head only": "The [beaver] left .",
    "original modifier only": "The [eager] left .",
    "modifier synonym": "The [keen beaver] left .",
    "head synonym": "The [eager rodent] left .",
    "synonym both": "The [keen rodent] left .",
    "synonym for compound": "The [hard worker] left .",
}
"""A row of a file of English naturalistic sentences."""
SEA = {
    "compound noun": "[alto mar]",
    "neutral sentence": "Este é um [alto mar] .",
    "original modifier only": "Este é um [alto] .",
    "original head only": "Este é um [mar] .",
    "synonym for compound": "Este é um [mar aberto] .",
    "modifier synonym": "Este é um [grande mar] .",
    "head synonym": "Este é um [alto oceano] .",
    "synonym both": "Este é um [grande oceano] .",
    "only mwe synonym": "[mar aberto]",
    "compound noun head": "[mar]",
    "compound noun modifier": "[alto]",
    "nc rand freq sentence1": "Estes são [navios negreiros] .",
}
"""A row of Portuguese neutral sentences."""


def tagged(marked):
    """The text of a marked sentence, and its tag list as the files have it."""
    tokens, tags, inside = [], [], False
    for token in marked.split():
        inside = inside or token.startswith("[")
        tokens.append(token.strip("[]"))
        tags.append(inside)
        inside = inside and not token.endswith("]")
    return " ".join(tokens), str(tags)


def ncimp_row(expression, marked, **changes):
    """Cells and tags of a row; `changes`, by column with _ for spaces, are written as they are."""
    row = {"compound": expression}
    for column, sentence in marked.items():
        tags = "original sentence_tag" if column == "neutral sentence" else f"{column}_tag"
        row[column], row[tags] = tagged(sentence)
    return row | {name.replace("_", " ").replace(" tag", "_tag"): value for name, value in changes.items()}


def write_csv(path, rows, delimiter=","):
    """A file with all columns that some row has."""
    path.parent.mkdir(parents=True, exist_ok=True)
    columns = list(dict.fromkeys(name for row in rows for name in row))
    with path.open("w", encoding="utf-8", newline="") as stream:
        table = csv.DictWriter(stream, columns, restval="", delimiter=delimiter)
        table.writeheader()
        table.writerows(rows)
    return path


def write_neutral(folder, *rows, language="EN"):
    """NCIMP's neutral file."""
    return write_csv(folder / "dataset" / language / "neutral.csv", rows)


def write_natural(folder, number, *rows, language="EN"):
    """One of NCIMP's files of naturalistic sentences."""
    return write_csv(folder / "dataset" / language / f"naturalistics_examplesent{number}.csv", rows)


def rated(expression, *, language="en", labels=("NC", "PC"), type_level=1.0, tokens=(0.5, 1.0, 1.5), mean=0.9, **more):
    """The rows of an expression in NCIMP's sheet: three naturalistic ones and the neutral one."""
    place = f"datasets/{language}/generated"
    shown, lengths = more.get("shown", ""), more.get("lengths", (11, 12, 13))
    files = [(f"{place}/naturalistics/naturalistics_examplesent{n}.csv", n - 1) for n in (1, 2, 3)]
    natural = [
        (
            language,
            "Naturalistic",
            file,
            expression,
            *labels,
            type_level,
            tokens[at],
            mean,
            0,
            lengths[at],
            shown or None,
        )
        for file, at in files
    ]
    return [
        *natural,
        (language, "Neutral", f"{place}/neutral.csv", expression, *labels, type_level, mean, mean, 0, 0, shown or None),
    ]


def write_ratings(folder, *expressions, columns=SHEET_COLUMNS):
    """NCIMP's sheet, from what `rated` gives for each expression."""
    return write_sheet(folder / SHEET, [columns, *(row for rows in expressions for row in rows)])


def write_nctti(folder, rows, sentences=(), language="en"):
    """NCTTI: rows of expression, class, type score, three means and paraphrases; and its sentences."""
    columns = ("compound", "CompScale", "CompType", "MeanS1", "MeanS2", "MeanS3", "Synonyms")
    empty = {f"SynonymsS{n}": "" for n in (1, 2, 3)}
    table = [dict(zip(columns, row, strict=True)) | empty for row in rows]
    write_csv(folder / "data" / f"data_{language}.tsv", table, "\t")
    if sentences:
        write_csv(folder / "data" / f"sentids_{language}.csv", [sentids(*row) for row in sentences])
    return folder


def sentids(expression, *sentences, **more):
    """A row of a file of sentences and references."""
    return {"compound": expression, **more, **{f"sentence{n}": text for n, text in enumerate(sentences, 1)}}


def reference(number, document="http://example.org/a", at=140):
    """A reference into ukWaC in place of sentence `number`."""
    return f"sent{number}: ('\"{document}\"', {at})"


def write_ncs(folder, neutral, sentences=(), language="en"):
    """NCS: of each expression its neutral sentences by column; and its scores and sentences."""
    probes = {1: ["mwe synonym"], 2: ["head only", "modifier only"], 3: ["both synonyms"]}
    for number, columns in probes.items():
        rows = [
            {"compound": name, **{column: cells[column] for column in ("neutral sentence", *columns)}}
            for name, cells in neutral.items()
        ]
        write_csv(folder / "dataset" / language / "neutral" / f"P{number}_sents.csv", rows)
    if sentences:
        rows = [sentids(name, *texts, compositionality=score) for name, score, *texts in sentences]
        write_csv(folder / "input" / f"sentids_{language}.csv", rows)
    return folder


def write_filled(folder, *rows, language="en"):
    """Sentences found in a corpus: expression, sentence, document, number, text."""
    columns = ("expression", "sentence", "document", "number", "text", "corpus")
    made = [dict(zip(columns, (*row, "corpus.xml"), strict=True)) for row in rows]
    return write_csv(folder / "filled" / f"sentences_{language}.csv", made)
