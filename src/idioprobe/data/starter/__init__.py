"""The lexicons of the starter dataset."""
