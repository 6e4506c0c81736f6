"""vieira2023."""
