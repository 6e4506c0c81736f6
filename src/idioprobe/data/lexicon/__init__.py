"""A user's list of expressions, and the dataset of minimal pairs that is built from it."""
