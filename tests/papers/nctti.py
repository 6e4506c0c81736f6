"""NCTTI in miniature: six expressions a language, and a raw table of what three annotators said."""

from tests.data.sources.folders import write_csv
from tests.report.tables.small import write_rows

CLASSES = ("NC", "NC", "PC", "PC", "C", "C")
NAMES = {
    "en": ("disc jockey", "red tape", "night owl", "baby blues", "tea cup", "car key"),
    "pt": ("alto mar", "pé-frio", "lua nova", "sexto sentido", "arma branca", "ar livre"),
}
SCORES = (0.5, 1.5, 1.0, 3.0, 4.0, 5.0)
REFERENCES = {
    "en": "sent3: ('\"http://example.org/a\"', 140)",
    "pt": """sent3: (['# MWETOOLKIT: meta.doc.id="a-1"', '# MWETOOLKIT: filetype="CONLL"'], 7)""",
}
"""In place of the third sentence."""


def means(i):
    """The means of an expression's three sentences; only the first two expressions change places with their type."""
    middle = SCORES[(1, 0, 2, 3, 4, 5)[i]]
    return (middle - 0.25, middle, middle + 0.25)


def write_small_nctti(folder):
    """A copy of the repository with two languages; two of three sentences are published as text."""
    for language, names in NAMES.items():
        rows, sentences = [], []
        for i, name in enumerate(names):
            of_sentences = {f"MeanS{n}": mean for n, mean in enumerate(means(i), 1)}
            paraphrases = {"Synonyms": f"other {i};thing {i};thing {i}", "SynonymsS1": f"only {i};also {i}"}
            row = {"compound": name, "CompScale": CLASSES[i], "CompType": SCORES[i], **of_sentences, **paraphrases}
            rows.append(row | {"SynonymsS2": "", "SynonymsS3": ""})
            texts = {"sentence1": f"We met {name} & co .", "sentence2": f"Any {name} will do ."}
            sentences.append({"compound": name, **texts, "sentence3": REFERENCES[language]})
        write_csv(folder / "data" / f"data_{language}.tsv", rows, "\t")
        write_csv(folder / "data" / f"sentids_{language}.csv", sentences)
    return folder


def said(annotator, i, sentence):
    """What an annotator said of expression, head and modifier: two agree, the third is one off."""
    low = int(SCORES[i])
    off = int(annotator == "r")
    return (min(low + off, 5), min(low + sentence - 1, 5), abs(low - off))


def write_annotations(path, languages=("en", "pt")):
    """The raw table; the third annotator saw the first sentence only."""
    rows = [
        (annotator, name, language, sentence, *said(annotator, i, sentence), "")
        for language in languages
        for i, name in enumerate(NAMES[language])
        for sentence in (1, 2, 3)
        for annotator in ("p", "q", "r")
        if annotator != "r" or sentence == 1
    ]
    header = ("annotator", "expression", "language", "sentence", "score", "head", "modifier", "paraphrases")
    return write_rows(path, header, rows)
