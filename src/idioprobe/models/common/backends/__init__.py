"""What computes a model's vectors: torch, or another backend that is shown to give the same."""
