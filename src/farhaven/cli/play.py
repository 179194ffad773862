"""`farhaven play`: a game in the terminal, a person against bots."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from farhaven.bots import bot_kinds
from farhaven.cli import saves
from farhaven.cli.console import say
from farhaven.cli.editions import open_title, table_options
from farhaven.cli.options import (
    WHICH_GAME,
    ComponentFile,
    Language,
    NoColor,
    TableOptions,
    complete_title,
)
from farhaven.cli.seat_options import check_seats, one_for_each, read_kinds, usual_name
from farhaven.cli.seeds import secret_of
from farhaven.cli.selfplay_games import find_own_bots
from farhaven.cli.terminal_game import Table
from farhaven.core.fair_stream import new_secret
from farhaven.core.game import Game
from farhaven.core.match import Match
from farhaven.core.record import MAX_TEXT, PlayerInfo
from farhaven.games import titles

USUAL_PLAYERS = 3


def play(
    title: Annotated[
        str | None,
        typer.Argument(metavar="TITLE", help=WHICH_GAME, autocompletion=complete_title),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="With --resume: which game; else the last one."),
    ] = None,
    players: Annotated[
        int | None, typer.Option("--players", help="How many seats, yours included.")
    ] = None,
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            metavar="KIND[,KIND…]",
            help="One kind of bot for all opponents, or one for each: cadet, officer, captain, "
            "admiral, random, greedy (the officer), uct.",
            autocompletion=lambda: list(bot_kinds()),
        ),
    ] = "greedy",
    seed: Annotated[
        int | None,
        typer.Option("--seed", help="Same seed, same chance.", show_default=False),
    ] = None,
    name: Annotated[
        str | None,
        typer.Option("--name", help="Your name; else that of your login.", show_default=False),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with a game that was left.")
    ] = False,
    components: ComponentFile = None,
    option: TableOptions = None,
    lang: Language = None,  # noqa: ARG001 - settled by its callback
    no_color: NoColor = False,  # noqa: ARG001 - likewise
) -> None:
    """Play against bots in the terminal.

    Type ? during the game for what can be typed. Ctrl-C saves the game; --resume goes on with it.

    Examples: farhaven play TITLE --players 3 --lang fr | farhaven play --resume
    """
    find_own_bots()
    if resume:
        path = _save_to_resume(title, save)
        Table(saves.resume(path, components), path).run()
        return
    if title is None or save is not None:
        raise typer.BadParameter(say("error", "which_title", known=", ".join(titles())))
    game = open_title(title, components)
    seated = _players(game, players, bots, name or usual_name())
    secret = new_secret() if seed is None else secret_of(seed, 0)
    options = table_options(game, option)
    Table(Match.new(game, seated, secret, options=options)).run()


def _save_to_resume(title: str | None, save: Path | None) -> Path:
    """The file named, or the newest game: a file may also stand where the title would."""
    if save is not None:
        return save
    if title is None or title in titles():
        return saves.newest(title)
    return Path(title)


def _players(game: Game, count: int | None, bots: str, name: str) -> Sequence[PlayerInfo]:
    """The person at seat 0, then the bots."""
    kinds = read_kinds(bots)
    seats = count
    if seats is None:
        usual = min(max(USUAL_PLAYERS, game.seats[0]), game.seats[-1])
        seats = len(kinds) + 1 if len(kinds) > 1 else usual
    check_seats(game, seats, kinds)
    chairs = one_for_each(kinds, seats - 1)
    opponents = [PlayerInfo(f"Bot {i + 1}", f"bot:{kind}") for i, kind in enumerate(chairs)]
    return [PlayerInfo(name[:MAX_TEXT], "human"), *opponents]
