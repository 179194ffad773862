"""Titles with their own or other component files, and their terminals."""

import hashlib
import importlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import get_args

import msgspec
import typer

from farhaven.cli.console import PACKAGE, clean, say, settings
from farhaven.cli.errors import Fault
from farhaven.cli.event_text import title_of
from farhaven.core.game import Game
from farhaven.core.match import OptionValues
from farhaven.core.record import Record
from farhaven.core.sentences import sentence, words
from farhaven.core.violation import Illegal, Violation
from farhaven.evaluation.weight_file import FAULTS
from farhaven.games import load
from farhaven.terminal.title_terminal import Terminal


def spoken(violation: Violation, game: Game | None = None) -> str:
    """The sentence of a refusal, in the player's language."""
    own = words(PACKAGE, settings.language)
    if own.has(violation.clause, violation.reason):
        return own.say(violation.clause, violation.reason, **violation.params)
    package = PACKAGE if game is None else game.package
    return sentence(violation, package, settings.language)


def open_title(name: str, components: Path | None = None) -> Game:
    """A title for a command that names it; a wrong name or component file is a fault of usage."""
    try:
        return load(name, components)
    except Illegal as refusal:
        raise typer.BadParameter(spoken(refusal.violation)) from refusal


def table_options(game: Game, given: Sequence[str] | None) -> OptionValues:
    """The table options that a command names, which the title must have."""
    options: dict[str, str] = {}
    for option in given or ():
        name, equals, value = option.partition("=")
        if not equals:
            raise typer.BadParameter(say("error", "option", option=clean(option)[:40]))
        options[name.strip()] = value.strip()
        _check_option(game, name.strip(), value.strip())
    try:
        game.read_options(options)
    except Illegal as refusal:
        raise typer.BadParameter(spoken(refusal.violation, game)) from refusal
    return options


def _check_option(game: Game, name: str, value: str) -> None:
    """Refuse an option or a value that the title does not have, and name those that it has."""
    values = {field.name: get_args(field.type) for field in msgspec.structs.fields(game.options)}
    if not values:
        raise typer.BadParameter(say("error", "no_options", title=title_of(game)))
    option, typed = clean(name)[:40], clean(value)[:40]
    if name not in values:
        known = _explained(game, "option", values)
        raise typer.BadParameter(say("error", "no_such_option", option=option, known=known))
    if values[name] and value not in values[name]:
        known = _explained(game, name, values[name])
        fault = say("error", "option_value", option=option, value=typed, known=known)
        raise typer.BadParameter(fault)


def _explained(game: Game, kind: str, codes: Iterable[str]) -> str:
    """`strict (trade before build)`: what is typed, each with the title's words for it."""
    own = words(game.package, settings.language)
    return ", ".join(f"{code} ({own.name(kind, code)})" for code in codes)


class Editions:
    """Finds the rules of a record: its title, with the component file that it was played with."""

    def __init__(self, components: Sequence[Path] = ()) -> None:
        self._files: dict[str, Path] = {}
        for path in components:
            self._files[hashlib.sha256(path.read_bytes()).hexdigest()] = path

    def of(self, record: Record) -> Game:
        """The rules; `Illegal` where the title is not known or the component file is faulty.

        What is wrong with weights that the environment names is wrong for every record.
        """
        try:
            return load(record.game, self._files.get(record.components))
        except Illegal as refusal:
            if refusal.violation.reason in FAULTS:
                raise Fault(spoken(refusal.violation)) from refusal
            raise


def terminal_of(game: Game) -> Terminal:
    """How a title is drawn and played in the terminal."""
    place = f"{game.package}.terminal"
    try:
        kind: type[Terminal] = importlib.import_module(place).TERMINAL
    except ModuleNotFoundError as fault:
        if fault.name != place:
            raise
        raise Fault(say("error", "no_terminal", title=game.name)) from fault
    return kind(game, settings.language)
