"""A person at the table in the terminal: shows, asks, tells, and saves before every question."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from farhaven.bots import BotError, make_bot
from farhaven.bots.base import Bot
from farhaven.cli import saves
from farhaven.cli.console import PACKAGE, out, say, settings
from farhaven.cli.editions import spoken, terminal_of
from farhaven.cli.errors import Fault
from farhaven.cli.event_text import names_of, told
from farhaven.cli.hint_text import advice, asked_of
from farhaven.cli.record_files import fault_words
from farhaven.cli.seeds import luck_of
from farhaven.coach.hints import HINT_SECONDS, hints
from farhaven.coach.study import Limit
from farhaven.core.event import Event
from farhaven.core.log_entry import Entry
from farhaven.core.match import Match
from farhaven.core.sentences import words
from farhaven.core.view import View
from farhaven.core.violation import Illegal, Violation
from farhaven.terminal.title_terminal import Choice, Unreadable

LONGEST_LIST = 40
HINTS = 2
HUMAN = "human"
PROMPT_END = "> "
LISTED_NUMBER = "bold"
LISTED_LINE = "cyan not bold"
BELOW_NUMBER = (0, 0, 0, 3)


class Left(Exception):  # noqa: N818 - the player has left the table, which is no error
    """The player wants to stop for now."""


class Table:
    """A running match with a person at one seat and bots at the others.

    A new one has no file yet: it gets one of its own when it is first saved.
    """

    def __init__(self, match: Match, path: Path | None = None) -> None:
        self.match = match
        self.path = path
        self.saved = None if path is None else saves.content(path)
        self.game = match.game
        self.names = names_of(match.players)
        self.seat = _seat_of_person(match)
        self.bots = _bots(match)
        self.terminal = terminal_of(match.game)
        self.console = out()
        self.refusal: Violation | None = None
        self.listed: Sequence[Choice] = ()
        self.warned = False

    # The course of a game

    def run(self) -> None:
        """Play until the game is over or the person leaves; either way it is saved."""
        with suppress(ImportError):
            import readline  # noqa: F401, PLC0415 - it gives the prompt a history, where it exists
        self._print(say("play", "welcome", name=self.names[self.seat]))
        try:
            while not self.match.is_over:
                self._step()
        except (Left, KeyboardInterrupt, EOFError):
            self._print("")
            if self._save():
                self._print_path(say("play", "saved", file=str(self.path)))
            return
        self._finish()

    def _step(self) -> None:
        if self.match.position.awaits_chance():
            self._tell(self.match.roll())
            return
        owing = self.match.owing()
        if self.seat in owing and not (self.match.may_wait(self.seat) and len(owing) > 1):
            self._save()
            self._ask()
        else:
            self._let_bot_choose(owing[0])

    def _let_bot_choose(self, seat: int) -> None:
        """A bot's luck hangs on the moment only, so that a resumed game goes on the same way."""
        luck = luck_of(self.match.fairness.secret or "", seat, len(self.match.log))
        move = self.bots[seat].choose(self.match.view(seat), luck)
        try:
            self._tell(self.match.act(self.game.entry(self.match.position, seat, move)))
        except Illegal as refusal:
            reason = f"{refusal.violation.clause}: {self._spoken(refusal.violation)}"
            self._save()
            kind = self.match.players[seat].kind
            number = len(self.match.log)
            facts = say("selfplay", "illegal", game=number, seat=seat, bot=kind, reason=reason)
            raise Fault(facts) from refusal

    def _finish(self) -> None:
        view = self.match.view(self.seat)
        self.console.print(self.terminal.draw([view], self.names))
        result = self.match.result()
        if result is not None:
            self.console.print(self.terminal.scoring(result, self.names))
            key = "lost" if self.seat not in result.winners else "won"
            self._print(say("play", key))
        if self._save():
            self._print_path(say("play", "kept", file=str(self.path)))

    def _save(self) -> bool:
        """Save the match; where that fails, the game goes on, and the person is told once.

        What somebody has played in it elsewhere in the meantime is not written over.
        """
        try:
            if self.path is None:
                self.path, self.saved = saves.new_path(self.game.name), b""
            elif saves.content(self.path) not in (self.saved, None):
                raise Fault(say("play", "elsewhere", file=str(self.path)))
            self.saved = saves.save(self.match, self.path)
        except OSError as fault:
            if not self.warned:
                self._print(say("play", "not_saved", reason=fault_words(fault)), "red")
            self.warned = True
            return False
        return True

    # A question and its answer

    def _ask(self) -> None:
        view = self.match.view(self.seat)
        self.console.print()
        self.console.print(self.terminal.draw([view], self.names))
        self.listed = ()
        self.refusal = None
        count = len(self.match.log)
        while len(self.match.log) == count:
            if self._answer(self._read(view).strip()):
                return

    def _read(self, view: View) -> str:
        """The line that is typed.

        The prompt's end is told to readline: it breaks no line of which it thinks it is empty.
        """
        self.console.print(self._prompt(view), end="")
        return input(PROMPT_END)

    def _prompt(self, view: View) -> Text:
        """What is asked for: a number while a list is open, else the decision."""
        asked = self.terminal.prompt(view) + " (?)"
        if self.listed:
            asked = say("play", "pick", count=min(len(self.listed), LONGEST_LIST))
        return Text(f"{asked} ", "bold")

    def _answer(self, text: str) -> bool:
        """Carry out a line; whether the table has changed and must be shown again."""
        command = self._command(text)
        view = self.match.view(self.seat)
        if command == "quit":
            raise Left
        if command == "undo":
            return self._undo()
        if command == "help":
            self.console.print(self.terminal.help(view))
            self._print(say("play", "help"))
        elif command == "why":
            self._why()
        elif command == "hint":
            self._hint(view)
        elif command == "board":
            return True
        elif not text and self.listed:
            self.listed = ()
        elif command == "list" or not text:
            self._list(self.terminal.choices(view))
        else:
            self._choose(self._picked(text))
        return False

    def _command(self, text: str) -> str | None:
        """Which of the words that mean the same in every title a line is."""
        spellings = words(PACKAGE, settings.language).tables["command"]
        for key, known in spellings.items():
            if text.lower() in known.split():
                return key
        return None

    def _picked(self, text: str) -> str:
        """The line that a number of the list shown last stands for, else the line itself."""
        listed, self.listed = self.listed, ()
        if text.isdecimal() and 1 <= int(text) <= min(len(listed), LONGEST_LIST):
            return listed[int(text) - 1].typed
        return text

    def _choose(self, text: str) -> None:
        try:
            choice = self.terminal.read(self.match.view(self.seat), text)
            if not isinstance(choice, Entry):
                self._list(choice)
                return
            self._tell(self.match.act(choice))
        except Unreadable as fault:
            self._print(str(fault), "yellow")
        except Illegal as refusal:
            self.refusal = refusal.violation
            self._print(self._spoken(refusal.violation), "red")
            self._print(say("play", "ask_why"), "dim")

    def _why(self) -> None:
        """The clause of the last refusal, with its sentence."""
        if self.refusal is None:
            self._print(say("play", "nothing_refused"))
        else:
            reason = self._spoken(self.refusal)
            self._print(say("play", "why", clause=self.refusal.clause, reason=reason), "bold")

    def _hint(self, view: View) -> None:
        """The best moves and why, from what the person knows; a number typed next plays one."""
        luck = luck_of(self.match.fairness.secret or "", self.seat, len(self.match.log))
        with self.console.status(say("hint", "thinking")):
            found = hints(self.game, view, luck, Limit(seconds=HINT_SECONDS), HINTS)
        if not found:
            self._print(say("hint", "wait"))
            return
        for line in asked_of(self.game, view, self.names):
            self._print(f"• {line}")
        self.listed = [
            Choice(self.terminal.line(one.entry), advice(self.game, one, self.names))
            for one in found
        ]
        for number, choice in enumerate(self.listed, 1):
            self.console.print(Text(f"{number}. ", LISTED_NUMBER).append(choice.typed, LISTED_LINE))
            self.console.print(Padding(Text(choice.text), BELOW_NUMBER))

    def _undo(self) -> bool:
        try:
            self.match.undo(self.seat)
        except Illegal as refusal:
            self.refusal = refusal.violation
            self._print(self._spoken(refusal.violation), "red")
            return False
        self._print(say("play", "undone"))
        return True

    # Showing

    def _list(self, choices: Sequence[Choice]) -> None:
        """Number the choices; a number typed next picks one.

        Where what is to be typed is itself a number, two would confuse: such a list has none.
        """
        self.listed = () if any(choice.typed.isdecimal() for choice in choices) else choices
        grid = Grid.grid(padding=(0, 2))
        grid.add_column(justify="right", style=LISTED_NUMBER, no_wrap=True)
        grid.add_column(style=LISTED_LINE, no_wrap=True)
        grid.add_column(ratio=1)
        for number, choice in enumerate(choices[:LONGEST_LIST], 1):
            label = f"{number}." if self.listed else ""
            grid.add_row(label, Text(choice.typed), Text(choice.text))
        self.console.print(grid)
        more = len(choices) - LONGEST_LIST
        if more > 0:
            self._print(say("play", "more", count=more), "dim")

    def _spoken(self, violation: Violation) -> str:
        """Why a choice is refused, with places as the person sees them."""
        return spoken(self.terminal.shown(violation), self.game)

    def _tell(self, events: Sequence[Event]) -> None:
        for line in told(events, self.terminal, self.names, self.seat):
            self._print(f"• {line}")

    def _print(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style))

    def _print_path(self, text: str) -> None:
        """A text with a file name, which is not to be broken."""
        self.console.print(Text(text), soft_wrap=True)


def _seat_of_person(match: Match) -> int:
    for seat, player in enumerate(match.players):
        if player.kind == HUMAN:
            return seat
    raise Fault(say("play", "nobody"))


def _bots(match: Match) -> dict[int, Bot]:
    try:
        bots = {
            seat: make_bot(player.kind.removeprefix("bot:"), match.game)
            for seat, player in enumerate(match.players)
            if player.kind != HUMAN
        }
    except BotError as fault:
        raise Fault(fault.told(settings.language)) from fault
    for bot in bots.values():
        bot.must_go_on = True  # somebody plays with them
    return bots
