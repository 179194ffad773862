"""Tables and their matches: set up, seated, played, shown. The log of a match is its truth."""
