"""The server: tables, live play, accounts, and a log that loses nothing. Names no title."""
