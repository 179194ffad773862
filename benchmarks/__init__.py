"""Speed, as ratios to a named peer or to another technique in the same run."""
