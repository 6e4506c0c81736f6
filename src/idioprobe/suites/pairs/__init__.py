"""Minimal pairs: the same sentence with one thing in place of another, compared. Several suites are made of them."""
