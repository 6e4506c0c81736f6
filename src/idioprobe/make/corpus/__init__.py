"""What a corpus says of expressions: how frequent they are, and how strongly their words are associated."""
