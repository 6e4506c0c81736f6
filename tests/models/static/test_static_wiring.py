"""Options of word vectors reach them through the registry."""

import pytest

from idioprobe.core.errors import ConfigError
from idioprobe.models.registry import load_encoder
from idioprobe.models.static.encoder import StaticEncoder


def test_what_the_user_says_about_static_vectors_reaches_them(tmp_path):
    path = tmp_path / "v.txt"
    path.write_bytes(b"a 1 2\nb 3 4\n")
    options = {"casing": "lower", "mwe_tokens": True, "mwe_missing": "words"}
    made = load_encoder(f"static:{path}", cache_dir=tmp_path / "cache", **options)
    assert made.identity == StaticEncoder(path, **options).identity
    list(made.encode(["a"], {}, [], None))
    assert list((tmp_path / "cache" / "static").iterdir())
    with pytest.raises(ConfigError, match="`mwe_tokens` does not go with st:"):
        load_encoder("st:all-MiniLM-L6-v2", mwe_tokens=True)
