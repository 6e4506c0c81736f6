"""judgments."""
