"""Datasets: in memory, in folders, by name, built from a lexicon, read from published files."""
