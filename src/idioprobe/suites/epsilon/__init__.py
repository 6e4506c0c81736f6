"""epsilon."""
