"""The rules of Mars and nothing else: one module for each part of the rule book."""
