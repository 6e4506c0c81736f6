"""A gate for builds: whether results meet what is required of them, and are no worse than a baseline."""
