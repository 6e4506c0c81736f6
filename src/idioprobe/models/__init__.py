"""Model families, a folder each, and the registry that finds them."""
