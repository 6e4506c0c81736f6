"""What the papers' folders are made of: the declaration, rows of models, doubts, axes, reading of texts."""
