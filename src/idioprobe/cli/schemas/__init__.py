"""What scripts get: the JSON Schema of everything that is printed as JSON."""
