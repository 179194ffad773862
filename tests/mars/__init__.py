"""Settlers of Mars, clause by clause."""
