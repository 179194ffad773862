"""Record entries and outcomes of Reworld: JSON to moves and back."""
