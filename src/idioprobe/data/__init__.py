"""Datasets: their schema, the starter set, and building minimal pairs from a lexicon."""
