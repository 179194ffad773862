"""Perft counts of fixed positions: compiled and interpreted, they are these numbers."""

import pytest

from tests.reworld.perft import perft
from tests.reworld.steps import position_at
from tests.transcript import settlement, station

RICH = {1: "B1 B2 H1 TA", 2: "H2 BF", 3: "LA S1 TB", 4: "IN H0", 5: "BF KK"}
POOR = {1: "TA", 2: "B3 H1", 3: "ME"}


@pytest.mark.parametrize(("depth", "expected"), [(1, 106), (2, 14911)])
def test_first_round_of_two(depth: int, expected: int) -> None:
    table = station(2, hands=["1112233344455", "1122244455533"])
    assert perft(table.position, depth) == expected  # 20 ports with 5 officers, 5 markers, out


@pytest.mark.parametrize(("depth", "expected"), [(1, 85), (2, 11470)])
def test_first_round_of_four(depth: int, expected: int) -> None:
    table = station(4, hands=["1122334", "1122345", "1223445", "1334455"])
    assert perft(table.position, depth) == expected


@pytest.mark.parametrize(("depth", "expected"), [(1, 8), (2, 48), (3, 450)])
def test_a_settlement_of_two(depth: int, expected: int) -> None:
    assert perft(settlement(RICH, POOR).position, depth) == expected


@pytest.mark.parametrize(("depth", "expected"), [(1, 45), (2, 135), (3, 2586)])
def test_a_settlement_with_cities(depth: int, expected: int) -> None:
    table = settlement(RICH, POOR)
    table.play("0: row 1 settles in Arcadia\n1: row 1 settles in Avalon")
    table.play("0: row 3 settles in Babylon\n1: row 2 defends")
    assert perft(table.position, depth) == expected


@pytest.mark.parametrize(
    ("seats", "line", "depth", "expected"),
    [(2, 20, 2, 24461), (3, 60, 2, 16365), (4, 100, 3, 480), (3, 120, 3, 168)],
)
def test_positions_of_random_games(seats: int, line: int, depth: int, expected: int) -> None:
    assert perft(position_at(seats, 2017, line), depth) == expected
