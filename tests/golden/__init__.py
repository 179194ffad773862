"""Recorded games that must stay sound, and the programs that found them."""
