"""ELMo in its published format (`elmo:`), as a network of its own."""
