"""Tiny models, each built once per session."""

from tests.models.fixtures import family, model_folder, own_folder, scaling_folder

__all__ = ["family", "model_folder", "own_folder", "scaling_folder"]
