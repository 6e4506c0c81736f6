"""Hugging Face models (`hf:`): hidden states of encoders and decoders, GGUF, expressions as single tokens."""
