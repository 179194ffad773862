"""Processes that think for the server: bots, hints and analyses."""
