"""Reads and lists the choices of chapter two: which module is launched, and for what."""

import re
from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from farhaven.core.log_entry import Entry
from farhaven.games.reworld.client.decision import LaunchChoice, SettlementDecision
from farhaven.games.reworld.client.view import ReworldView
from farhaven.games.reworld.client.view_wire import ReworldWire
from farhaven.games.reworld.game import Reworld
from farhaven.games.reworld.records.entries import Launch, Placed, Use
from farhaven.games.reworld.terminal.launch_words import choice_of
from farhaven.games.reworld.terminal.speech import Speech
from farhaven.terminal.title_terminal import Choice, Unreadable

BOX = ("-", "–", "0", "box")


class _Reader:
    """Reads one line; what is left open is completed from the legal launches."""

    def __init__(self, game: Reworld, view: ReworldView, speech: Speech) -> None:
        if view.seat is None:
            raise ValueError("a spectator has nothing to choose")
        self.seat = view.seat
        self.wire: ReworldWire = view.to_wire()
        self.speech = speech
        decision = game.decision(view)
        self.launches = decision.launches if isinstance(decision, SettlementDecision) else ()

    def read(self, text: str) -> Entry | Sequence[Choice]:
        parts = text.split()
        if not parts or re.fullmatch(r"\d{1,3}", parts[0]) is None:
            raise Unreadable(self.speech.say("read", "settlement"))
        row = int(parts[0])
        if len(parts) == 1:
            return self._complete([c for c in self.launches if c.launch.row == row], row)
        use = self._use(row, parts[1])
        if use is None:
            raise Unreadable(self.speech.say("read", "use", use=parts[1][:20]))
        if use == "settle":
            return self._settle(row, " ".join(parts[2:]))
        if use == "task":
            return self._task(row, parts[2:])
        if use == "transport":
            return self._transport(row, parts[2:])
        if len(parts) > 2:
            raise Unreadable(self.speech.say("read", "settlement"))
        return Launch(seat=self.seat, row=row, use=use)

    def _open_end(self, row: int) -> str:
        """The module at the open end of a row, or nothing."""
        rows = self.wire.players[self.seat].rows
        return rows[row - 1][-1] if 1 <= row <= len(rows) and rows[row - 1] else ""

    def _use(self, row: int, word: str) -> Use | None:
        """`s` settles a terrabot and sacrifices a unit, `t` is for a task or a transport."""
        key = self.speech.typed("use", word)
        code = self._open_end(row)
        is_unit = code in {"BF"} or (code[:1] in {"B", "S"} and code[1:].isdigit())
        is_shuttle = code[:1] == "H"
        if key == "s":
            return "sacrifice" if is_unit else "settle"
        if key == "t":
            return "transport" if is_unit or is_shuttle else "task"
        for use in USES:
            if key == use:
                return use
        return None

    def _complete(self, fitting: Sequence[LaunchChoice], row: int) -> Entry | Sequence[Choice]:
        """The one launch that fits, or all; where none does, one that the rules explain."""
        if not fitting:
            return Launch(seat=self.seat, row=row, use="settle")
        only = fitting[0].launch
        if len(fitting) == 1 and only.use != "sacrifice" and only.sign is UNSET:
            return only
        if len(fitting) == 1 and only.sign is not UNSET:
            return self._signs(fitting[0])
        ordered = sorted(fitting, key=lambda c: -c.points)
        return [choice_of(c, self.wire, self.seat, self.speech) for c in ordered]

    # Terrabots

    def _signs(self, founding: LaunchChoice) -> Sequence[Choice]:
        """A terrabot that founds a city, once for each sign in the supply."""
        letter = founding.module[1]
        choices = []
        for sign in self.wire.signs[letter]:
            launch = Launch(seat=self.seat, row=founding.launch.row, use="settle", sign=sign)
            named = LaunchChoice(launch, founding.module, founding.points, founding.ships)
            choices.append(choice_of(named, self.wire, self.seat, self.speech))
        return choices

    def _settle(self, row: int, name: str) -> Entry | Sequence[Choice]:
        if not name:
            fitting = self._with_use(row, "settle")
            return self._complete(fitting, row)
        letter = self._open_end(row)[1:]
        for sign in self.wire.signs.get(letter, ()):
            if sign.lower().startswith(name.lower()):
                return Launch(seat=self.seat, row=row, use="settle", sign=sign)
        return Launch(seat=self.seat, row=row, use="settle", sign=name)

    def _with_use(self, row: int, use: Use) -> Sequence[LaunchChoice]:
        return [c for c in self.launches if c.launch.row == row and c.launch.use == use]

    # Satellites

    def _task(self, row: int, rest: Sequence[str]) -> Entry | Sequence[Choice]:
        if len(rest) > 1:
            raise Unreadable(self.speech.say("read", "task"))
        if rest:
            return Launch(seat=self.seat, row=row, use="task", city=rest[0].upper())
        fitting = self._with_use(row, "task")
        return self._complete(fitting, row) if fitting else self._plain(row, "task")

    def _plain(self, row: int, use: Use) -> Launch:
        cargo: Sequence[int] | UnsetType = () if use == "transport" else UNSET
        placed: Sequence[Placed] | UnsetType = () if use == "transport" else UNSET
        return Launch(seat=self.seat, row=row, use=use, cargo=cargo, placed=placed)

    # Shuttles

    def _transport(self, row: int, rest: Sequence[str]) -> Entry | Sequence[Choice]:
        """`3 t 1+2 A B`: from rows 1 and 2 to A and B; `2:B 1:A` places the second first."""
        fitting = self._with_use(row, "transport")
        if not rest:
            return self._complete(fitting, row) if fitting else self._plain(row, "transport")
        cargo = self._cargo(rest[0])
        if len(rest) > 1 or not cargo:
            placed = self._placed(rest[1:], len(cargo))
            return Launch(seat=self.seat, row=row, use="transport", cargo=cargo, placed=placed)
        same = [c for c in fitting if sorted(c.launch.cargo or ()) == sorted(cargo)]
        if same:
            return self._complete(same, row)
        nowhere = [Placed(unit, None) for unit in range(len(cargo))]
        return Launch(seat=self.seat, row=row, use="transport", cargo=cargo, placed=nowhere)

    def _cargo(self, text: str) -> list[int]:
        if text.lower() in BOX:
            return []
        if re.fullmatch(r"\d{1,3}([+,]\d{1,3})*", text) is None:
            raise Unreadable(self.speech.say("read", "transport"))
        return [int(row) for row in re.findall(r"\d+", text)]

    def _placed(self, words: Sequence[str], units: int) -> list[Placed]:
        placed = []
        for number, word in enumerate(words):
            parts = re.fullmatch(r"(?:([12]):)?(\S+)", word)
            if parts is None:
                raise Unreadable(self.speech.say("read", "transport"))
            unit = number if parts[1] is None else int(parts[1]) - 1
            city = None if parts[2].lower() in BOX else parts[2].upper()
            placed.append(Placed(unit, city))
        if len(placed) != units:
            raise Unreadable(self.speech.say("read", "transport"))
        return placed


USES: tuple[Use, ...] = ("settle", "defend", "task", "sacrifice", "transport")


def read_launch(
    game: Reworld, view: ReworldView, text: str, speech: Speech
) -> Entry | Sequence[Choice]:
    """`3`: what row 3 can do; `3 d`, `3 t A`, `3 x`, `3 s Eden`, `3 t 1+2 A B`: one of them."""
    return _Reader(game, view, speech).read(text)


def list_launches(game: Reworld, view: ReworldView, speech: Speech) -> Sequence[Choice]:
    """A line for each row; where there is only one way to launch it, that one."""
    reader = _Reader(game, view, speech)
    choices: list[Choice] = []
    for row in range(1, 6):
        fitting = [c for c in reader.launches if c.launch.row == row]
        if len(fitting) == 1 and fitting[0].launch.sign is not UNSET:
            module = f"{fitting[0].module} {speech.module(fitting[0].module)}"
            choices.append(Choice(f"{row} s", speech.say("choice", "found_any", module=module)))
        elif len(fitting) == 1:
            choices.append(choice_of(fitting[0], reader.wire, reader.seat, speech))
        elif fitting:
            choices.append(Choice(str(row), _ways(fitting, speech)))
    return choices


def _ways(fitting: Sequence[LaunchChoice], speech: Speech) -> str:
    """How many ways there are; which one is best is not told by what it scores at once."""
    code, most = fitting[0].module, max(choice.points for choice in fitting)
    module, ways = f"{code} {speech.module(code)}", len(fitting)
    if most <= 0:
        return speech.say("choice", "row", module=module, ways=ways)
    return speech.say("choice", "scoring_row", module=module, ways=ways, points=most)
