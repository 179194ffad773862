"""Reworld, clause by clause."""
