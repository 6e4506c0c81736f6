"""What makes forward passes quick: the processor's best matrix products, and texts that share what they can."""
