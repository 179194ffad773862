"""Matches between bots that tell who is better: duplicate deals, intervals, ratings, reports."""
