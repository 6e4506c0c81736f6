"""What is measured: one folder per suite, and what they share."""
