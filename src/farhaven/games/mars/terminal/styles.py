"""How things look: always letters and signs, and a colour for those who see it."""

PLAYERS = ("bold red", "bold blue", "bold magenta", "bold green")
TERRAIN = {
    "sand": "yellow",
    "air": "cyan",
    "mountain": "bright_red",
    "grain": "bold bright_yellow",
    "sheep": "bold bright_white",
}
HARBOUR = "bright_cyan"
ALIENS = "bold black on bright_green"
CHIP = "bold bright_red"


def player_mark(seat: int) -> str:
    """A player's number on the board, counted from 1."""
    return str(seat + 1)
