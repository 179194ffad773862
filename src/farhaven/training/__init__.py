"""Fits what the bots judge by: weights and nets, from games that bots play with themselves."""
