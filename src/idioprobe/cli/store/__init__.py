"""The commands about stores of vectors."""
