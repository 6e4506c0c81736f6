"""NCIMP in Italian (2026): its declaration and its readers."""
