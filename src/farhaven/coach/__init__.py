"""Advice for people: hints, the analysis of a match, and its chart."""
