"""What models that answer in words are asked: a file per language."""
