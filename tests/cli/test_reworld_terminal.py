"""Reworld in the terminal: what is listed can be typed, and what can be chosen can be spelled."""

from collections.abc import Iterator

import pytest
from rich.console import Console

from farhaven.core.chance import FastChance
from farhaven.core.log_entry import Entry
from farhaven.core.position import Position, first_owing
from farhaven.core.sentences import LANGUAGES, words
from farhaven.core.view import View
from farhaven.games import load
from farhaven.games.reworld.client.view import ReworldView
from farhaven.games.reworld.rules.position import ReworldPosition
from farhaven.games.reworld.terminal import ReworldTerminal
from farhaven.terminal.title_terminal import Choice, Unreadable

GAME = load("reworld")
NAMES = ("Ada", "Grace Hopper-Brewster", "陳先生", "Émilie")


def moments(seed: int, seats: int, every: int = 7) -> Iterator[tuple[Position, int]]:
    """Moments of a random game at which a seat owes a decision."""
    chance = FastChance(seed)
    position = GAME.start_with(seats, {})
    number = 0
    while not position.is_over():
        if position.awaits_chance():
            position.roll(chance)
            continue
        seat = int(first_owing(position))
        number += 1
        if number % every == 0:
            yield position, seat
        moves = GAME.view(position, seat).legal_moves()
        position.play(seat, moves[chance.below(len(moves))])


def is_settlement(view: View) -> bool:
    assert isinstance(view, ReworldView)
    return view.to_wire().phase == "settlement"


def is_legal(position: Position, entry: Entry) -> bool:
    return GAME.explain(position, entry.seat, GAME.move(position, entry)) is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 4])
def test_all_that_is_listed_can_be_typed(language: str, seats: int) -> None:
    terminal = ReworldTerminal(GAME, language)
    for position, seat in moments(5, seats):
        view = GAME.view(position, seat)
        open_lines = list(terminal.choices(view))
        assert open_lines
        assert terminal.prompt(view)
        while open_lines:
            line = open_lines.pop()
            assert line.text
            choice = terminal.read(view, line.typed)
            if isinstance(choice, Entry):
                assert is_legal(position, choice), line
            else:
                assert all(c.typed != line.typed for c in choice) or len(choice) == 1
                open_lines += [c for c in choice if c.typed != line.typed]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_legal_choice_has_a_spelling(language: str) -> None:
    terminal = ReworldTerminal(GAME, language)
    table_words = " ".join(words("farhaven.cli", language).tables["command"].values()).split()
    for position, seat in moments(11, 3, every=13):
        view = GAME.view(position, seat)
        for entry in GAME.legal_entries(position, seat):
            line = terminal.line(entry)
            read = terminal.read(view, line)
            assert isinstance(read, Entry), line
            assert GAME.move(position, read) == GAME.move(position, entry)
            assert line not in table_words, "the table would take it for a word of its own"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_list_of_rows_recommends_no_launch(language: str) -> None:
    terminal = ReworldTerminal(GAME, language)
    rows = [
        choice
        for position, seat in moments(7, 3)
        if is_settlement(view := GAME.view(position, seat))
        for choice in terminal.choices(view)
        if choice.typed.isdecimal()
    ]
    assert any("+" in choice.text for choice in rows)
    assert not any("+0" in choice.text or f"{choice.typed} x" in choice.text for choice in rows)


@pytest.mark.parametrize(
    "text",
    ["", "x", "four", "4 2+x", "-1", "4 2 😀", "m 1 2", "9" * 50, "3 q", "3 t A B C", "3 t 1+ A"],
)
def test_what_cannot_be_read_says_so(text: str) -> None:
    terminal = ReworldTerminal(GAME, "en")
    for position, seat in moments(3, 2, every=40):
        view = GAME.view(position, seat)
        try:
            choice = terminal.read(view, text)
        except Unreadable as fault:
            assert str(fault)
        else:
            assert not isinstance(choice, Entry) or not is_legal(position, choice)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [80, 100, 120, 160])
def test_the_drawing_keeps_its_width(language: str, width: int) -> None:
    terminal = ReworldTerminal(GAME, language)
    for seats in (2, 3, 4):
        for position, seat in moments(seats, seats, every=29):
            for views in (
                [GAME.view(position, seat)],
                [GAME.view(position, None)],
                [GAME.view(position, s) for s in range(seats)],
            ):
                console = Console(width=width, record=True, file=open("/dev/null", "w"))  # noqa: SIM115, PTH123
                console.print(terminal.draw(views, NAMES[:seats]))
                lines = console.export_text().split("\n")
                assert max(console_width(line) for line in lines) <= width
                assert any(NAMES[0] in line for line in lines)


def console_width(line: str) -> int:
    from rich.cells import cell_len

    return cell_len(line)


def test_hands_of_others_are_not_drawn() -> None:
    terminal = ReworldTerminal(GAME, "en")
    position, seat = next(moments(1, 2, every=1))
    console = Console(width=100, record=True, file=open("/dev/null", "w"))  # noqa: SIM115, PTH123
    console.print(terminal.draw([GAME.view(position, seat)], NAMES[:2]))
    text = console.export_text()
    assert "13 cards" in text
    assert text.count("Your hand") == 1


def drawn(position: Position, seat: int, language: str) -> str:
    console = Console(width=160, record=True, file=open("/dev/null", "w"))  # noqa: SIM115, PTH123
    views = [GAME.view(position, seat)]
    console.print(ReworldTerminal(GAME, language).draw(views, NAMES[: position.seats]))
    return console.export_text()


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("en", "row 3 empty", "rows 1, 3 empty"),
        ("de", "Reihe 3 leer", "Reihen 1, 3 leer"),
        ("fr", "quai 3 vide", "quais 1, 3 vides"),
    ],
)
def test_a_single_row_is_no_number_of_rows(language: str, one: str, two: str) -> None:
    position, seat = next(moments(1, 2, every=1))
    assert isinstance(position, ReworldPosition)
    position.ships_left = 1 << 2
    assert one in drawn(position, seat, language)
    position.ships_left = 1 << 2 | 1
    assert two in drawn(position, seat, language)


def test_a_port_without_payment_is_refused_by_the_rules() -> None:
    terminal = ReworldTerminal(GAME, "en")
    for position, seat in moments(2, 4, every=9):
        view = GAME.view(position, seat)
        if terminal.prompt(view).startswith("Launch"):
            break
        for port in range(20):
            choice = terminal.read(view, str(port))
            if isinstance(choice, Entry):
                assert not is_legal(position, choice)
            else:
                assert all(isinstance(c, Choice) for c in choice)
