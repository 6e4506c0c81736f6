"""NCTTI, Noun Compound Type and Token Idiomaticity (Garcia et al. 2021, ACL): its declaration and its readers."""
