"""The papers' figures: one declarative catalogue for files and for the interactive page."""
