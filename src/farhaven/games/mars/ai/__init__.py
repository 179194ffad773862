"""What bots think of a position of Mars: features, values, move ordering, reasons."""
