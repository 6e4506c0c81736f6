"""Readers of the published datasets, each from a copy of its own files."""
