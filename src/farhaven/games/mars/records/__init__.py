"""Record entries and outcomes of Mars: JSON to moves and back."""
