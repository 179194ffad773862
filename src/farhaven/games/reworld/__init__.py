"""Reworld, a game in two chapters by Wolfgang Kramer and Michael Kiesling (2017)."""
