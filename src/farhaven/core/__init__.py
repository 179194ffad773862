"""What every title shares: positions, matches, records, chance and fairness. Knows no title."""
