"""What holds for every title and every number of seats."""
