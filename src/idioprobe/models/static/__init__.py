"""Static word vectors (`static:`): their files, an index of their words, and lookup."""
