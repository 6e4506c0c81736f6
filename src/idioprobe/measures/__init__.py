"""Measures as data, and the plain functions that compute them."""
