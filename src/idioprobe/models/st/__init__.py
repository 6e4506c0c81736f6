"""Text-embedding models as their authors use them (`st:`)."""
