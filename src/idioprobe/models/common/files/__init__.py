"""A model's files on this machine: which there are, what they hold, and loading them."""
