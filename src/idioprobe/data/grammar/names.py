"""What people write for a language: its code, its name, a tag with a region."""

from __future__ import annotations

from functools import cache

from idioprobe.data.languages.language import languages

OTHERS = {
    "ar": "arabic", "bg": "bulgarian", "bn": "bengali", "ca": "catalan", "cs": "czech", "da": "danish", "el": "greek",
    "et": "estonian", "eu": "basque", "fa": "persian", "fi": "finnish", "ga": "irish", "he": "hebrew", "hi": "hindi",
    "hr": "croatian", "hu": "hungarian", "id": "indonesian", "is": "icelandic", "ja": "japanese", "ka": "georgian",
    "ko": "korean", "lt": "lithuanian", "lv": "latvian", "mk": "macedonian", "ms": "malay", "nb": "norwegian",
    "ro": "romanian", "ru": "russian", "sk": "slovak", "sl": "slovenian", "sq": "albanian", "sr": "serbian",
    "sv": "swedish", "ta": "tamil", "th": "thai", "uk": "ukrainian", "ur": "urdu", "vi": "vietnamese",
}  # fmt: skip
"""English names of languages that have no file of their own."""


def language_code(written: str) -> str | None:
    """The code of a language, however it is written; None for what names none.

    >>> [language_code(text) for text in ("German", "deu", "de-DE", "de_AT", "ja", "no such language")]
    ['de', 'de', 'de', 'de', 'ja', None]
    """
    from langcodes import Language
    from langcodes.tag_parser import LanguageTagError

    text = written.strip().casefold()
    if text in _names():
        return _names()[text]
    try:
        code = Language.get(text).language
    except LanguageTagError:
        return None
    return _names().get(code, code) if code else None


@cache
def _names() -> dict[str, str]:
    of_files = {name: code for code, language in languages().items() for name in language.names}
    return {name: code for code, name in OTHERS.items()} | of_files
