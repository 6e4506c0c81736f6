"""Embeddings APIs (`openai:`), which are asked over the network and may cost money."""
