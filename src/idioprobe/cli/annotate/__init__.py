"""The commands about studies of judgments."""
