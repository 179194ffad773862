"""What must happen at tables without a person: bots, clocks, deadlines, clean-up."""
