"""Ordinary words in the place of idioms: what a model makes of any substitution, and how far idioms fall behind."""
