"""Who sits at a table of the command line: bots by their kinds, and a person by name."""

import getpass
from collections.abc import Sequence

import typer

from farhaven.bots import BotError, bot_class, bot_kinds
from farhaven.cli.console import say, settings
from farhaven.cli.editions import spoken
from farhaven.core.game import Game
from farhaven.core.violation import Illegal

KEEPER = "root"


def usual_name() -> str:
    """What a person is called who has not said: as in the system, but never like a bot.

    Nor like the keeper of the system, who is nobody in particular.
    """
    try:
        login = getpass.getuser().strip()
    except (ImportError, KeyError, OSError):  # there is none
        login = ""
    taken = {"", KEEPER, *bot_kinds()}
    return say("play", "player") if login.lower() in taken else login


def read_kinds(bots: str) -> list[str]:
    """The kinds of a list such as `greedy,random`."""
    return [kind.strip() for kind in bots.split(",")]


def check_seats(game: Game, seats: int, kinds: Sequence[str]) -> None:
    """Refuse a number of seats that the title does not have, and a bot that is not there."""
    try:
        game.checked_seats(seats)
        for kind in dict.fromkeys(kinds):
            bot_class(kind)
    except Illegal as refusal:
        raise typer.BadParameter(spoken(refusal.violation, game)) from refusal
    except BotError as fault:
        raise typer.BadParameter(fault.told(settings.language)) from fault


def one_for_each(kinds: Sequence[str], chairs: int) -> Sequence[str]:
    """A kind for each chair: as many as there are, or one for all."""
    if len(kinds) == 1:
        return [kinds[0]] * chairs
    if len(kinds) != chairs:
        raise typer.BadParameter(say("error", "bots", bots=len(kinds), seats=chairs))
    return kinds
