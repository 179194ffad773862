"""Options that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

from farhaven.cli.console import say, settings
from farhaven.core.sentences import LANGUAGES
from farhaven.games import titles

WHICH_GAME = f"Which game: {', '.join(titles())}."


def _choose_language(value: str | None) -> str | None:
    if value is None:
        return None
    if value not in LANGUAGES:
        raise typer.BadParameter(
            say("error", "language", language=value[:40], known=", ".join(LANGUAGES))
        )
    settings.language = value
    return value


def _choose_color(value: bool) -> bool:
    if value:
        settings.color = False
    return value


def complete_title(incomplete: str) -> list[str]:
    return [name for name in titles() if name.startswith(incomplete)]


def complete_language(incomplete: str) -> list[str]:
    return [name for name in LANGUAGES if name.startswith(incomplete)]


Language = Annotated[
    str | None,
    typer.Option(
        "--lang",
        metavar="LANG",
        help="Language: en, de or fr. By default that of the environment.",
        callback=_choose_language,
        autocompletion=complete_language,
        is_eager=True,
        show_default=False,
    ),
]
NoColor = Annotated[
    bool,
    typer.Option(
        "--no-color",
        help="Without colours; so does the environment variable NO_COLOR.",
        callback=_choose_color,
        is_eager=True,
        show_default=False,
    ),
]
Title = Annotated[
    str,
    typer.Argument(metavar="TITLE", help=WHICH_GAME, autocompletion=complete_title),
]
ComponentFiles = Annotated[
    list[Path] | None,
    typer.Option(
        "--components",
        metavar="FILE",
        help="A component file that records may have been played with; may be repeated.",
        show_default=False,
    ),
]
ComponentFile = Annotated[
    Path | None,
    typer.Option(
        "--components",
        metavar="FILE",
        help="Play with another component file, for example the printed values of your box.",
        show_default=False,
    ),
]
TableOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        help="A table option of the title, such as order=free; may be repeated.",
        show_default=False,
    ),
]
RecordFile = Annotated[
    Path,
    typer.Argument(
        metavar="FILE", help="One record (JSON) or many (JSON Lines); - for standard input."
    ),
]
RecordNumber = Annotated[
    int,
    typer.Option("--record", metavar="I", help="Which record of the file, counted from 0."),
]
At = Annotated[
    int | None,
    typer.Option(
        "--at",
        metavar="N",
        help="After N entries of the log; by default after all of them.",
        show_default=False,
    ),
]
TurnLimit = Annotated[
    int,
    typer.Option(
        "--turn-limit", metavar="N", min=1, help="Stop a game after N turns; it has no result."
    ),
]
