"""elmo."""
