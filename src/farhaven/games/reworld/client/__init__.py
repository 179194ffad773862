"""What a seat of Reworld is shown and asked: views, decisions, events."""
