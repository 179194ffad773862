"""Settlers of Mars."""
