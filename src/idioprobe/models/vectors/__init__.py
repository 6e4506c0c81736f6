"""Vectors that were made elsewhere (`vectors:`), found by the ids of requests."""
