"""Compiled search over positions: the tree, the exact solver, and what the root found out."""
