"""NCS, Noun Compound Senses (Garcia et al. 2021, EACL): its declaration and its reader."""
