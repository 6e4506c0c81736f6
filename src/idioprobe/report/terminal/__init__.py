"""What is printed in a terminal: results, datasets, progress."""
