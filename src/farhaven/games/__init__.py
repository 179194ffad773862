"""The titles. Each is a folder of its own that registers itself with `farhaven.core.game`."""
