"""Forms of words: made, recognised, checked; and what languages are called."""
