"""What a run of the program was told about language and colour, and the streams it speaks on."""

import os
import sys

from rich.console import Console

from farhaven.cli.no_break_console import SPACES, UnbrokenConsole
from farhaven.core.sentences import LANGUAGES, words

PACKAGE = "farhaven.cli"
DEFAULT_LANGUAGE = "en"


class Settings:
    """Set once by the options of the command line, before anything is printed."""

    def __init__(self) -> None:
        self.language = language_of_environment()
        self.color = True


def language_of_environment() -> str:
    """The first known language that the environment asks for."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for wish in os.environ.get(variable, "").split(":"):
            if wish[:2].lower() in LANGUAGES:
                return wish[:2].lower()
            if wish:  # this variable speaks for those after it, also where we lack its language
                return DEFAULT_LANGUAGE
    return DEFAULT_LANGUAGE


settings = Settings()


def say(table: str, key: str, /, **params: int | str) -> str:
    """A sentence of the command line itself, in the player's language."""
    return words(PACKAGE, settings.language).say(table, key, **params)


def clean(text: str) -> str:
    """A text in one line, without anything that could steer a terminal."""
    return "".join(c if c.isprintable() or c in SPACES else "�" for c in text)


def out() -> Console:
    """Standard output. Rich itself heeds NO_COLOR and whether this is a terminal."""
    return UnbrokenConsole(no_color=_no_color(), highlight=False, markup=False)


def err() -> Console:
    """Standard error: progress, notes and faults of usage."""
    return UnbrokenConsole(stderr=True, no_color=_no_color(), highlight=False, markup=False)


def _no_color() -> bool | None:
    return None if settings.color else True


def complain(text: str) -> None:
    """One clear line about what went wrong."""
    print(f"farhaven: {clean(text)}", file=sys.stderr)
