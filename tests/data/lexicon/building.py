"""Small lexicons of any language, built as a user's file is."""

from idioprobe.core.requests import parse_spans
from idioprobe.data.lexicon.fromfile import build_from_file


def build(folder, content, file="lexicon.toml", **options):
    """What is built from a file of that content, text or bytes."""
    path = folder / file
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return build_from_file(path, **options)


def entry(language="de", **fields):
    """One entry in TOML; lists are written as such."""
    written = "\n".join(f"{key} = {value!r}" if isinstance(value, list) else f'{key} = "{value}"'
                        for key, value in fields.items())  # fmt: skip
    return f'language = "{language}"\n[[expression]]\n{written}\n'


def marked(built, role, condition="nat"):
    """The texts of a role with brackets around their targets, in the order of sentences and synonyms."""
    rows = built.dataset.stimuli.filter(role=role, condition=condition).sort("sentence", "index", nulls_last=True)
    return [_marked(text, spans) for text, spans in rows.select("text", "spans").iter_rows()]


def _marked(text, spans):
    for start, end in reversed(parse_spans(spans)):
        text = f"{text[:start]}[{text[start:end]}]{text[end:]}"
    return text
