"""A small lexicon, built as a user's file is."""

from idioprobe.data.lexicon.fromfile import build_from_file


def built_texts(folder, code, lexicon):
    """The texts that a lexicon leads to, by expression, condition and role, as in `mouton noir/nat1 syn`."""
    path = folder / f"{code}.toml"
    path.write_text(f'language = "{code}"\n{lexicon}', encoding="utf-8")
    rows = build_from_file(path).dataset.stimuli.sort("index").select("item", "role", "text").rows()
    texts = {}
    for item, role, text in rows:
        texts.setdefault(f"{item.removeprefix(code + '/')} {role}", []).append(text)
    return texts
