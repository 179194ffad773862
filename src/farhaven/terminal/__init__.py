"""What the titles' terminals share: the contract, drawing, names of things, numbers."""
