"""The words that participants and researchers read, a file per language."""
