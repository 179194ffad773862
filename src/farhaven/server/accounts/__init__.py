"""Accounts and sessions: who is asking."""
