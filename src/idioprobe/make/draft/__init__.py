"""Lexicons that a machine begins and a person finishes."""
