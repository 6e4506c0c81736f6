"""The commands that measure: `idioprobe run`, and `idioprobe requests` for models that live elsewhere."""
