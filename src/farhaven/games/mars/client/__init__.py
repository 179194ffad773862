"""What a seat of Mars is shown and asked: views, decisions, events."""
