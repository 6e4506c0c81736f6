"""A run: its configuration, its plan, one model or many, the manifest and the result folder."""
