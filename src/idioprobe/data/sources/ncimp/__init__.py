"""NCIMP, Noun Compound Idiomaticity Minimal Pairs (He et al. 2025): its declaration and its readers."""
