"""What bots think of a position of Reworld: features, values, move ordering, reasons."""
