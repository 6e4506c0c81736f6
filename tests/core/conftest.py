"""Tiny models."""

from tests.models.fixtures import family, model_folder, own_folder

__all__ = ["family", "model_folder", "own_folder"]
