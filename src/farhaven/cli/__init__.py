"""The command line: one module per command. Knows no title by name."""
