"""nctti."""
