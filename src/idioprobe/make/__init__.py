"""make."""
