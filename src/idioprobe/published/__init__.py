"""What the papers report: their tables of results as data, with what is doubtful or unreadable in them."""
