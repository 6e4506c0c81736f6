"""Reference models, whose numbers are known in advance and give those of others a meaning."""
