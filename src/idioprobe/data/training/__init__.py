"""Data to train a model on, and to tell what training has done: splits, triples, ordinary similarity."""
