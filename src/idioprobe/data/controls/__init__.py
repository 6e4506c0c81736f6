"""Ordinary words and phrases that idioms are compared with, written for idioprobe: a lexicon per language."""
