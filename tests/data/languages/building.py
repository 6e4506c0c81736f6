"""A small lexicon of one language, built as a user's file is."""

import polars as pl

from idioprobe.data.lexicon.fromfile import build_from_file


def build(folder, lexicon):
    """The dataset of a lexicon written in TOML."""
    path = folder / "lexicon.toml"
    path.write_text(lexicon, encoding="utf-8")
    return build_from_file(path).dataset


def texts(dataset, expression, role, condition="nat"):
    """What a role says in a condition, sentence by sentence."""
    rows = dataset.stimuli.filter(expression=expression, role=role, condition=condition)
    return rows.sort("sentence", "index", nulls_last=True)["text"].to_list()


def random_texts(dataset):
    """All texts in which a random combination replaces an expression."""
    return dataset.stimuli.filter(pl.col("role") == "rand")["text"].to_list()


def built_texts(folder, code, lexicon):
    """The texts that a lexicon leads to, by expression, condition and role, as in `mouton noir/nat1 syn`."""
    rows = build(folder, f'language = "{code}"\n{lexicon}').stimuli.sort("index").select("item", "role", "text").rows()
    texts = {}
    for item, role, text in rows:
        texts.setdefault(f"{item.removeprefix(code + '/')} {role}", []).append(text)
    return texts
