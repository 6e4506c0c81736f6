"""From requests to stored vectors."""
