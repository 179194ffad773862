"""A move as one number. The three lowest bits tell what is done, the others with what."""

from typing import Final

from mypy_extensions import i64

ACQUIRE: Final[i64] = 0
MARKER: Final[i64] = 1
DROP_OUT: Final[i64] = 2
SETTLE: Final[i64] = 3
DEFEND: Final[i64] = 4
TASK: Final[i64] = 5
SACRIFICE: Final[i64] = 6
TRANSPORT: Final[i64] = 7

BOX: Final[i64] = 0  # the "city" of a unit that goes to the box; cities are 1 to 5


def deed(move: i64) -> i64:
    """What a move does: ACQUIRE to TRANSPORT."""
    return move & 7


# Acquire: port, officer on top, and all cards laid (see state.py for how cards are counted).


def acquire(port: i64, top: i64, cards: i64) -> i64:
    return ACQUIRE | port << 3 | top << 8 | cards << 11


def acquire_port(move: i64) -> i64:
    return (move >> 3) & 31


def acquire_top(move: i64) -> i64:
    return (move >> 8) & 7


def acquire_cards(move: i64) -> i64:
    return move >> 11


def marker(officer: i64) -> i64:
    return MARKER | officer << 3


def marker_officer(move: i64) -> i64:
    return move >> 3


# Launches: the docking row, counted from 0, and one more number.


def launch(deed: i64, row: i64, choice: i64) -> i64:
    """`choice` is 1 + sign for a founding terrabot, the city (1 to 5) for a task, else 0."""
    return deed | row << 3 | choice << 6


def launch_row(move: i64) -> i64:
    return (move >> 3) & 7


def launch_choice(move: i64) -> i64:
    return (move >> 6) & 7


# Transport: up to two units, the rows they come from, where each goes, which is placed first.

MOST_CARGO: Final[i64] = 2


def transport(
    row: i64, units: i64, row0: i64, row1: i64, swapped: i64, city0: i64, city1: i64
) -> i64:
    cargo = units << 6 | row0 << 8 | row1 << 11
    return TRANSPORT | row << 3 | cargo | swapped << 14 | city0 << 15 | city1 << 18


def cargo_size(move: i64) -> i64:
    return (move >> 6) & 3


def cargo_row(move: i64, unit: i64) -> i64:
    return (move >> (8 + 3 * unit)) & 7


def is_swapped(move: i64) -> bool:
    """Whether unit 1 is placed before unit 0."""
    return (move >> 14) & 1 == 1


def cargo_city(move: i64, unit: i64) -> i64:
    return (move >> (15 + 3 * unit)) & 7
