"""The commands that hand data and results to other programs, and read theirs."""
