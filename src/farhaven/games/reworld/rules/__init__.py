"""The rules of Reworld and nothing else: one module for each part of the rule book."""
