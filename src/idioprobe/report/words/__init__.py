"""Results of models that answer in words: what was asked and answered, and whether their vectors agree."""
