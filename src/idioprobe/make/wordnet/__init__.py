"""Wordnets and thesauri: words that may stand for the words of an expression."""
