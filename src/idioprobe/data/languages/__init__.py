"""What the program knows about single languages: a file per language, named by its code, and the engine beside them."""
