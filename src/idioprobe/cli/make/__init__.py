"""The commands that make data: from corpora and wordnets."""
