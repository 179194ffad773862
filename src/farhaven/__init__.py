"""Farhaven: two board games about settling a new planet."""

__version__ = "0.1.0"
